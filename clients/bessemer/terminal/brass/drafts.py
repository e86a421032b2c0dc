"""Moves of Brass made by a person; see `Drafts` for what each method promises."""

from typing import Final

from bessemer.engine.chance import Chance
from bessemer.engine.errors import GameError, IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass import choices
from bessemer.games.brass.moves import Move, parse_move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import View
from bessemer.terminal.brass.action_draft import begin, made_of
from bessemer.terminal.drafts import Draft, NotPossible, Suggestion
from bessemer.terminal.suggestion import bot_suggestion

_HELP: Final = (
    "Several answers can be typed at once, cut short as far as they are clear:",
    "  build oldham cotton left, or rail wigan bolton-w none, or loan bury 30.",
)


class BrassDrafts:
    """The actions, and the answers to sales and debts."""

    def begin(self, view: View) -> Draft:
        return begin(view)

    def from_move(self, view: View, move: Move) -> Draft:
        # What nobody sees does not bear on what is legal.
        state = BRASS.resample(view, Chance(b"terminal"))
        try:
            BRASS.apply(state, _seat_of(view), move)
        except IllegalMove as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        return made_of(view, move)

    def parse(self, view: View, text: str) -> Move | None:  # noqa: ARG002 - the same in all phases
        try:
            return parse_move(text.lower())
        except GameError:
            return None

    def default_move(self, view: View) -> Move:
        return choices.default_move(view.board, _seat_of(view), view.hand)

    def suggest(self, view: View, seconds: float) -> Suggestion:
        return bot_suggestion(BRASS.name, view, seconds)

    def hand_after(self, view: View, move: Move) -> View:
        hand = list(view.hand)
        for name in ("card", "second_card"):
            if (card := getattr(move, name, "")) in hand:
                hand.remove(card)
        return view._replace(hand=tuple(hand))

    def help(self) -> tuple[str, ...]:
        return _HELP


DRAFTS: Final = BrassDrafts()


def _seat_of(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat
