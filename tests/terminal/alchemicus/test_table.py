"""The pictures of Alchemicus: nothing is wider than its room, and the whole table is in them."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from bessemer.engine.game import Seat
from bessemer.faces.alchemicus.face import FACE
from bessemer.faces.players import LETTERS
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import View
from bessemer.table.games import table_game
from bessemer.terminal.alchemicus.drawing import DRAWING
from bessemer.terminal.drawing import Lines
from tests.games.alchemicus.positions import SALE, SPIRIT, answer, position
from tests.terminal.alchemicus.examples import (
    ALL,
    PLAIN,
    RACE,
    TABLES,
    asked_views,
    first_views,
    players_of,
    states,
    view_in,
)
from tests.terminal.snapshots import assert_same

RING = 58
"""The columns of the circles in a window of 80."""


@cache
def tables() -> tuple[View, ...]:
    """A spectator's and every asked seat's views at tables of every kind."""
    views = list(first_views())
    for number, (seats, options) in enumerate(TABLES):
        for state in islice(states(seats, options, seed=50 + number), 0, None, 16):
            views.append(ALCHEMICUS.view(state, None))
            views += [ALCHEMICUS.view(state, seat) for seat in state.board.waiting]
    return tuple(views)


def text_of(lines: Lines) -> str:
    """A picture without its colours."""
    return "".join(f"{drawn.plain.rstrip()}\n" for drawn in lines)


def pictures(view: View, width: int) -> Iterator[Lines]:
    """Everything that is drawn of a view."""
    seats = players_of(view)
    yield DRAWING.table(view, seats, width)
    yield DRAWING.own(view, width)
    yield DRAWING.players(view, seats, width, ("1:02:03",) * len(view.board.players))
    yield DRAWING.holdings(view, seats, width)
    if view.seat in view.board.waiting:
        draft = table_game("alchemicus").drafts.begin(view)
        assert draft.question is not None
        for choice in (draft.question.choices[0], draft.question.choices[-1]):
            yield DRAWING.table(view, seats, width, draft, choice.word)


@pytest.mark.parametrize("width", [60, 79, 80, 100, 132])
def test_no_line_is_wider_than_its_room(width: int) -> None:
    """In every phase, for players and spectators."""
    for view in tables():
        for lines in pictures(view, width):
            for drawn in lines:
                assert drawn.cell_len <= width, drawn.plain
                assert "\n" not in drawn.plain


def test_the_circles_show_every_field_pawn_and_golem() -> None:
    """Whatever stands on a field stands beside or under its name; the Spirit has brackets."""
    for view in tables():
        board = view.board
        lines = DRAWING.table(view, players_of(view), 80)
        ring = "\n".join(drawn.plain[:RING] for drawn in lines[:10])
        for field in board.table.options.deck.outer:
            assert field.value in ring
        assert f"[{board.spirit}]" in ring
        assert ring.count("+G") == len(board.golems)
        rows = ring.split("\n")
        for seat, player in enumerate(board.players):
            corners = {0: (1, 0), 1: (1, 1), 2: (1, 2), 4: (8, 2), 5: (8, 1), 6: (8, 0)}
            row, column = {**corners, 3: (5, 2), 7: (5, 0)}.get(player.field, (0, 0))
            cell = rows[row].split("│")[column + 1] if row else ""
            assert (LETTERS[seat] in cell) == (player.field >= 0)


def test_a_wide_table_says_what_the_fields_are_for() -> None:
    """Where they lie; in a narrow one there is no room for it."""
    for view in tables():
        narrow, wide = (
            " ".join(text_of(DRAWING.table(view, players_of(view), width)).split())
            for width in (100, 120)
        )
        assert "gains a herb" not in narrow
        for said in ("gains a", "move the", "Pergula,", "put cards"):
            assert said in wide


def test_the_hand_and_all_buildings_are_seen() -> None:
    """The own hand in full, and the cards page has everybody's buildings and goods."""
    for view in asked_views(seed=60, every=7):
        own = text_of(DRAWING.own(view, 80))
        page = text_of(DRAWING.holdings(view, players_of(view), 90))
        for kind in set(view.hand):
            assert str(kind) in own
        for player in view.board.players:
            for building in player.buildings:
                assert str(building.kind) in page
                for lying in building.goods:
                    assert str(lying.good) in page


