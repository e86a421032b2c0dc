"""An enlisted bot brings bytes to many matches over one stream, and a block gathers them once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bessemer.engine.seeds import commitment_to, next_secret
from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource
from bessemer.matches.match import Match
from bessemer.matches.records import Created, Durability, Fault, Record, Status
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as match_pb
from tests.referees.block_hall import BLOCK, INSTANCES, SEED, Hall, hall, play
from tests.referees.in_process import PATIENCE, channel_to, eventually, metadata_of, why
from tests.referees.ladder_club import NAMES, Club, club, make_ladder, players, random_bot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a ladder in it."""
    make_ladder(tmp_path)
    return tmp_path


def mix_of(match: Match) -> ChanceMix:
    """What the seed of a match was mixed from."""
    assert match.mix is not None
    return match.mix


class Raw:
    """An enlisted player, message by message."""

    def __init__(self, address: str, token: str, **wishes: Any) -> None:  # noqa: ANN401 - fields
        self._channel = open_channel(address)
        stub = ladder_service_pb2_grpc.LadderServiceStub(self._channel)
        self.call: Any = stub.Enlist(metadata=metadata_of(token))
        self._wanted = pb.Enlistment(ladder="main", **wishes)
        self._waiting: list[pb.ServerEnvelope] = []

    async def enlist(self) -> pb.Enlisted:
        """Send the first message."""
        await self.call.write(pb.EnlistRequest(enlistment=self._wanted))
        async with asyncio.timeout(PATIENCE):
            found: pb.Enlisted = (await self.call.read()).enlisted
            return found

    async def next(self) -> pb.ServerEnvelope:
        """The next message of any channel."""
        async with asyncio.timeout(PATIENCE):
            while not self._waiting:
                self._waiting += (await self.call.read()).responses
        return self._waiting.pop(0)

    async def shown(self) -> pb.ServerEnvelope:
        """The next request to reveal, which follows the join of its channel."""
        before: dict[int, str | None] = {}
        while True:
            one = await self.next()
            kind = one.response.WhichOneof("message")
            if kind == "reveal_request":
                assert before[one.channel] == "joined"
                return one
            before[one.channel] = kind

    async def reveal(self, channel: int, content: bytes, following: bytes = b"") -> None:
        """Reveal bytes, and commit to others."""
        reveal = match_pb.ChanceReveal(content=content, next_commitment=following)
        request = match_pb.PlayRequest(reveal=reveal)
        await self.call.write(
            pb.EnlistRequest(requests=[pb.ClientEnvelope(channel=channel, request=request)])
        )

    async def close(self) -> None:
        """Break off."""
        self.call.cancel()
        await self._channel.close()


@asynccontextmanager
async def raw(home: Club | Hall, name: str, **wishes: Any) -> AsyncIterator[Raw]:  # noqa: ANN401
    """An enlisted player while the body runs."""
    player = Raw(home.referee.addresses[0], home.tokens[name], **wishes)
    await player.enlist()
    try:
        yield player
    finally:
        await player.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("durability", Durability)
async def test_an_enlisted_bot_brings_other_bytes_to_every_match(
    folder: Path, durability: Durability
) -> None:
    """It commits when it enlists, and with each reveal to the next; every replay names all players."""
    async with club(folder, 12, durability) as home, players(home, *NAMES):
        await home.finish()
        replays = [home.referee.store.replay(match.spec.match_id) for _, match in home.played]

    brought = [one for _, match in home.played for one in mix_of(match).contributions]
    assert len(brought) == 36
    assert {ChanceSource.PLAYER} == {one.source for one in brought}
    assert len({one.content for one in brought}) == 36
    for file in replays:
        assert file is not None
        verdict = verify(read_replay(file))
        assert verdict.ok, verdict
        assert "and bytes of" in verdict.details


@pytest.mark.asyncio
async def test_the_request_comes_with_the_join_and_the_reveal_has_the_next(folder: Path) -> None:
    """Nothing is asked before: of two matches each has the commitment that was the next then."""
    first, second = b"the first bytes.", b"the second ones."
    async with (
        club(folder, 2) as home,
        raw(home, "anna", chance_commitments=[commitment_to(first)]) as anna,
        players(home, "bela", "carl"),
    ):
        for content, following in ((first, commitment_to(second)), (second, b"")):
            asked = await anna.shown()
            shown = asked.response.reveal_request
            assert commitment_to(content) in shown.commitments
            assert all(shown.commitments)
            await anna.reveal(asked.channel, content, following)
            match = next(iter(home.referee.registry.matches.values()))
            await eventually(lambda match=match: match.status is Status.RUNNING)  # type: ignore[misc]
            home.referee.registry.ender.abort(match, Fault.ORGANISER, "a test")
            await eventually(lambda match=match: match.is_over)  # type: ignore[misc]
    assert len(home.played) == 2


