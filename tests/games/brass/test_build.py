"""Building an industry: cards, spaces, cubes and money."""

import pytest

from bessemer.games.brass.refusals import Code
from tests.games.brass.positions import (
    legal,
    play,
    player,
    position,
    refused,
    tile,
    top,
)


def single(state_moves: list[str]) -> list[str]:
    """The moves that take one card."""
    return [move for move in state_moves if " and " not in move]


# --- Cards ---------------------------------------------------------------------------------------


def test_town_card_needs_no_connection() -> None:
    """With nothing of one's own near, its town is open; no other is."""
    state = position(hands={0: "burnley"}, tiles="0 port1 fleetwood.only")

    assert {"burnley.left", "burnley.right"} == {
        move.split()[3] for move in legal(state, "build cotton")
    }
    assert refused(state, "build cotton at bury.left with burnley").code == Code.WRONG_TOWN


@pytest.mark.parametrize("era", ["canal", "rail"])
def test_brass_fresh_start_with_an_industry_card(era: str) -> None:
    """With no tile and no link on the board an industry card serves anywhere, in either era."""
    stacks = "0 coal2"
    state = position(era=era, hands={0: "coal"}, stacks=stacks, tiles="1 coal2 wigan.left")
    spaces = {move.split()[3] for move in legal(state, "build coal")}

    assert len(spaces) == 17
    assert {"wigan.right", "burnley.left", "manchester.top"} <= spaces

    state = position(era=era, hands={0: "coal"}, stacks=stacks, links="0 bolton-bury")
    spaces = {move.split()[3] for move in legal(state, "build coal")}
    assert spaces == {"bolton.top-left", "bolton.top-right", "bury.left", "bury.right"}


def test_industry_card_in_the_canal_era_needs_a_canal() -> None:
    """A tile in a town is not enough; a canal of another player's is not either."""
    state = position(
        hands={0: "iron"}, tiles="0 coal2 bolton.top-left", links="1 bolton-bury", stacks="0 iron1"
    )
    assert legal(state, "build") == []

    state = position(
        4,
        hands={0: "port"},
        tiles="0 cotton1 preston.bottom-left",
        links="0 fleetwood-preston",
    )
    assert single(legal(state, "build")) == ["build port at fleetwood.only with port"]


def test_industry_card_in_the_rail_era_needs_a_rail_or_a_tile() -> None:
    """A tile of one's own in the town is enough, and several fit there."""
    state = position(
        era="rail",
        hands={0: "iron"},
        tiles="0 coal2 bolton.top-left",
        stacks="0 iron2",
    )
    text = "build iron at bolton.bottom with iron, coal from bolton.top-left"

    assert single(legal(state, "build")) == [text]
    assert tile(play(state, text), "bolton.bottom") == "0 iron2/4"


@pytest.mark.parametrize(
    ("tiles", "links", "serves"),
    [
        ("", "0 birkenhead-ellesmere_port", True),
        ("0 shipyard2! birkenhead.only", "", True),
        ("0 cotton2 bury.left", "", False),
        ("0 cotton2 bury.left", "1 birkenhead-ellesmere_port", False),
        ("0 cotton2 bury.left, 1 shipyard2! birkenhead.only", "", False),
    ],
)
def test_brass_virtual_link_serves_from_birkenhead(tiles: str, links: str, serves: bool) -> None:
    """A tile or a real link of one's own at one end opens the other to industry cards."""
    state = position(era="rail", hands={0: "port"}, tiles=tiles, links=links, stacks="0 port2")
    found = [move for move in legal(state, "build port at liverpool") if " and " not in move]

    assert bool(found) == serves


@pytest.mark.parametrize("era", ["canal", "rail"])
def test_brass_virtual_link_serves_from_liverpool(era: str) -> None:
    """A tile in Liverpool is enough, in the Canal era too; but it carries no coal."""
    state = position(
        era=era,
        hands={0: "shipyard"},
        tiles="0 port2 liverpool.top-left, 1 coal2 wigan.left",
        links="1 liverpool-wigan",
        stacks="0 shipyard1" if era == "canal" else "0 shipyard2",
    )
    text = "build shipyard at birkenhead.only with shipyard, coal from market, iron from market"

    assert refused(state, text).code == Code.NO_COAL


