"""What people type for moves of Alchemicus; see `Typing` for what each method promises."""

from typing import Final

from bessemer.engine.choices import Draft
from bessemer.engine.errors import MalformedMove
from bessemer.faces.language import key, tr_key
from bessemer.games.alchemicus.cards.kinds import KINDS
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.notation import parse_move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import View
from bessemer.table.alchemicus import own_hand
from bessemer.table.answers.drafts import Suggestion
from bessemer.table.suggestion import bot_suggestion

_HELP: Final = key(
    "Several answers may be given at once and cut short: al hor domo domo.\n"
    "Type a move: build Alembic paying Horten Domo Domo, move 3, pass,\n"
    "  sell herb from 0 at 1 for cards, spirit to Domo robbing 2."
)


class AlchemicusTyping:
    """The canonical texts, in capitals or not."""

    def parse(self, view: View, text: str) -> Move | None:  # noqa: ARG002 - the same in all phases
        names = {name.casefold(): name for name in KINDS}
        words = [names.get(word.casefold(), word.casefold()) for word in text.split()]
        # A Noctis card is played by its name as a verb, which is no name of a card there; nor is it
        # in `give golem 3`, the Golem under building 3.
        verbs = 2 if words[:1] == ["give"] and words[2:] and words[2].isdigit() else 1
        words[:verbs] = [word.casefold() for word in words[:verbs]]
        try:
            return parse_move(" ".join(words))
        except MalformedMove:
            return None

    def extend(self, made: Draft[Move], text: str) -> None:
        """There are no phrases but the answers themselves."""

    def suggest(self, view: View, seconds: float) -> Suggestion:
        return bot_suggestion(ALCHEMICUS.name, view, seconds)

    def hand_after(self, view: View, move: Move) -> View:
        return own_hand.moved(view, move)

    def help(self) -> tuple[str, ...]:
        return tuple(tr_key(_HELP).split("\n"))


TYPING: Final = AlchemicusTyping()
