"""Selling cotton: a run of decisions, to ports and to the distant market."""

from bessemer.engine.game import Seat
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.scripts import sales
from bessemer.games.brass.state import Phase
from bessemer.games.brass.turn import Turn
from tests.games.brass.positions import legal, play, player, position, refused, tile

# Two mills and two ports, all connected with one another and with Yorkshire.
TWO_MILLS = position(
    hands={0: "bury bolton"},
    tiles="0 cotton1 colne.left, 0 cotton2 burnley.left, 1 port1 preston.top, 0 port2 fleetwood.only",
    links="2 colne-yorkshire burnley-colne blackburn-burnley blackburn-wigan preston-wigan, "
    "1 fleetwood-preston",
    distant="3 4 4",
)


def test_every_mill_sells_to_every_connected_buyer() -> None:
    """Not necessarily the nearest, nor one's own port; with any card."""
    assert {
        move.removesuffix(" with bury")
        for move in legal(TWO_MILLS, "sell")
        if move.endswith("bury")
    } == {
        f"sell {mill} to {buyer}"
        for mill in ("colne.left", "burnley.left")
        for buyer in ("preston.top", "fleetwood.only", "distant")
    }


def test_a_sale_that_is_not_possible_is_tried_with_ones_own_unsold_mill() -> None:
    """So the refusal tells of it; neither a sold mill, nor another's, nor any other tile of one's own."""
    state = position(
        hands={0: "bury bolton"},
        tiles="0 coal1 colne.right, 0 cotton1! burnley.left, 1 cotton1 bury.left, "
        "0 cotton1 rochdale.left",
    )
    turn = Turn(state.board, Seat(0), state.hands[0])

    assert str(sales.no_sale(turn)) == "sell rochdale.left to distant with bolton"


def test_selling_is_a_run_of_decisions() -> None:
    """The card goes with the first; then more, or stop; then the next action."""
    state = play(TWO_MILLS, "sell colne.left to fleetwood.only with bury")
    assert state.board.phase is Phase.SALE
    assert state.hands[0] == ("bolton",)
    assert state.board.cards[0] == 1
    assert state.board.discards[-1] == "bury"
    assert legal(state) == [
        "stop",
        "sell burnley.left to preston.top",
        "sell burnley.left to distant",
    ]
    assert refused(state, "sell burnley.left to distant with bolton").code == Code.CARD_EXTRA
    assert refused(state, "pass with bolton").code == Code.WRONG_KIND

    stopped = play(state, "stop")
    assert (stopped.board.phase, stopped.board.actions) == (Phase.ACTION, 1)
    assert player(stopped).income == 10 + 5 + 3
    sold = play(state, "sell burnley.left to distant")
    assert (sold.board.phase, sold.board.actions) == (Phase.ACTION, 1)
    assert sold.board.cotton == 3
    assert player(sold).income == 10 + 5 + 3 + 4 + 2


def test_run_ends_by_itself_when_nothing_is_left_to_sell() -> None:
    """Nobody is asked whether to stop when there is nothing else."""
    state = position(
        hands={0: "bury bolton"}, tiles="0 cotton1 preston.bottom-left, 1 port1 preston.top"
    )
    after = play(state, "sell preston.bottom-left to preston.top with bury")

    assert (after.board.phase, after.board.actions) == (Phase.ACTION, 1)


def test_distant_market_closes_on_the_last_space() -> None:
    """The mill does not flip, the action ends, and nobody sells there for the rest of the era."""
    state = play(TWO_MILLS._replace(distant=(3, 4, 4)), "sell colne.left to distant with bury")
    assert (state.board.cotton, state.board.drawn) == (3, (3,))
    state = state._replace(board=state.board._replace(cotton=5))
    after = play(state, "sell burnley.left to distant")

    assert (after.board.cotton, after.board.drawn) == (8, (3, 4))
    assert tile(after, "burnley.left") == "0 cotton2/0"
    assert (after.board.phase, after.board.actions) == (Phase.ACTION, 1)
    assert refused(after, "sell burnley.left to distant with bolton").code == Code.MARKET_CLOSED
    assert legal(after, "sell") == [
        "sell burnley.left to fleetwood.only with bolton",
        "sell burnley.left to preston.top with bolton",
    ]


