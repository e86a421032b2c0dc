"""Who may do what, what nobody may see, and what no error and no log may tell."""

import asyncio
import base64
import io
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.rules import FURNACE
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.ops.logs import LogFormat, configure
from bessemer.rpc.serving import server
from bessemer.rpc.serving.parts import Referee
from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig
from bessemer.rpc.serving.services import SERVICES
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.certificates import make_ca, make_certificate
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    Stream,
    Table,
    config_of,
    eventually,
    every_game,
    is_ranking,
    metadata_of,
    move,
    opened,
    reason_of,
    refused,
    why,
)
from tests.rpc.choosing import path_message

SEED = b"a match with secrets"

# --- Tokens --------------------------------------------------------------------------------------


def bad_metadata(good: str, other: str) -> list[tuple[tuple[str, str], ...]]:
    """Every way to have no good token."""
    unknown = f"bsm_{'a' * 12}_{'a' * 52}"
    return [
        (),
        (("authorization", ""),),
        (("authorization", "Bearer "),),
        (("authorization", good),),
        (("authorization", f"Basic {good}"),),
        (("authorization", f"Bearer {good[:-1]}"),),
        (("authorization", f"Bearer {good}x"),),
        (("authorization", f"Bearer {good.upper()}"),),
        (("authorization", f"Bearer {unknown}"),),
        (("authorization", f"Bearer {good[:-52]}{other[-52:]}"),),
        (("authorization", f"Bearer {good}"), ("authorization", f"Bearer {good}")),
        (("token", good),),
    ]


CALLS: dict[str, Any] = {
    "CreateMatch": pb.CreateMatchRequest(),
    "GetMatch": pb.GetMatchRequest(),
    "ListMatches": pb.ListMatchesRequest(),
    "GetDecision": pb.GetDecisionRequest(),
    "SubmitMove": pb.SubmitMoveRequest(),
    "CheckMove": pb.CheckMoveRequest(),
    "ListChoices": pb.ListChoicesRequest(),
    "GetReplay": pb.GetReplayRequest(),
    "GetNotes": pb.GetNotesRequest(),
    "GetReplayKey": pb.GetReplayKeyRequest(),
    "TakeSeat": pb.TakeSeatRequest(),
    "Resign": pb.ResignRequest(),
    "CancelMatch": pb.CancelMatchRequest(),
    "Greet": pb.GreetRequest(),
    "TakeBack": pb.TakeBackRequest(),
    "CreateWebhook": admin.CreateWebhookRequest(),
    "ListWebhooks": admin.ListWebhooksRequest(),
    "TestWebhook": admin.TestWebhookRequest(),
    "DeleteWebhook": admin.DeleteWebhookRequest(),
    "GetSelf": pb.GetSelfRequest(),
    "DeletePlayer": admin.DeletePlayerRequest(),
    "CreatePlayer": admin.CreatePlayerRequest(),
    "ListPlayers": admin.ListPlayersRequest(),
    "CreateToken": admin.CreateTokenRequest(),
    "RevokeToken": admin.RevokeTokenRequest(),
    "AbortMatch": admin.AbortMatchRequest(),
    "Pause": admin.PauseRequest(),
    "Drain": admin.DrainRequest(),
    "GetStatus": admin.GetStatusRequest(),
    "GetPlayer": admin.GetPlayerRequest(),
    "ImportPlayers": admin.ImportPlayersRequest(),
    "BanPlayer": admin.BanPlayerRequest(),
    "UnbanPlayer": admin.UnbanPlayerRequest(),
    "SetPlayer": admin.SetPlayerRequest(),
    "ListAudit": admin.ListAuditRequest(),
    "CreateLadder": admin.CreateLadderRequest(),
    "StartLadder": admin.StartLadderRequest(),
    "FreezeLadder": admin.FreezeLadderRequest(),
    "LockLadder": admin.LockLadderRequest(),
    "SetLadder": admin.SetLadderRequest(),
    "StartSeason": admin.StartSeasonRequest(),
    "VoidMatch": admin.VoidMatchRequest(),
    "RestoreMatch": admin.RestoreMatchRequest(),
    "DisqualifyPlayer": admin.DisqualifyPlayerRequest(),
    "ReinstatePlayer": admin.ReinstatePlayerRequest(),
    "ReleaseBlocks": admin.ReleaseBlocksRequest(),
    "ListOldReplays": admin.ListOldReplaysRequest(),
    "RemoveReplays": admin.RemoveReplaysRequest(),
}
ADMIN = [name for name, request in CALLS.items() if request.DESCRIPTOR.file is admin.DESCRIPTOR]


