"""A bot at a seat of a real referee: what it is asked and told, and what becomes of its faults."""

import asyncio
import re
import threading
from collections.abc import AsyncGenerator
from math import inf
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Bid, ProductionPlan
from bessemer.games.furnace.rules import FURNACE
from bessemer.matches.records import Status
from bessemer.sdk import (
    Bot,
    BotFailed,
    ConnectionGone,
    MatchEnd,
    MoveRefused,
    SeatRefused,
    play_seat,
)
from bessemer.sdk.connection.reconnect import SeatStream
from bessemer.sdk.furnace import FurnaceBot, FurnaceView
from bessemer.sdk.seats import seat as player_module
from bessemer.sdk.seats.answers import EncodedAnswer
from bessemer.v1 import error_reason_pb2, match_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of
from tests.referees.in_process import PATIENCE, House, Table, channel_to, eventually
from tests.sdk.bots_under_test import Async, Quick, Slow, Threaded

_STATE = FURNACE.setup(FURNACE.options({}), 3, Chance(b"a match for tests"))


def _first_view() -> move_pb2.View:
    """What the seat sees that begins."""
    view = FURNACE.view(_STATE, _STATE.board.first)
    return move_pb2.View.FromString(wire_of("furnace").view_writer().write(view))


async def play(house: House, table: Table, seat: int, bot: Bot, **wishes: Any) -> MatchEnd:  # noqa: ANN401
    """Play one seat."""
    return await play_seat(
        house.channel, table.tokens[seat], table.match_id, seat, bot, **({"strict": True} | wishes)
    )


async def play_all(house: House, table: Table, *bots: Bot, **wishes: Any) -> list[MatchEnd]:  # noqa: ANN401
    """Play all seats."""
    async with asyncio.timeout(PATIENCE):
        seats = enumerate(bots)
        return await asyncio.gather(
            *(play(house, table, seat, bot, **wishes) for seat, bot in seats)
        )


async def thinking(bot: Slow) -> None:
    """Wait until the bot thinks."""
    await eventually(bot.is_thinking.is_set)


@pytest.mark.asyncio
async def test_bots_of_every_kind_play_to_the_end(house: House) -> None:
    """On the loop, on a thread or async: all hear of the same end, and nothing went wrong."""
    table = await house.organiser.create()
    ends = await play_all(house, table, Quick(), Threaded(), Async())

    outcome = house.match(table.match_id).result
    assert outcome is not None
    assert [outcome.ranks] * 3 == [end.ranks for end in ends]
    assert [outcome.scores] * 3 == [end.scores for end in ends]
    assert [0, 1, 2] == [end.seat for end in ends]
    assert [()] * 3 == [end.faults for end in ends]


@pytest.mark.asyncio
async def test_only_a_bot_that_is_not_quick_leaves_the_loop(house: House) -> None:
    """It is always asked on one and the same thread, which is not the loop's."""
    table = await house.organiser.create()
    quick, threaded, waiting = Quick(), Threaded(), Async()
    await play_all(house, table, quick, threaded, waiting)

    here = {threading.get_ident()}
    assert here == quick.threads
    assert here == waiting.threads
    assert 1 == len(threaded.threads)
    assert here.isdisjoint(threaded.threads)


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", [Quick, Threaded])
async def test_a_bot_is_told_of_the_beginning_and_of_the_end(
    house: House, kind: type[Quick]
) -> None:
    """Once each, with what there is to know."""
    table = await house.organiser.create(2, options={"rounds": "3", "chain": "on"})
    bot = kind()
    end, _ = await play_all(house, table, bot, Quick())

    (start,) = bot.starts
    assert (table.match_id, "furnace", 0) == (start.match_id, start.game, start.seat)
    assert 2 == len(start.players)
    assert ("3", "on", "on") == tuple(start.options[k] for k in ("rounds", "chain", "capitalists"))
    assert [end] == bot.ends
    assert (end.rank, end.score) == (end.ranks[0], end.scores[0])


