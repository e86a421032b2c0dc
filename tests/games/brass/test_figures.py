"""The figures of the game, and that figures which do not add up are refused."""

import pytest

from bessemer.engine.resources import shipped_text
from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES, read_figures
from bessemer.games.brass.board.geography import OUTSIDE, PLACE, SPOTS, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.tables import SETTINGS, Era

TEXT = shipped_text("brass", "board.toml")

# Level, cost, income, points, coal, iron, cubes, eras, count.
TILES = {
    "cotton": "1 12 5 3 0 0 0 C 3, 2 14 4 5 1 0 0 CR 3, 3 16 3 9 1 1 0 CR 3, 4 18 2 12 1 1 0 CR 3",
    "coal": "1 5 4 1 0 0 2 C 1, 2 7 7 2 0 0 3 CR 2, 3 8 6 3 0 1 4 CR 2, 4 10 5 4 0 1 5 CR 2",
    "iron": "1 5 3 3 1 0 4 C 1, 2 7 3 5 1 0 4 CR 1, 3 9 2 7 1 0 5 CR 1, 4 12 1 9 1 0 6 CR 1",
    "port": "1 6 3 2 0 0 0 C 2, 2 7 3 4 0 0 0 CR 2, 3 8 4 6 0 0 0 CR 2, 4 9 4 9 0 0 0 CR 2",
    "shipyard": "0 0 0 0 0 0 0  2, 1 16 2 10 1 1 0 C 2, 2 25 1 18 1 1 0 R 2",
}


@pytest.mark.parametrize("industry", INDUSTRIES)
def test_every_tile_has_the_printed_figures(industry: str) -> None:
    """Level by level, from the top of the stack down."""
    stack = FIGURES.stacks[INDUSTRIES.index(industry)]
    rows = []
    for kind in dict.fromkeys(stack):
        eras = "C" * kind.in_canal_era + "R" * kind.in_rail_era
        figures = " ".join(map(str, kind[1:8]))
        rows.append(f"{figures} {eras} {stack.count(kind)}")

    assert TILES[industry] == ", ".join(rows)
    assert sorted(kind.level for kind in stack) == [kind.level for kind in stack]


def test_there_are_66_cards_43_spaces_36_links_and_37_tiles() -> None:
    """As printed, and the map has 19 towns, 3 outside places and 3 junctions."""
    kinds = [place.kind for place in FIGURES.places]

    assert len(SETTINGS[3].cards) == len(SETTINGS[4].cards) == 66
    assert len(SETTINGS[2].cards) == 40
    assert (len(FIGURES.spaces), len(FIGURES.links)) == (43, 36)
    assert sum(map(len, FIGURES.stacks)) == 37
    assert [19, 3, 3] == [kinds.count(kind) for kind in ("town", "outside", "junction")]


def test_links_by_era() -> None:
    """23 canals and 35 rails; with two players 14 and 24, Lancaster-Scotland being both."""
    counts = {
        seats: [setting.eras[era].links.bit_count() for era in Era]
        for seats, setting in SETTINGS.items()
    }

    assert counts == {2: [14, 24], 3: [23, 35], 4: [23, 35]}


def test_two_players_play_without_eight_places() -> None:
    """17 places are left, two of them outside, and no card for the others."""
    here = [place.id for place in FIGURES.places if SPOTS[PLACE[place.id]] & SETTINGS[2].spots]

    assert len(here) == 17
    assert {"oldham", "rochdale", "birkenhead"}.isdisjoint(here)
    assert {"oldham", "stockport", "ellesmere_port"}.isdisjoint(SETTINGS[2].cards)
    assert SETTINGS[2].outside.bit_count() == 2
    assert OUTSIDE.bit_count() == 3


def test_every_place_has_spots_of_its_own() -> None:
    """No two places share one, and there are 43 spaces and 6 places without."""
    assert list(range(49)) == sorted(spot for spots in SPOTS for spot in bits(spots))


def test_income_track() -> None:
    """Single spaces up to 0, pairs to £10, threes to £20, fours to £29, and three of £30."""
    widths = [INCOME.count(pounds) for pounds in range(-10, 31)]

    assert widths == [1] * 11 + [2] * 10 + [3] * 10 + [4] * 9 + [3]
    assert list(INCOME) == sorted(INCOME)
    assert [INCOME[space] for space in (0, 10, 99)] == [-10, 0, 30]


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("oldham = 2", "oldham = 3", "cards: 66 expected, 67 found"),
        ('    "liverpool-wigan",\n', "", "links: 36 expected, 35 found"),
        ('"liverpool-wigan"', '"liverpool-leeds"', "liverpool-leeds ends at a place"),
        ('"liverpool-wigan"', '"preston-wigan"', "different links: 36"),
        ('{ only = "shipyard" }', "{}", "spaces at birkenhead, a town"),
        ('left = "shipyard", right = "iron"', 'left = "shipyard"', "spaces: 43 expected, 42"),
        ("count = 3, level = 4, cost = 18", "count = 2, level = 4, cost = 18", "tiles of a player"),
        ("parts = { canal = 4", "parts = { canal = 3", "pieces of the canal map with 2 players"),
        ("{ canal = 9, rail = 6 }", "{ canal = 8, rail = 6 }", "canal era with 3 players"),
        ("manchester = 1, wigan = 1", "manchester = 2, wigan = 1", "cards with 2 players: 40"),
        ("[1, 2, 2, 2, 2, 3, 3, 4]", "[1, 2, 3]", "close the market with 2 players"),
        ("[30, 3]", "[30, 4]", "spaces of the income track: 100"),
        ('id = "bury"', 'id = "bolton"', "different places"),
        ("bury = 1\n", "leeds = 1\n", "kinds of card"),
    ],
)
def test_figures_that_do_not_add_up_are_named(right: str, wrong: str, named: str) -> None:
    """A changed file is refused when it is loaded, with a word on what is wrong."""
    assert right in TEXT
    with pytest.raises(ValueError, match=named):
        read_figures(TEXT.replace(right, wrong, 1))
