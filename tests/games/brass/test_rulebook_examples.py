"""The examples of the rulebook, each under the heading where it is printed."""

from bessemer.games.brass.refusals import Code
from bessemer.games.brass.scoring import link_points, place_values, tile_points
from tests.games.brass.positions import (
    idle,
    legal,
    links_of,
    play,
    player,
    position,
    refused,
    tile,
    top,
)


def towns(moves: list[str]) -> set[str]:
    """The towns in which these moves build."""
    return {move.split(" at ")[1].split(".")[0] for move in moves}


# Seat 0 has a mine in Bury and a canal to Manchester; seat 1 has a mine nearer to Oldham.
OLDHAM = position(
    hands={0: "oldham cotton colne manchester coal"},
    tiles="0 coal2 bury.left, 1 coal2 rochdale.left",
    links="0 bury-manchester, 1 manchester-oldham oldham-rochdale",
    stacks="0 cotton2",
)


def test_building_a_mill_in_oldham_takes_the_nearest_coal() -> None:
    """The other player's mine is one canal away and one's own two: only the nearer will do."""
    after = play(OLDHAM, "build cotton at oldham.left with oldham, coal from rochdale.left")

    assert ["rochdale.left"] == list(
        refused(OLDHAM, "build cotton at oldham.left with oldham, coal from bury.left").allowed
    )
    assert tile(after, "oldham.left") == "0 cotton2/0"
    assert tile(after, "rochdale.left") == "1 coal2/2"
    assert tile(after, "bury.left") == "0 coal2/3"
    assert player(after).money == 30 - 14
    assert player(after).spent == 14
    assert player(after, 1).money == 30


def test_cotton_card_builds_only_in_manchester() -> None:
    """Bury holds the player's one tile, and no canal of theirs leads to Oldham."""
    moves = [move for move in legal(OLDHAM, "build cotton") if " with cotton," in move]

    assert towns(moves) == {"manchester"}
    error = refused(OLDHAM, "build cotton at oldham.left with cotton, coal from rochdale.left")
    assert error.code == Code.OUT_OF_REACH
    assert (
        refused(OLDHAM, "build cotton at bury.right with cotton, coal from bury.left").code
        == Code.ONE_PER_TOWN
    )


def test_colne_card_is_of_no_use_without_coal() -> None:
    """The mill needs coal, and none reaches Colne."""
    error = refused(OLDHAM, "build cotton at colne.left with colne, coal from bury.left")

    assert error.code == Code.NO_COAL


def test_two_actions_in_one_build_in_colne() -> None:
    """Any two cards do; coal must reach the town all the same."""
    state = position(hands={0: "manchester coal bury"}, stacks="0 cotton2")
    text = "build cotton at colne.left with coal and manchester"
    assert refused(state, f"{text}, coal from market").code == Code.NO_COAL

    state = position(
        hands={0: "manchester coal bury"}, stacks="0 cotton2", links="1 colne-yorkshire"
    )
    after = play(state, f"{text}, coal from market")
    assert tile(after, "colne.left") == "0 cotton2/0"
    assert after.hands[0] == ("bury",)
    assert after.board.waiting == (1,)
    assert player(after).money == 30 - 14 - 1


def test_shipyard_in_birkenhead_needs_a_rail_for_its_coal() -> None:
    """The virtual link lets the card be used there, but coal comes over a rail alone."""
    state = position(
        era="rail",
        hands={0: "shipyard"},
        tiles="0 port2 liverpool.top-left",
        stacks="0 shipyard2",
    )
    text = "build shipyard at birkenhead.only with shipyard, coal from market, iron from market"
    assert refused(state, text).code == Code.NO_COAL

    state = position(
        era="rail",
        hands={0: "shipyard"},
        tiles="0 port2 liverpool.top-left, 1 port2 ellesmere_port.only",
        links="1 birkenhead-ellesmere_port",
        stacks="0 shipyard2",
    )
    assert tile(play(state, text), "birkenhead.only") == "0 shipyard2/0!"


def test_canals_from_a_first_industry_in_liverpool() -> None:
    """Two lead away from it; from the second place on, the canal itself is enough."""
    state = position(hands={0: "bury bolton"}, tiles="0 port1 liverpool.top-left")
    canals = {"canal liverpool-wigan", "canal ellesmere_port-liverpool"}
    assert canals == {move.split(" with")[0] for move in legal(state, "canal")}

    after = play(state, "canal liverpool-wigan with bury")
    assert {
        "canal ellesmere_port-liverpool",
        "canal preston-wigan",
        "canal blackburn-wigan",
        "canal warrington_runcorn-wigan",
    } == {move.split(" with")[0] for move in legal(after, "canal")}
    assert player(after).money == 27