def test_market_that_closes_ends_the_action_even_with_mills_left() -> None:
    """Ports stay open, but for another action."""
    state = TWO_MILLS._replace(board=TWO_MILLS.board._replace(cotton=5))
    after = play(state, "sell colne.left to distant with bury")

    assert after.board.cotton == 8
    assert tile(after, "colne.left") == "0 cotton1/0"
    assert (after.board.phase, after.board.actions) == (Phase.ACTION, 1)
    assert legal(after, "sell")


def test_brass_distant_bonus_is_income_of_the_new_space() -> None:
    """Spaces of the income track on top of the mill's own; no money, and no port flips."""
    bonuses = []
    for drop in range(5):
        state = TWO_MILLS._replace(distant=(drop,))
        after = play(state, "sell colne.left to distant with bury")
        bonuses.append(player(after).income - 15)
        assert player(after).money == 30
        assert tile(after, "preston.top") == "1 port1/0"

    assert bonuses == [3, 3, 2, 2, 1]


def test_distant_market_by_the_place_of_the_marker() -> None:
    """A tile of 0 leaves it where it is; on the seventh and eighth space there is no bonus."""
    for marker, bonus in ((0, 3), (2, 2), (5, 1), (6, 0), (7, 0)):
        state = TWO_MILLS._replace(board=TWO_MILLS.board._replace(cotton=marker), distant=(0,))
        after = play(state, "sell colne.left to distant with bury")
        assert player(after).income == 15 + bonus
        assert after.board.cotton == marker


def test_distant_market_needs_a_built_port() -> None:
    """A port of either side up will do, an empty port space will not."""
    tiles = "0 cotton1 preston.bottom-left"
    state = position(hands={0: "bury"}, tiles=tiles)
    assert legal(state, "sell") == []

    state = position(hands={0: "bury"}, tiles=f"{tiles}, 1 port1! preston.top")
    assert legal(state, "sell") == ["sell preston.bottom-left to distant with bury"]


def test_what_cannot_be_sold() -> None:
    """Others' mills, sold mills, what is no mill; to sold ports or those not connected."""
    state = position(
        hands={0: "bury"},
        tiles="0 cotton1! colne.left, 0 cotton1 burnley.left, 1 cotton1 burnley.right, "
        "1 port1! preston.top, 1 port1 fleetwood.only, 0 coal2 wigan.left",
        links="2 blackburn-burnley blackburn-wigan preston-wigan",
    )
    for mill in ("colne.left", "burnley.right", "wigan.left", "nowhere.left"):
        error = refused(state, f"sell {mill} to distant with bury")
        assert (error.code, error.allowed) == (Code.WRONG_MILL, ("burnley.left",))
    for buyer in ("preston.top", "fleetwood.only", "wigan.left", "market"):
        error = refused(state, f"sell burnley.left to {buyer} with bury")
        assert (error.code, error.allowed) == (Code.WRONG_BUYER, ("distant",))
    assert refused(state, "sell burnley.left to distant").code == Code.CARD_MISSING


def test_mill_and_port_in_one_town_are_connected() -> None:
    """Without any link."""
    state = position(
        hands={0: "bury"},
        tiles="0 cotton1 warrington_runcorn.top, 1 port1 warrington_runcorn.bottom",
    )

    assert [move.split()[3] for move in legal(state, "sell")] == [
        "warrington_runcorn.bottom",
        "distant",
    ]


def test_income_stops_at_the_end_of_the_track() -> None:
    """Space 99, £30, is the last."""
    state = position(
        hands={0: "bury"},
        tiles="0 cotton1 colne.left",
        links="1 colne-yorkshire",
        distant="0",
        owns={0: {"income": 96}},
    )

    assert player(play(state, "sell colne.left to distant with bury")).income == 99
