"""Moves of Alchemicus made by a person; see `Drafts` for what each method promises."""

from typing import Final

from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import KINDS
from bessemer.games.alchemicus.choices import default_move
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.notation import parse_move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import View
from bessemer.terminal.alchemicus import own_hand
from bessemer.terminal.alchemicus.move_draft import MoveDraft, begun
from bessemer.terminal.drafts import Draft, NotPossible, Suggestion
from bessemer.terminal.suggestion import bot_suggestion

_HELP: Final = (
    "Several answers may be given at once and cut short: al hor domo domo.",
    "Type a move: build Alembic paying Horten Domo Domo, move 3, pass,",
    "  sell herb from 0 at 1 for cards, spirit to Domo robbing 2.",
)


class AlchemicusDrafts:
    """The answers to all phases."""

    def begin(self, view: View) -> Draft:
        return begun(view)

    def from_move(self, view: View, move: Move) -> Draft:
        seat = _seat_of(view)
        # What is legal follows from the view alone, so any state that looks like it will do.
        state = ALCHEMICUS.resample(view, Chance(b"draft"))
        try:
            ALCHEMICUS.apply(state, seat, move)
        except IllegalMove as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        return MoveDraft(view, (), None, move)

    def parse(self, view: View, text: str) -> Move | None:  # noqa: ARG002 - the same in all phases
        names = {name.casefold(): name for name in KINDS}
        words = [names.get(word.casefold(), word.casefold()) for word in text.split()]
        # A Noctis card is played by its name as a verb, which is no name of a card there.
        if words:
            words[0] = words[0].casefold()
        try:
            return parse_move(" ".join(words))
        except MalformedMove:
            return None

    def default_move(self, view: View) -> Move:
        return default_move(view.board, _seat_of(view), view.hand)

    def suggest(self, view: View, seconds: float) -> Suggestion:
        return bot_suggestion(ALCHEMICUS.name, view, seconds)

    def hand_after(self, view: View, move: Move) -> View:
        return own_hand.moved(view, move)

    def help(self) -> tuple[str, ...]:
        return _HELP


DRAFTS: Final = AlchemicusDrafts()


def _seat_of(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat
