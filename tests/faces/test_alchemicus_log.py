"""The log of Alchemicus, and what a seat knows of its hand between its decisions."""

from collections import Counter

import pytest

from bessemer.engine.game import Seat
from bessemer.faces.alchemicus.face import FACE
from bessemer.faces.players import Players
from bessemer.games.alchemicus.legal import PHASES
from bessemer.games.alchemicus.moves import Pass
from bessemer.games.alchemicus.notation import parse_move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import Recalled, View
from bessemer.table.games import table_game
from tests.games.alchemicus.positions import BUILD, SPIRIT, answer, cards, position
from tests.terminal.alchemicus.examples import asked_views, seat_of

GAME = table_game("alchemicus")
OWN = Seat(0)
PLAYERS = Players(("Ada", "Bob"), OWN)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("build Domo paying Horten Horten Gloria", "builds Domo, paying 2 Horten, Gloria"),
        ("sell herb from 0 at 1 for cards", "sells herb from Horten 0 at Pergula 1 for cards"),
        (
            "mutabilus from 1.0 to 0 paying Domo",
            "Mutabilus: the good on Horten 0 of B Bob goes to Horten 0",
        ),
        ("spirit to Domo robbing 1", "moves the Spirit to Domo and steals a card from B Bob"),
        ("move 2", "moves 2 fields towards field 2 acquire"),
        ("transport 0 to 9", "carries a good from Horten 0 to building 9"),
    ],
)
def test_a_move_is_told_with_names(text: str, told: str) -> None:
    """Buildings and fields have theirs; what the table does not show keeps its number."""
    view = ALCHEMICUS.view(position("move", fields=(BUILD, BUILD)), Seat(0))

    assert told in FACE.describe_move(parse_move(text), 0, view, PLAYERS)


def test_a_pass_says_what_is_not_done() -> None:
    """In every phase that allows one; without the table it is just a pass."""
    passes = {
        FACE.describe_move(Pass(), seat_of(view), view, PLAYERS)
        for view in asked_views(seed=60, every=2)
        if Pass in PHASES[view.board.phase].moves
    }

    assert "passes" not in passes
    assert {"builds no more", "sells no more goods", "plays no Gloria"} <= passes
    assert "passes" == FACE.describe_move(Pass(), 0, None, PLAYERS)


def test_every_move_can_be_told_without_the_table() -> None:
    """As after a lost connection."""
    for view in asked_views(seed=80, every=6):
        assert view.seat is not None
        assert FACE.describe_move(GAME.drafts.default_move(view), view.seat, None, PLAYERS)


def test_what_the_table_does_is_told_once() -> None:
    """Fame, the last round, and nothing twice."""
    state = position("gifts", hands={0: "Horten*5"}, fame=(19, 0))
    text = "gift Horten Horten Horten Horten Horten"
    before = GAME.typing.hand_after(ALCHEMICUS.view(state, Seat(0)), parse_move(text))
    after = ALCHEMICUS.view(answer(state, 0, text), Seat(0))

    assert [
        "A Ada (you) has 20 Fame now",
        "The goal is reached: this is the last round",
    ] == FACE.describe_changes(before, after, PLAYERS)
    assert [] == FACE.describe_changes(after, after, PLAYERS)


def hidden(view: View) -> View:
    """What a seat is shown between its decisions: the open table alone."""
    return view._replace(hand=(), recalled=Recalled())


def test_what_a_move_costs_leaves_the_known_hand() -> None:
    """Payments, played cards and fees; a card of the bank comes in."""
    hand = "Horten*2 Domo*2 Gloria*2 Golem Pactum"
    state = position("move", hands={0: hand}, bank="Labrium", noctis="on", fields=(SPIRIT, BUILD))
    view = ALCHEMICUS.view(state, Seat(0))
    for text, left in (
        ("take Labrium for Horten", "Horten Domo*2 Gloria*2 Golem Pactum Labrium"),
        ("golem on 0 paying Horten Domo", "Horten Domo Gloria*2 Pactum"),
        ("build Domo paying Horten Horten Gloria", "Domo Gloria Golem Pactum"),
        ("move 5 paying Horten Domo", "Horten Domo Golem Pactum"),
        ("spirit to Horten", ""),
        ("spirit to Alembic", hand),
        ("pass", hand),
    ):
        known = GAME.typing.hand_after(view, parse_move(text)).hand
        assert Counter(cards(left)) == Counter(known), text


def test_who_is_robbed_learns_of_what() -> None:
    """And who draws, what it was."""
    view = ALCHEMICUS.view(position("build", hands={0: "Horten*2 Domo"}), Seat(0))
    robbed = view._replace(hand=cards("Horten*2 Labrium"))

    assert ["You get Labrium", "You lose 1 card: Domo"] == FACE.describe_changes(
        view, robbed, PLAYERS
    )
    assert [] == FACE.describe_changes(hidden(view), view, PLAYERS)


def test_help_fits_its_page() -> None:
    """No line is broken in the narrow window."""
    assert max(map(len, FACE.help())) <= 74