def test_virtual_link_is_no_way_for_links_or_cotton() -> None:
    """It helps no link building, and nothing is sold over it."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 shipyard2! birkenhead.only, 1 coal2 ellesmere_port.only",
    )
    rails = {move.split()[1] for move in legal(state, "rail")}

    assert rails == {"birkenhead-ellesmere_port"}


def test_industry_card_is_for_its_industry() -> None:
    """A card of coal builds no mill, wherever it is."""
    state = position(hands={0: "coal"})
    error = refused(state, "build cotton at bury.left with coal")

    assert error.code == Code.WRONG_INDUSTRY
    assert {move.split()[1] for move in single(legal(state, "build"))} == {"coal"}

    state = position(
        era="rail",
        hands={0: "coal"},
        links="1 barrow-lancaster lancaster-scotland",
        stacks="0 shipyard2",
    )
    text = "build shipyard at barrow.left with coal, coal from market, iron from market"
    assert refused(state, text).code == Code.WRONG_INDUSTRY


# --- Two actions in one --------------------------------------------------------------------------


def test_two_actions_in_one_take_two_cards_and_both_actions() -> None:
    """The turn is over after it."""
    state = position(hands={0: "bury bolton wigan"})
    after = play(state, "build cotton at colne.left with bolton and bury")

    assert tile(after, "colne.left") == "0 cotton1/0"
    assert after.hands[0] == ("wigan",)
    assert after.board.discards[-2:] == ("bolton", "bury")
    assert after.board.waiting == (1,)
    assert after.board.cards[0] == 1


def test_two_actions_in_one_name_their_cards_in_any_order() -> None:
    """Listed once, in alphabetical order; the other order does the same."""
    state = position(hands={0: "bury bolton wigan"})
    text = "build cotton at colne.left with bury and bolton"

    assert text not in legal(state)
    assert play(state, text) == play(state, "build cotton at colne.left with bolton and bury")


def test_two_actions_in_one_may_use_two_equal_cards() -> None:
    """If there are two of them."""
    state = position(hands={0: "bolton bolton wigan"})

    assert play(state, "build cotton at colne.left with bolton and bolton").hands[0] == ("wigan",)
    error = refused(state, "build cotton at colne.left with wigan and wigan")
    assert (error.code, error.part) == (Code.NO_SUCH_CARD, "second_card")
    pairs = {move.split(" with ")[1] for move in legal(state, "build cotton at colne.left with")}
    assert pairs == {"bolton and bolton", "bolton and wigan"}


def test_two_actions_in_one_are_not_for_a_second_action() -> None:
    """Nor for the round that has one action only."""
    state = position(hands={0: "bury bolton wigan"})
    after = play(state, "pass with wigan")
    text = "build cotton at colne.left with bolton and bury"

    assert refused(after, text).code == Code.TWO_ACTIONS
    assert [move for move in legal(after, "build") if " and " in move] == []
    first = position(hands={0: "bury bolton wigan"}, number=1, actions=1)
    assert refused(first, text).code == Code.TWO_ACTIONS
    assert play(first, "build cotton at bury.left with bury").board.waiting == (1,)


# --- Tiles and spaces ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("era", "stacks", "space", "code"),
    [
        ("canal", "0 shipyard0", "shipyard at liverpool.bottom-left", Code.NEVER_BUILT),
        ("rail", "0 shipyard0", "shipyard at liverpool.bottom-left", Code.NEVER_BUILT),
        ("canal", "0 shipyard2", "shipyard at liverpool.bottom-left", Code.WRONG_ERA),
        ("rail", "0 shipyard1", "shipyard at liverpool.bottom-left", Code.WRONG_ERA),
        ("rail", "0 port1", "port at liverpool.top-left", Code.WRONG_ERA),
        ("rail", "0 port0", "port at liverpool.top-left", Code.STACK_EMPTY),
        ("canal", "", "shipyard at liverpool.top-left", Code.NEVER_BUILT),
        ("canal", "", "port at liverpool.bottom-left", Code.WRONG_SYMBOL),
        ("canal", "", "port at liverpool.bottom", Code.NO_SUCH_SPACE),
        ("canal", "", "brewery at liverpool.top-left", Code.NO_SUCH_INDUSTRY),
    ],
)
def test_tiles_that_cannot_be_built(era: str, stacks: str, space: str, code: Code) -> None:
    """Level 0 never, others in their era only, on spaces that show them."""
    state = position(
        era=era, hands={0: "liverpool"}, stacks=stacks, links="1 ellesmere_port-northwich"
    )

    assert refused(state, f"build {space} with liverpool").code == code


def test_only_the_top_tile_is_built() -> None:
    """The level is that of the top tile, and the next one comes to the top."""
    state = position(hands={0: "liverpool"}, owns={0: {"stacks": (12, 7, 4, 7, 6)}})
    after = play(state, "build port at liverpool.top-left with liverpool")

    assert tile(after, "liverpool.top-left") == "0 port1/0"
    assert top(after, 0, "port") == 2


def test_two_players_cannot_build_where_there_is_no_place() -> None:
    """The towns left out do not exist, not even for two cards."""
    state = position(2, hands={0: "bury bolton"})

    assert refused(state, "build cotton at oldham.left with bolton and bury").code == (
        Code.NO_SUCH_SPACE
    )
    assert not any("oldham" in move for move in legal(state))


def test_rail_era_allows_as_many_tiles_in_a_town_as_there_are_spaces() -> None:
    """Three of the four spaces of Manchester may be one player's, or all."""
    state = position(
        era="rail",
        hands={0: "manchester"},
        tiles="0 coal2 manchester.top, 0 cotton2 manchester.middle-left, 0 iron2 manchester.bottom",
        stacks="0 cotton2",
    )
    text = "build cotton at manchester.middle-right with manchester, coal from manchester.top"

    assert tile(play(state, text), "manchester.middle-right") == "0 cotton2/0"


