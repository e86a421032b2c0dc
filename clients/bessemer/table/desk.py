"""
A person's decision at a page, as one JSON object: the event `desk` of docs/seats.md.

All of it is in words; a page draws it, and sends back the words that were chosen.
"""

from typing import Any, Final, NamedTuple, Self

from bessemer.engine import drafts
from bessemer.engine.choices import Answered, Path, Thing, only_answer
from bessemer.faces.clocks import is_shown
from bessemer.faces.hints import hint_of, warning_of
from bessemer.faces.language import tr, trn
from bessemer.faces.totals import totals_of
from bessemer.table.answers.drafts import AnswerDraft, DraftQuestion
from bessemer.table.answers.plan import AnswerPlan
from bessemer.table.answers.reordering import series_name
from bessemer.table.guide import Told
from bessemer.table.model import TableModel
from bessemer.v1 import match_pb2

Desk = dict[str, Any]

CLOCKS: Final = ("clocks", "seconds_left")
"""The parts of a desk that change by themselves, as time runs."""


def desk_of(model: TableModel) -> Desk:
    """The desk as it is now."""
    question, draft = model.question, model.draft
    is_asked, plan = model.is_asked, model.plan if model.is_asked else None
    leading = draft.leads_to(plan.wish) if plan and plan.wish and draft else frozenset[str]()
    return {
        "turn": model.turn,
        "name": question.name if question else "",
        "question": question.text if question else "",
        "choices": [
            {
                "key": choice.key,
                "word": choice.word,
                "label": choice.title or choice.label or choice.word,
                "why_not": model.players.in_names(choice.why_not),
                "thing": thing_text(choice.thing),
                "hint": hint_of(draft, choice.word) if draft is not None else "",
            }
            for choice in (question.choices if question else ())
            if not leading or choice.word in leading
        ],
        "wish": thing_text(plan.wish) if plan else "",
        "starts": sorted(map(thing_text, draft.shortcuts)) if plan and draft else [],
        "default": question.default if question else "",
        "trail": _trail(model, draft) if draft is not None and is_asked else [],
        "earlier": [_stage(model, earlier) for earlier in plan.earlier] if plan else [],
        "later": [_sentence(model, later) for later in plan.later] if plan else [],
        "may_go_on": model.may_go_on,
        "is_series": _is_series(question, draft),
        "path": list(draft.made.path) if draft is not None and is_asked else [],
        "picked": list(draft.picked) if draft is not None and is_asked else [],
        "can_undo": plan is not None and plan.can_undo,
        "ready": _sentence(model, draft) if draft and model.ready_move is not None else "",
        "warning": warning_of(draft) if draft is not None and model.ready_move is not None else "",
        "totals": _totals(model, plan) if plan is not None else [],
        "lesson": _lesson(model.lesson) if model.lesson else None,
        "notice": model.notice._asdict() if model.notice else None,
        "is_sent": model.is_sent,
        "waiting": _waiting(model),
        "seconds_left": _own_seconds(model),
        "clocks": _clocks(model),
        "away": model.away,
        "may_suggest": is_asked and model.may_suggest,
        "result": model.result_lines(),
        "stopped": model.stopped,
        "is_over": model.result is not None,
    }


def _lesson(told: Told) -> Desk:
    """What a learner reads, remark by remark."""
    remarks = [remark._asdict() for remark in told.remarks]
    return {"title": told.title, "remarks": remarks, "is_new": told.is_new}


def _is_series(question: DraftQuestion | None, draft: AnswerDraft | None) -> bool:
    """Whether the question is put again and again: its answers can be put anywhere between the others."""
    if question is None or draft is None or draft.made.choice is None:
        return False
    return (
        draft.made.choice.about is None
        and not draft.made.choice.is_set
        and any(choice.name == question.name for choice, _ in draft.trail)
    )


def thing_text(thing: Thing | None) -> str:
    """A thing of the board as its element carries it; empty for none."""
    return f"{thing.kind}:{thing.id}" if thing else ""


def _sentence(model: TableModel, draft: AnswerDraft) -> str:
    """A whole answer in a sentence; empty while there is a question."""
    own, told = model.players.own, model.told(draft)
    return f"{model.players.name(own)} {told}." if told and own is not None else ""


def _stage(model: TableModel, draft: AnswerDraft) -> Desk:
    """A whole answer that comes before the one that is being made."""
    return {
        "sentence": _sentence(model, draft),
        "trail": _trail(model, draft),
        "path": list(draft.made.path),
    }