@pytest.mark.asyncio
async def test_a_ladder_match_that_is_withheld_is_lost_for_one_and_unrated_for_the_others(
    folder: Path,
) -> None:
    """It stands in the history, another match is drawn, and it is a loss of the one alone."""
    async with (
        club(folder, 1) as home,
        raw(home, "anna", chance_commitments=[commitment_to(bytes(16))]) as anna,
        players(home, "bela", "carl"),
    ):
        asked = await anna.shown()
        await anna.reveal(asked.channel, b"")
        await eventually(lambda: len(home.played) == 1)
        (rated,) = home.referee.ladders.store.history("main", 1)
        async with channel_to(home.address) as channel:
            stub: Any = ladder_service_pb2_grpc.LadderServiceStub(channel)
            request = pb.ListRatedMatchesRequest(ladder="main")
            metadata = metadata_of(home.tokens["anna"])
            (listed,) = (await stub.ListRatedMatches(request, metadata=metadata)).matches

    (_, match) = home.played[0]
    seat = match.spec.players.index("anna")
    assert match.status is Status.WITHHELD
    assert ("anna",) == rated.result.losers
    assert (True, [seat]) == (listed.withheld, [one.seat for one in listed.seat_faults])


@pytest.mark.asyncio
async def test_a_bot_that_knows_nothing_of_it_plays_as_ever(folder: Path) -> None:
    """The referee's bytes stand for its own."""
    async with club(folder, 1) as home, raw(home, "anna") as anna, players(home, "bela", "carl"):
        joined, asked = await anna.next(), await anna.next()
        assert joined.response.HasField("joined")
        assert not asked.response.HasField("reveal_request")
        match = next(iter(home.referee.registry.matches.values()))
        sources = {one.player: one.source for one in mix_of(match).contributions}

    assert {
        "anna": ChanceSource.REFEREE,
        "bela": ChanceSource.PLAYER,
        "carl": ChanceSource.PLAYER,
    } == sources


@pytest.mark.asyncio
@pytest.mark.parametrize("bad", [[b"short"], [bytes(32)] * 513], ids=["short", "many"])
async def test_commitments_are_checked(folder: Path, bad: list[bytes]) -> None:
    """By their length and their number."""
    async with club(folder, 0) as home:
        player = Raw(home.address, home.tokens["anna"], chance_commitments=bad)
        assert "BAD_REQUEST" == await why(player.enlist())
        await player.close()


@pytest.mark.asyncio
async def test_a_block_gathers_once_for_all_its_matches(tmp_path: Path) -> None:
    """The first asks its seats; the second, of other instances, has the same seed, and proves it, too."""
    async with hall(tmp_path, "furnace", 2) as home:
        await play(home, 2)
        await eventually(lambda: not home.referee.ladders.store.open_blocks("main"))
        first, second = (home.referee.store.match(one) for one in home.ended)
        verdicts = [
            verify(read_replay(home.referee.store.replay(one) or b"")) for one in home.ended
        ]

    assert first is not None
    assert second is not None
    assert first.mix is not None
    assert first.mix == second.mix
    assert first.mix.match_id in (first.spec.match_id, second.spec.match_id)
    assert {ChanceSource.PLAYER} == {one.source for one in first.mix.contributions}
    assert all(verdict.ok for verdict in verdicts), verdicts
    names = ("anna and bela", "bela and anna")
    for verdict in verdicts:
        assert any(f"bytes of {both}" in verdict.details for both in names)


@pytest.mark.asyncio
async def test_what_a_block_has_gathered_outlives_the_referee(tmp_path: Path) -> None:
    """Its other matches are played by the next one, with the same seed."""
    async with hall(tmp_path, "furnace", 1) as home:
        await play(home, 1)
    async with hall(tmp_path, "furnace", 1) as home:
        await play(home, 2)
        mixes = [home.referee.store.match(one) for one in home.ended]

    assert mixes[0] is not None
    assert mixes[1] is not None
    assert mixes[0].mix is not None
    assert mixes[0].mix == mixes[1].mix


