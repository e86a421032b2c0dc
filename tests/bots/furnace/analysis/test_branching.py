"""When two moves of Furnace make no difference."""

from bessemer.bots.furnace.analysis.branching import leads_to_the_same
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import parse_move
from tests.games.furnace import plans


def test_plans_that_differ_may_lead_to_the_same() -> None:
    """The order of two extractions means nothing; what is sold does."""
    state = plans.producing("", "C06 C26")
    one, other, third = map(
        parse_move,
        ("plan C06; C26; S1 0", "plan C26; C06; S1 0", "plan C26; C06; S1 1"),
    )

    assert leads_to_the_same(state, Seat(0), one, other)
    assert not leads_to_the_same(state, Seat(0), one, third)
    assert not leads_to_the_same(state, Seat(0), parse_move("bid 1 on C06"), one)
