"""The quicker samplers answer like the scripts whose place they take."""

from random import Random

from bessemer.engine import scripts
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.quick_samples import QUICK
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus.walks import busy_states, late_states, settings


def test_a_quick_sample_is_the_one_of_the_script() -> None:
    """In whole matches the same numbers lead to the same move, and just as many are drawn."""
    answered = set[Phase]()
    for setting in settings(3).values():
        for walk in (*busy_states(setting, b"quicker"), *late_states(setting, b"quicker")):
            board = walk.state.board
            for seat in walk.asked if board.phase in QUICK else ():
                quickly, slowly = Random(len(walk.moves)), Random(len(walk.moves))
                hand, view = walk.state.hands[seat], ALCHEMICUS.view(walk.state, seat)
                move = QUICK[board.phase](board, seat, hand, quickly.randrange)
                if move is not None:
                    answered.add(board.phase)

                    assert move == scripts.sample(ALCHEMICUS.script(view), slowly.randrange)
                    assert quickly.getstate() == slowly.getstate()
    assert answered == set(QUICK)