def test_the_table_of_calls_is_whole() -> None:
    """Every call that is no stream stands in it."""
    services = [
        *pb.DESCRIPTOR.services_by_name["MatchService"].methods,
        *admin.DESCRIPTOR.services_by_name["AdminService"].methods,
    ]
    streams = {method.name for method in services if method.server_streaming}

    assert {"Play", "WatchMatch"} == streams
    assert {method.name for method in services} - streams == set(CALLS)


@pytest.mark.asyncio
async def test_every_bad_token_is_refused_with_the_same_words(house: House) -> None:
    """By every call, the same to the last byte: nobody learns what is wrong with a token."""
    player, token_id = await house.player("ann")
    revoked, other = player.token, (await house.organiser.create()).tokens[0]
    await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))
    ways = [*bad_metadata(house.organiser.token, other), metadata_of(revoked)]
    answers = set()
    for metadata in ways:
        nobody = Client(house.channel, "")
        for name, request in CALLS.items():
            answers.add(await refusal_to(getattr(nobody, name), request, metadata))
        watching = nobody.WatchMatch(pb.WatchMatchRequest(), metadata=metadata)
        answers.add(await outcome(watching))
        playing: Any = house.channel.stream_stream("/bessemer.v1.MatchService/Play")(
            metadata=metadata
        )
        answers.add(await outcome(playing))

    assert [grpc.StatusCode.UNAUTHENTICATED] == [code for code, _, _ in answers]


async def refusal_to(
    call: Callable[..., Any], request: object, metadata: tuple[tuple[str, str], ...]
) -> tuple[grpc.StatusCode, str, str]:
    """How the call with this metadata ends."""
    return await outcome(call(request, metadata=metadata))


async def outcome(call: Any) -> tuple[grpc.StatusCode, str, str]:  # noqa: ANN401 - any call
    """Status, text and trailing metadata of a call."""
    return await call.code(), await call.details(), repr(await call.trailing_metadata())


@pytest.mark.parametrize("name", ADMIN)
@pytest.mark.asyncio
async def test_only_an_organiser_does_what_an_organiser_does(house: House, name: str) -> None:
    """A player, a spectator and a seat are refused before anything is looked at."""
    player, _ = await house.player("ann")
    spectator, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
    seat = house.client((await house.organiser.create()).tokens[0])
    for client in (player, spectator, seat):
        assert "NOT_ALLOWED" == await why(getattr(client, name)(CALLS[name]))
    assert not house.referee.closing.asked.is_set()
    assert not house.referee.registry.is_paused


async def strangers(house: House, table: Table) -> dict[str, Client]:
    """Everybody whose token is good, but not for seat 0 of the match."""
    elsewhere = await house.organiser.create()
    return {
        "another seat": house.client(table.tokens[1]),
        "a seat of another match": house.client(elsewhere.tokens[0]),
        "a player": (await house.player("ann"))[0],
        "a spectator": (await house.player("crowd", admin.ROLE_SPECTATOR))[0],
        "the organiser who created it": house.organiser,
    }


