"""What an organiser does over gRPC: bans, imports, disqualifications, ladders, and the audit log of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.duration_pb2 import Duration

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.ladder.ladder import Ladder
from bessemer.matches.records import ClockSettings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    House,
    Stream,
    eventually,
    metadata_of,
    opened,
    reason_of,
    refusal_in,
    refused,
    why,
)

BAN = admin.BanPlayerRequest(name="ann", reason="two accounts")


async def is_good(client: Client) -> bool:
    """Whether the client's token is accepted."""
    try:
        await client.ListMatches(pb.ListMatchesRequest())
    except grpc.aio.AioRpcError as error:
        return error.code() is not grpc.StatusCode.UNAUTHENTICATED
    return True


async def log_of(house: House, ladder: str = "") -> list[tuple[str, str, str]]:
    """Who did what to whom, the oldest first."""
    response = await house.organiser.ListAudit(admin.ListAuditRequest(ladder=ladder))
    return [
        (one.who.partition(" (")[0], one.action, one.subject)
        for one in reversed(response.entries)
        if one.action != "failed sign-in"
    ]


# --- Bans ----------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_banned_player_is_refused_until_it_is_taken_back(tmp_path: Path) -> None:
    """With all tokens, new ones too, and after a restart; then the old ones are good again."""
    async with opened(tmp_path) as house:
        ann, _ = await house.player("ann")
        bob, _ = await house.player("bob")
        second = await house.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))
        player = (await house.organiser.BanPlayer(BAN)).player
        third = await house.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))

        assert (True, "two accounts") == (player.banned, player.ban_reason)
        refusal = await refused(ann.ListMatches(pb.ListMatchesRequest()))
        assert "NOT_AUTHENTICATED" == reason_of(refusal)
        assert "two accounts" in refusal.message
        for token in (second.token, third.token):
            assert not await is_good(house.client(token))
        assert await is_good(bob)
    async with opened(tmp_path) as house:
        ann = house.client(ann.token)
        assert not await is_good(ann)
        request = admin.UnbanPlayerRequest(name="ann", reason="a mistake")
        assert not (await house.organiser.UnbanPlayer(request)).player.banned
        assert await is_good(ann)
        assert "PLAYER_NOT_FOUND" == await why(house.organiser.UnbanPlayer(request))
        log = await log_of(house)
    assert [("organiser", "ban player", "ann"), ("organiser", "create token", "ann")] == log[-3:-1]
    assert ("organiser", "unban player", "ann") == log[-1]


@pytest.mark.asyncio
async def test_what_a_banned_player_has_open_ends(house: House) -> None:
    """Its streams and those of the seats that it made; its seat goes on without it."""
    ann, _ = await house.player("ann")
    bob, _ = await house.player("bob")
    seats = [pb.SeatRequest(player="ann"), pb.SeatRequest(player="bob")]
    table = await house.organiser.create(2, seats=seats)
    mine, other = ann.stream(), bob.stream()
    await mine.join(table.match_id, 0)
    await other.join(table.match_id, 1)
    own = await ann.create(2)
    made = await house.seat(own, 0)
    await house.organiser.BanPlayer(BAN)

    for stream in (mine, made):
        assert "NOT_AUTHENTICATED" == await why(to_the_end(stream))
    assert not await is_good(house.client(own.tokens[1]))
    assert house.match(table.match_id).result is None
    assert await is_good(bob)


async def to_the_end(stream: Stream) -> None:
    """Read until the stream is ended."""
    while True:
        await stream.receive()


@pytest.mark.asyncio
async def test_a_ban_needs_somebody_else_and_a_reason(house: House) -> None:
    """And only organisers ban."""
    ann, _ = await house.player("ann")
    ban = house.organiser.BanPlayer

    assert "PLAYER_NOT_FOUND" == await why(ban(admin.BanPlayerRequest(name="x", reason="y")))
    assert "BAD_REQUEST" == await why(ban(admin.BanPlayerRequest(name="ann")))
    own = admin.BanPlayerRequest(name="organiser", reason="tired")
    assert "BAD_REQUEST" == await why(ban(own))
    assert "NOT_ALLOWED" == await why(ann.BanPlayer(own))
    assert await is_good(ann)


# --- Players -------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_players_are_imported_all_or_nobody(house: House) -> None:
    """The refusal says which of them."""
    await house.player("bob")

    def request(*names: str) -> admin.ImportPlayersRequest:
        players = [admin.CreatePlayerRequest(name=name, author="olga") for name in names]
        return admin.ImportPlayersRequest(players=players)

    for names, reason, field in (
        (("ann", "bob"), "ALREADY_EXISTS", "players[1].name"),
        (("ann", "c d"), "BAD_REQUEST", "players[1].name"),
        (("ann", "cid", "ann"), "BAD_REQUEST", "players[2].name"),
        ((), "BAD_REQUEST", "players"),
    ):
        refusal = await refused(house.organiser.ImportPlayers(request(*names)))
        assert (reason, field) == (reason_of(refusal), refusal.field)
    listed = await house.organiser.ListPlayers(admin.ListPlayersRequest())
    assert ["bob", "organiser"] == [player.name for player in listed.players]
    response = await house.organiser.ImportPlayers(request("ann", "cid"))
    assert [("ann", "olga"), ("cid", "olga")] == [
        (one.player.name, one.player.author) for one in response.players
    ]
    for one in response.players:
        assert await is_good(house.client(one.token))
    assert ("organiser", "create player", "cid") == (await log_of(house))[-1]