def test_brass_port_order_holds_for_replacing_a_port_too() -> None:
    """While Lancaster's left space is empty, the port on the right cannot be replaced."""
    tiles = "0 port1 lancaster.right, 1 port2 fleetwood.only"
    state = position(hands={0: "lancaster"}, tiles=tiles, stacks="0 port2")
    text = "build port at lancaster.right with lancaster"
    assert refused(state, text).code == Code.PORT_ORDER
    assert legal(state, "build port at lancaster") == []

    state = position(
        hands={0: "lancaster"}, tiles=f"{tiles}, 1 port1 lancaster.left", stacks="0 port2"
    )
    assert tile(play(state, text), "lancaster.right") == "0 port2/0"


# --- Cubes and money -----------------------------------------------------------------------------


def test_coal_of_equals_is_the_players_choice() -> None:
    """Two mines in one town are as far; of whom they are makes no difference."""
    state = position(
        hands={0: "bolton"},
        tiles="0 coal2 wigan.left, 1 coal2 wigan.right, 2 coal2 bury.left",
        links="0 blackburn-wigan, 1 bolton-bury",
        stacks="0 cotton2",
    )
    assert legal(state, "build cotton at bolton.top-left with") == [
        "build cotton at bolton.top-left with bolton, coal from bury.left"
    ]
    state = position(
        hands={0: "blackburn"},
        tiles="0 coal2 wigan.left, 1 coal2 wigan.right, 2 coal2 burnley.left",
        links="0 blackburn-wigan blackburn-burnley",
        stacks="0 cotton2",
    )
    sources = [
        move.rsplit(" ", 1)[1] for move in legal(state, "build cotton at blackburn.top with")
    ]
    assert sources == ["burnley.left", "wigan.left", "wigan.right"]


def test_coal_in_the_same_town_is_nearest() -> None:
    """Without any link it is 0 links away."""
    state = position(
        hands={0: "bolton"},
        tiles="1 coal2/1 bolton.top-right, 1 coal2 bury.left",
        links="1 bolton-bury",
        stacks="0 cotton2",
    )
    after = play(state, "build cotton at bolton.top-left with bolton, coal from bolton.top-right")

    assert tile(after, "bolton.top-right") == "1 coal2/0!"
    assert player(after, 1).income == 10 + 7
    assert player(after).income == 10


