"""Overbuilding: higher levels on one's own tiles, and on others' mines and works in need."""

import pytest

from bessemer.games.brass.refusals import Code
from tests.games.brass.positions import legal, play, player, position, refused, tile, tiles_of


def test_own_tile_is_replaced_by_a_higher_level() -> None:
    """The old one leaves the game with its cubes, unflipped or not; nobody's income falls."""
    for side in ("", "!"):
        state = position(
            hands={0: "wigan"},
            tiles=f"0 coal1{side} wigan.left",
            stacks="0 coal2",
            owns={0: {"income": 20}},
            coal=4,
        )
        after = play(state, "build coal at wigan.left with wigan")
        assert tile(after, "wigan.left") == "0 coal2/3"
        assert after.board.coal == 4
        assert player(after).income == 20
        assert player(after).money == 23
        assert tiles_of(after, 0) == ["wigan.left"]


def test_own_tile_is_not_replaced_by_the_same_level_or_another_industry() -> None:
    """Higher is higher, and a mine does not become a mill."""
    state = position(
        hands={0: "bury wigan"}, tiles="0 coal2 wigan.left, 0 coal1 bury.left", stacks="0 coal2"
    )

    assert refused(state, "build coal at wigan.left with wigan").code == Code.LEVEL_TOO_LOW
    assert refused(state, "build cotton at bury.left with bury").code == Code.SPACE_TAKEN


def test_other_players_mill_or_port_is_never_replaced() -> None:
    """However high the level."""
    state = position(
        hands={0: "bury liverpool"},
        tiles="1 cotton1 bury.left, 1 port1! liverpool.top-left",
        stacks="0 cotton4 port4",
        coal=0,
        iron=0,
    )

    for text in ("cotton at bury.left with bury", "port at liverpool.top-left with liverpool"):
        assert refused(state, f"build {text}").code == Code.SPACE_TAKEN


@pytest.mark.parametrize(
    ("tiles", "coal", "code"),
    [
        ("1 coal1! wigan.left", 0, None),
        ("1 coal1! wigan.left", 1, Code.CUBES_LEFT),
        ("1 coal1 wigan.left", 0, Code.CUBES_LEFT),
        ("1 coal1! wigan.left, 2 coal1/1 bury.left", 0, Code.CUBES_LEFT),
        ("1 coal2! wigan.left", 0, Code.LEVEL_TOO_LOW),
        ("1 coal1! wigan.left, 0 coal1! wigan.right", 0, Code.ONE_PER_TOWN),
    ],
)
def test_other_players_mine_is_replaced_only_in_need(
    tiles: str, coal: int, code: Code | None
) -> None:
    """No coal on any tile, none on the track, a higher level, and no other tile of one's own."""
    state = position(hands={0: "wigan"}, tiles=tiles, coal=coal, stacks="0 coal2")
    text = "build coal at wigan.left with wigan"
    if code is not None:
        assert refused(state, text).code == code
        return
    after = play(state, text)
    assert tile(after, "wigan.left") == "0 coal2/3"
    assert (tiles_of(after, 0), tiles_of(after, 1)) == (["wigan.left"], [])


@pytest.mark.parametrize(("iron", "code"), [(0, None), (2, Code.CUBES_LEFT)])
def test_other_players_works_are_replaced_only_in_need(iron: int, code: Code | None) -> None:
    """The same for iron; coal on tiles and track makes no difference."""
    state = position(
        hands={0: "bolton"},
        tiles="1 iron1! bolton.bottom, 1 coal2 bolton.top-left",
        iron=iron,
        stacks="0 iron2",
    )
    text = "build iron at bolton.bottom with bolton, coal from bolton.top-left"
    if code is not None:
        assert refused(state, text).code == code
        return
    after = play(state, text)
    assert tile(after, "bolton.bottom") == "0 iron2/0!"
    assert after.board.iron == 4


def test_rail_era_allows_replacing_others_beside_ones_own() -> None:
    """Several tiles of one's own may stand in a town then."""
    state = position(
        era="rail",
        hands={0: "wigan"},
        tiles="1 coal2! wigan.left, 0 coal2! wigan.right",
        coal=0,
        iron=8,
        stacks="0 coal3",
    )
    after = play(state, "build coal at wigan.left with wigan, iron from market")

    assert tiles_of(after, 0) == ["wigan.left", "wigan.right"]


def test_brass_overbuild_reach_of_an_industry_card() -> None:
    """In the Canal era one's own tile is not enough: a canal of one's own must touch the town."""
    tiles = "0 coal1 wigan.left, 0 port1 fleetwood.only"
    text = "build coal at wigan.left with coal"
    state = position(hands={0: "coal"}, tiles=tiles, links="1 preston-wigan", stacks="0 coal2")
    assert refused(state, text).code == Code.OUT_OF_REACH

    state = position(hands={0: "coal"}, tiles=tiles, links="0 preston-wigan", stacks="0 coal2")
    assert tile(play(state, text), "wigan.left") == "0 coal2/3"
    state = position(era="rail", hands={0: "coal"}, tiles="0 coal2 wigan.left", stacks="0 coal3")
    assert legal(state, "build coal at wigan.left with coal")


def test_brass_combined_overbuild_is_allowed() -> None:
    """Two actions in one may replace a tile anywhere, as with that town's card."""
    state = position(hands={0: "bury bolton"}, tiles="0 coal1 wigan.left", stacks="0 coal2")
    after = play(state, "build coal at wigan.left with bolton and bury")

    assert tile(after, "wigan.left") == "0 coal2/3"