@pytest.mark.asyncio
async def test_nobody_plays_or_looks_at_the_seat_of_another(house: House) -> None:
    """Neither by stream nor by call, not before, in or after the match, and nothing happens."""
    table = await house.organiser.create()
    others = await strangers(house, table)

    async def check() -> None:
        for name, client in others.items():
            fields = {"match_id": table.match_id, "seat": 0, "turn": 1}
            stream = client.stream()
            join = pb.JoinSeat(match_id=table.match_id, seat=0)
            await stream.send(pb.PlayRequest(join=join))
            decision = pb.GetDecisionRequest(match_id=table.match_id, seat=0)
            answers = [
                await why(client.GetDecision(decision)),
                await why(client.SubmitMove(pb.SubmitMoveRequest(**fields))),  # type: ignore[arg-type]
                await why(client.CheckMove(pb.CheckMoveRequest(**fields))),  # type: ignore[arg-type]
                await why(client.ListChoices(pb.ListChoicesRequest(**fields))),  # type: ignore[arg-type]
                await why(stream.receive()),
            ]

            assert ["NOT_ALLOWED"] * 5 == answers, name

    await check()
    assert not house.match(table.match_id).seats[0].joined
    streams = [await house.seat(table, seat) for seat in range(3)]
    await house.wait(table.match_id, lambda match: match.turn > 0)
    await check()
    await asyncio.gather(*(stream.play_on() for stream in streams))
    await check()


@pytest.mark.asyncio
async def test_a_stream_ends_when_its_token_is_revoked(house: House) -> None:
    """A player's or a seat's; it cannot come back, and the others play on."""
    ann, ann_id = await house.player("ann")
    table = await house.organiser.create(
        seats=[pb.SeatRequest(player="ann"), *[pb.SeatRequest()] * 2]
    )
    streams = [ann.stream(), house.client(table.tokens[1]).stream()]
    for seat, stream in enumerate(streams):
        await stream.join(table.match_id, seat)
    third = asyncio.create_task(house.play_well(table, 2))
    for token_id, stream in zip((ann_id, table.tokens[1].split("_")[1]), streams, strict=True):
        await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))
        assert "NOT_AUTHENTICATED" == await why(read_all(stream))
    for client in (ann, house.client(table.tokens[1])):
        again = client.stream()
        await again.send(pb.PlayRequest(join=pb.JoinSeat(match_id=table.match_id)))
        assert "NOT_AUTHENTICATED" == await why(again.receive())
    request = admin.CreateTokenRequest(name="ann")
    anew = house.client((await house.organiser.CreateToken(request)).token).stream()
    await anew.join(table.match_id, 0, max_legal_moves=1)
    zeroth = asyncio.create_task(anew.play_on())
    for _ in range(2):
        await house.run_out(table.match_id, 1)
    result = (await asyncio.gather(zeroth, third))[0].result
    assert [1] == [fault.seat for fault in result.seat_faults]


async def read_all(stream: Stream) -> None:
    """Read until the stream ends."""
    while True:
        await stream.receive()


@pytest.mark.asyncio
async def test_watching_ends_when_the_token_is_revoked(house: House) -> None:
    """Streams of a worthless token end, these too."""
    crowd, token_id = await house.player("crowd", admin.ROLE_SPECTATOR)
    table = await house.organiser.create()
    watching = crowd.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
    await watching.read()
    await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))

    async with asyncio.timeout(PATIENCE):
        assert "NOT_AUTHENTICATED" == await why(watching.read())


# --- Replays are signed --------------------------------------------------------------------------


@every_game
@pytest.mark.asyncio
async def test_a_replay_is_signed_by_the_key_that_the_referee_tells(
    tmp_path: Path, game: str
) -> None:
    """Whoever asks is told the public half, the same after a restart; no other key signs."""
    async with opened(tmp_path) as house:
        crowd, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
        table = await house.organiser.create(game=game)
        await house.play_out(table)
        key = (await crowd.GetReplayKey(pb.GetReplayKeyRequest())).key
    async with opened(tmp_path) as house:
        request = pb.GetReplayRequest(match_id=table.match_id)
        replay = read_replay((await house.organiser.GetReplay(request)).replay)

        assert verify(replay, {key}).ok, verify(replay, {key})
        assert key == (await house.organiser.GetReplayKey(pb.GetReplayKeyRequest())).key
    assert 0o600 == (tmp_path / "replay-key.pem").stat().st_mode & 0o777


@pytest.mark.asyncio
async def test_a_referee_with_a_damaged_key_does_not_serve(tmp_path: Path) -> None:
    """It says what to do, and does not sign with another key instead."""
    (tmp_path / "replay-key.pem").write_text("damaged")

    with pytest.raises(ConfigError, match="restore the file from a backup"):
        async with opened(tmp_path):
            pass


# --- What is hidden, through the wire ------------------------------------------------------------


