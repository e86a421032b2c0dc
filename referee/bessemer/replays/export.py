"""A replay as plain JSON for other programs: set-up, moves, and the view after each of them."""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from bessemer.replays.format import end_body, header_body, turn_body
from bessemer.replays.player import ReplayDiffers, ReplayPlayer
from bessemer.replays.reader import Replay

Figures = Callable[[str, Any], object]
"""What clients are sent before the first move of a game with these options, as JSON has it."""


def export(replay: Replay, figures: Figures) -> dict[str, object]:
    """All of a match as plain JSON; up to the first difference, if there is one."""
    exported: dict[str, object] = {"header": None, "setup": None, "turns": [], "end": None}
    error = None if replay.error is None else str(replay.error)
    try:
        if replay.header is not None:
            exported["header"] = json.loads(header_body(replay.header))
        player = ReplayPlayer(replay)
        game = player.game
        options = game.options(player.header.options)
        exported["setup"] = {
            "options": plain(options, whole=True),
            "view": plain(game.view(player.position.state, None)),
            "figures": figures(game.name, options),
        }
        turns: list[object] = []
        exported["turns"] = turns
        for step in player.steps():
            turn = json.loads(turn_body(step.record))
            turn["fields"] = {"kind": type(step.move).__name__, **plain(step.move)}
            turn["view"] = plain(game.view(step.after.state, None))
            turns.append(turn)
        if replay.result is not None:
            exported["end"] = json.loads(end_body(replay.result))
            player.check_result(replay.result)
    except ReplayDiffers as differs:
        error = str(differs)
    return exported | {"error": error}


def plain(value: Any, *, whole: bool = False) -> Any:  # noqa: ANN401 - whatever a game is made of
    """
    A state's parts as JSON has them: named tuples as objects, enums as their values.

    What carries a digest of itself, a deck, is that digest; if `whole`, all that it holds.
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = zip(value._fields, value, strict=True)
        return {name: plain(part, whole=whole) for name, part in parts}
    if isinstance(value, frozenset):
        return [plain(part, whole=whole) for part in sorted(value)]
    if isinstance(value, tuple):
        return [plain(part, whole=whole) for part in value]
    if isinstance(value, Mapping):
        return {str(name): plain(part, whole=whole) for name, part in value.items()}
    if hasattr(value, "digest"):
        if not whole:
            return value.digest
        return {name: plain(getattr(value, name), whole=True) for name in value.__slots__}
    return value
