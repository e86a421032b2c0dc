"""Mutated inputs for what reads them: replays and moves, without a referee around them."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import MalformedMove
from bessemer.replays.reader import read_replay
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of
from tests.fuzz.bytes_mutations import mutate_bytes
from tests.fuzz.message_mutations import mutate_message
from tests.fuzz.samples import sample_moves

_REPLAYS: Final = Path(__file__).parents[1] / "replays" / "furnace"
_HASH: Final = re.compile(rb',"hash":"[0-9a-f]*"\}$')
_PIECES: Final = (
    b"null", b"true", b"-1", b"1e999", b"NaN", b"[]", b"{}", b'""', b'"\\ud800"', b"0.000001",
    b"99999999999999999999", b"[" * 2000, b'"9999-12-31T23:59:59.999999Z"', b'"0001-01-01"',
    b"1" * 5000, b'"+\xe2\x80\x8b"', b'"finished"', b'"aborted"',
)  # fmt: skip


def fuzz_replays(inputs: int, seed: int) -> Iterator[tuple[bytes, str]]:
    """Read so many mutated replays; each input that breaks the reader, and how."""
    luck = random.Random(seed)
    files = _replays()
    for _ in range(inputs):
        data = _mutated_replay(luck.choice(files), luck.choice(files), luck)
        if fault := _fault_of(_read_replay, data):
            yield data, fault


def fuzz_moves(inputs: int, seed: int) -> Iterator[tuple[bytes, str]]:
    """Read so many mutated moves; each input that breaks the reader, and how."""
    luck = random.Random(seed)
    for _ in range(inputs):
        message, other = luck.choice(sample_moves()), luck.choice(sample_moves())
        if luck.random() < 0.6:
            copy = move_pb2.Move()
            copy.CopyFrom(message)
            mutate_message(copy, ("C07", "S1", "K1"), luck)
            data = copy.SerializeToString()
        else:
            data = mutate_bytes(message.SerializeToString(), other.SerializeToString(), luck)
        if fault := _fault_of(_read_move, data):
            yield data, fault


def _fault_of(read: Callable[[bytes], None], data: bytes) -> str:
    try:
        read(data)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what we are looking for
        return f"{type(error).__name__}: {error}"[:500]
    return ""


def _read_replay(data: bytes) -> None:
    """Reading never raises, and what it gives is whole or has an error."""
    found = read_replay(data)
    if (found.error is None) != (found.result is not None and found.header is not None):
        # An ending may also be followed by something that is wrong.
        assert found.error is not None, "neither an ending nor an error"
    if found.error is not None:
        str(found.error).encode()


def _read_move(data: bytes) -> None:
    """What is read has a canonical text, and comes back from it and from the wire."""
    wire = wire_of("furnace")
    try:
        move = wire.read_move(move_pb2.Move.FromString(data))
    except (DecodeError, MalformedMove):
        return
    game = GAMES["furnace"]
    assert game.parse(game.format(move)) == move, "its text means something else"
    assert wire.read_move(wire.write_move(move)) == move, "it is another move after writing"


def _mutated_replay(data: bytes, other: bytes, luck: random.Random) -> bytes:
    lines = data.split(b"\n")
    for _ in range(luck.choice((1, 1, 2))):
        at = luck.randrange(len(lines))
        match luck.randrange(6):
            case 0:
                lines[at] = mutate_bytes(lines[at], luck.choice(other.split(b"\n")), luck)
            case 1:
                del lines[at : at + luck.choice((1, 2, 50))]
                lines = lines or [b""]
            case 2:
                lines.insert(at, luck.choice(other.split(b"\n")))
            case _:
                lines[at] = _reworded(lines[at], luck)
    # Hashes that fit: otherwise nothing behind the first change would be looked at.
    return _rehashed(lines) if luck.random() < 0.9 else b"\n".join(lines)


def _reworded(line: bytes, luck: random.Random) -> bytes:
    """One value of the JSON, or the name of one, replaced."""
    values = list(re.finditer(rb'"[^"]*"|[0-9.]+|null', line))
    if not values:
        return line
    value = luck.choice(values)
    return line[: value.start()] + luck.choice(_PIECES) + line[value.end() :]


def _rehashed(lines: list[bytes]) -> bytes:
    hashed, written = "", []
    for line in lines[: -1 if not lines[-1] else None]:
        body = _HASH.sub(b"}", line)
        hashed = sha256(hashed.encode() + body).hexdigest()[:32]
        written.append(body[:-1] + b',"hash":"' + hashed.encode() + b'"}\n')
    return b"".join(written)


@cache
def _replays() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(_REPLAYS.glob("*.replay")))
