"""
What bots noted, in a file beside a replay: `game.replay.notes`.

A replay is signed and may be shown to everybody; notes are their author's. So they have a file of
their own, plain JSON, which names the match that it belongs to.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol

from bessemer.runtime.whole_files import write_whole

NO_NOTES: Final[Mapping[int, str]] = MappingProxyType({})


class AnyNote(Protocol):
    """What a seat noted about a turn."""

    @property
    def turn(self) -> int:
        """The turn."""

    @property
    def seat(self) -> int:
        """The seat."""

    @property
    def text(self) -> str:
        """In lines."""


def notes_file(replay: Path) -> Path:
    """Where the notes of a replay are kept."""
    return replay.with_name(f"{replay.name}.notes")


def write_notes(replay: Path, match_id: str, notes: Iterable[AnyNote]) -> None:
    """Write notes beside the replay; without any there is no file."""
    found = [{"turn": note.turn, "seat": note.seat, "text": note.text} for note in notes]
    if found:
        write_whole(notes_file(replay), json.dumps({"match_id": match_id, "notes": found}) + "\n")


def read_notes(replay: str | Path, match_id: str) -> dict[int, str]:
    """By turn, what was noted in this match; nothing if there is no such file beside the replay."""
    try:
        found: Any = json.loads(notes_file(Path(replay)).read_bytes())
        if found["match_id"] != match_id:
            return {}
        return {int(one["turn"]): str(one["text"]).strip() for one in found["notes"]}
    except (OSError, ValueError, TypeError, LookupError):
        return {}
