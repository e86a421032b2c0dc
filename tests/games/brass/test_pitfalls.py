"""What is easily got wrong, each on its own."""

from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.rules import BRASS
from tests.games.brass.positions import (
    idle,
    legal,
    match,
    play,
    player,
    position,
    refused,
    tile,
)


def test_mine_with_a_port_connected_empties_onto_the_track_and_flips() -> None:
    """The last cube gone, its owner's income rises at once."""
    state = position(
        hands={0: "wigan"}, coal=2, tiles="1 port1! preston.top", links="2 preston-wigan"
    )
    after = play(state, "build coal at wigan.left with wigan")

    assert tile(after, "wigan.left") == "0 coal1/0!"
    assert player(after).income == 14
    assert after.board.coal == 4
    assert player(after).money == 30 - 5 + 3 + 3


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


def test_port_flips_for_its_owner_when_another_sells_into_it() -> None:
    """The owner is not asked."""
    state = position(hands={0: "bury"}, tiles="0 cotton1 preston.bottom-left, 2 port1 preston.top")
    after = play(state, "sell preston.bottom-left to preston.top with bury")

    assert (player(after, 2).income, player(after, 2).money) == (13, 30)


def test_cubes_of_an_overbuilt_mine_are_lost() -> None:
    """They go neither to the track nor to anybody."""
    state = position(
        hands={0: "wigan"},
        coal=4,
        tiles="0 coal1 wigan.left",
        stacks="0 coal2",
    )
    after = play(state, "build coal at wigan.left with wigan")

    assert tile(after, "wigan.left") == "0 coal2/3"
    assert after.board.coal == 4
    assert player(after).money == 23


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


def test_last_card_of_three_players_is_played_in_round_ten() -> None:
    """One card in the first round and two in each of nine."""
    state = match(3)
    rounds = []
    while state.board.era is Era.CANAL:
        rounds.append((state.board.round, sum(map(len, state.hands))))
        state = idle(state)

    assert rounds[-1] == (10, 6)
    assert rounds[0] == (1, 24)


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


def test_first_round_has_no_income_to_speak_of() -> None:
    """Everybody begins with £30 and an income of £0; two players with £25."""
    for players, money in ((2, 25), (3, 30), (4, 30)):
        state = match(players)
        assert [player(state, seat).money for seat in range(players)] == [money] * players
        assert {entry.income for entry in state.board.players} == {10}
        assert BRASS.outcome(state) is None
