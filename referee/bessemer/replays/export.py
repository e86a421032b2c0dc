"""A replay as plain JSON for other programs: set-up, moves, and the view after each of them."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from bessemer.engine.taken_back import TakenBack
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.format import end_body, header_body, turn_body
from bessemer.replays.notes import NO_NOTES
from bessemer.replays.reader import Replay
from bessemer.replays.replaying import ReplayPlayer


class Plain(Protocol):
    """What is in a match, as JSON has it: names, and no number that only the engine could read."""

    def setup(self, options: Any) -> object:  # noqa: ANN401 - any game's
        """What everybody knows before the first move: cards, map and figures."""

    def move(self, move: Any) -> object:  # noqa: ANN401 - any game's
        """A move with its parts by name."""

    def view(self, view: Any) -> object:  # noqa: ANN401 - any game's
        """What somebody sees."""


def export(
    replay: Replay, plain_of: Callable[[str], Plain], notes: Mapping[int, str] = NO_NOTES
) -> dict[str, object]:
    """
    All of a match as plain JSON; up to the first difference, if there is one.

    Args:
        replay: the match.
        plain_of: by the name of a game, what makes JSON of its values.
        notes: by turn, what its bot noted.
    """
    exported: dict[str, object] = {"header": None, "setup": None, "turns": [], "end": None}
    exported["signature"] = replay.signature or None
    error = None if replay.error is None else str(replay.error)
    try:
        if replay.header is not None:
            exported["header"] = json.loads(header_body(replay.header))
        player = ReplayPlayer(replay)
        game, plain = player.game, plain_of(player.game.name)
        exported["setup"] = {
            "figures": plain.setup(game.options(player.header.options)),
            "view": plain.view(game.view(player.position.state, None)),
        }
        turns: list[object] = []
        exported["turns"] = turns
        for step in player.steps():
            turn = json.loads(turn_body(step.record))
            is_back = isinstance(step.move, TakenBack)
            turn["fields"] = {"back_to": step.move.turn} if is_back else plain.move(step.move)
            if step.record.turn in notes:
                turn["note"] = notes[step.record.turn]
            turn["view"] = plain.view(game.view(step.after.state, None))
            turns.append(turn)
        if replay.result is not None:
            exported["end"] = json.loads(end_body(replay.result))
            player.check_result(replay.result)
    except ReplayDiffers as differs:
        error = str(differs)
    return exported | {"error": error}
