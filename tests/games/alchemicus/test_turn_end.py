"""The end of a turn, the last round, and the guard that makes every match end."""

import pytest

from bessemer.engine.game import Outcome
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import finished, play, position


def turns(state: State) -> tuple[int, ...]:
    """The number of turns that each seat has had."""
    return tuple(player.turns for player in state.board.players)


def one_turn(state: State) -> State:
    """The state after the turn of the active seat, by default moves."""
    active, before = state.board.active, sum(turns(state))
    while at.asked(state)[0] == active and sum(turns(state)) == before:
        state = play(state, at.default(state))
    return state


def test_case_49_t_everybody_gets_equally_many_turns() -> None:
    """The first of three ends with 20: the two others have one more turn each."""
    state = position("turn-end", players=3, fame=(20, 3, 4), turns=(4, 4, 4))

    assert state.board.ending
    assert 1 == at.asked(state)[0]
    state = one_turn(state)
    assert 2 == at.asked(state)[0]
    state = one_turn(state)
    assert (5, 5, 5) == turns(state)
    assert Outcome((1, 3, 2), (20, 3, 4)) == finished(state)


def test_case_49_t_the_last_in_order_ends_it_at_once() -> None:
    """Seat 2 of three, seat 0 began; or seat 0, where seat 1 began."""
    last = position("turn-end", players=3, fame=(3, 3, 20), active=2)
    other = position("turn-end", players=3, fame=(20, 3, 3), active=0, start=1)

    assert Outcome((2, 2, 1), (3, 3, 20)) == finished(last)
    assert Outcome((1, 2, 2), (20, 3, 3)) == finished(other)


def test_below_twenty_the_game_goes_on() -> None:
    """With 19 nothing happens, nor with 20 of somebody else."""
    state = position("turn-end", fame=(19, 20), active=0)

    assert not state.board.ending
    assert 1 == at.asked(state)[0]


def test_case_52_t_twenty_in_mid_turn_means_nothing() -> None:
    """A player who falls below again before the end of the turn has ended nothing."""
    state = position("sale", fame=(19, 0), rows={0: "Taberna Alembic=tincture"})
    after = play(state, "sell tincture from 1 at 0 for fame")

    assert 20 == at.fame(after, 0)
    assert after.board.ending  # the turn ended with it
    assert not position("move", fame=(20, 0)).board.ending


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_case_52_r_nobody_begins_a_turn_with_twenty(seat: int) -> None:
    """The player who reaches it has had the last turn: the match is over before the next would come."""
    fame = tuple(19 if other == seat else 0 for other in range(3))
    state = position("gifts", players=3, active=seat, fame=fame, hands={seat: "Domo*5"})
    state = play(state, "gift Domo Domo Domo Domo Domo")
    while at.asked(state)[1]:
        assert state.board.active != seat
        state = play(state, at.default(state))

    assert finished(state).ranks[seat] == 1


def test_alchemicus_last_round_stands() -> None:
    """RULING alchemicus-last-round: it goes on though the Fame has fallen, and is not begun again."""
    state = position("turn-end", players=3, fame=(19, 21, 3), active=1, ending=True)

    assert state.board.ending
    assert 2 == at.asked(state)[0]
    assert Outcome((2, 1, 3), (19, 21, 3)) == finished(one_turn(state))


@pytest.mark.parametrize("cap", [1, 3])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_alchemicus_round_cap_ends_the_match(cap: int, players: int) -> None:
    """RULING alchemicus-round-cap: after that round, ranked as it stands."""
    state = at.until(at.match(players, round_cap=str(cap)), "")

    assert (cap,) * players == turns(state)
    assert finished(state)


def test_alchemicus_round_cap_of_zero_is_none() -> None:
    """RULING alchemicus-round-cap: nobody is stopped after the default number of rounds."""
    state = position("turn-end", turns=(199, 200), active=0, round_cap="0")
    state = position("turn-end", turns=(200, 199), active=1, round_cap="0")
    capped = position("turn-end", turns=(200, 199), active=1)

    assert (0, "move") == at.asked(state)
    assert (-1, "") == at.asked(capped)
