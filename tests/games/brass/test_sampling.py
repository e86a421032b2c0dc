"""Where random play seldom comes: all that can be sampled is exactly what is legal."""

import pytest

from bessemer.engine.game import Seat
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import State
from tests.games.brass.positions import play, position
from tests.games.samples import every_sample
from tests.games.walks import Setting, Walk

BARE = {"stacks": (0, 0, 0, 0, 0), "money": 15}
TWO_MINES = "0 coal2 wigan.left, 1 coal2/1 wigan.right"
TWO_WORKS = "1 iron1/1 barrow.right, 2 iron1 bolton.bottom"

POSITIONS = {
    "rails": position(era="rail", hands={0: "bury"}, tiles=TWO_MINES, owns={0: BARE}, deck=0),
    "developments": position(
        era="rail", hands={0: "bury"}, tiles=TWO_WORKS, owns={0: {"money": 0}}, deck=0
    ),
    "builds": position(
        hands={0: "blackburn wigan wigan"},
        tiles="0 coal2 burnley.left, 1 coal2/1 wigan.right, 1 iron1/1 barrow.right, "
        "2 iron1 bolton.bottom",
        links="1 blackburn-wigan blackburn-burnley",
        owns={0: {"money": 18, "income": 0}},
        stacks="0 cotton3 coal0 iron0 port0",
    ),
    "sales": position(
        hands={0: "bury colne"},
        tiles="0 cotton1 colne.left, 0 cotton2 burnley.left, 1 port1 preston.top, "
        "0 port2 fleetwood.only",
        links="2 burnley-colne blackburn-burnley blackburn-wigan preston-wigan, "
        "1 fleetwood-preston",
        owns={0: BARE | {"money": 0, "income": 0}},
    ),
}
POSITIONS["a-run-of-sales"] = play(
    POSITIONS["sales"], "sell colne.left to fleetwood.only with bury"
)


@pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS)
def test_everything_legal_can_be_sampled_and_nothing_else(state: State) -> None:
    """Every answer of `below`, tried in turn, and every legal move, are the same set."""
    seat = Seat(0)
    walk = Walk(Setting(BRASS, BRASS.options({}), 3), b"", (), state)
    listed = set(BRASS.legal_moves(state, seat))

    assert len(listed) >= 3
    assert listed == set(every_sample(walk, seat))