@pytest.mark.asyncio
async def test_one_player_is_shown(house: House) -> None:
    """With its tokens."""
    _, token_id = await house.player("ann")
    response = await house.organiser.GetPlayer(admin.GetPlayerRequest(name="ann"))

    assert ("ann", [token_id]) == (
        response.player.name,
        [token.token_id for token in response.player.tokens],
    )
    assert "PLAYER_NOT_FOUND" == await why(
        house.organiser.GetPlayer(admin.GetPlayerRequest(name="bob"))
    )


@pytest.mark.asyncio
async def test_every_deed_is_in_the_audit_log_with_who_did_it(house: House) -> None:
    """Also what is done to the referee and its matches; page by page."""
    request = admin.CreatePlayerRequest(name="olga", role=admin.ROLE_ORGANISER)
    olga = house.client((await house.organiser.CreatePlayer(request)).token)
    token = await olga.CreateToken(admin.CreateTokenRequest(name="olga"))
    await olga.RevokeToken(admin.RevokeTokenRequest(token_id=token.token_id))
    table = await olga.create()
    await olga.AbortMatch(admin.AbortMatchRequest(match_id=table.match_id, message="rain"))
    await olga.Pause(admin.PauseRequest(paused=True))
    await olga.Drain(admin.DrainRequest())
    expected = [
        ("organiser", "create player", "olga"),
        ("olga", "create token", "olga"),
        ("olga", "revoke token", token.token_id),
        ("olga", "abort", table.match_id),
        ("olga", "pause", ""),
        ("olga", "drain", ""),
    ]

    while len(found := await log_of(house)) < len(expected):
        await (
            house.referee.accounts.audit.flush()
        )  # what was done to no table is written a moment later
    assert expected == found
    actions, page = list[str](), ""
    while True:
        asked = admin.ListAuditRequest(page_size=4, page_token=page)
        response = await house.organiser.ListAudit(asked)
        actions += [one.action for one in response.entries]
        page = response.next_page_token
        if not page:
            break
    assert [action for _, action, _ in reversed(expected)] == actions
    asked.page_token = "x"  # noqa: S105 - no password
    assert "BAD_REQUEST" == await why(house.organiser.ListAudit(asked))


# --- Ladders -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.asyncio
async def test_a_ladder_is_created_and_changed(house: House, game: str) -> None:
    """For every game, with its defaults."""
    call = house.organiser
    made = (await call.CreateLadder(admin.CreateLadderRequest(name="main", game=game))).ladder
    rules = GAMES[game]
    assert (game, max(rules.seats), 1) == (made.game, made.seats, made.season)
    assert rules.option_texts(rules.options({})) == dict(made.options)
    limits = admin.SetLadderRequest(ladder="main", matches_per_hour=60, reason="a flood")
    assert 60 == (await call.SetLadder(limits)).ladder.matches_per_hour
    limits = admin.SetLadderRequest(ladder="main", until=50, reason="enough")
    limited = (await call.SetLadder(limits)).ladder
    assert (60, 50) == (limited.matches_per_hour, limited.until)
    slower = admin.SetLadderRequest(ladder="main", reason="beginners")
    slower.people_clock.bank.FromSeconds(3600)
    before = made.people_clock
    before.bank.FromSeconds(3600)
    changed = (await call.SetLadder(slower)).ladder
    assert (made.clock, before) == (changed.clock, changed.people_clock)
    slower.ladder = "nowhere"
    assert "LADDER_NOT_FOUND" == await why(call.SetLadder(slower))
    freeze = admin.FreezeLadderRequest(ladder="main", frozen=True, reason="late")
    assert (await call.FreezeLadder(freeze)).ladder.frozen
    season = admin.StartSeasonRequest(ladder="main", reason="autumn")
    assert 2 == (await call.StartSeason(season)).ladder.season
    release = admin.ReleaseBlocksRequest(ladder="main", reason="over")
    assert 0 == (await call.ReleaseBlocks(release)).blocks

    assert [
        ("organiser", "create", game),
        ("organiser", "set", "matches_per_hour 60"),
        ("organiser", "set", "until 50"),
        ("organiser", "set", "people_clock 3600 s and 30 s for each decision"),
        ("organiser", "freeze", ""),
        ("organiser", "season", "2"),
        ("organiser", "release", "0 blocks"),
    ] == await log_of(house, "main")


