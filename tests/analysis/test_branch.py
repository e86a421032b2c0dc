"""Branches: the log repeats itself exactly, and whoever leaves it plays by the rules."""

from collections.abc import Mapping

import pytest

from bessemer.analysis.branch import DEFAULT, LOGGED, AskedDecision, Decider, play_on, question
from bessemer.analysis.logged_match import LoggedMatch, read_match
from bessemer.engine.game import Seat
from bessemer.games.furnace import legal
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.rules import FURNACE
from bessemer.matches.records import Cause
from bessemer.replays.replaying import Step
from tests.bots.furnace.analysis.logs import GOLDEN

FINISHED = [name for name in GOLDEN if not name.startswith("aborted")]
FAULTLESS = [name for name in FINISHED if "forfeited" not in name]


def logged_match(name: str) -> LoggedMatch:
    """A golden replay."""
    return read_match(str(GOLDEN[name]))


def idler(name: str = "idler") -> Decider:
    """Makes default moves."""

    def decide(asked: AskedDecision) -> Move:
        return legal.default_move(asked.view.board, asked.seat)

    return Decider(name, decide)


def idlers(match: LoggedMatch, but: Mapping[Seat, Decider]) -> dict[Seat, Decider]:
    """Stand-ins for all others."""
    seats = map(Seat, range(len(match.header.players)))
    return {seat: idler("stand-in") for seat in seats if seat not in but}


def repeating(match: LoggedMatch, start: Step) -> Decider:
    """Plays what was logged, in this order."""
    own = iter(
        [
            step.move
            for step in match.steps
            if step.record.seat == start.record.seat and step.record.turn >= start.record.turn
        ]
    )
    return Decider("parrot", lambda _: next(own))


@pytest.mark.parametrize("name", FAULTLESS)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.75, 1.0])
def test_who_repeats_the_log_gets_the_logged_match(name: str, share: float) -> None:
    """From any turn on the same moves lead to the same end, chance and all."""
    match = logged_match(name)
    start = match.steps[round(share * (len(match.steps) - 1))]
    parrot = {start.record.seat: repeating(match, start)}
    found = play_on(match, start.record.turn, parrot, idlers(match, parrot))

    played = sorted((move.turn, move.seat, move.move) for move in found.moves)
    assert [(step.record.turn, step.record.seat, step.move) for step in match.steps] == played
    assert FURNACE.outcome(match.steps[-1].after.state) == found.outcome


def test_the_first_turn_and_the_last() -> None:
    """At the first turn everything is open, at the last only that."""
    match = logged_match("three-players")
    first = {seat: idler() for seat in map(Seat, range(3))}
    found = play_on(match, 1, first, {})
    assert {move.by for move in found.moves} == {"idler"}

    last = match.steps[-1].record
    me = {last.seat: idler()}
    found = play_on(match, last.turn, me, idlers(match, me))
    assert [LOGGED] * (len(match.steps) - 1) == [move.by for move in found.moves[:-1]]
    assert (last.turn, last.seat, "idler") == (
        found.moves[-1].turn,
        found.moves[-1].seat,
        found.moves[-1].by,
    )


def test_others_leave_the_log_where_it_does_not_fit() -> None:
    """A seat follows its log up to the first move that is not legal; its stand-in plays all later."""
    match = logged_match("four-players")
    me = {match.steps[0].record.seat: idler()}
    found = play_on(match, 1, me, idlers(match, me))
    logged = {(step.record.seat, step.move) for step in match.steps}

    for seat in range(4):
        by = [move.by for move in found.moves if move.seat == seat]
        if seat in me:
            assert set(by) == {"idler"}
        else:
            left = by.index("stand-in")
            assert [LOGGED] * left + ["stand-in"] * (len(by) - left) == by
    for move in found.moves:
        assert move.by != LOGGED or (move.seat, move.move) in logged


@pytest.mark.parametrize("turn", [1, 20], ids=["before", "after"])
def test_who_forfeits_stays_away(turn: int) -> None:
    """The referee goes on with default moves for it, whatever becomes of the log."""
    match = logged_match("forfeited")
    records = [step.record for step in match.steps]
    forfeited = next(record for record in records if record.cause is Cause.FORFEITED)
    start = next(one for one in records if one.turn >= turn and one.seat != forfeited.seat)
    me = {start.seat: idler()}
    found = play_on(match, start.turn, me, idlers(match, me))
    since = max(start.turn, forfeited.turn)
    away = [move for move in found.moves if move.seat == forfeited.seat and move.turn >= since]

    assert away
    assert {move.by for move in away} == {DEFAULT}


def test_who_had_forfeited_stays_away_beyond_the_log() -> None:
    """Also where the log ends, as that of an aborted match does."""
    match = logged_match("forfeited")
    away = next(step.record.seat for step in match.steps if step.record.cause is Cause.FORFEITED)
    last = next(at for at in range(29, 0, -1) if match.steps[at].record.seat != away)
    cut = match._replace(steps=match.steps[: last + 1])
    start = cut.steps[-1].record
    me = {start.seat: idler()}
    found = play_on(cut, start.turn, me, idlers(cut, me))

    later = {move.by for move in found.moves if move.seat == away and move.turn > start.turn}
    assert later == {DEFAULT}


def test_an_unfinished_log_is_played_to_the_end() -> None:
    """A turn that nobody answered is asked again."""
    match = logged_match("aborted-while-sealed")
    start = match.steps[-1].record
    me = {start.seat: idler()}
    found = play_on(match, start.turn, me, idlers(match, me))
    turns = sorted(move.turn for move in found.moves)

    assert list(range(1, len(turns) + 1)) == turns
    assert len(found.outcome.scores) == 4


@pytest.mark.parametrize("name", GOLDEN)
def test_views_are_those_of_the_seat_when_it_was_asked(name: str) -> None:
    """Each is asked, has answered nothing, and sees all who were asked with it still thinking."""
    match = logged_match(name)
    together: dict[tuple[int, str], set[Seat]] = {}
    for step in match.steps:
        seat = step.record.seat
        asked = question(match, step.before, seat)
        board = asked.view.board
        assert asked.view.seat == seat
        assert seat in board.waiting
        assert asked.view.answer is None
        assert asked.kind == board.phase.value
        if asked.kind != "bid":
            together.setdefault((board.round, asked.kind), set()).add(seat)
            assert together[board.round, asked.kind] <= {*board.waiting}
