"""The pictures of Brass: nothing is wider than its room, and everything on the table is in them."""

from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from bessemer.faces.brass.names import card_name, place_name, tile_mark
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.geography import LINKS, PLACES, SPOTS, bits
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, View
from bessemer.table.games import table_game
from bessemer.terminal.brass.board_map import Marks, draw_map
from bessemer.terminal.brass.drawing import DRAWING
from bessemer.terminal.brass.map_plan import CELL, LINK_PATHS, PLACE_POINTS, WIDTH, cells_of
from bessemer.terminal.drawing import Lines
from tests.terminal.brass.examples import NAMES, players_of, states, view_in
from tests.terminal.snapshots import assert_same

begin = table_game("brass").drafts.begin


def tables() -> Iterator[View]:
    """A spectator's and every asked seat's views of matches of every size."""
    for seats in (2, 3, 4):
        for state in islice(states(seats, seed=11), 0, None, 15):
            yield BRASS.view(state, None)
            for seat in state.board.waiting:
                yield BRASS.view(state, seat)


def pictures(view: View, width: int) -> Iterator[Lines]:
    """Everything that is drawn of a view, and of an answer to it after every step."""
    seats = players_of(view)
    yield DRAWING.table(view, seats, width)
    yield DRAWING.players(view, seats, width, ("1:02:03",) * len(view.board.players))
    yield DRAWING.holdings(view, seats, width)
    if view.seat in view.board.waiting:
        draft = begin(view)
        while (question := draft.question) is not None:
            words = [choice.word for choice in question.choices if not choice.why_not]
            yield DRAWING.table(view, seats, width, draft, words[-1])
            draft = draft.chosen(words[0])
        yield DRAWING.table(view, seats, width, draft)


def text_of(lines: Lines) -> str:
    """A picture without its colours."""
    return "".join(f"{drawn.plain.rstrip()}\n" for drawn in lines)


@pytest.mark.parametrize("width", [60, 79, 99])
def test_no_line_is_wider_than_its_room(width: int) -> None:
    """In both eras, for players and spectators, with any answer in the making."""
    for view in tables():
        for lines in pictures(view, width):
            for drawn in lines:
                assert drawn.cell_len <= width, drawn.plain
                assert "\n" not in drawn.plain


def test_every_place_and_link_has_its_room_on_the_plan() -> None:
    """No two paths share a sign, and none runs through a name or a space; all fit the width."""
    assert set(PLACE_POINTS) == {place.id for place in PLACES}
    assert set(LINK_PATHS) == {link.id for link in LINKS}
    signs: dict[str, set[tuple[int, int]]] = {}
    for link, path in LINK_PATHS.items():
        signs[link] = set(cells_of(path))
    for place in PLACES:
        column, line = PLACE_POINTS[place.id]
        signs[place.id] = {(column + sign, line) for sign in range(len(place_name(place.id)))}
        for number in range(len(place.spaces)):
            start = column + CELL * number
            signs[place.id] |= {(start + sign, line + 1) for sign in range(CELL - 1)}
    for one, other in combinations(signs, 2):
        assert not signs[one] & signs[other], (one, other)
    assert all(0 <= column < WIDTH for there in signs.values() for column, _ in there)


def test_every_path_ends_beside_both_its_places() -> None:
    """At most one sign away from the name or a space, so that nobody wonders where it leads."""
    for link in LINKS:
        path = cells_of(LINK_PATHS[link.id])
        for end in link.ends:
            column, line = PLACE_POINTS[PLACES[end].id]
            wide = max(len(place_name(PLACES[end].id)), CELL * len(PLACES[end].spaces))
            low = line + bool(PLACES[end].spaces)
            near = [
                (x, y)
                for x, y in (path[0], path[-1])
                if column - 2 <= x <= column + wide + 1 and line - 1 <= y <= low + 1
            ]
            assert near, (link.id, PLACES[end].id)


