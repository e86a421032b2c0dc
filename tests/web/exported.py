"""Recorded matches exported as pages."""

from pathlib import Path
from typing import Any, Final

from bessemer.replays.export import export
from bessemer.replays.reader import read_replay
from bessemer.wire.plain_json import PlainJson

REPLAYS: Final = Path(__file__).parents[1] / "replays"


def exported(game: str, name: str = "four-players") -> dict[str, Any]:
    """The same match as JSON."""
    content = (REPLAYS / game / f"{name}.replay").read_bytes()
    found: dict[str, Any] = export(read_replay(content), PlainJson)
    return found
