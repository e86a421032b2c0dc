"""What people type for moves of Brass; see `Typing` for what each method promises."""

from typing import Final

from bessemer.engine.choices import Draft
from bessemer.engine.errors import MalformedMove
from bessemer.faces.language import key, tr_key
from bessemer.games.brass.moves import Move, parse_move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import View
from bessemer.table.answers.drafts import Suggestion
from bessemer.table.suggestion import bot_suggestion

_HELP: Final = key(
    "Several answers can be typed at once, cut short as far as they are clear:\n"
    "  build oldham cotton oldham.l, or rail bolton-w none wigan, or loan 30 bury."
)


class BrassTyping:
    """The actions, and the answers to sales and debts."""

    def parse(self, view: View, text: str) -> Move | None:  # noqa: ARG002 - the same in all phases
        try:
            return parse_move(text.lower())
        except MalformedMove:
            return None

    def extend(self, made: Draft[Move], text: str) -> Draft[Move] | None:  # noqa: ARG002
        return None

    def suggest(self, view: View, seconds: float) -> Suggestion:
        return bot_suggestion(BRASS.name, view, seconds)

    def hand_after(self, view: View, move: Move) -> View:
        hand = list(view.hand)
        for name in ("card", "second_card"):
            if (card := getattr(move, name, "")) in hand:
                hand.remove(card)
        return view._replace(hand=tuple(hand))

    def help(self) -> tuple[str, ...]:
        return tuple(tr_key(_HELP).split("\n"))


TYPING: Final = BrassTyping()