async def all_bytes(house: House, table: Table, seat: int) -> list[bytes]:
    """All that a seat can get at while it is asked: by stream, by call, and as a spectator."""
    client = house.client(table.tokens[seat])
    stream = client.stream()
    await stream.join(table.match_id, seat, max_legal_moves=100, with_choices=True)
    decision = (await stream.receive()).SerializeToString(deterministic=True)
    stream.cut()
    request = pb.GetDecisionRequest(
        match_id=table.match_id, seat=seat, max_legal_moves=100, with_choices=True
    )
    asked = await client.GetDecision(request)
    first_words = [(word.text,) for word in asked.decision.first_step.choice.words]
    wanted = pb.ListChoicesRequest(
        match_id=table.match_id,
        seat=seat,
        turn=asked.decision.turn,
        paths=[path_message(()), *(path_message((word,)) for word in first_words)],
        explain=True,
    )
    choices = await client.ListChoices(wanted)
    first = await client.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id)).read()
    shown = (await client.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match
    for match in (first.match, shown):
        # What differs between any two matches.
        match.ClearField("match_id")
        match.ClearField("create_time")
        match.ClearField("start_time")
        match.ClearField("last_move_time")
        match.seats[seat].ClearField("connected")
    found = [asked, choices, first, shown]
    return [decision, *(message.SerializeToString(deterministic=True) for message in found)]


class TwinMatches:
    """Two matches that look the same and are played the same, but for a secret."""

    def __init__(self, house: House, tables: tuple[Table, Table]) -> None:
        self.house = house
        self.tables = tables
        self.callers = [[house.client(token) for token in table.tokens] for table in tables]

    @classmethod
    async def begin(cls, house: House, **wishes: Any) -> "TwinMatches":  # noqa: ANN401 - fields
        """Both with the same seed, all seats joined."""
        wishes["seed"] = SEED
        one = await house.organiser.create(**wishes)
        other = await house.organiser.create(**wishes)
        twins = cls(house, (one, other))
        for table, callers in zip(twins.tables, twins.callers, strict=True):
            for seat, caller in enumerate(callers):
                request = pb.GetDecisionRequest(match_id=table.match_id, seat=seat)
                await caller.GetDecision(request)
            await house.wait(table.match_id, lambda match: match.turn > 0)
        return twins

    def asked(self) -> list[int]:
        """Who is asked, the same in both."""
        found = [
            [s for s in range(3) if self.house.match(table.match_id).open_decision(Seat(s))]
            for table in self.tables
        ]
        assert found[0] == found[1]
        return found[0]

    def has_choice(self, seat: int) -> bool:
        """Whether the seat has two legal moves or more."""
        moves = FURNACE.legal_moves(
            self.house.match(self.tables[0].match_id).published_state, Seat(seat)
        )
        return len(list(islice(moves, 2))) == 2

    async def answer(self, seat: int, *choices: int) -> None:
        """The seat plays its legal moves with these numbers, one in each match."""
        for table, callers, choice in zip(self.tables, self.callers, choices, strict=True):
            request = pb.GetDecisionRequest(match_id=table.match_id, seat=seat, max_legal_moves=2)
            decision = (await callers[seat].GetDecision(request)).decision
            played = decision.legal_moves[choice]
            submitted = pb.SubmitMoveRequest(
                match_id=table.match_id, seat=seat, turn=decision.turn, move=played
            )
            await callers[seat].SubmitMove(submitted)

    async def bytes_of(self, seat: int) -> list[list[bytes]]:
        """What the seat can get at in each match."""
        return [await all_bytes(self.house, table, seat) for table in self.tables]


@every_game
@pytest.mark.asyncio
async def test_what_a_seat_cannot_see_does_not_show_in_any_byte(house: House, game: str) -> None:
    """The hands of others, the deck and the future are other ones: the same bytes for the seat."""
    twins = await TwinMatches.begin(house, game=game)
    real, other = (house.match(table.match_id) for table in twins.tables)
    seat, *_ = twins.asked()
    seen = real.game.view(real.published_state, Seat(seat))
    other._state = other.published_state = real.game.resample(seen, Chance(b"another world"))
    assert real.published_state != other.published_state

    one, same = await twins.bytes_of(seat)
    assert one == same
    # The test can tell: what was hidden comes to light, and then they differ.
    while one == same:
        for seat in twins.asked():
            await twins.answer(seat, 0, 0)
        one, same = await twins.bytes_of(twins.asked()[0])


@pytest.mark.asyncio
async def test_what_is_still_to_come_does_not_show_in_any_byte(house: House) -> None:
    """The same table, another order of the deck and another future: the same bytes."""
    twins = await TwinMatches.begin(house)
    other = house.match(twins.tables[1].match_id)
    other._state = FURNACE.resample(FURNACE.view(other._state, None), Chance(b"another future"))
    other.published_state = other._state
    real = house.match(twins.tables[0].match_id)
    assert real.published_state.pile != other.published_state.pile
    while real.published_state.board.round == 1:  # then the next cards are dealt
        asked = twins.asked()
        for seat in asked:
            one, same = await twins.bytes_of(seat)
            assert one == same
        for seat in asked:
            await twins.answer(seat, 0, 0)
    # The test can tell: the next cards are others.
    assert real.published_state.board.row.cards != other.published_state.board.row.cards
    one, same = await twins.bytes_of(twins.asked()[0])
    assert one != same


@pytest.mark.asyncio
async def test_sealed_answers_of_others_do_not_show_in_any_byte(house: House) -> None:
    """Whatever another seat has answered: the same bytes, until the last answer is in."""
    twins = await TwinMatches.begin(house, options={"rounds": "3", "chain": "on"})
    while len(asked := twins.asked()) < 2 or not twins.has_choice(asked[0]):
        for seat in asked:
            await twins.answer(seat, 0, 0)
    hiding, *others = asked
    await twins.answer(hiding, 0, 1)
    for seat in others:
        one, same = await twins.bytes_of(seat)
        assert one == same
    for seat in others:
        await twins.answer(seat, 0, 0)
    # The test can tell: now that all are in, they differ.
    one, same = await twins.bytes_of(twins.asked()[0])
    assert one != same


# --- What errors and logs must not tell ----------------------------------------------------------


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged, down to the last detail."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure(LogFormat.JSON, level=logging.DEBUG, stream=stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def spellings(secret: bytes) -> list[str]:
    """How a secret could be written."""
    return [
        secret.hex(),
        secret.hex().upper(),
        base64.b64encode(secret).decode().rstrip("="),
        repr(secret)[2:-1],
        str(list(secret)),
    ]


@pytest.mark.asyncio
async def test_no_log_and_no_error_tells_a_secret(log: io.StringIO, tmp_path: Path) -> None:
    """Not tokens, not seeds: through all of a match, refusals of every kind, and a bug of ours."""
    seed = sha256(b"a secret seed").digest()
    async with opened(tmp_path) as house:
        ann, ann_id = await house.player("ann")
        table = await house.organiser.create(seed=seed, request_id="evening")
        tokens = [house.organiser.token, ann.token, *table.tokens]
        told = [text async for text in misbehave(house, table, ann)]
        await house.play_out(table)
        # A bug that carries everything with it.
        broken = await house.organiser.create(seed=seed)
        for seat in range(3):
            await house.seat(broken, seat)
        await house.wait(broken.match_id, lambda match: match.turn > 0)
        house.match(broken.match_id).game = Leaky(seed, tokens)  # type: ignore[assignment]
        told += [
            await text_of(house.client(broken.tokens[seat]), broken, seat) for seat in range(3)
        ]
        await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=ann_id))
        tokens += broken.tokens
    # As it was before it was written as JSON, which spells a backslash as two.
    events = [json.loads(line) for line in log.getvalue().splitlines()]
    text = "\n".join(str(value) for event in events for value in event.values())

    assert "referee serves" in text
    assert "match ended" in text
    assert "a bug that tells all" in text
    assert any("INTERNAL" in line for line in told)
    for token in tokens:
        secret = token.split("_")[2]
        assert secret not in text
        assert not any(secret in line for line in told)
    for spelling in spellings(seed):
        assert spelling not in text
        assert not any(spelling in line for line in told)


class Leaky:
    """A game whose every function fails with all secrets in the message."""

    def __init__(self, seed: bytes, tokens: list[str]) -> None:
        self._text = f"a bug that tells all: seed={seed!r}, {tokens}"

    def __getattr__(self, name: str) -> object:
        raise ZeroDivisionError(self._text)


async def misbehave(house: House, table: Table, ann: Client) -> AsyncIterator[str]:
    """Refusals of many kinds, as text."""
    seat = house.client(table.tokens[0])
    fields: dict[str, Any] = {"match_id": table.match_id, "seat": 0, "turn": 1}
    illegal = pb.SubmitMoveRequest(**fields, move=move("bid 9 on C99"))
    calls = [
        seat.SubmitMove(illegal),
        seat.SubmitMove(pb.SubmitMoveRequest(**fields)),
        ann.SubmitMove(illegal),
        ann.GetStatus(admin.GetStatusRequest()),
        ann.GetMatch(pb.GetMatchRequest(match_id=ann.token)),
        ann.CreateMatch(pb.CreateMatchRequest(game=table.tokens[1])),
        house.organiser.create(request_id="evening", options={}),
        Client(house.channel, ann.token + "x").GetStatus(admin.GetStatusRequest()),
    ]
    for call in calls:
        try:
            await call
        except grpc.aio.AioRpcError as error:
            # A client's own words may come back to it; the log is another matter.
            if error.code() is not grpc.StatusCode.INVALID_ARGUMENT:
                yield f"{error.code()} {error.details()} {error.trailing_metadata()}"
    stream = seat.stream()
    await stream.send(table.tokens[0].encode())
    try:
        await stream.receive()
    except grpc.aio.AioRpcError as error:
        yield f"{error.code()} {error.details()} {error.trailing_metadata()}"


async def text_of(client: Client, table: Table, seat: int) -> str:
    """How a call that meets the bug ends."""
    request = pb.GetDecisionRequest(match_id=table.match_id, seat=seat)
    try:
        return str(await client.GetDecision(request))
    except grpc.aio.AioRpcError as error:
        return f"{error.code()} {error.details()} {error.trailing_metadata()}"


# --- Limits --------------------------------------------------------------------------------------


def delay_of(refusal: Any) -> float:  # noqa: ANN401 - a Refusal
    """When to try again, in seconds."""
    return float(refusal.retry_delay.ToTimedelta().total_seconds())


@pytest.mark.asyncio
async def test_a_caller_has_so_many_streams_at_once(tmp_path: Path) -> None:
    """One more is refused, with a delay; when one has ended there is room. Others have their own."""
    limits = Limits(requests_per_second=10_000, burst=10_000, streams=2, call_milliseconds=10_000.0)
    async with opened(tmp_path, limits=limits) as house:
        ann, _ = await house.player("ann")
        bob, _ = await house.player("bob")
        table = await house.organiser.create()
        request = pb.WatchMatchRequest(match_id=table.match_id)
        watching = [ann.WatchMatch(request) for _ in range(2)]
        for stream in watching:
            await stream.read()
        refusal = await refused(ann.WatchMatch(request).read())

        assert "TOO_MANY_STREAMS" == reason_of(refusal)
        assert delay_of(refusal) > 0
        await bob.WatchMatch(request).read()
        watching[0].cancel()
        await eventually(lambda: house.referee.guard.quotas.streams._counts.get("ann") == 1)
        await ann.WatchMatch(request).read()


@pytest.mark.asyncio
async def test_a_caller_has_so_many_matches_at_once(tmp_path: Path) -> None:
    """One more is refused, with a delay; over a restart they still count; the end makes room."""
    limits = Limits(requests_per_second=10_000, burst=10_000, matches=2, call_milliseconds=10_000.0)
    async with opened(tmp_path, limits=limits) as house:
        ann, _ = await house.player("ann")
        tables = [await ann.create() for _ in range(2)]
        refusal = await refused(ann.create())

        assert "TOO_MANY_MATCHES" == reason_of(refusal)
        assert delay_of(refusal) > 0
        await house.organiser.create()
    async with opened(tmp_path, limits=limits) as house:
        ann = house.client(ann.token)
        assert "TOO_MANY_MATCHES" == await why(ann.create())
        request = admin.AbortMatchRequest(match_id=tables[0].match_id)
        await house.organiser.AbortMatch(request)
        await ann.create()


