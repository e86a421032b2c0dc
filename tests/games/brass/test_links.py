"""Canals and rails: where they may go, what they cost, and where their coal comes from."""

import pytest

from bessemer.games.brass.refusals import Code
from tests.games.brass.positions import (
    legal,
    links_of,
    play,
    player,
    position,
    refused,
    tile,
)


def links(moves: list[str]) -> set[str]:
    """The first links that these moves build."""
    return {move.split()[1] for move in moves}


@pytest.mark.parametrize(
    ("era", "text"),
    [
        ("canal", "canal bolton-bury with bury"),
        ("rail", "rail bolton-bury coal to bury from market with bury"),
    ],
)
def test_brass_first_link_needs_something_on_the_board(era: str, text: str) -> None:
    """With nothing of one's own, no link can be built anywhere."""
    state = position(era=era, hands={0: "bury"}, tiles="1 cotton2 bury.left")

    assert refused(state, text).code == Code.LINK_APART
    assert legal(state, "canal") == legal(state, "rail") == []


def test_links_leave_from_tiles_and_from_links() -> None:
    """From a place that a link touches there need be no tile, be it a town or outside."""
    state = position(hands={0: "bury"}, tiles="0 cotton1 burnley.left", links="0 colne-yorkshire")

    assert links(legal(state, "canal")) == {
        "blackburn-burnley",
        "burnley-colne",
        "rochdale-yorkshire",
    }


def test_one_marker_a_place() -> None:
    """A link that anybody has built is taken."""
    state = position(hands={0: "bury"}, tiles="0 cotton1 bury.left", links="1 bolton-bury")

    assert refused(state, "canal bolton-bury with bury").code == Code.LINK_TAKEN


def test_links_by_era() -> None:
    """Rails only where rails go, canals only where canals go, and nothing of the other kind."""
    state = position(hands={0: "bury"}, tiles="0 cotton1 bury.left")
    refusal = refused(state, "canal burnley-bury with bury")
    assert (refusal.code, refusal.part) == (Code.WRONG_ERA, "link")
    assert "burnley-bury takes a rail alone, not a canal" in str(refusal)
    assert refused(state, "canal burnley-leeds with bury").code == Code.NO_SUCH_LINK
    assert (
        refused(state, "rail burnley-bury coal to bury from market with bury").code
        == Code.WRONG_ERA
    )

    tiles = "0 port2 liverpool.top-left"
    state = position(era="rail", hands={0: "bury"}, tiles=tiles)
    text = "rail ellesmere_port-liverpool coal to liverpool from market with bury"
    assert refused(state, text).code == Code.WRONG_ERA
    assert refused(state, "canal liverpool-wigan with bury").code == Code.WRONG_ERA
    assert links(legal(state, "rail")) == {
        "liverpool-wigan",
        "liverpool-southport",
        "liverpool-warrington_runcorn",
    }


def test_lancaster_scotland_is_a_canal_for_two_players_only() -> None:
    """The two-player map has one canal more there."""
    for players, open_canals in ((2, True), (3, False)):
        state = position(players, hands={0: "bury"}, tiles="0 port1 lancaster.left")
        assert ("lancaster-scotland" in links(legal(state, "canal"))) == open_canals


def test_canal_costs_3_and_needs_no_coal() -> None:
    """To the pound."""
    state = position(hands={0: "bury"}, tiles="0 cotton1 bury.left", owns={0: {"money": 3}})
    after = play(state, "canal bolton-bury with bury")
    assert (player(after).money, player(after).spent) == (0, 3)

    state = position(hands={0: "bury"}, tiles="0 cotton1 bury.left", owns={0: {"money": 2}})
    assert refused(state, "canal bolton-bury with bury").code == Code.OVERSPENT


FOURTEEN = (
    "0 lancaster-preston fleetwood-preston preston-wigan blackburn-wigan blackburn-burnley "
    "burnley-colne colne-yorkshire rochdale-yorkshire oldham-rochdale manchester-oldham bolton-bury "
    "bolton-manchester bury-manchester liverpool-wigan"
)


def test_no_marker_no_link() -> None:
    """After fourteen links there is none left; a second rail needs a second marker."""
    state = position(hands={0: "bury"}, tiles="0 cotton1 bury.left", links=FOURTEEN)
    assert player(state).markers == 0
    assert refused(state, "canal manchester-stockport with bury").code == Code.NO_MARKER

    thirteen = FOURTEEN.rsplit(" ", 1)[0]
    state = position(era="rail", hands={0: "bury"}, tiles="0 coal2 bury.left", links=thirteen)
    assert player(state).markers == 1
    assert not any(" and " in move for move in legal(state, "rail"))
    error = refused(
        state,
        "rail liverpool-wigan coal to wigan from bury.left "
        "and manchester-stockport coal to manchester from bury.left with bury",
    )
    assert (error.code, error.part) == (Code.NO_MARKER, "second.link")


# --- Rails ---------------------------------------------------------------------------------------


def test_rail_costs_5_and_one_coal() -> None:
    """From a mine that is connected with the named end."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 cotton2 bury.left, 1 coal2/1 bury.right",
        owns={0: {"money": 5}},
    )
    after = play(state, "rail bolton-bury coal to bury from bury.right with bury")

    assert player(after).money == 0
    assert tile(after, "bury.right") == "1 coal2/0!"
    assert player(after, 1).income == 17


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # Bury has coal of its own; Bolton is connected with a port alone.
        ("coal to bury from bury.right", None),
        ("coal to bolton from market", None),
        ("coal to bury from market", Code.WRONG_COAL),
        ("coal to bolton from bury.right", Code.WRONG_COAL),
        ("coal to manchester from market", Code.WRONG_END),
        ("coal to leeds from market", Code.WRONG_END),
    ],
)
def test_brass_rail_end_alone_decides_where_coal_comes_from(text: str, code: Code | None) -> None:
    """The other end does not count, and neither does the rail itself."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 cotton2 bury.left, 1 coal2 bury.right, 1 port2 warrington_runcorn.bottom",
        links="1 bolton-manchester manchester-warrington_runcorn",
    )
    move = f"rail bolton-bury {text} with bury"
    if code is None:
        assert links_of(play(state, move), 0) == ["bolton-bury"]
    else:
        assert refused(state, move).code == code


def test_brass_rail_end_outside_is_fed_from_the_track() -> None:
    """A rail to an outside place may be fed there, whatever reaches its other end."""
    for tiles in ("0 cotton2 colne.left", "0 cotton2 colne.left, 1 coal2 burnley.left"):
        state = position(
            era="rail", hands={0: "bury"}, tiles=tiles, links="1 burnley-colne", coal=3
        )
        after = play(state, "rail colne-yorkshire coal to yorkshire from market with bury")
        assert player(after).money == 30 - 5 - 3
        assert after.board.coal == 2


def test_rail_without_coal_is_not_built() -> None:
    """Neither a mine nor a port is connected with that end."""
    state = position(era="rail", hands={0: "bury"}, tiles="0 cotton2 bury.left")

    assert legal(state, "rail") == []
    error = refused(state, "rail bolton-bury coal to bury from market with bury")
    assert (error.code, error.card) == (Code.NO_COAL, "bury")


def test_two_rails_cost_15_and_the_first_counts_for_the_second() -> None:
    """For reach and for coal: the second may begin where the first ends."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 coal2 bury.left",
        owns={0: {"money": 15}},
    )
    second = "bolton-wigan coal to bolton from bury.left"
    after = play(state, f"rail bolton-bury coal to bury from bury.left and {second} with bury")

    assert refused(state, f"rail {second} with bury").code == Code.LINK_APART
    assert links_of(after, 0) == ["bolton-bury", "bolton-wigan"]
    assert (player(after).money, player(after).spent) == (0, 15)
    assert tile(after, "bury.left") == "0 coal2/1"


def test_two_rails_need_not_touch() -> None:
    """Each borders on something of one's own."""
    state = position(era="rail", hands={0: "bury"}, tiles="0 coal2 bury.left, 0 coal2 burnley.left")
    after = play(
        state,
        "rail bolton-bury coal to bury from bury.left and burnley-colne coal to burnley from "
        "burnley.left with bury",
    )

    assert links_of(after, 0) == ["burnley-colne", "bolton-bury"]


def test_two_rails_take_coal_one_after_the_other() -> None:
    """When the first takes the last cube, the second comes from the track, if a port is joined."""
    tiles = "0 coal2/1 bury.left, 1 port2 warrington_runcorn.bottom"
    first = "rail bury-manchester coal to bury from bury.left"
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles=tiles,
        links="1 manchester-warrington_runcorn",
        coal=7,
    )
    after = play(state, f"{first} and bolton-bury coal to bury from market with bury")
    assert (player(after).money, player(after).spent) == (30 - 15 - 1, 16)

    again = f"{first} and bolton-bury coal to bury from bury.left with bury"
    assert refused(state, again).code == Code.WRONG_COAL
    apart = position(era="rail", hands={0: "bury"}, tiles="0 coal2/1 bury.left")
    error = refused(apart, again)
    assert (error.code, error.part) == (Code.NO_COAL, "second.end")


def test_two_rails_are_built_both_or_none() -> None:
    """If the second cannot be paid nothing is built."""
    state = position(
        era="rail", hands={0: "bury"}, tiles="0 coal2 bury.left", owns={0: {"money": 14}}
    )
    error = refused(
        state,
        "rail bolton-bury coal to bury from bury.left and bury-rochdale coal to bury from "
        "bury.left with bury",
    )

    assert (error.code, error.part, error.missing) == (Code.OVERSPENT, "second", "£1")
    assert not any(" and " in move for move in legal(state, "rail"))


def test_two_rails_buy_two_cubes_at_rising_prices() -> None:
    """The second cube costs what the track asks after the first."""
    state = position(era="rail", hands={0: "bury"}, tiles="0 port2 liverpool.top-left", coal=7)
    after = play(
        state,
        "rail liverpool-wigan coal to liverpool from market and liverpool-southport coal to "
        "liverpool from market with bury",
    )

    assert player(after).money == 30 - 15 - 1 - 2
    assert after.board.coal == 5
