"""The pictures of Furnace: nothing is wider than its room, and everything on the table is in them."""

from collections.abc import Iterator
from itertools import islice

import pytest

from bessemer.faces.furnace.face import FACE
from bessemer.faces.players import Players
from bessemer.games.furnace.phases.compensation import winner
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, View
from bessemer.table.games import table_game
from bessemer.terminal.drawing import Lines
from bessemer.terminal.furnace.drawing import DRAWING
from tests.terminal.examples import NAMES, players_of, states, view_in


def tables() -> Iterator[View]:
    """A spectator's and every asked seat's views of matches of every kind."""
    for seats, options in ((2, {}), (3, {"chain": "on"}), (4, {})):
        for state in islice(states(seats, options, seed=11), 0, None, 3):
            yield FURNACE.view(state, None)
            for seat in state.board.waiting:
                yield FURNACE.view(state, seat)


def pictures(view: View, width: int) -> Iterator[Lines]:
    """Everything that is drawn of a view."""
    seats = players_of(view)
    yield DRAWING.table(view, seats, width)
    yield DRAWING.players(view, seats, width, ("1:02:03",) * len(view.board.players))
    yield DRAWING.holdings(view, seats, width)
    if view.seat in view.board.waiting:
        draft = table_game("furnace").drafts.begin(view)
        question = draft.question
        cursor = question.choices[-1].word if question else ""
        yield DRAWING.table(view, seats, width, draft, cursor)


@pytest.mark.parametrize("width", [60, 80, 100, 132])
def test_no_line_is_wider_than_its_room(width: int) -> None:
    """In every phase, for players and spectators."""
    for view in tables():
        for lines in pictures(view, width):
            for drawn in lines:
                assert drawn.cell_len <= width, drawn.plain
                assert "\n" not in drawn.plain


@pytest.mark.parametrize("width", [80, 100])
def test_every_disc_is_seen_and_the_leader_stands_in_brackets(width: int) -> None:
    """A disc is its owner's letter and its value; the Agent is X."""
    for view in tables():
        board = view.board
        lines = DRAWING.table(view, players_of(view), width)
        if not board.row.cards:
            continue
        for drawn, card, stack in zip(lines[1:], board.row.cards, board.row.stacks, strict=True):
            assert card in drawn.plain
            for disc in stack:
                letter = "X" if len(board.players) == 2 and disc.seat == 2 else "ABCD"[disc.seat]
                assert f"{letter}{disc.value}" in drawn.plain
            if stack:
                best = winner(stack)
                assert f"{best.value}]" in drawn.plain
            assert drawn.plain.count("[") == bool(stack)


def test_everybodys_stores_and_cards_are_seen() -> None:
    """In the wide window all cards fit; in the narrow one it is said how many do not."""
    for view in tables():
        for width in (80, 132):
            lines = DRAWING.players(view, players_of(view), width)
            for seat, player in enumerate(view.board.players):
                text = lines[1 + seat].plain
                assert NAMES[seat][:8] in text
                stores = text[text.index(NAMES[seat][:8]) + 8 :].split()
                assert str(player.stock.money) in stores
                shown = sum(card in text for card in player.companies)
                assert shown == len(player.companies) or "more" in text


def test_the_cards_page_has_every_card_with_its_effects() -> None:
    """Nothing is left out, and an upgraded card is marked."""
    for view in islice(tables(), 0, None, 7):
        text = "\n".join(drawn.plain for drawn in DRAWING.holdings(view, players_of(view), 90))
        for player in view.board.players:
            for card in player.companies:
                assert (f"{card}+" in text) == (card in player.upgraded)
        for card in view.board.gone:
            assert card in text


def test_whose_turn_it_is_has_a_mark_that_is_no_colour() -> None:
    """An arrow before the name."""
    view = view_in(Phase.BID)
    lines = DRAWING.players(view, players_of(view), 80)

    marked = [seat for seat, drawn in enumerate(lines[1:]) if drawn.plain.startswith(">")]
    assert list(view.board.waiting) == marked


def test_a_click_on_a_card_of_the_row_chooses_it() -> None:
    """Its line says which card it is."""
    view = view_in(Phase.BID)
    lines = DRAWING.table(view, Players(NAMES[:3], 0), 80, table_game("furnace").drafts.begin(view))

    chosen = [
        {span.style.meta["choose"] for span in drawn.spans if hasattr(span.style, "meta")}
        for drawn in lines[1:]
    ]
    assert [{card} for card in view.board.row.cards] == chosen


def test_sentences_tell_the_same_table() -> None:
    """For whoever hears it: every card, disc and store, without columns."""
    for view in islice(tables(), 0, None, 5):
        text = "\n".join(FACE.describe_table(view, players_of(view)))
        for card, stack in zip(view.board.row.cards, view.board.row.stacks, strict=True):
            assert card in text
            assert text.count(" leads") == sum(map(bool, view.board.row.stacks))
            for disc in stack:
                assert f"{disc.value}" in text
        for player in view.board.players:
            for card in player.companies:
                assert card in text
