"""Branches: the log repeats itself exactly, and whoever leaves it plays by the rules."""

from collections.abc import Mapping

import pytest

from bessemer.bots.furnace.analysis.branch import (
    DEFAULT,
    FORFEITED,
    LOGGED,
    Chooser,
    asked,
    branch,
    leads_to_the_same,
)
from bessemer.bots.furnace.analysis.log import LoggedMove
from bessemer.engine.game import Seat
from bessemer.games.furnace import choices
from bessemer.games.furnace.moves import Move, parse_move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State, View
from tests.bots.furnace.analysis.logs import GOLDEN, golden
from tests.games.furnace import plans

FINISHED = [name for name in GOLDEN if not name.startswith("aborted")]
FAULTLESS = [name for name in FINISHED if "forfeited" not in name]


def idler(name: str = "idler") -> Chooser:
    """Makes default moves."""

    def decide(view: View) -> Move:
        assert view.seat is not None
        return choices.default_move(view.board, view.seat)

    return Chooser(name, decide)


def idlers(state: State, but: Mapping[Seat, Chooser]) -> dict[Seat, Chooser]:
    """Stand-ins for all others."""
    seats = map(Seat, range(len(state.board.players)))
    return {seat: idler("stand-in") for seat in seats if seat not in but}


def repeating(moves: tuple[LoggedMove, ...], seat: Seat, turn: int) -> Chooser:
    """Plays what was logged, in this order."""
    own = iter([move.move for move in moves if move.seat == seat and move.turn >= turn])
    return Chooser("parrot", lambda _: next(own))


@pytest.mark.parametrize("name", FAULTLESS)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.75, 1.0])
def test_who_repeats_the_log_gets_the_logged_match(name: str, share: float) -> None:
    """From any turn on the same moves lead to the same end, chance and all."""
    state, moves = golden(name)
    start = moves[round(share * (len(moves) - 1))]
    parrot = {start.seat: repeating(moves, start.seat, start.turn)}
    found = branch(state, moves, start.turn, parrot, idlers(state, parrot))

    played = sorted((move.turn, move.seat, move.move) for move in found.moves)
    assert [(move.turn, move.seat, move.move) for move in moves] == played
    for move in moves:
        state = FURNACE.apply(state, move.seat, move.move)
    assert FURNACE.outcome(state) == found.outcome


def test_the_first_turn_and_the_last() -> None:
    """At the first turn everything is open, at the last only that."""
    state, moves = golden("three-players")
    first = {seat: idler() for seat in map(Seat, range(3))}
    found = branch(state, moves, 1, first, {})
    assert {move.by for move in found.moves} == {"idler"}

    last = moves[-1]
    me = {last.seat: idler()}
    found = branch(state, moves, last.turn, me, idlers(state, me))
    assert [LOGGED] * (len(moves) - 1) == [move.by for move in found.moves[:-1]]
    assert (last.turn, last.seat, "idler") == (
        found.moves[-1].turn,
        found.moves[-1].seat,
        found.moves[-1].by,
    )


def test_others_leave_the_log_where_it_does_not_fit() -> None:
    """A seat follows its log up to the first move that is not legal; its stand-in plays all later."""
    state, moves = golden("four-players")
    me = {moves[0].seat: idler()}
    found = branch(state, moves, 1, me, idlers(state, me))
    logged = {(move.seat, move.move) for move in moves}

    assert FURNACE.outcome(state) is None
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
    state, moves = golden("forfeited")
    forfeited = next(move for move in moves if move.default == FORFEITED)
    start = next(move for move in moves if move.turn >= turn and move.seat != forfeited.seat)
    me = {start.seat: idler()}
    found = branch(state, moves, start.turn, me, idlers(state, me))
    since = max(start.turn, forfeited.turn)
    away = [move for move in found.moves if move.seat == forfeited.seat and move.turn >= since]

    assert away
    assert {move.by for move in away} == {DEFAULT}


def test_who_had_forfeited_stays_away_beyond_the_log() -> None:
    """Also where the log ends, as that of an aborted match does."""
    state, moves = golden("forfeited")
    away = next(move.seat for move in moves if move.default == FORFEITED)
    log = moves[:30]
    start = next(move for move in reversed(log) if move.seat != away)
    log = log[: log.index(start) + 1]
    me = {start.seat: idler()}
    found = branch(state, log, start.turn, me, idlers(state, me))

    later = {move.by for move in found.moves if move.seat == away and move.turn > start.turn}
    assert later == {DEFAULT}


def test_an_unfinished_log_is_played_to_the_end() -> None:
    """A turn that nobody answered is asked again."""
    state, moves = golden("aborted-while-sealed")
    start = moves[-1]
    me = {start.seat: idler()}
    found = branch(state, moves, start.turn, me, idlers(state, me))
    turns = sorted(move.turn for move in found.moves)

    assert list(range(1, len(turns) + 1)) == turns
    assert len(found.outcome.scores) == 4


@pytest.mark.parametrize("name", GOLDEN)
def test_views_are_those_of_the_seat_when_it_was_asked(name: str) -> None:
    """Each is asked, has answered nothing, and sees all who were asked with it still thinking."""
    state, moves = golden(name)
    together: dict[tuple[int, str], set[Seat]] = {}
    for view, made in asked(state, moves):
        board = view.board
        assert view.seat == made.seat
        assert made.seat in board.waiting
        assert view.answer is None
        if board.phase.value != "bid":
            together.setdefault((board.round, board.phase.value), set()).add(made.seat)
            assert together[board.round, board.phase.value] <= {*board.waiting}


def test_plans_that_differ_may_lead_to_the_same() -> None:
    """The order of two extractions means nothing; what is sold does."""
    board = plans.producing("", "C06 C26").board
    one, other, third = map(
        parse_move,
        ("plan C06; C26; S1 0", "plan C26; C06; S1 0", "plan C26; C06; S1 1"),
    )

    assert leads_to_the_same(board, Seat(0), one, other)
    assert not leads_to_the_same(board, Seat(0), one, third)
    assert not leads_to_the_same(board, Seat(0), parse_move("bid 1 on C06"), one)
