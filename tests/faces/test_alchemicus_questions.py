"""What people are asked on the way to a move of Alchemicus."""

from bessemer.engine import drafts
from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.faces.alchemicus.questions import QUESTIONS
from bessemer.faces.questions import Asking


def test_the_open_cards_have_the_order_of_the_board() -> None:
    """So the keys beside them run from left to right; before them the deck, after them the other deck."""
    game = GAMES["alchemicus"]
    state = game.setup(game.options({"bank": "on", "noctis": "on"}), 2, Chance(b"a bank"))
    view = game.view(state, game.decisions(state)[0].seat)
    choice = drafts.begin(game, view).choice
    assert choice is not None
    asking = Asking(view, choice, (), ())
    words = QUESTIONS.arrange(asking, [word.text for word in choice.words])
    bank = [kind.name.title() for kind in view.board.bank]

    assert words == ["base", *dict.fromkeys(bank), "noctis"]
    assert bank != sorted(bank)
