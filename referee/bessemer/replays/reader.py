"""
Reading replays: what is sound in a file, and what is wrong with the rest.

A file comes from anywhere. Whatever it holds, reading it gives its valid prefix and, if that is not
all, an error with the number of the line; it never raises.
"""

import errno
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import msgspec

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.records import (
    MatchEvent,
    MatchResult,
    MoveRecord,
    SeatFault,
    Status,
    terms_of,
)
from bessemer.replays.compression import plain
from bessemer.replays.difference import another_build
from bessemer.replays.format import (
    FORMAT,
    HASH_DIGITS,
    WITH_TAKE_BACKS,
    ChanceField,
    EndLine,
    Header,
    HeaderLine,
    SignatureLine,
    TurnLine,
    end_body,
    header_body,
    line_hash,
    signature_body,
    turn_body,
)
from bessemer.replays.signatures import is_signed

T = TypeVar("T")

LONGEST_LINE: Final = 1 << 24
"""In bytes; only a deck of your own makes a line longer than a few hundred."""

_HASH: Final = re.compile(rb',"hash":"([0-9a-f]{%d})"\}\Z' % HASH_DIGITS)
_SPENT: Final = re.compile(rb"([0-9]{1,12})\.([0-9]{6})")
_KEY: Final = re.compile(r"(?:[0-9a-f]{64})?")
_FINGERPRINT: Final = re.compile(r"(?:[0-9a-f]{16})?")

STDIN: Final = "-"
"""The file name that stands for the standard input."""


@dataclass(frozen=True, slots=True)
class ReplayError:
    """What is wrong with a file, and in which line, counted from 1."""

    line: int
    message: str
    is_of_another_build: bool = False
    """Whether nothing is wrong but that this build cannot read it."""

    def __str__(self) -> str:
        return self.message if self.is_of_another_build else f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Replay:
    """What could be read of a file; without an error it is whole, and there is a result."""

    header: Header | None
    records: tuple[MoveRecord, ...]
    result: MatchResult | None
    error: ReplayError | None
    signature: str = ""
    """"" if it is not signed; else by the key in the header, which has signed this and nothing else."""


def replay_bytes(file: str | Path) -> bytes:
    """
    The content of a replay file, compressed with zstd or not; `-` is the standard input.

    Raises:
        OSError: it cannot be read.
    """
    content = sys.stdin.buffer.read() if str(file) == STDIN else Path(file).read_bytes()
    try:
        return plain(content)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(file)) from None


def read_replay(data: bytes) -> Replay:
    """The valid prefix of a file, and the error that ends it."""
    header: Header | None = None
    records: list[MoveRecord] = []
    result: MatchResult | None = None
    signature = ""
    error: ReplayError | None = None
    number, at, hashed = 0, 0, ""
    try:
        while at < len(data) or result is None or (header and header.key and not signature):
            number += 1
            start = at
            line, at = _line(data, at, "signature" if result is not None else "end of the match")
            body, hashed = _checked(line, hashed)
            if header is None:
                header = _header(body)
            elif result is not None:
                if signature or not header.key:
                    _refuse("the match has ended before this line")
                signature = _signature(body, data[:start], header.key)
            elif body.startswith(b'{"status":'):
                result = _result(body)
            else:
                records.append(_record(body, records[-1].turn if records else 0))
    except _BadLine as bad:
        error = ReplayError(number, str(bad), isinstance(bad, _OtherLine))
    return Replay(header, tuple(records), result, error, signature)


class _BadLine(Exception):
    """A line that is not what it should be; the message says why."""


class _OtherLine(_BadLine):
    """A header that only another build can read; the message says which."""


def _refuse(message: str) -> NoReturn:
    raise _BadLine(message)


# --- Lines ---------------------------------------------------------------------------------------


def _line(data: bytes, at: int, last: str) -> tuple[bytes, int]:
    """The line that begins at `at`, and where the next one does; `last` is yet to come."""
    if at == len(data):
        _refuse(f"the file is cut off: the {last} is missing" if at else "it is empty")
    # Searching no further than the longest line keeps a file of gigabytes from being read twice.
    end = data.find(b"\n", at, at + LONGEST_LINE)
    if end < 0 and len(data) - at >= LONGEST_LINE:
        _refuse(f"it is longer than {LONGEST_LINE} bytes")
    if end < 0:
        _refuse("the file is cut off within this line")
    return data[at:end], end + 1


def _checked(line: bytes, before: str) -> tuple[bytes, str]:
    """The line without its hash, and its hash, which is right."""
    found = _HASH.search(line, max(0, len(line) - HASH_DIGITS - 16))
    if not found:
        _refuse("it does not end with a hash; it is damaged, or this is no replay")
    body, hashed = line[: found.start()] + b"}", found[1].decode()
    if line_hash(before, body) != hashed:
        _refuse("its hash does not match: it was changed, or lines before it are missing")
    return body, hashed


# --- What they say -------------------------------------------------------------------------------


class _Preface(msgspec.Struct):
    """What a header says in every format."""

    replay: object = None
    game: object = None


_read_preface: Final = msgspec.json.Decoder(_Preface).decode
_read_header: Final = msgspec.json.Decoder(HeaderLine).decode
_read_turn: Final = msgspec.json.Decoder(TurnLine).decode
_read_end: Final = msgspec.json.Decoder(EndLine).decode
_read_signature: Final = msgspec.json.Decoder(SignatureLine).decode