@pytest.mark.asyncio
async def test_the_view_has_the_clock_of_the_decision(house: House) -> None:
    """Bank and increment while the referee's clock stands still: each increment is saved."""
    table = await house.organiser.create(2)
    bot = Quick()
    await play_all(house, table, bot, Quick())

    assert [2.0 + number for number in range(1, len(bot.views) + 1)] == [
        view.clock for view in bot.views
    ]


class Cheat(FurnaceBot):
    """Bids with a disc that nobody has."""

    def bid(self, view: FurnaceView) -> Bid:
        return Bid(9, view.row[0].card)


class Nothing(FurnaceBot):
    """Answers with nothing at all."""

    def bid(self, view: FurnaceView) -> Bid:
        return view.answer  # type: ignore[return-value]


class Broken(FurnaceBot):
    """Fails at its plans, with the one exception that no future takes."""

    def plan(self, view: FurnaceView) -> ProductionPlan:
        raise StopIteration(view)


class Leaver(FurnaceBot):
    """Wants to end the process."""

    def plan(self, view: FurnaceView) -> ProductionPlan:
        raise SystemExit(view.seat + 3)


class Unbegun(FurnaceBot):
    """Fails before it is asked for anything, and when all is over."""

    def begin(self, match: object) -> None:
        raise ValueError(f"not ready for {match}")

    def end(self, match: object) -> None:
        raise ValueError(f"not done with {match}")


FAULTY = [
    pytest.param(Cheat, 12, "'bid 9 on C", MoveRefused, id="illegal"),
    pytest.param(Nothing, 12, "answered None, which is no move", BotFailed, id="no-move"),
    pytest.param(Broken, 3, "Broken raised StopIteration", BotFailed, id="exception"),
    pytest.param(Leaver, 3, "Leaver raised SystemExit: 3", BotFailed, id="exit"),
    pytest.param(Unbegun, 2, "Unbegun raised ValueError: not ", BotFailed, id="hooks"),
]
OPTIONS = {"rounds": "3", "capitalists": "off"}
"""So that everybody has four discs."""


@pytest.mark.asyncio
@pytest.mark.parametrize(("kind", "faults", "said", "error"), FAULTY)
async def test_a_faulty_bot_plays_default_moves_and_is_told_of_each(
    house: House, kind: type[FurnaceBot], faults: int, said: str, error: type[Exception]
) -> None:
    """The match goes on without a strike; every fault is listed with its reason."""
    table = await house.organiser.create(options=OPTIONS)
    end, *_ = await play_all(house, table, kind(), Quick(), Quick(), strict=False)

    assert faults == len(end.faults)
    assert all(said in fault for fault in end.faults), end.faults
    assert 0 == house.match(table.match_id).seats[0].strikes


@pytest.mark.asyncio
@pytest.mark.parametrize(("kind", "faults", "said", "error"), FAULTY)
async def test_a_strict_game_raises_the_first_fault(
    house: House, kind: type[FurnaceBot], faults: int, said: str, error: type[Exception]
) -> None:
    """The error says why; what the bot itself raised is its cause."""
    table = await house.organiser.create(options=OPTIONS)
    others = [asyncio.create_task(play(house, table, seat, Quick())) for seat in (1, 2)]

    with pytest.raises(error) as raised:
        await play(house, table, 0, kind())

    assert said in str(raised.value)
    assert ("raised" in said) == (raised.value.__cause__ is not None)
    for other in others:
        other.cancel()


@pytest.mark.asyncio
async def test_a_quick_bot_that_fails_is_no_different(house: House) -> None:
    """Faults on the loop are handled like those on a thread."""
    table = await house.organiser.create(2, options=OPTIONS)
    bots = [type("Hasty", (kind,), {"runs_inline": True})() for kind in (Cheat, Broken)]
    ends = await play_all(house, table, *bots, strict=False)

    assert [12, 3] == [len(end.faults) for end in ends]


