"""An answer in the making: the words chosen so far, and what they lead to."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import View
from bessemer.terminal.alchemicus import field_steps, noctis_steps, turn_steps
from bessemer.terminal.alchemicus.steps import Script, possible
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, NotPossible

_SCRIPTS: Final[Mapping[Phase, Callable[[View, Seat], Script]]] = {
    Phase.DRAW: turn_steps.draw,
    Phase.NOCTIS: noctis_steps.noctis,
    Phase.DEFENCE: noctis_steps.defence,
    Phase.MOVE: turn_steps.move,
    Phase.REWARD: turn_steps.reward,
    Phase.CLEARING: turn_steps.clearing,
    Phase.BUILD: field_steps.build,
    Phase.SPIRIT: turn_steps.spirit,
    Phase.ACQUIRE: field_steps.acquire,
    Phase.TRANSPORT: field_steps.transport,
    Phase.TRANSMUTE: field_steps.transmute,
    Phase.SALE: field_steps.sale,
    Phase.BUY_BACK: field_steps.buy_back,
    Phase.GIFTS: turn_steps.gifts,
    Phase.GLORIA: turn_steps.gloria,
    Phase.HAND_LIMIT: turn_steps.hand_limit,
}


class MoveDraft(NamedTuple):
    """The answer to one decision; it has a question or is a move."""

    view: View
    words: tuple[str, ...]
    question: DraftQuestion | None
    move: Move | None

    def chosen(self, word: str) -> "MoveDraft":
        """See `Draft.chosen`; several answers may be given at once, with spaces between them."""
        draft = self
        for one in word.split() or [word]:
            draft = draft._after(one)
        return draft

    def _after(self, word: str) -> "MoveDraft":
        if self.question is None:
            raise NotPossible("the answer is complete: send it, or take a step back")
        choice = _found(self.question, word)
        if choice.why_not:
            raise NotPossible(choice.why_not, possible(self.question))
        return begun(self.view, (*self.words, choice.word))


def _found(question: DraftQuestion, word: str) -> DraftChoice:
    """The choice whose word it is, or the only one whose word begins so."""
    wanted = word.casefold()
    named = [choice for choice in question.choices if choice.word.casefold() == wanted]
    alike = [choice for choice in question.choices if choice.word.casefold().startswith(wanted)]
    for found in (named, alike):
        if len(found) == 1 and wanted:
            return found[0]
    raise NotPossible(f"{word!r} is none of the answers", possible(question))


def begun(view: View, words: tuple[str, ...] = ()) -> MoveDraft:
    """The draft after these answers, each of which was possible."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    script = _SCRIPTS[view.board.phase](view, view.seat)
    try:
        question = next(script)
        for word in words:
            question = script.send(word)
    except StopIteration as done:
        return MoveDraft(view, words, None, done.value)
    return MoveDraft(view, words, question, None)