@pytest.mark.asyncio
async def test_a_match_of_a_block_that_fails_is_gathered_anew(tmp_path: Path) -> None:
    """One match at a time, so the referee cannot choose which was first; the secret is the next one."""
    async with hall(tmp_path, "furnace", 2) as home:
        commitments = [commitment_to(bytes(16))] * 2
        silent = [
            Raw(home.referee.addresses[0], home.tokens[name], chance_commitments=commitments)
            for name in INSTANCES
        ]
        for player in silent:
            await player.enlist()
        await eventually(lambda: home.lobby.running == 1)
        (gathering,) = home.referee.registry.matches.values()
        assert gathering.status is Status.OPEN
        home.referee.registry.ender.abort(gathering, Fault.ORGANISER, "a test")
        matches = home.referee.registry.matches
        await eventually(lambda: bool(matches) and gathering.spec.match_id not in matches)

        (following,) = home.referee.registry.matches.values()
        assert next_secret(SEED) == following.spec.seed
        assert (Status.OPEN, True) == (
            following.status,
            following.gathering is not None and following.gathering.is_settled,
        )
        for player in silent:
            await player.close()


@pytest.mark.asyncio
async def test_a_block_whose_gathering_is_withheld_is_gathered_anew(tmp_path: Path) -> None:
    """With the secret that follows, which nobody chooses; a restart knows it, and both matches are played."""
    async with hall(tmp_path, "furnace", 2) as home:
        commitments = [commitment_to(bytes(16))] * 2
        seats = [
            Raw(home.referee.addresses[0], home.tokens[name], chance_commitments=commitments)
            for name in INSTANCES
        ]
        for player in seats:
            await player.enlist()
        await eventually(lambda: home.lobby.running == 1)
        (first,) = home.referee.registry.matches.values()
        silent = seats[INSTANCES.index(f"{first.spec.players[0]} {first.seats[0].instance}")]
        asked = await silent.shown()
        await silent.reveal(asked.channel, b"")
        matches = home.referee.registry.matches
        await eventually(lambda: bool(matches) and first.spec.match_id not in matches)
        (following,) = home.referee.registry.matches.values()
        assert (Status.WITHHELD, SEED) == (first.status, first.spec.seed)
        assert next_secret(SEED) == following.spec.seed
        assert following.spec.players == first.spec.players
        assert [b""] * 2 == await home.seeds_told(first.spec.match_id, "anna")
        for player in seats:
            await player.close()
        home.lobby.schedule.allowed = -1  # type: ignore[attr-defined] # it gives one back
        home.referee.registry.ender.abort(following, Fault.ORGANISER, "a test")
        await eventually(lambda: following.is_over)
    async with hall(tmp_path, "furnace", 2) as home:
        block = following.spec.shared_setup
        assert block is not None
        assert BLOCK[0].block == block.name
        third = next_secret(next_secret(SEED))
        assert third == home.referee.registry.open_blocks.secret(block, SEED)
        await play(home, 4)
        played = [home.referee.store.match(one) for one in home.ended[2:]]

    assert [third] * 2 == [one and one.spec.seed for one in played]
    assert [Status.FINISHED] * 2 == [one and one.result and one.result.status for one in played]


@pytest.mark.asyncio
async def test_who_leaves_while_a_match_is_being_opened_still_plays_it(folder: Path) -> None:
    """Its commitment was taken: without it the match would be lost for it, though it did nothing wrong."""
    leave, ends = asyncio.Event(), list[MatchEnd]()
    async with club(folder, 1) as home, players(home, "bela", "carl"):
        journal = home.referee.registry.journal
        append = journal.append

        async def written_late(record: Record, then: Callable[[], None] | None) -> None:
            leave.set()
            await eventually(lambda: bool(home.lobby._leaving))
            append(record, then)

        def appended(record: Record, then: Callable[[], None] | None = None) -> None:
            if isinstance(record, Created):
                writing.append(asyncio.ensure_future(written_late(record, then)))
            else:
                append(record, then)

        writing: list[asyncio.Future[None]] = []
        journal.append = appended  # type: ignore[method-assign]
        async with asyncio.timeout(PATIENCE):
            await enlist(
                *(home.address, home.tokens["anna"], "main", random_bot),  # type: ignore[arg-type]
                leave=leave,
                ended=ends.append,
            )

    assert [True] == [bool(end.ranks) for end in ends]