class Script(SeatStream):
    """A stream that says what a test tells it to, and keeps what it is told."""

    def __init__(self) -> None:
        super().__init__(lambda: None, "m", 0, patience=0)
        self.said: asyncio.Queue[pb.PlayResponse] = asyncio.Queue()
        self.written: list[EncodedAnswer] = []

    async def messages(self) -> AsyncGenerator[pb.PlayResponse, None]:
        while True:
            yield await self.said.get()

    async def write(self, answer: EncodedAnswer) -> None:
        self.written.append(answer)


@pytest.mark.asyncio
async def test_a_bot_out_of_time_goes_on_with_the_next_decision() -> None:
    """The late answer goes out as well: by it the referee knows that the bot thinks no more."""
    stream, bot = Script(), Slow(pensive=1)
    player = player_module.SeatPlayer(stream.write, "m", 0, bot, strict=False)
    listening, answering = (
        asyncio.create_task(player_module._listen(stream, player)),
        asyncio.create_task(player.think()),
    )
    match = match_pb2.Match(game="furnace")
    stream.said.put_nowait(pb.PlayResponse(joined=pb.Joined(match=match)))
    for turn in (1, 2):
        view = _first_view()
        decision = match_pb2.Decision(turn=turn, view=view)
        stream.said.put_nowait(pb.PlayResponse(decision=decision))
        await thinking(bot)
    await eventually(stream.said.empty)
    bot.released.set()
    await eventually(lambda: len(stream.written) > 1)
    refusal = error_reason_pb2.Refusal(reason=error_reason_pb2.ERROR_REASON_STALE_TURN)
    stream.said.put_nowait(pb.PlayResponse(refusal=refusal))
    stream.said.put_nowait(pb.PlayResponse(ended=pb.Ended()))
    end = await player.end(await listening)
    answering.cancel()
    player.executor.close()

    assert [1, 2] == [answer.turn for answer in stream.written]
    (fault,) = end.faults
    assert re.fullmatch(r"turn 1: thought \d+\.\d s of inf: its answer came too late", fault)
    assert inf == bot.views[0].clock


@pytest.mark.asyncio
async def test_a_journal_that_is_away_is_asked_again() -> None:
    """The same answer goes out again after as long as the referee says; it is nobody's fault."""
    stream, bot = Script(), Quick()
    player = player_module.SeatPlayer(stream.write, "m", 0, bot, strict=True)
    view = _first_view()
    reason = error_reason_pb2.ERROR_REASON_JOURNAL_UNAVAILABLE
    refusal = error_reason_pb2.Refusal(reason=reason, retry_delay=Duration(nanos=1000))
    for message in (
        pb.PlayResponse(joined=pb.Joined(match=match_pb2.Match(game="furnace"))),
        pb.PlayResponse(decision=match_pb2.Decision(turn=1, view=view)),
        pb.PlayResponse(refusal=refusal),
        pb.PlayResponse(ended=pb.Ended()),
    ):
        stream.said.put_nowait(message)
    end = await player.end(await player_module._listen(stream, player))

    assert 2 == len(stream.written)
    assert stream.written[0] == stream.written[1]
    assert 1 == len(bot.views)
    assert () == end.faults


@pytest.mark.asyncio
async def test_a_default_move_that_is_refused_is_not_sent_for_ever() -> None:
    """It cannot happen while the rules are the same on both sides; if they are not, it is said."""
    stream, bot = Script(), Cheat()
    bot.runs_inline = True
    player = player_module.SeatPlayer(stream.write, "m", 0, bot, strict=False)
    view = _first_view()
    refusal = error_reason_pb2.Refusal(reason=error_reason_pb2.ERROR_REASON_ILLEGAL_MOVE)
    for message in (
        pb.PlayResponse(joined=pb.Joined(match=match_pb2.Match(game="furnace"))),
        pb.PlayResponse(decision=match_pb2.Decision(turn=1, view=view)),
        *(pb.PlayResponse(refusal=refusal) for _ in range(2)),
    ):
        stream.said.put_nowait(message)

    with pytest.raises(MoveRefused):
        await player_module._listen(stream, player)
    assert 2 == len(stream.written)


