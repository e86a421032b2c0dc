"""A plan in the making as a board draws it: a move that goes on by doing as little as may be."""

from typing import Any

from bessemer.engine.choices import first_answer
from bessemer.sdk.view import view_class
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.table.answers.reordering import series_name
from bessemer.table.model import TableModel
from bessemer.wire.plain_json import PlainJson

Preview = dict[str, Any]


def preview_of(model: TableModel) -> Preview | None:
    """
    The answer in the making: its `move` as frames have it, and how many of its `steps` are meant.

    `None` if it is no plan, or nothing of it is decided.
    """
    draft, own = model.draft, model.players.own
    if draft is None or own is None or model.game is None or not model.turn or model.is_sent:
        return None
    name = series_name(draft.trail) or (draft.trail[0].choice.name if draft.trail else "")
    steps = sum(choice.name == name for choice, _ in draft.trail)
    is_plan = steps > 1 or (draft.made.choice is not None and draft.made.choice.name == name)
    if not steps or not is_plan:
        return None
    move = PlainJson(model.game.rules.name).played(_completed(draft), own, draft.made.view)
    return {"move": move, "steps": steps}


def ahead_of(model: TableModel, preview: Preview | None) -> Any:  # noqa: ANN401 - any game's view
    """
    The table as the answers in the making would leave it; `None` if it is as the seat sees it.

    A plan whose steps the board draws one by one, its `preview`, has none.
    """
    draft, plan = model.draft, model.plan
    if draft is None or plan is None or not model.is_asked or model.game is None:
        return None
    if draft.move is None:
        return draft.made.view if plan.earlier else None
    if preview is not None:
        return None
    if (known := plan.next_view()) is not None:
        return known
    now = draft.made.view
    after = view_class(model.game.rules.name)(now).after(draft.move)
    if after is None:  # chance or others decide what comes of it
        return now if plan.earlier else None
    # The rules may be between two phases then, which is none that is shown.
    seen: Any = after.seen
    return seen._replace(board=seen.board._replace(phase=now.board.phase))


def _completed(draft: AnswerDraft) -> Any:  # noqa: ANN401 - any game's move
    made = draft.made
    if made.choice is not None and draft.picked and len(draft.picked) >= made.choice.least:
        made = made.take(*draft.picked)
    while made.choice is not None:
        made = made.take(*first_answer(made.choice))
    return made.move