@pytest.mark.asyncio
async def test_a_caller_makes_so_many_requests(tmp_path: Path) -> None:
    """After a burst the next is refused with a delay; others are not held up."""
    async with opened(
        tmp_path, limits=Limits(requests_per_second=0.001, burst=3, call_milliseconds=10_000.0)
    ) as house:
        table = await house.organiser.create()
        seat, other = house.client(table.tokens[0]), house.client(table.tokens[1])
        request = pb.GetMatchRequest(match_id=table.match_id)
        for _ in range(3):
            await seat.GetMatch(request)
        refusal = await refused(seat.GetMatch(request))

        assert "TOO_MANY_REQUESTS" == reason_of(refusal)
        assert delay_of(refusal) > 100
        await other.GetMatch(request)


@pytest.mark.asyncio
async def test_a_hundred_seats_make_no_more_requests_than_their_creator(tmp_path: Path) -> None:
    """The tokens of all seats that a player created, and its own, share one limit."""
    async with opened(
        tmp_path, limits=Limits(requests_per_second=0.001, burst=40, call_milliseconds=10_000.0)
    ) as house:
        ann, _ = await house.player("ann")
        bob, _ = await house.player("bob")
        tables = [await ann.create(players=4) for _ in range(25)]
        callers = [house.client(token) for table in tables for token in table.tokens]
        request = pb.GetMatchRequest(match_id=tables[0].match_id)
        answers = await asyncio.gather(
            *(caller.GetMatch(request) for caller in (*callers, ann)), return_exceptions=True
        )

        passed = [answer for answer in answers if isinstance(answer, pb.GetMatchResponse)]
        assert (100, 40 - 25) == (len(callers), len(passed))
        assert "TOO_MANY_REQUESTS" == await why(ann.GetMatch(request))
        await bob.GetMatch(request)


@pytest.mark.asyncio
async def test_streams_of_seats_count_for_their_creator(tmp_path: Path) -> None:
    """A player opens no more streams by the tokens of seats than by its own."""
    limits = Limits(requests_per_second=10_000, burst=10_000, streams=3, call_milliseconds=10_000.0)
    async with opened(tmp_path, limits=limits) as house:
        ann, _ = await house.player("ann")
        tables = [await ann.create() for _ in range(2)]
        streams = [await house.seat(tables[0], seat) for seat in range(3)]

        assert "TOO_MANY_STREAMS" == await why(house.seat(tables[1], 0))
        assert "TOO_MANY_STREAMS" == await why(
            ann.WatchMatch(pb.WatchMatchRequest(match_id=tables[1].match_id)).read()
        )
        await asyncio.gather(*(stream.play_on() for stream in streams))
        await eventually(lambda: not house.referee.guard.quotas.streams._counts)
        await house.seat(tables[1], 0)


@pytest.mark.asyncio
async def test_moves_in_a_stream_are_no_requests_but_refused_ones_are(tmp_path: Path) -> None:
    """A good player is never slowed down; a flood of illegal moves ends its stream, no more."""
    async with opened(
        tmp_path, limits=Limits(requests_per_second=0.001, burst=5, call_milliseconds=10_000.0)
    ) as house:
        table = await house.organiser.create()
        others = [asyncio.create_task(house.play_well(table, seat)) for seat in (1, 2)]
        stream = await house.seat(table, 0)
        decision = await stream.decision()
        for _ in range(4):
            await stream.answer(decision.turn, move("bid 9 on C99"))
            assert "ILLEGAL_MOVE" == reason_of(await stream.refusal())
        await stream.answer(decision.turn, move("bid 9 on C99"))
        refusal = await refused(stream.receive())
        assert "TOO_MANY_REQUESTS" == reason_of(refusal)
        assert delay_of(refusal) > 100
        for _ in range(2):
            await house.run_out(table.match_id, 0)
        ends = await asyncio.gather(*others)

    assert len(house.match(table.match_id).played) > 5
    assert [[0]] * 2 == [[fault.seat for fault in end.result.seat_faults] for end in ends]


