"""What of an answer in the making can be seen on the map."""

from bessemer.games.brass.board.geography import LINK, PLACE, SPACE
from bessemer.terminal.brass.action_draft import ActionDraft
from bessemer.terminal.brass.board_map import Marks
from bessemer.terminal.brass.steps import CARD_STEPS


def marks_of(draft: ActionDraft, cursor: str) -> Marks:
    """The places, spaces and links that can be chosen now, and those that were."""
    if not draft.action:
        return Marks()
    words = draft.chosen_words
    # A town's card matters only to a build, which it allows there.
    chosen = frozenset(
        word
        for step, word in words.items()
        if _is_on_map(word)
        and (step not in CARD_STEPS or (draft.action, step) == ("build", "card"))
    )
    marks = Marks(chosen=chosen, cost=draft.cost_text)
    question = draft.question
    if question is None:
        return marks
    if draft.steps[len(draft.answers)].name in CARD_STEPS:
        is_place = draft.action == "build" and cursor in PLACE
        return marks._replace(cursor=cursor if is_place else "")
    keys = {
        word: (key, word)
        for key, word, _, refused in question.choices
        if _is_on_map(word) and not refused
    }
    return marks._replace(keys=keys, cursor=cursor if cursor in keys else "")


def _is_on_map(word: str) -> bool:
    return word in PLACE or word in SPACE or word in LINK
