"""Typed moves of Brass; see `Typing` for what each method promises."""

from typing import Final

from bessemer.faces.language import key
from bessemer.games.brass.moves import Move
from bessemer.games.brass.state import View
from bessemer.table.typing import Typing


class BrassTyping(Typing):
    """The actions, and the answers to sales and debts."""

    help_texts = (
        key(
            "Several answers can be typed at once, cut short as far as they are clear:\n"
            "  build oldham cotton oldham.l, or rail bolton-w none wigan, or loan 30 bury."
        ),
    )

    def parse(self, view: View, text: str) -> Move | None:
        move: Move | None = super().parse(view, text.lower())
        return move

    def hand_after(self, view: View, move: Move) -> View:
        hand = list(view.hand)
        for name in ("card", "second_card"):
            if (card := getattr(move, name, "")) in hand:
                hand.remove(card)
        return view._replace(hand=tuple(hand))


TYPING: Final = BrassTyping("brass")