def test_stacks_begin_with_the_lowest_level_on_top() -> None:
    """Mills of level 1 first, the highest last; shipyards with level 0."""
    state = position()

    assert [1, 1, 1, 1, 0] == [
        top(state, 0, name) for name in ("cotton", "coal", "iron", "port", "shipyard")
    ]
    assert player(state).stacks == (12, 7, 4, 8, 6)


def test_developing_throws_away_the_top_of_two_stacks() -> None:
    """With two mills built the third of level 1 goes, and a shipyard of level 0."""
    state = position(hands={0: "bury"}, owns={0: {"stacks": (10, 7, 4, 8, 6)}})
    after = play(state, "develop cotton iron from market and shipyard iron from market with bury")

    assert player(after).stacks == (9, 7, 4, 8, 5)
    assert top(after, 0, "cotton") == 2
    assert player(after).money == 30 - 1 - 1
    assert after.board.iron == 6


def test_distant_tile_of_2_moves_the_marker_by_two() -> None:
    """The mill flips and the bonus of the new space is added to its own."""
    state = position(
        hands={0: "bury"}, tiles="0 cotton1 colne.left", links="1 colne-yorkshire", distant="2 4"
    )
    after = play(state, "sell colne.left to distant with bury")

    assert after.board.cotton == 2
    assert after.board.drawn == (2,)
    assert tile(after, "colne.left") == "0 cotton1/0!"
    assert player(after).income == 10 + 5 + 2


def test_demand_tracks_with_three_coal_missing() -> None:
    """Coal costs £2, iron £3; a mine built there moves three cubes and earns £4."""
    state = position(
        hands={0: "wigan"},
        coal=5,
        iron=4,
        stacks="0 coal2",
        links="1 liverpool-wigan",
        tiles="1 port1 liverpool.top-left",
    )
    after = play(state, "build coal at wigan.left with wigan")

    assert player(after).money == 30 - 7 + 4
    assert player(after).spent == 7
    assert after.board.coal == 8
    assert tile(after, "wigan.left") == "0 coal2/0!"
    assert player(after).income == 10 + 7

    state = position(
        hands={0: "colne"}, coal=5, iron=4, stacks="0 cotton3", links="1 colne-yorkshire"
    )
    after = play(state, "build cotton at colne.left with colne, coal from market, iron from market")
    assert player(after).money == 30 - 16 - 2 - 3
    assert player(after).spent == 21
    assert (after.board.coal, after.board.iron) == (4, 3)


def test_outside_places_join_what_leads_to_them() -> None:
    """From Colne to Yorkshire, then on to Rochdale, and coal goes the same way."""
    state = position(
        hands={0: "bury colne", 1: "colne"},
        tiles="0 coal2 burnley.left",
        links="0 burnley-colne",
        stacks="1 cotton2",
    )
    after = play(state, "canal colne-yorkshire with bury", "canal rochdale-yorkshire with colne")

    assert set(links_of(after, 0)) == {"burnley-colne", "colne-yorkshire", "rochdale-yorkshire"}
    state = position(
        hands={0: "rochdale"},
        tiles="1 coal2 burnley.left",
        links="1 burnley-colne colne-yorkshire, 2 rochdale-yorkshire",
        stacks="0 cotton2",
    )
    moves = legal(state, "build cotton at rochdale.left with rochdale")
    assert moves == ["build cotton at rochdale.left with rochdale, coal from burnley.left"]


def test_selling_flips_mill_and_port() -> None:
    """Both owners' incomes rise; the points come at the end of the era."""
    state = position(
        hands={0: "bury"},
        tiles="0 cotton1 bury.left, 1 port1 preston.top",
        links="1 preston-wigan, 2 bolton-bury bolton-manchester, "
        "0 manchester-warrington_runcorn warrington_runcorn-wigan",
    )
    after = play(state, "sell bury.left to preston.top with bury")

    assert tile(after, "bury.left") == "0 cotton1/0!"
    assert tile(after, "preston.top") == "1 port1/0!"
    assert (player(after, 0).income, player(after, 1).income) == (15, 13)
    assert (player(after, 0).money, player(after, 1).money) == (30, 30)
    assert player(after).points == 0


def test_several_mills_are_sold_in_one_action() -> None:
    """One to a port and one to the distant market, in an order of the player's choice."""
    state = position(
        hands={0: "bury bolton"},
        tiles="0 cotton1 colne.left, 0 cotton2 burnley.left, 1 port1 preston.top",
        links="2 colne-yorkshire burnley-colne blackburn-burnley blackburn-wigan preston-wigan",
        distant="1",
    )
    after = play(state, "sell colne.left to preston.top with bury")
    assert after.board.waiting == (0,)
    assert legal(after) == ["stop", "sell burnley.left to distant"]
    after = play(after, "sell burnley.left to distant")

    assert (after.board.waiting, after.board.actions) == ((0,), 1)
    assert player(after).income == 10 + 5 + 4 + 3
    assert after.hands[0] == ("bolton",)


