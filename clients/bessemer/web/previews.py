"""A plan in the making as a board draws it: a move that goes on by doing as little as may be."""

from typing import Any

from bessemer.engine.choices import first_answer
from bessemer.table.drafts import Draft
from bessemer.table.model import TableModel
from bessemer.table.reordering import series_name
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


def _completed(draft: Draft) -> Any:  # noqa: ANN401 - any game's move
    made = draft.made
    if made.choice is not None and draft.picked and len(draft.picked) >= made.choice.least:
        made = made.take(*draft.picked)
    while made.choice is not None:
        made = made.take(*first_answer(made.choice))
    return made.move
