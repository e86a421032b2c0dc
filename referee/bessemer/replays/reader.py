"""
Reading replays: what is sound in a file, and what is wrong with the rest.

A file comes from anywhere. Whatever it holds, reading it gives its valid prefix and, if that is not
all, an error with the number of the line; it never raises.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NoReturn, TypeVar

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Fault,
    MatchResult,
    MoveRecord,
    SeatFault,
    Status,
)
from bessemer.replays.format import (
    FORMAT,
    HASH_DIGITS,
    Header,
    end_body,
    header_body,
    line_hash,
    turn_body,
    write_replay,
)

__all__ = ["Header", "Replay", "ReplayError", "read_replay", "write_replay"]

T = TypeVar("T")
Fields = dict[str, Any]

LONGEST_LINE: Final = 1 << 24
"""In bytes; only a deck of one's own makes a line longer than a few hundred."""

_HASH: Final = re.compile(rb',"hash":"([0-9a-f]{%d})"\}\Z' % HASH_DIGITS)
_SPENT: Final = re.compile(r"([0-9]{1,12})\.([0-9]{6})")
_CHECK: Final = re.compile(r"(?:[0-9a-f]{16})?")


@dataclass(frozen=True, slots=True)
class ReplayError:
    """What is wrong with a file, and in which line, counted from 1."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Replay:
    """What could be read of a file; without an error it is whole, and there is an ending."""

    header: Header | None
    entries: tuple[MoveRecord, ...]
    ending: MatchResult | None
    error: ReplayError | None


def read_replay(data: bytes) -> Replay:
    """The valid prefix of a file, and the error that ends it."""
    header: Header | None = None
    entries: list[MoveRecord] = []
    ending: MatchResult | None = None
    error: ReplayError | None = None
    number, at, hashed = 0, 0, ""
    try:
        while ending is None or at < len(data):
            number += 1
            line, at = _line(data, at)
            body, hashed = _checked(line, hashed)
            fields = _fields(body)
            if header is None:
                header = _header(fields, body)
            elif ending is not None:
                _refuse("the match has ended before this line")
            elif "status" in fields:
                ending = _ending(fields, body)
            else:
                entries.append(_entry(fields, body, entries[-1].turn if entries else 0))
    except _BadLine as bad:
        error = ReplayError(number, str(bad))
    return Replay(header, tuple(entries), ending, error)


class _BadLine(Exception):
    """A line that is not what it should be; the message says why."""


def _refuse(message: str) -> NoReturn:
    raise _BadLine(message)


# --- Lines ---------------------------------------------------------------------------------------


def _line(data: bytes, at: int) -> tuple[bytes, int]:
    """The line that begins at `at`, and where the next one does."""
    if at == len(data):
        _refuse("the file is cut off: the end of the match is missing" if at else "it is empty")
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


def _no_number(text: str) -> NoReturn:
    _refuse(f"{text} is no number in JSON")


class _Decimals(str):
    """A number with a point, as it was written: nothing is lost by reading it."""

    __slots__ = ()


def _fields(body: bytes) -> Fields:
    try:
        fields = json.loads(body.decode(), parse_float=_Decimals, parse_constant=_no_number)
    except UnicodeDecodeError:
        _refuse("it is not UTF-8")
    except (ValueError, RecursionError):  # no JSON; a number too long; nested too deeply
        _refuse("it is not JSON")
    if not isinstance(fields, dict):
        _refuse("it is not a JSON object")
    return fields


# --- What they say -------------------------------------------------------------------------------


def _header(fields: Fields, body: bytes) -> Header:
    version = fields.get("replay")
    if version is None:
        _refuse("it is not the header of a replay")
    if type(version) is not int or version != FORMAT:
        _refuse(f"replay format {repr(version)[:20]} is unknown; this Bessemer reads {FORMAT}")
    game = _text(fields, "game")
    if game not in GAMES:
        _refuse(f"the game {game[:40]!r} is unknown; this Bessemer plays {', '.join(GAMES)}")
    clock, started = _object(fields, "clock"), fields.get("started")
    header = Header(
        game=game,
        rules_version=_number(fields, "rules_version"),
        match_id=_text(fields, "match_id"),
        options={name: _text(fields["options"], name) for name in _object(fields, "options")},
        players=tuple(_list(fields, "players", str)),
        seed=_made(fields, "seed", bytes.fromhex),
        commitment=_text(fields, "commitment"),
        clock=ClockSettings(
            bank=_seconds(clock, "bank"),
            increment=_seconds(clock, "increment"),
            increment_by_kind={
                kind: _seconds(clock["increment_by_kind"], kind)
                for kind in _object(clock, "increment_by_kind")
            },
            strike_limit=_number(clock, "strike_limit"),
            join_timeout=_seconds(clock, "join_timeout"),
        ),
        created=_made(fields, "created", _moment),
        started=None if started is None else _made(fields, "started", _moment),
    )
    return _in_its_form(header, header_body, body)


def _entry(fields: Fields, body: bytes, after: int) -> MoveRecord:
    if "turn" not in fields:
        _refuse("it is neither a turn nor the end of the match")
    spent = _SPENT.fullmatch(_literal(fields, "spent"))
    check = _text(fields, "state")
    if not spent:
        _refuse("spent must be seconds with six decimals")
    if not _CHECK.fullmatch(check):
        _refuse("state must be a fingerprint, or empty")
    entry = MoveRecord(
        turn=_number(fields, "turn"),
        seat=_seat(fields),
        move=_text(fields, "move"),
        cause=_made(fields, "cause", Cause),
        time_used=int(spent[1] + spent[2]),
        state_hash=check,
    )
    if entry.turn <= after:
        _refuse(f"turn {entry.turn} cannot come after turn {after}")
    return _in_its_form(entry, turn_body, body)


def _ending(fields: Fields, body: bytes) -> MatchResult:
    status = _made(fields, "status", Status)
    if status not in (Status.FINISHED, Status.ABORTED):
        _refuse(f"a match ends finished or aborted, not {status}")
    ending = MatchResult(
        status=status,
        ended=_made(fields, "ended", _moment),
        ranks=tuple(_list(fields, "ranks", int)),
        scores=tuple(_list(fields, "scores", int)),
        seat_faults=tuple(
            SeatFault(
                _seat(fault),
                _made(fault, "fault", Fault),
                _text(fault, "message"),
            )
            for fault in _list(fields, "seat_faults", dict)
        ),
        fault=None if fields.get("fault") is None else _made(fields, "fault", Fault),
        message=_text(fields, "message"),
    )
    return _in_its_form(ending, end_body, body)


def _in_its_form(value: T, written: Callable[[T], bytes], body: bytes) -> T:
    """What has been read, if it is written exactly so: no field more, and no second spelling."""
    try:
        same = written(value) == body
    except (ValueError, OverflowError, OSError):  # a point in time that no calendar has
        same = False
    return value if same else _refuse("it is not in the form of a replay's lines")


def _of(kind: type[T], called: str, fields: Fields, name: str) -> T:
    value = fields.get(name)
    # The exact type: for JSON `true` is no number, for Python it is.
    return value if type(value) is kind else _refuse(f"{name} must be {called}")


def _text(fields: Fields, name: str) -> str:
    return _of(str, "a text", fields, name)


def _number(fields: Fields, name: str) -> int:
    return _of(int, "a whole number", fields, name)


def _seat(fields: Fields) -> Seat:
    number = _number(fields, "seat")
    return Seat(number) if number >= 0 else _refuse("seat must be a number from 0 up")


def _literal(fields: Fields, name: str) -> str:
    return _of(_Decimals, "a number with a point", fields, name)


def _object(fields: Fields, name: str) -> Fields:
    return _of(dict, "an object", fields, name)


def _list(fields: Fields, name: str, kind: type[T]) -> list[T]:
    values: list[T] = _of(list, "a list", fields, name)
    return values if all(type(value) is kind for value in values) else _refuse(f"{name} is wrong")


def _seconds(fields: Fields, name: str) -> float:
    return float(_literal(fields, name))


def _made(fields: Fields, name: str, make: Callable[[str], T]) -> T:
    try:
        return make(_text(fields, name))
    except (ValueError, OverflowError, OSError):
        _refuse(f"{name} cannot be {fields[name][:40]!r}")


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