@pytest.mark.parametrize(
    "absence", [Duration(seconds=2**62), Duration(seconds=-1), Duration(seconds=86_401)], ids=str
)
@pytest.mark.asyncio
async def test_how_long_a_match_waits_has_bounds(house: House, absence: Duration) -> None:
    """Nobody could read the list of ladders any more with a length of time that no message takes."""
    made = admin.CreateLadderRequest(name="main", game="furnace")
    made.format.absence.CopyFrom(absence)
    refusal = await refused(house.organiser.CreateLadder(made))
    assert ("BAD_REQUEST", "format.absence") == (reason_of(refusal), refusal.field)
    await house.organiser.CreateLadder(admin.CreateLadderRequest(name="main", game="furnace"))
    change = admin.SetLadderRequest(ladder="main", absence=absence, reason="a long night")
    refusal = await refused(house.organiser.SetLadder(change))
    assert ("BAD_REQUEST", "absence") == (reason_of(refusal), refusal.field)


@pytest.mark.asyncio
async def test_what_cannot_be_a_ladder_is_refused(house: House) -> None:
    """With the field; and what is not there is not found."""
    for wrong, reason, field in (
        ({"name": "a b", "game": "furnace"}, "BAD_REQUEST", "name"),
        ({"name": "main", "game": "chess"}, "BAD_REQUEST", "game"),
        ({"name": "main", "game": "furnace", "seats": 9}, "BAD_REQUEST", "seats"),
        ({"name": "main", "game": "furnace", "options": {"x": "y"}}, "BAD_OPTION", None),
        ({"name": "main", "game": "furnace", "until": -1}, "BAD_REQUEST", "until"),
    ):
        fields: dict[str, Any] = wrong
        refusal = await refused(house.organiser.CreateLadder(admin.CreateLadderRequest(**fields)))
        assert (reason, field or refusal.field) == (reason_of(refusal), refusal.field)
    call, reason = house.organiser, "why not"
    for name, request in (
        ("SetLadder", admin.SetLadderRequest(ladder="x", until=1, reason=reason)),
        ("FreezeLadder", admin.FreezeLadderRequest(ladder="x", reason=reason)),
        ("StartSeason", admin.StartSeasonRequest(ladder="x", reason=reason)),
        ("ReleaseBlocks", admin.ReleaseBlocksRequest(ladder="x", reason=reason)),
        ("DisqualifyPlayer", admin.DisqualifyPlayerRequest(ladder="x", player="y", reason=reason)),
        ("ReinstatePlayer", admin.ReinstatePlayerRequest(ladder="x", player="y", reason=reason)),
    ):
        assert "LADDER_NOT_FOUND" == await why(getattr(call, name)(request))
    for name in ("VoidMatch", "RestoreMatch"):
        asked = getattr(admin, f"{name}Request")(match_id="x", reason=reason)
        assert "MATCH_NOT_FOUND" == await why(getattr(call, name)(asked))


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    """A referee that runs a ladder for two."""
    game = GAMES["furnace"]
    texts = game.option_texts(game.options({"rounds": "3"}))
    ladder = Ladder("main", "furnace", texts, 2, ClockSettings(), created=1.0)
    with closing(open_store(tmp_path / "bessemer.sqlite3")) as store:
        SqlLadderStore(store).create(ladder, "olga")
    async with opened(tmp_path, ladders=("main",)) as house:
        yield house


async def enlisted(house: House, token: str) -> Any:  # noqa: ANN401 - a stream
    """A stream that has enlisted with the ladder, or was refused."""
    stub: Any = ladder_grpc.LadderServiceStub(house.channel)
    stream = stub.Enlist(metadata=metadata_of(token))
    await stream.write(ladder_pb.EnlistRequest(enlistment=ladder_pb.Enlistment(ladder="main")))
    first = await stream.read()
    assert first.HasField("enlisted")
    return stream


@pytest.mark.asyncio
async def test_a_disqualified_player_is_drawn_no_more(club: House) -> None:
    """Neither one who is there nor one who comes; who is taken back plays again."""
    tokens = {name: (await club.player(name))[0].token for name in ("ann", "bob", "cid")}
    ann = await enlisted(club, tokens["ann"])
    request = admin.DisqualifyPlayerRequest(ladder="main", player="ann", reason="two accounts")
    await club.organiser.DisqualifyPlayer(request)
    (lobby,) = club.referee.ladders.lobbies
    await asyncio.to_thread(lobby.ratings.refresh)
    streams = [await enlisted(club, tokens[name]) for name in ("bob", "cid")]
    registry = club.referee.registry
    await eventually(lambda: len(registry.matches) == 1)

    (match,) = registry.matches.values()
    assert {"bob", "cid"} == set(match.spec.players)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await enlisted(club, tokens["ann"])
    assert "NOT_ALLOWED" == reason_of(refusal_in(error.value))
    reinstate = admin.ReinstatePlayerRequest(ladder="main", player="ann", reason="a mistake")
    await club.organiser.ReinstatePlayer(reinstate)
    await asyncio.to_thread(lobby.ratings.refresh)
    await enlisted(club, tokens["ann"])
    for stream in (ann, *streams):
        stream.cancel()