# A port in Preston, canals of one's own to Lancaster, Wigan and Warrington, another's to Blackburn.
PRESTON = position(
    hands={0: "cotton"},
    tiles="0 port1 preston.top",
    links="0 lancaster-preston preston-wigan warrington_runcorn-wigan, 1 blackburn-wigan",
)


def test_cotton_card_with_a_port_in_preston() -> None:
    """Lancaster and Warrington; not Wigan, Preston or Blackburn, each for another reason."""
    assert towns(legal(PRESTON, "build")) == {"lancaster", "warrington_runcorn"}
    assert [Code.WRONG_SYMBOL, Code.ONE_PER_TOWN, Code.OUT_OF_REACH] == [
        refused(PRESTON, f"build cotton at {space} with cotton").code
        for space in ("wigan.left", "preston.bottom-left", "blackburn.top")
    ]


def test_first_port_in_lancaster_goes_on_the_left_space() -> None:
    """Only when that is taken, the right one is open to a port."""
    state = position(hands={0: "lancaster port"})
    assert {"build port at lancaster.left with lancaster"} == {
        move for move in legal(state, "build port at lancaster") if " with lancaster" in move
    } - {move for move in legal(state, "build port") if " and " in move}
    assert refused(state, "build port at lancaster.right with lancaster").code == Code.PORT_ORDER

    state = position(hands={0: "lancaster port"}, tiles="1 port1 lancaster.left")
    assert tile(play(state, "build port at lancaster.right with port"), "lancaster.right")


def test_first_port_in_preston_goes_on_the_top_space() -> None:
    """Else another player could be kept from building a mill."""
    state = position(hands={0: "preston"})
    assert refused(state, "build port at preston.bottom-left with preston").code == Code.PORT_ORDER
    assert tile(play(state, "build port at preston.top with preston"), "preston.top")


def test_manchester_card_builds_mill_mine_or_works() -> None:
    """Whatever the spaces of Manchester show, without any connection."""
    state = position(
        hands={0: "manchester"},
        links="1 manchester-warrington_runcorn",
        tiles="1 port1 warrington_runcorn.bottom, 0 port1 fleetwood.only",
    )
    built = {
        (move.split()[1], move.split()[3])
        for move in legal(state, "build")
        if " with manchester" in move
    }

    cotton_and_coal = ("manchester.top", "manchester.middle-left", "manchester.middle-right")
    assert built == {
        *((industry, space) for industry in ("cotton", "coal") for space in cotton_and_coal),
        ("iron", "manchester.bottom"),
    }


def test_new_turn_order_by_money_spent() -> None:
    """23, 6, 6 and 12: the two equals keep their order, who spent most comes last."""
    spent = {0: 23, 1: 6, 2: 6, 3: 12}
    state = position(4, owns={seat: {"spent": pounds} for seat, pounds in spent.items()})

    assert idle(state).board.order == (1, 2, 3, 0)


def test_rail_may_be_fed_from_the_track_where_a_port_is_connected() -> None:
    """The end in Manchester is connected with a built port, so bought coal comes there."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 cotton2 stockport.left, 1 port2 warrington_runcorn.bottom",
        links="1 manchester-warrington_runcorn",
    )
    after = play(state, "rail manchester-stockport coal to manchester from market with bury")

    assert links_of(after, 0) == ["manchester-stockport"]
    assert player(after).money == 30 - 5 - 1


def test_points_of_a_network_and_its_industries() -> None:
    """Links count the flipped tiles at their ends; only flipped tiles count themselves."""
    state = position(
        tiles="0 cotton1! bolton.top-left, 0 cotton2! bury.left, 0 coal2! manchester.top, "
        "0 iron2! rochdale.right, 1 cotton1 oldham.left, 1 port1! warrington_runcorn.bottom",
        links="0 bolton-bury bury-manchester oldham-rochdale rochdale-yorkshire "
        "manchester-stockport, "
        "1 manchester-oldham manchester-warrington_runcorn",
    )
    values = place_values(state.board.land)

    assert link_points(player(state), values) == 2 + 2 + 1 + 3 + 1
    assert tile_points(player(state), state.board.land) == 3 + 5 + 2 + 5
    assert link_points(player(state, 1), values) == 3
    assert tile_points(player(state, 1), state.board.land) == 2