def _trail(model: TableModel, draft: AnswerDraft) -> list[Desk]:
    """The answers so far, in words, each with how to go back to it."""
    assert model.game is not None
    questions = model.game.drafts.questions
    names = [choice.name for choice, _ in draft.trail]
    often, series = {name for name in names if names.count(name) > 1}, series_name(draft.trail)
    entries: list[Desk] = []
    before: Path = ()
    if draft.question is not None and draft.made.choice is None:
        return []  # the only possible answer is still to be given
    for place, answered in enumerate(draft.trail):
        is_own = only_answer(answered.choice) is None
        if not answered.answer and not is_own:
            continue  # nobody was asked, and nothing is taken
        about = answered.choice.about
        is_more = bool(about and entries and entries[-1]["thing"] == thing_text(about))
        answer = draft.answer_text(place)
        entries.append(
            {
                "question": questions.text(draft.asking_at(place)),
                "name": answered.choice.name,
                "word": answered.answer[0] if answered.answer else "",
                "answer": f"{about.id}: {answer}" if about and not is_more else answer,
                "thing": thing_text(about) if is_more else _thing_of(answered),
                "answers_before": len(before),
                "is_own": is_own,
                "is_more": is_more,
                "after": _after(model, draft, place) if answered.choice.name in often else [],
                "is_movable": answered.choice.name == series and about is None,
            }
        )
        if is_own:
            before = (*before, answered.answer)
    return entries


class _Cut(NamedTuple):
    """An answer as it was some steps ago, forced steps counted."""

    made: drafts.Draft[Any]
    trail: tuple[Answered, ...]

    @classmethod
    def of(cls, draft: AnswerDraft, length: int) -> Self:
        trail = draft.trail[:length]
        if length >= len(draft.made.trail):
            return cls(draft.made, draft.trail)
        path = tuple(answer for choice, answer in trail if only_answer(choice) is None)
        choice = draft.made.trail[length].choice
        return cls(draft.made._replace(path=path, trail=trail, choice=choice, move=None), trail)


def _totals(model: TableModel, plan: AnswerPlan) -> list[Desk]:
    """The changes by the answers so far, from the first to the one that is being made."""
    assert model.game is not None
    totals = totals_of(model.game.rules.name, plan.draft)
    first = totals_of(model.game.rules.name, plan.stages[0][-1])
    before = {total.name: total.before for total in first}
    return [
        total._replace(before=before.get(total.name, total.before))._asdict() for total in totals
    ]


def _after(model: TableModel, draft: AnswerDraft, place: int) -> list[Desk]:
    """The figures that one step of the answer has changed, as they are then."""
    assert model.game is not None
    name = model.game.rules.name
    before = totals_of(name, _Cut.of(draft, place))
    after = totals_of(name, _Cut.of(draft, place + 1))
    return [
        {"name": now.name, "value": now.after}
        for then, now in zip(before, after, strict=True)
        # A line of cards is too long to be repeated at every step.
        if then.after != now.after and isinstance(now.after, int)
    ]


def _thing_of(answered: Answered) -> str:
    """The thing of the board that the answer means."""
    things = {word.text: word.thing for word in answered.choice.words}
    return thing_text(things.get(answered.answer[0])) if len(answered.answer) == 1 else ""


def absent(model: TableModel) -> tuple[int, ...]:
    """The seats that nobody has taken yet, while the match waits for them to begin."""
    match = model.match
    # With a view of the table the match has begun; who has joined is asked for now and then.
    has_begun = model.view is not None
    if match is None or has_begun or match.status != match_pb2.MATCH_STATUS_OPEN:
        return ()
    return tuple(place.seat for place in match.seats if not place.joined)


def _waiting(model: TableModel) -> str:
    """The others who are still choosing, or not there yet."""
    if missing := absent(model):
        names = ", ".join(model.players.name(seat) for seat in missing)
        return tr("The match begins when everybody is there. Not here yet: {names}.", names=names)
    others = [seat for seat in model.waiting() if seat != model.players.own]
    names = ", ".join(model.players.name(seat) for seat in others)
    if not others or model.is_over:
        return ""
    if away := model.away_line():
        return away
    return trn(
        "{names} is still choosing.",
        "{n} others are still choosing: {names}.",
        len(others),
        names=names,
    )


def _own_seconds(model: TableModel) -> float | None:
    own, clocks = model.players.own, _clocks(model)
    return clocks[own]["seconds"] if clocks and own is not None and model.turn else None


def _clocks(model: TableModel) -> list[Desk]:
    """By seat, the seconds left and whether they run; nothing where nobody is hurried."""
    left = model.seconds_left()
    if not any(map(is_shown, left)):
        return []
    waiting = () if absent(model) else model.waiting()
    return [
        {"seconds": round(seconds, 1), "runs": seat in waiting} for seat, seconds in enumerate(left)
    ]