@pytest.mark.parametrize("width", [79, 99])
def test_every_tile_link_and_place_is_seen(width: int) -> None:
    """Without colours too: owners are letters, and thick lines are built."""
    for view in tables():
        board, seats = view.board, players_of(view)
        lines = DRAWING.table(view, seats, width)
        # Above the map of a narrow picture stand the hand and the tiles.
        plain = [
            drawn.plain for drawn in lines[len(lines) - len(draw_map(board, seats, Marks())) :]
        ]
        for number, place in enumerate(PLACES):
            is_there = bool(SETTINGS[len(board.players)].spots & SPOTS[number])
            column, line = PLACE_POINTS[place.id]
            shown = line < len(plain) and plain[line][column:].startswith(place_name(place.id))
            assert is_there == shown
            for position, space in enumerate(place.spaces):
                if tile := board.land.tiles[space]:
                    mark = tile_mark(tile, seats.letter(tile.owner)).rstrip()
                    assert plain[line + 1][column + CELL * position :].startswith(mark)
        for seat, player in enumerate(board.players):
            for link in bits(player.links):
                signs = {plain[y][x] for x, y in cells_of(LINK_PATHS[LINKS[link].id])}
                assert seats.letter(seat) in signs
                assert signs <= {*"━┃┏┓┗┛", seats.letter(seat)}


def test_the_markets_and_the_own_hand_are_seen() -> None:
    """With the price of the next cube; a spectator has no hand."""
    for view in tables():
        for width in (79, 99):
            text = text_of(DRAWING.table(view, players_of(view), width))
            text += text_of(DRAWING.own(view, width))
            setting = SETTINGS[len(view.board.players)]
            assert (
                f"{'■' * view.board.coal}{'□' * (len(setting.refills) - view.board.coal)} £" in text
            )
            assert "distant market" in text
            assert ("hand" in text) == (view.seat is not None)
            assert all(card_name(card) in text for card in view.hand)


def test_everybodys_figures_are_seen() -> None:
    """Order, money, what was spent, points, cards, markers and tiles left."""
    for view in tables():
        board = view.board
        lines = DRAWING.players(view, players_of(view), 79)
        for seat, player in enumerate(board.players):
            text = lines[1 + seat].plain
            assert NAMES[seat][:6] in text
            assert ("1st", "2nd", "3rd", "4th")[board.order.index(seat)] in text
            figures = text.split()
            assert figures[-5:] == [
                f"{letter}{left}" for letter, left in zip("CKIPS", player.stacks, strict=True)
            ]
            assert [str(player.points), str(board.cards[seat]), str(player.markers)] == figures[
                -8:-5
            ]
            assert figures[-10] == str(player.spent)


def test_whose_turn_it_is_has_a_mark_that_is_no_colour() -> None:
    """An arrow before the name."""
    view = view_in(Phase.ACTION, 5)
    lines = DRAWING.players(view, players_of(view), 80)

    marked = [seat for seat, drawn in enumerate(lines[1:]) if drawn.plain.startswith(">")]
    assert list(view.board.waiting) == marked


def test_what_can_be_chosen_on_the_map_has_its_key_there_and_can_be_clicked() -> None:
    """Every link of the question; the line of the one under the cursor is pointed at."""
    view = view_in(Phase.ACTION, 20, seats=4, seed=2)
    draft = begin(view).chosen("rail" if view.board.era == "rail" else "canal")
    assert draft.question is not None
    cursor = draft.question.choices[0].word
    lines = DRAWING.table(view, players_of(view), 99, draft, cursor)
    clicked = {
        span.style.meta["choose"]
        for drawn in lines
        for span in drawn.spans
        if hasattr(span.style, "meta")
    }

    assert {choice.word for choice in draft.question.choices} == clicked
    assert 1 == sum(drawn.plain.startswith(" >") for drawn in lines)


def test_the_tiles_page_has_every_tile_and_the_cards_played() -> None:
    """Nothing that lies open is left out."""
    for view in islice(tables(), 0, None, 5):
        text = text_of(DRAWING.holdings(view, players_of(view), 90))
        assert text.count("cotton:") == len(view.board.players)
        assert all(card_name(card) in text for card in view.board.discards)


@pytest.mark.parametrize(
    ("width", "view"),
    [
        pytest.param(79, view_in(Phase.ACTION, 53, seats=4, seed=73), id="canal"),
        pytest.param(99, view_in(Phase.ACTION, 111, seats=3, seed=47), id="rail"),
    ],
)
def test_the_picture_looks_as_it_did(width: int, view: View) -> None:
    """Much is built there; held against a file that was looked at."""
    drawn = [
        *DRAWING.table(view, players_of(view), width),
        *DRAWING.players(view, players_of(view), width),
    ]

    assert_same(f"brass-{view.board.era}-{width}", text_of(drawn))


def test_the_set_up_for_two_has_no_south() -> None:
    """What is not part of the match is not drawn."""
    view = view_in(Phase.ACTION, seats=2)
    text = text_of(DRAWING.table(view, players_of(view), 79))

    assert "Macclesfield" not in text
    assert "Liverpool" in text
    assert FIGURES.tables[0].seats == 2