@pytest.mark.asyncio
async def test_an_answer_that_comes_too_late_is_no_disaster(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """The referee has made the default move and nobody has moved since: stale, and forgotten."""
    table = await house.organiser.create(2)
    bot = Slow(pensive=1)
    ours = asyncio.create_task(play(house, table, 0, bot))
    other = await house.seat(table, 1)
    await house.wait(table.match_id, lambda match: match.status is Status.RUNNING)
    if house.match(table.match_id).open_decision(Seat(1)) is not None:
        decision = await other.decision()
        await other.answer(decision.turn, decision.legal_moves[0])
    await thinking(bot)
    await house.run_out(table.match_id, 0)
    bot.released.set()
    await eventually(lambda: "too late" in caplog.text)
    async with asyncio.timeout(PATIENCE):
        await other.play_on()
        end = await ours

    (fault,) = end.faults
    assert re.fullmatch(r"turn \d: thought \d+\.\d s of \d+\.\d: its answer came too late", fault)
    assert end.ranks


@pytest.mark.asyncio
async def test_a_bot_that_never_comes_to_an_end_keeps_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It forfeits, the match ends, and so does its seat, whatever its thread still does."""
    monkeypatch.setattr(player_module, "_LAST_THOUGHT", 0.01)
    table = await house.organiser.create(2)
    bot = Slow(pensive=1)
    ours = asyncio.create_task(play(house, table, 0, bot))
    other = asyncio.create_task(play(house, table, 1, Quick()))
    await thinking(bot)
    await house.let_time_pass(lambda: house.match(table.match_id).seats[0].forfeit is not None)
    end = await ours
    await other
    bot.released.set()

    assert 2 == end.rank
    assert "the match is over and the bot still thinks" in end.faults


@pytest.mark.asyncio
async def test_a_seat_that_is_not_ours_is_refused(house: House) -> None:
    """The error has the referee's own reason."""
    table = await house.organiser.create(2)
    with pytest.raises(SeatRefused, match="PERMISSION_DENIED") as raised:
        await play_seat(house.channel, table.tokens[1], table.match_id, 0, Quick())

    assert raised.value.refusal is not None
    assert error_reason_pb2.ERROR_REASON_NOT_ALLOWED == raised.value.refusal.reason


@pytest.mark.asyncio
async def test_the_newest_of_two_programs_plays(house: House) -> None:
    """The older one stops: coming back would take the seat away again."""
    table = await house.organiser.create(2)
    older = asyncio.create_task(play(house, table, 0, Quick()))
    await eventually(lambda: house.match(table.match_id).seats[0].joined)
    newer = asyncio.create_task(play(house, table, 0, Quick()))
    with pytest.raises(SeatRefused) as raised:
        await older
    _, end = await asyncio.gather(play(house, table, 1, Quick()), newer)

    assert raised.value.refusal is not None
    assert error_reason_pb2.ERROR_REASON_SUPERSEDED == raised.value.refusal.reason
    assert end.ranks


@pytest.mark.asyncio
async def test_a_referee_that_stays_away_is_given_up() -> None:
    """After as long as it was told to wait, and with a sentence."""
    async with channel_to("127.0.0.1:1") as channel:
        with pytest.raises(ConnectionGone, match="not reached for 0 seconds"):
            await play_seat(channel, "bsm_x_y", "m", 0, Quick(), patience=0)


@pytest.mark.asyncio
async def test_an_aborted_match_has_no_ranks(house: House) -> None:
    """Nobody else joins in time: it ends with a sentence."""
    table = await house.organiser.create(2)
    ours = asyncio.create_task(play(house, table, 0, Quick()))
    await eventually(lambda: house.match(table.match_id).seats[0].joined)
    await house.let_time_pass(ours.done)
    end = await ours

    assert ((), (), None, None) == (end.ranks, end.scores, end.rank, end.score)
    assert end.message
