"""The worth of a table: more of what counts is worth more, and less of it as time runs out."""

from typing import Any

import pytest

from bessemer.bots.brass.actions import Actions
from bessemer.bots.brass.candidates import keeping
from bessemer.bots.brass.prices import prices_at
from bessemer.bots.brass.worth import Worth
from bessemer.engine.game import Seat
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import State
from bessemer.sdk.brass import BrassView
from tests.games.brass.positions import position, random_states

ME = Seat(0)


def worth(state: State) -> float:
    """Of a position, to seat 0."""
    return Worth(ME, prices_at(state.board)).of(state.board)


def worth_of_pounds(money: int, more: int, *, era: str, number: int) -> float:
    """The worth that `more` pounds add to `money`."""
    poor, rich = (
        position(4, era=era, number=number, owns={0: {"money": pounds}})
        for pounds in (money, money + more)
    )
    return worth(rich) - worth(poor)


def test_money_is_worth_less_and_less() -> None:
    """The first pounds more than later ones, and all of them more early on than at the end."""
    early = worth_of_pounds(0, 10, era="canal", number=2)
    late = worth_of_pounds(0, 10, era="rail", number=8)

    assert early > worth_of_pounds(60, 10, era="canal", number=2)
    assert early > late >= 1.0


def test_income_is_worth_the_rounds_to_come() -> None:
    """In the last round there is none to come."""
    gains = []
    for era, number in (("canal", 2), ("rail", 2), ("rail", 8)):
        low, high = (
            position(4, era=era, number=number, owns={0: {"income": space}}) for space in (20, 40)
        )
        gains.append(worth(high) - worth(low))

    assert gains[0] > gains[1] > gains[2] == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("0 cotton2! bury.left", "0 cotton2 bury.left", id="flipped"),
        pytest.param("0 coal2/1 bury.left", "0 coal2/3 bury.left", id="fewer-cubes"),
        pytest.param(
            "0 cotton1 preston.bottom-left, 1 port1 preston.top",
            "0 cotton1 preston.bottom-left, 1 port1 fleetwood.only",
            id="mill-beside-a-port",
        ),
        pytest.param("0 cotton3! bury.left", "1 cotton3! bury.left", id="own"),
    ],
)
def test_a_tile_is_worth_more_the_surer_its_points(better: str, worse: str) -> None:
    """All else being equal."""
    assert worth(position(tiles=better)) > worth(position(tiles=worse))


def test_a_tile_that_stays_counts_in_both_eras() -> None:
    """In the canal era level 2 scores now and again in the rail era; there it scores once."""
    with_tile: dict[str, Any] = {"tiles": "0 cotton2! bury.left"}
    canal = worth(position(**with_tile)) - worth(position())
    rail = worth(position(era="rail", **with_tile)) - worth(position(era="rail"))

    assert 10.0 == pytest.approx(canal)
    assert 5.0 == pytest.approx(rail)


def test_a_link_is_worth_what_lies_at_its_ends() -> None:
    """At the end of the match exactly that: here two flipped tiles."""
    tiles = "1 cotton2! bury.left, 1 cotton2! bolton.top-left"
    last: dict[str, Any] = {"era": "rail", "number": 10, "tiles": tiles}
    gain = worth(position(links="0 bolton-bury", **last)) - worth(position(**last))

    assert 2.0 == pytest.approx(gain)


def test_equal_cards_are_worth_keeping_less() -> None:
    """And a town that is full not at all."""
    state = position(hands={0: "cotton cotton iron wigan"}, tiles="1 coal1 wigan.left")
    full = position(hands={0: "wigan"}, tiles="1 coal1 wigan.left, 2 coal1 wigan.right")
    cards = keeping(state.board, ME, state.hands[0])

    assert cards["cotton"] < cards["iron"]
    assert cards["wigan"] > keeping(full.board, ME, full.hands[0])["wigan"] == 0


@pytest.mark.parametrize("number", range(3))
def test_every_action_tried_is_legal_and_priced_by_its_table(number: int) -> None:
    """In random positions, rich ones too."""
    for state in list(random_states(3, number))[::7]:
        for decision in BRASS.decisions(state):
            view = BrassView(BRASS.view(state, decision.seat))
            if not view.legal_moves(1) or decision.kind != "action":
                continue
            priced = Worth(view.seat, prices_at(view.board))
            before = priced.of(view.board)
            for option in Actions(view, priced).options():
                assert view.why_illegal(option.move) is None
                if not str(option.move).startswith("sell"):
                    after = view.after(option.move)
                    assert after is not None
                    assert (option.board.players, option.board.land) == (
                        after.board.players,
                        after.board.land,
                    )
                    assert option.gain == pytest.approx(priced.of(option.board) - before)
