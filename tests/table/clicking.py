"""A person's seat without a screen: sits down, and clicks answers together."""

from collections import Counter
from typing import Any

from bessemer.engine import choices
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.chance import Chance
from bessemer.table.answers.drafts import DONE
from bessemer.table.desk import desk_of
from bessemer.table.events import DecisionAsked, MatchUpdated
from bessemer.table.model import TableModel
from bessemer.v1 import match_pb2


def sat(game: AnyGame, view: Any) -> TableModel:  # noqa: ANN401 - any game's
    """Somebody who is asked in this position."""
    seats = len(game.view(game.resample(view, Chance(b"")), None).board.players)
    match = match_pb2.Match(game=game.name, suggestions_allowed=True)
    for seat in range(seats):
        match.seats.add(seat=seat, player=f"player {seat}").time_left.seconds = 60
    model = TableModel(view.seat, lambda: 0.0)
    model.hear(MatchUpdated(match))
    model.hear(DecisionAsked(7, view, 60.0))
    return model


def click(model: TableModel, word: str) -> None:
    """Click on an answer, which the desk must offer."""
    assert word in [one["word"] for one in desk_of(model)["choices"] if not one["why_not"]]
    assert model.choose(word)


def click_together(model: TableModel, path: choices.Path) -> None:
    """Make the answer of a path, one click after the other; sets member by member."""
    while model.ready_move is None:
        draft = model.draft
        assert draft is not None
        at = len(draft.made.path)
        if at == len(path):  # there is one answer alone, and it is asked for nevertheless
            click(model, desk_of(model)["default"])
            continue
        missing = Counter(path[at]) - Counter(draft.picked)
        click(model, next(iter(missing), DONE))