def test_empty_mines_are_passed_by() -> None:
    """A flipped mine gives nothing: the next one that has coal does."""
    state = position(
        hands={0: "bolton"},
        tiles="1 coal2! bolton.top-right, 1 coal2 bury.left",
        links="1 bolton-bury",
        stacks="0 cotton2",
    )
    moves = legal(state, "build cotton at bolton.top-left with")

    assert moves == ["build cotton at bolton.top-left with bolton, coal from bury.left"]


def test_brass_supply_never_runs_out() -> None:
    """From an empty track cubes cost £5 each, and there is always one more."""
    state = position(
        hands={0: "colne"},
        coal=0,
        iron=0,
        links="1 colne-yorkshire",
        stacks="0 cotton3",
    )
    after = play(state, "build cotton at colne.left with colne, coal from market, iron from market")

    assert player(after).money == 30 - 16 - 10
    assert (after.board.coal, after.board.iron) == (0, 0)


def test_iron_comes_from_any_works() -> None:
    """No connection is needed and no works is nearer; the track only if no works has any."""
    state = position(
        hands={0: "wigan"},
        tiles="1 iron1 manchester.bottom, 2 iron1/1 barrow.right",
        stacks="0 coal3",
    )
    assert [move.rsplit(" ", 1)[1] for move in legal(state, "build coal at wigan.left")] == [
        "barrow.right",
        "manchester.bottom",
    ]
    after = play(state, "build coal at wigan.left with wigan, iron from barrow.right")
    assert tile(after, "barrow.right") == "2 iron1/0!"
    assert player(after, 2).income == 13
    assert player(after).money == 30 - 8


@pytest.mark.parametrize(
    ("money", "code"), [(16 + 2 + 1, None), (16 + 2, Code.OVERSPENT), (15, Code.OVERSPENT)]
)
def test_everything_must_be_paid(money: int, code: Code | None) -> None:
    """Tile, coal and iron together, to the pound."""
    state = position(
        hands={0: "colne"},
        coal=6,
        iron=8,
        links="1 colne-yorkshire",
        stacks="0 cotton3",
        owns={0: {"money": money}},
    )
    text = "build cotton at colne.left with colne, coal from market, iron from market"
    if code is None:
        assert player(play(state, text)).money == 0
    else:
        assert refused(state, text).code == code
        assert legal(state, "build cotton at colne.left") == []


def test_refilling_pays_after_building() -> None:
    """What a mine brings at once cannot pay for it; a port sells its coal, either side up."""
    state = position(
        hands={0: "wigan"},
        coal=0,
        tiles="1 port1! liverpool.top-left",
        links="1 liverpool-wigan",
        owns={0: {"money": 4}},
    )

    assert refused(state, "build coal at wigan.left with wigan").code == Code.OVERSPENT
    state = state._replace(
        board=state.board._replace(
            players=(player(state)._replace(money=5), *state.board.players[1:])
        )
    )
    after = play(state, "build coal at wigan.left with wigan")
    assert player(after).money == 8
    assert player(after).spent == 5
    assert after.board.coal == 2
    assert tile(after, "wigan.left") == "0 coal1/0!"
    assert player(after).income == 14


def test_iron_works_fill_the_track_without_any_port() -> None:
    """Dearest spaces first, as far as there are cubes or spaces."""
    state = position(hands={0: "bolton"}, iron=5, tiles="1 coal2 bolton.top-left", stacks="0 iron2")
    after = play(state, "build iron at bolton.bottom with bolton, coal from bolton.top-left")

    assert after.board.iron == 8
    assert tile(after, "bolton.bottom") == "0 iron2/1"
    assert player(after).money == 30 - 7 + 2 + 1 + 1
    assert player(after).income == 10


def test_works_that_find_a_full_track_keep_their_cubes() -> None:
    """Nothing moves and nothing is paid."""
    state = position(hands={0: "bolton"}, tiles="1 coal2 bolton.top-left", stacks="0 iron2")
    after = play(state, "build iron at bolton.bottom with bolton, coal from bolton.top-left")

    assert tile(after, "bolton.bottom") == "0 iron2/4"
    assert player(after).money == 23