# --- The door ------------------------------------------------------------------------------------


@asynccontextmanager
async def secured(folder: Path, data: Path) -> AsyncIterator[Referee]:
    """A referee with a certificate from a CA of its own."""
    make_ca(folder, "ca")
    make_certificate(folder, "server", "ca")
    config = config_of(
        data,
        limits=Limits(call_milliseconds=10_000.0),
        tls_cert=folder / "server.pem",
        tls_key=folder / "server.key",
    )
    async with server.serving(config) as referee:
        yield referee


@pytest.mark.asyncio
async def test_a_match_is_played_through_tls(tmp_path: Path) -> None:
    """From the creation to the end; in plain text nothing gets through."""
    async with secured(tmp_path, tmp_path / "data") as referee:
        credentials = grpc.ssl_channel_credentials((tmp_path / "ca.pem").read_bytes())
        address = referee.addresses[0]
        async with grpc.aio.secure_channel(address, credentials) as channel:
            house = House(referee, channel)
            ended = await house.play_out(await house.organiser.create())
        async with grpc.aio.insecure_channel(address) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as refusal:
                await Client(channel, house.organiser.token).GetStatus(admin.GetStatusRequest())

    assert is_ranking(ended.result.ranks, 3)
    assert grpc.StatusCode.UNAVAILABLE is refusal.value.code()


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "example.org:7777"])
def test_a_referee_does_not_listen_to_the_world_without_tls(address: str, tmp_path: Path) -> None:
    """Unless it is told that the network can be trusted."""
    with pytest.raises(ConfigError, match="TLS"):
        ServeConfig(listen=(address,), data=tmp_path, metrics="")
    ServeConfig(listen=(address,), data=tmp_path, metrics="", insecure_public=True)


@pytest.mark.asyncio
async def test_a_port_that_is_taken_is_not_shared(house: House, tmp_path: Path) -> None:
    """Two referees on one port would get each other's players."""
    with pytest.raises(ConfigError, match="in use"):
        async with opened(tmp_path / "other", listen=(house.address,)):
            pass


async def services_of(channel: grpc.aio.Channel) -> list[str]:
    """What reflection tells."""
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)  # type: ignore[arg-type]
    request = reflection_pb2.ServerReflectionRequest(list_services="")

    async def requests() -> AsyncIterator[reflection_pb2.ServerReflectionRequest]:
        yield request

    response = await stub.ServerReflectionInfo(requests()).read()
    return sorted(service.name for service in response.list_services_response.service)


@pytest.mark.parametrize("reflection", [None, True])
@pytest.mark.asyncio
async def test_reflection_tells_what_there_is(tmp_path: Path, reflection: bool | None) -> None:
    """On loopback without being told."""
    async with opened(tmp_path, reflection=reflection) as house:
        found = await services_of(house.channel)

    assert {"bessemer.v1.AdminService", "bessemer.v1.MatchService"} < set(found)


@pytest.mark.asyncio
async def test_reflection_can_be_off(tmp_path: Path) -> None:
    """Then it is not there."""
    async with opened(tmp_path, reflection=False) as house:
        with pytest.raises(grpc.aio.AioRpcError) as refusal:
            await services_of(house.channel)

    assert grpc.StatusCode.UNIMPLEMENTED is refusal.value.code()


@pytest.mark.asyncio
async def test_health_is_told_to_anybody(house: House) -> None:
    """Without a token, for the whole and for each service; not when it closes."""
    stub: Any = health_pb2_grpc.HealthStub(house.channel)
    names = ("", *SERVICES)

    async def healths() -> list[int]:
        requests = [health_pb2.HealthCheckRequest(service=name) for name in names]
        return [(await stub.Check(request)).status for request in requests]

    assert [health_pb2.HealthCheckResponse.SERVING] * len(names) == await healths()
    await house.referee.closing.drain()
    assert [health_pb2.HealthCheckResponse.NOT_SERVING] * len(names) == await healths()
    assert "DRAINING" == await why(house.organiser.create())
    status = await house.organiser.GetStatus(admin.GetStatusRequest())
    assert status.draining