def _header(body: bytes) -> Header:
    preface = _fields(_read_preface, body)
    version, game = preface.replay, preface.game
    if type(version) is not int or version < 1:
        _refuse("it is not the header of a replay")
    if version not in (FORMAT, WITH_TAKE_BACKS):
        raise _OtherLine(another_build("format", version, FORMAT))
    if isinstance(game, str) and game not in GAMES:
        known = ", ".join(GAMES)
        raise _OtherLine(f"made by another build, game {game[:40]!r}; this Bessemer plays {known}")
    line = _fields(_read_header, body)
    header = Header(
        **{**terms_of(line), "created": _made("created", line.created, _moment)},
        seed=_made("seed", line.seed, bytes.fromhex),
        commitment=line.commitment,
        secret=_made("secret", line.chance.secret, bytes.fromhex),
        mix=_mix(line.chance),
        started=None if line.started is None else _made("started", line.started, _moment),
        format=version,
        key=line.key if _KEY.fullmatch(line.key) else _refuse("key must be a public key, or empty"),
    )
    if len(header.clocks) != len(header.players):
        _refuse("seat_clocks must be one for each seat")
    return _in_its_form(header, header_body, body)


def _mix(field: ChanceField) -> ChanceMix | None:
    try:
        return field.mix()
    except ValueError:
        _refuse("contributions must be in hexadecimal")


def _record(body: bytes, after: int) -> MoveRecord:
    if not body.startswith(b'{"turn":'):
        _refuse("it is neither a turn nor the end of the match")
    line = _fields(_read_turn, body)
    spent = _SPENT.fullmatch(bytes(line.spent))
    if not spent:
        _refuse("spent must be seconds with six decimals")
    if not _FINGERPRINT.fullmatch(line.state):
        _refuse("state must be a fingerprint, or empty")
    if line.turn <= after:
        _refuse(f"turn {line.turn} cannot come after turn {after}")
    time_used = int(spent[1] + spent[2])
    record = MoveRecord(line.turn, Seat(line.seat), line.move, line.cause, time_used, line.state)
    return _in_its_form(record, turn_body, body)


def _result(body: bytes) -> MatchResult:
    line = _fields(_read_end, body)
    if line.status not in (Status.FINISHED, Status.ABORTED):
        _refuse(f"a match ends finished or aborted, not {line.status}")
    result = MatchResult(
        status=line.status,
        ended=_made("ended", line.ended, _moment),
        ranks=line.ranks,
        scores=line.scores,
        seat_faults=tuple(
            SeatFault(Seat(one.seat), one.fault, one.message) for one in line.seat_faults
        ),
        fault=line.fault,
        message=line.message,
        events=tuple(
            MatchEvent(number, one.turn, Seat(one.seat), one.event, one.text)
            for number, one in enumerate(line.events, 1)
        ),
    )
    return _in_its_form(result, end_body, body)


def _signature(body: bytes, content: bytes, key: str) -> str:
    if not body.startswith(b'{"signature":'):
        _refuse("it is not the signature, and the match has ended before this line")
    signature = _in_its_form(_fields(_read_signature, body).signature, signature_body, body)
    if not is_signed(content, signature, key):
        _refuse("the signature is bad: the key in the header has not signed this")
    return signature


def _in_its_form(value: T, written: Callable[[T], bytes], body: bytes) -> T:
    """What has been read, if it is written exactly so: no field more, and no second spelling."""
    try:
        same = written(value) == body
    except (ValueError, OverflowError, OSError):  # a point in time that no calendar has
        same = False
    return value if same else _refuse("it is not in the form of a replay's lines")


_WRONG: Final = re.compile(r"(.*) - at `\$\.?(.*)`")
_WRONG_TYPE: Final = re.compile(r"Expected `(\w+)(?: \| null)?`.*")
_WRONG_VALUE: Final = re.compile(r"Invalid enum value (.*)")
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`.*")
_CALLED: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "object": "an object",
    "array": "a list",
}


def _fields(read: Callable[[bytes], T], body: bytes) -> T:
    """The fields of a line, each of its type."""
    try:
        return read(body)
    except msgspec.ValidationError as error:
        _refuse(_sentence(str(error)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # the last: nested too deeply
        _refuse("it is not JSON in UTF-8")


def _sentence(error: str) -> str:
    """What msgspec found wrong, in our words."""
    if missing := _MISSING.fullmatch(error):
        return f"{missing[1]} is missing"
    if (found := _WRONG.fullmatch(error)) is None:
        return "it is not a JSON object"
    what, field = found[1], found[2]
    if value := _WRONG_VALUE.fullmatch(what):
        return f"{field} cannot be {value[1][:40]}"
    if wrong := _WRONG_TYPE.fullmatch(what):
        number = " from 0 up" if ">= 0" in what else ""
        return f"{field} must be {_CALLED.get(wrong[1], wrong[1])}{number}"
    return f"{field} is wrong"


def _made(name: str, text: str, make: Callable[[str], T]) -> T:
    try:
        return make(text)
    except (ValueError, OverflowError, OSError):
        _refuse(f"{name} cannot be {text[:40]!r}")


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
