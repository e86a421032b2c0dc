"""One view of each game as a client reads it, on file: `tests/wire/views/<game>.json`."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from bessemer.engine.game import Seat
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of
from tests.games.walks import Walk
from tests.wire.messages import messages_of
from tests.wire.walks import CHOSEN, matches

_FOLDER: Final = Path(__file__).parent / "views"


def filled(message: Message) -> set[str]:
    """The fields that hold something, of the message and of all inside it."""
    found = set()
    for descriptor, value in message.ListFields():
        found.add(f"{message.DESCRIPTOR.name}.{descriptor.name}")
        for part in value if isinstance(value, Iterable) else [value]:
            if isinstance(part, Message):
                found |= filled(part)
    return found


def golden_file(game: str) -> Path:
    """The file with the view."""
    return _FOLDER / f"{game}.json"


def golden_view(game: str) -> dict[str, Any]:
    """The view of seat 1 in that state of a match which shows most kinds of things."""
    writer = wire_of(game).view_writer()

    def seen(walk: Walk) -> move_pb2.View:
        return move_pb2.View.FromString(writer.write(walk.game.view(walk.state, Seat(1))))

    match = matches(CHOSEN[f"{game} {messages_of(game).GOLDEN}"], b"golden")
    view = max(map(seen, match), key=lambda message: len(filled(message)))
    return MessageToDict(getattr(view, game), preserving_proto_field_name=True)


def write_golden_view(game: str) -> None:
    """Write the file again; then read it field by field, as nobody else does."""
    text = json.dumps(golden_view(game), indent=2, ensure_ascii=False)
    golden_file(game).write_text(f"{text}\n", encoding="utf-8")