def test_two_players_have_tracks_of_six_spaces() -> None:
    """From £2 to £4, and £5 beyond."""
    state = position(2, hands={0: "colne"}, links="1 colne-yorkshire", stacks="0 cotton3")
    assert (state.board.coal, state.board.iron, player(state).money) == (6, 6, 25)
    after = play(state, "build cotton at colne.left with colne, coal from market, iron from market")
    assert player(after).money == 25 - 16 - 2 - 2

    state = position(
        2,
        hands={0: "wigan"},
        coal=3,
        links="1 preston-wigan",
        tiles="1 port1 preston.top",
        stacks="0 coal2",
    )
    after = play(state, "build coal at wigan.left with wigan")
    assert player(after).money == 25 - 7 + 3 + 2 + 2
    assert after.board.coal == 6


def test_shipyard_flips_at_once() -> None:
    """Its income comes with the building."""
    state = position(
        hands={0: "liverpool"},
        tiles="1 port1 liverpool.top-left",
        stacks="0 shipyard1",
    )
    after = play(
        state,
        "build shipyard at liverpool.bottom-left with liverpool, coal from market, iron from market",
    )

    assert tile(after, "liverpool.bottom-left") == "0 shipyard1/0!"
    assert player(after).income == 12
    assert player(after).money == 30 - 16 - 1 - 1


def test_mine_without_a_port_fills_nothing_even_when_one_is_connected_later() -> None:
    """Tracks are filled in the moment of building and at no other time."""
    state = position(
        hands={0: "wigan bury bolton"}, coal=2, tiles="1 port1 preston.top, 0 port1 fleetwood.only"
    )
    after = play(state, "build coal at wigan.left with wigan")
    assert tile(after, "wigan.left") == "0 coal1/2"

    after = play(after, "canal fleetwood-preston with bury")
    state = position(hands={0: "bury"}, coal=2, tiles="1 port1 preston.top, 0 coal1 wigan.left")
    after = play(state, "canal preston-wigan with bury")
    assert tile(after, "wigan.left") == "0 coal1/2"
    assert after.board.coal == 2


def test_mine_connected_with_an_outside_place_fills_the_track() -> None:
    """That is a built port too."""
    state = position(hands={0: "burnley"}, coal=7, links="2 burnley-colne colne-yorkshire")
    after = play(state, "build coal at burnley.left with burnley")

    assert tile(after, "burnley.left") == "0 coal1/1"
    assert player(after).money == 30 - 5 + 1


def test_no_coal_is_bought_while_a_connected_mine_has_some() -> None:
    """Neither for a town nor for the named end of a rail, however far the mine."""
    state = position(
        hands={0: "colne"},
        tiles="1 coal2/1 wigan.left",
        links="1 blackburn-wigan blackburn-burnley burnley-colne colne-yorkshire",
        stacks="0 cotton2",
    )
    text = "build cotton at colne.left with colne, coal from"
    assert refused(state, f"{text} market").allowed == ("wigan.left",)
    assert tile(play(state, f"{text} wigan.left"), "wigan.left") == "1 coal2/0!"

    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="1 coal2/1 wigan.left, 0 cotton2 colne.left",
        links="1 blackburn-wigan blackburn-burnley burnley-colne, 0 colne-yorkshire",
    )
    error = refused(state, "rail rochdale-yorkshire coal to yorkshire from market with bury")
    assert (error.code, error.allowed) == (Code.WRONG_COAL, ("wigan.left",))


def test_barrow_and_birkenhead_get_no_coal_in_the_canal_era() -> None:
    """No canal leads there, so nothing that needs coal is built."""
    canals = "1 lancaster-preston preston-wigan liverpool-wigan, 2 ellesmere_port-liverpool"
    state = position(
        hands={0: "barrow birkenhead"},
        tiles="1 coal2 wigan.left, 1 port1 liverpool.top-left",
        links=canals,
        stacks="0 shipyard1",
    )

    for space, card in (("barrow.left", "barrow"), ("birkenhead.only", "birkenhead")):
        text = f"build shipyard at {space} with {card}, coal from market, iron from market"
        assert refused(state, text).code == Code.NO_COAL
    text = "build iron at barrow.right with barrow, coal from market"
    assert refused(state, text).code == Code.NO_COAL
    assert not any("barrow." in move or "birkenhead." in move for move in legal(state))