def test_whose_turn_it_is_has_marks_that_are_no_colour() -> None:
    """An arrow for who must decide, a star for whose turn it is."""
    view = view_in(Phase.DEFENCE, ALL, seats=4)
    lines = [drawn.plain for drawn in DRAWING.players(view, players_of(view), 80)[1:]]

    assert list(view.board.waiting) == [n for n, text in enumerate(lines) if text[0] == ">"]
    assert [view.board.active] == [n for n, text in enumerate(lines) if text[1] == "*"]


def test_a_click_on_a_field_chooses_it() -> None:
    """The fields that can be gone to say how far they are."""
    view = view_in(Phase.MOVE, number=3)
    draft = table_game("alchemicus").drafts.begin(view)
    lines = DRAWING.table(view, players_of(view), 80, draft)
    clicked = {
        span.style.meta["choose"]
        for drawn in lines
        for span in drawn.spans
        if hasattr(span.style, "meta") and "choose" in span.style.meta
    }

    assert draft.question is not None
    assert {choice.word for choice in draft.question.choices} == clicked


def test_sentences_tell_the_same_table() -> None:
    """For whoever hears it: circles, Spirit, piles, buildings, goods, guards, and the own hand."""
    for view in tables():
        board = view.board
        text = "\n".join(FACE.describe_table(view, players_of(view)))
        assert f"The Spirit stands on {board.spirit}" in text
        assert f"{board.pile} card" in text
        goods = [one.goods for player in board.players for one in player.buildings]
        assert text.count(" with ") == sum(map(bool, goods))
        guards = [one.golems for player in board.players for one in player.buildings]
        assert text.count("guarded by a Golem") == guards.count(1)
        assert text.count("guarded by 2 Golems") == guards.count(2)
        assert text.count(" built ") == len(board.players)
        for kind in set(view.hand):
            assert str(kind) in text.split("Your hand")[1]


GOLDEN = {
    "spirit": position(
        "spirit",
        players=3,
        hands={0: "Horten*2 Domo Gloria", 1: "Domo", 2: "Labrium*3"},
        rows={0: "Horten=herb Pergula Alembic=tincture", 1: "Domo Metalle=ore", 2: "Labrium"},
        fields=(SPIRIT, SALE, SALE),
        fame=(7, 3, 0),
        bank="Horten Metalle Taberna Gloria Domo",
    ),
    "race": position(
        "move",
        players=4,
        hands={0: "Gloria*2 Domo*2 Golem", 1: "Domo Golem"},
        rows={0: "Labrium=gold! Donarium", 2: "Fornax=ore~~ Labrium=tincture+metal!"},
        fields=(6, 3, 7, 7),
        infamia=(0, 2, 1, 0),
        golems=(0, 3),
        noctis="on",
        race="on",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.parametrize("width", [80, 100, 104])
def test_pictures_look_as_they_did(name: str, width: int) -> None:
    """Two positions held against files that were looked at."""
    view = ALCHEMICUS.view(GOLDEN[name], Seat(0))
    draft = table_game("alchemicus").drafts.begin(view)
    lines = DRAWING.table(view, players_of(view), width - 1, draft, "Domo")
    lines += DRAWING.own(view, width) + DRAWING.players(view, players_of(view), width)

    assert_same(f"alchemicus-{name}-{width}", text_of(lines))


def test_a_spectator_sees_everybodys_buildings() -> None:
    """And no hand."""
    view = ALCHEMICUS.view(GOLDEN["race"], None)
    text = text_of(DRAWING.table(view, players_of(view), 80))

    assert text.count("built:") == 4
    assert "Labrium:tincture&metal+G" in text
    assert "hand" not in text


def test_rounds_are_counted_to_the_end() -> None:
    """They never go back, and a Race ends in the round in which gold is sold."""
    for options in (PLAIN, RACE):
        chapters = [FACE.round_of(ALCHEMICUS.view(state, None)) for state in states(3, options, 70)]
        assert sorted(chapters) == chapters
    gold = position("sale", rows={0: "Labrium=gold Donarium"}, turns=(6, 6), noctis="on", race="on")
    won = ALCHEMICUS.view(answer(gold, 0, "sell gold from 0 at 1 for cards"), None)

    assert "after 7 rounds" == FACE.heading(won)
