"""
The steps of a plan in another order.

A plan is a series of like choices (which card next?), each with choices about what was taken (how
often?). A person who moves a step wants the others to stay as they are, as far as the rules let them.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bessemer.engine import drafts
from bessemer.engine.choices import Answer, Answered, Choice, Thing
from bessemer.engine.errors import NotOffered
from bessemer.table.answers.drafts import AnswerDraft, Drafts


def series_name(trail: Sequence[Answered]) -> str:
    """The choice that is put again and again in this answer; empty if none is."""
    names = [choice.name for choice, _ in trail if choice.about is None and not choice.is_set]
    return next((name for name in names if names.count(name) > 1), "")


def reordered(drafts: Drafts, draft: AnswerDraft, heads: Sequence[str]) -> AnswerDraft | None:
    """
    The draft whose steps come in the order of `heads`, as far as the rules lead.

    The answers about a step are given again; where one is no longer possible, the nearest one is. `None` if it is no plan.
    """
    # A step that is new here may make a series of what was one step before.
    name = series_name(draft.trail) or (draft.trail[0].choice.name if draft.trail else "")
    if not name:
        return None
    begun = drafts.begin(draft.made.view).made
    return drafts.at(draft.made.view, _led_on(begun, name, heads, draft.trail).path)


def resumed(drafts: Drafts, draft: AnswerDraft, left: AnswerDraft) -> AnswerDraft | None:
    """
    The draft with the answers that came next when `left` was left for a change in the middle.

    Of a plan, once the changed step is done, all steps that came next, as near as may be; elsewhere the
    same answers, as far as they are offered. `None` if there are none now.
    """
    name = series_name(left.trail)
    if not name:
        made = _answered_again(draft.made, left.trail)
    elif draft.made.choice is None or draft.made.choice.name != name:
        return None
    else:
        heads = [answer[0] for choice, answer in left.trail if choice.name == name]
        made = _led_on(draft.made, name, heads, left.trail)
    return drafts.at(draft.made.view, made.path) if made.path != draft.made.path else None


def _answered_again(made: drafts.Draft[Any], trail: Sequence[Answered]) -> drafts.Draft[Any]:
    """As far as what was answered before is offered again."""
    while made.choice is not None:
        place = wanted(trail, made.trail, made.choice)
        if place is None:
            break
        try:
            made = made.take(*trail[place].answer)
        except NotOffered:
            break
    return made


def _led_on(
    made: drafts.Draft[Any], name: str, heads: Sequence[str], trail: Sequence[Answered]
) -> drafts.Draft[Any]:
    """As far as the order of the heads, and what was answered about them, leads."""
    order = iter(heads)
    while (choice := made.choice) is not None:
        if choice.name == name:
            done = {answer[0] for other, answer in made.trail if other.name == name}
            head = next((word for word in order if word not in done), "")
            answers: Iterator[Answer] = iter([(head,)] if head else [])
        else:
            place = wanted(trail, made.trail, choice, of_plan=True)
            answers = _like(choice, None if place is None else trail[place].answer)
        for answer in answers:
            try:
                made = made.take(*answer)
            except NotOffered:
                continue
            break
        else:
            break
    return made


def wanted(
    trail: Sequence[Answered], made: Sequence[Answered], choice: Choice, *, of_plan: bool = False
) -> int | None:
    """
    Where in the trail this choice was answered before; `None` if it was not.

    Of a plan, about the same thing: a bid of 3 may go to another card, a card's own count may not.
    """

    def is_same(other: Choice) -> bool:
        is_about = not of_plan or _id(other.about) == _id(choice.about)
        return other.name == choice.name and is_about

    places = [place for place, (other, _) in enumerate(trail) if is_same(other)]
    put = sum(is_same(other) for other, _ in made)
    return places[put] if put < len(places) else None


def _id(thing: Thing | None) -> str:
    return thing.id if thing else ""


def _like(choice: Choice, given: Answer | None) -> Iterator[Answer]:
    """The answers to try, the nearest first."""
    if choice.is_set:
        offered = {word.text for word in choice.words}
        yield tuple(word for word in given or () if word in offered)[: choice.most]
        return
    if given is not None:
        yield given
    # Numbers stand in their order: as many as may be, and no more than before.
    most = int(given[0]) if given and given[0].isdecimal() else None
    numbers = [int(word.text) for word in choice.words if word.text.isdecimal()]
    fitting = [number for number in numbers if most is None or number <= most]
    if fitting:
        yield (str(max(fitting)),)
