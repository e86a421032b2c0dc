"""What of an answer in the making can be seen on the map."""

from bessemer.engine.choices import Answered
from bessemer.faces.brass.questions import cost_text
from bessemer.games.brass.board.geography import PLACE
from bessemer.games.brass.scripts.things import CARD, LINK, SPACE
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.brass.board_map import Marks


def marks_of(draft: AnswerDraft, cursor: str) -> Marks:
    """The places, spaces and links that can be chosen now, and those that were."""
    # A town's card matters only to a build, which it allows there.
    is_build = any(answer == ("build",) for _, answer in draft.trail[:1])
    chosen = frozenset(
        name for answered in draft.trail for name in _on_map(answered, with_card=is_build)
    )
    marks = Marks(chosen=chosen, cost=cost_text(draft.made.view, draft.trail))
    question, choice = draft.question, draft.made.choice
    if question is None or choice is None:
        return marks
    if choice.name == "card":
        is_place = is_build and cursor in PLACE
        return marks._replace(cursor=cursor if is_place else "")
    things = {word.text: word.thing for word in choice.words}
    keys = {
        word: (key, word)
        for key, word, _, refused, *_ in question.choices
        if not refused and (thing := things.get(word)) and thing.kind in (SPACE, LINK)
    }
    return marks._replace(keys=keys, cursor=cursor if cursor in keys else "")


def _on_map(answered: Answered, *, with_card: bool) -> list[str]:
    """What was answered, as far as it is on the map."""
    things = {word.text: word.thing for word in answered.choice.words}
    return [
        word
        for word in answered.answer
        if (thing := things[word])
        and (thing.kind in (SPACE, LINK) or (with_card and thing.kind == CARD and word in PLACE))
    ]
