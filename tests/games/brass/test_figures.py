"""The figures of the game are the printed ones, and they add up."""

import re
from pathlib import Path

import pytest

from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES
from bessemer.games.brass.board.geography import OUTSIDE, PLACE, SPOTS, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.network.connections import joined

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


def test_doubtful_figures_are_those_of_the_page() -> None:
    """docs/rulings.md says which figures of tiles are ruled, and they are what is played with."""
    page = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\w+) level ([\d, ]+) \| `(\w+)` \| [^|]+ \| ([\d, ]+) \|", page, flags=re.MULTILINE
    )
    checked = 0
    for industry, levels, figure, values in rows:
        stack = FIGURES.stacks[INDUSTRIES.index(industry)]
        for level, value in zip(levels.split(", "), values.split(", "), strict=True):
            kinds = [kind for kind in stack if kind.level == int(level)]
            found = len(kinds) if figure == "count" else getattr(kinds[0], figure)
            assert found == int(value), (industry, level, figure)
            checked += 1

    assert checked == 6


def test_there_are_43_spaces_36_links_and_37_tiles() -> None:
    """As printed, and the map has 19 towns, 3 outside places and 3 junctions."""
    kinds = [place.kind for place in FIGURES.places]

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

    assert len(INCOME) == 100
    assert widths == [1] * 11 + [2] * 10 + [3] * 10 + [4] * 9 + [3]
    assert list(INCOME) == sorted(INCOME)
    assert [INCOME[space] for space in (0, 10, 99)] == [-10, 0, 30]


@pytest.mark.parametrize(
    ("seats", "cards", "pieces"), [(2, 40, (4, 1)), (3, 66, (6, 1)), (4, 66, (6, 1))]
)
def test_a_match_plays_every_card_that_is_not_set_aside(
    seats: int, cards: int, pieces: tuple[int, int]
) -> None:
    """One action in the first turn, two in all others; and the links leave the map in these pieces."""
    setting = SETTINGS[seats]

    assert len(setting.cards) == cards
    for era, in_first_turn, count in zip(Era, (1, 2), pieces, strict=True):
        table = setting.eras[era]
        played = seats * (in_first_turn + 2 * (setting.rounds - 1))
        assert cards - table.aside == played
        together = joined(table.links)
        here = [place for place, spots in enumerate(SPOTS) if spots & setting.spots]
        assert len({together[place] for place in here}) == count


@pytest.mark.parametrize("seats", SETTINGS)
def test_the_distant_tiles_can_close_the_market(seats: int) -> None:
    """Otherwise the drawn tiles under the stack could come round again."""
    assert sum(SETTINGS[seats].distant) >= len(FIGURES.bonus)


def test_the_map_and_the_cards_agree() -> None:
    """Towns alone have spaces, nothing is there twice, and every town and industry has a card."""
    towns = {place.id for place in FIGURES.places if place.kind == "town"}

    assert towns == {place.id for place in FIGURES.places if place.spaces}
    assert {*towns, *INDUSTRIES} == set(SETTINGS[4].cards)
    assert len({place.id for place in FIGURES.places}) == len(FIGURES.places)
    assert len({frozenset(link.ends) for link in FIGURES.links}) == len(FIGURES.links)
