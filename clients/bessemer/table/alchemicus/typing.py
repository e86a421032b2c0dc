"""Typed moves of Alchemicus; see `Typing` for what each method promises."""

from typing import Final

from bessemer.faces.language import key
from bessemer.games.alchemicus.cards.kinds import KINDS
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.state import View
from bessemer.table.alchemicus import own_hand
from bessemer.table.typing import Typing


class AlchemicusTyping(Typing):
    """The canonical texts, in capitals or not."""

    help_texts = (
        key(
            "Several answers may be given at once and cut short: al hor domo domo.\n"
            "Type a move: build Alembic paying Horten Domo Domo, move 3, pass,\n"
            "  sell herb from 0 at 1 for cards, spirit to Domo robbing 2."
        ),
    )

    def parse(self, view: View, text: str) -> Move | None:
        names = {name.casefold(): name for name in KINDS}
        words = [names.get(word.casefold(), word.casefold()) for word in text.split()]
        # A Noctis card is played by its name as a verb, which is no name of a card there; nor is it
        # in `give golem 3`, the Golem under building 3.
        verbs = 2 if words[:1] == ["give"] and words[2:] and words[2].isdigit() else 1
        words[:verbs] = [word.casefold() for word in words[:verbs]]
        move: Move | None = super().parse(view, " ".join(words))
        return move

    def hand_after(self, view: View, move: Move) -> View:
        return own_hand.moved(view, move)


TYPING: Final = AlchemicusTyping("alchemicus")
