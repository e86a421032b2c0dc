"""
The `.replay` file as it is written: JSON Lines, in UTF-8 (docs/replay-format.md).

The first line is the header, then comes a line for each turn, then the end, and the signature if the
file is signed. Every line ends with a hash over the line and the hash before it, so that a changed
byte is found at its line.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import Annotated, Final, Self

import msgspec

from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource, Contribution
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Fault,
    MatchEvent,
    MatchEventKind,
    MatchResult,
    MatchSpec,
    MoveRecord,
    Status,
    Terms,
    seed_of,
    terms_of,
)
from bessemer.replays.signatures import SigningKey

FORMAT: Final = 3
"""Raised by every change that an earlier build could not read, or that makes its files unreadable."""
WITH_TAKE_BACKS: Final = 4
"""The format of the matches alone in which people took moves back: earlier builds play all others."""
HASH_DIGITS: Final = 32
_MICROSECONDS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Header(Terms):
    """What a replay says before its first turn."""

    seed: bytes
    commitment: str
    """What was published of the referee's secret before the match: its SHA-256, in hexadecimal."""
    secret: bytes
    """The referee's; of a repeatable match it is the seed."""
    mix: ChanceMix | None
    """The bytes of the seats from which, with the secret, the seed was mixed; `None` if the match is repeatable."""
    started: float | None
    """`None` if not every seat had joined when the match was aborted."""
    format: int = FORMAT
    key: str = ""
    """The public key of the referee that signed the file, "" if nobody has."""


def write_replay(
    spec: MatchSpec,
    players: Sequence[str],
    started: float | None,
    records: Sequence[MoveRecord],
    result: MatchResult,
    mix: ChanceMix | None = None,
    key: SigningKey | None = None,
) -> bytes:
    """Make the file of a match that is over, signed if there is a `key`; `records` in any order."""
    header = Header(
        **{**terms_of(spec), "players": tuple(players)},
        seed=seed_of(spec, mix),
        commitment=sha256(spec.seed).hexdigest(),
        secret=spec.seed,
        mix=mix,
        started=started,
        format=WITH_TAKE_BACKS if any(map(_is_of_take_back, result.events)) else FORMAT,
    )
    # By turn: a record's first field, and no two records answer the same turn.
    return write_lines(header, sorted(records), result, key)


def _is_of_take_back(event: MatchEvent) -> bool:
    return event.kind in (MatchEventKind.TAKE_BACK_WISHED, MatchEventKind.TAKE_BACK_DECLINED)


def write_lines(
    header: Header,
    records: Sequence[MoveRecord],
    result: MatchResult,
    key: SigningKey | None,
) -> bytes:
    """Make the file of a match, signed with `key` and with no other; `records` by turn."""
    header = replace(header, key="" if key is None else key.public)
    bodies = [header_body(header), *map(turn_body, records), end_body(result)]
    chain = _Chain()
    content = b"".join(map(chain.line, bodies))
    return content if key is None else content + chain.line(signature_body(key.sign(content)))


class _Chain:
    """Makes lines of bodies: each hash is over the one before, too."""

    __slots__ = ("_hashed",)

    def __init__(self) -> None:
        self._hashed = ""

    def line(self, body: bytes) -> bytes:
        self._hashed = line_hash(self._hashed, body)
        return b'%b,"hash":"%b"}\n' % (body[:-1], self._hashed.encode())


def line_hash(before: str, body: bytes) -> str:
    """The hash of a line: over the hash of the line before ("" for the first) and its `body`."""
    return sha256(before.encode() + body).hexdigest()[:HASH_DIGITS]


# --- The lines -----------------------------------------------------------------------------------

# The fields of each kind of line, in the order in which they are written.

SeatNumber = Annotated[int, msgspec.Meta(ge=0)]


class ContributionField(msgspec.Struct):
    """What one seat has brought to the chance."""

    player: str
    source: ChanceSource
    commitment: str
    content: str


class ChanceField(msgspec.Struct):
    """The origin of the seed."""

    repeatable: bool
    secret: str
    match_id: str
    contributions: tuple[ContributionField, ...]

    @classmethod
    def of(cls, header: Header) -> Self:
        """The field of a header."""
        mix = header.mix
        if mix is None:
            return cls(repeatable=True, secret=header.secret.hex(), match_id="", contributions=())
        contributions = tuple(
            ContributionField(player, source, commitment.hex(), content.hex())
            for player, source, commitment, content in mix.contributions
        )
        return cls(
            repeatable=False,
            secret=header.secret.hex(),
            match_id=mix.match_id,
            contributions=contributions,
        )

    def mix(self) -> ChanceMix | None:
        """
        What the seed was mixed from; `None` if the match is repeatable.

        Raises:
            ValueError: something is not in hexadecimal.
        """
        if self.repeatable:
            return None
        return ChanceMix(
            self.match_id,
            tuple(
                Contribution(
                    one.player,
                    one.source,
                    bytes.fromhex(one.commitment),
                    bytes.fromhex(one.content),
                )
                for one in self.contributions
            ),
        )


class HeaderLine(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The first line. What has a default here is left out where it says nothing."""

    replay: int
    game: str
    rules_version: int
    match_id: str
    options: dict[str, str]
    players: tuple[str, ...]
    seed: str
    commitment: str
    chance: ChanceField
    clock: ClockSettings
    seat_clocks: tuple[ClockSettings, ...] = ()
    resignation_ends: bool = False
    created: str
    started: str | None
    key: str

    @classmethod
    def of(cls, header: Header) -> Self:
        """The line of a header."""
        written = {"options": dict(header.options), "created": utc_text(header.created)}
        line = cls(
            **{**terms_of(header), **written},
            replay=header.format,
            seed=header.seed.hex(),
            commitment=header.commitment,
            chance=ChanceField.of(header),
            started=None if header.started is None else utc_text(header.started),
            key=header.key,
        )
        # Converted, a clock's whole seconds are floats: they are written with a point, too.
        return msgspec.convert(msgspec.to_builtins(line), cls)


class TurnLine(msgspec.Struct):
    """The line of one turn."""

    turn: int
    seat: SeatNumber
    move: str
    cause: Cause
    spent: msgspec.Raw
    """Seconds with exactly six decimals, which a float would not keep."""
    state: str


class FaultField(msgspec.Struct):
    """What went wrong at one seat."""

    seat: SeatNumber
    fault: Fault
    message: str


class EventField(msgspec.Struct):
    """Something that happened at the table and is no move."""

    turn: Annotated[int, msgspec.Meta(ge=1)]
    seat: SeatNumber
    event: MatchEventKind
    text: str


class EndLine(msgspec.Struct, omit_defaults=True):
    """The line after the last turn. What has a default here is left out where it says nothing."""

    status: Status
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seat_faults: tuple[FaultField, ...]
    fault: Fault | None
    message: str
    ended: str
    events: tuple[EventField, ...] = ()

    @classmethod
    def of(cls, result: MatchResult) -> Self:
        """The line of a result."""
        return cls(
            status=result.status,
            ranks=result.ranks,
            scores=result.scores,
            seat_faults=tuple(FaultField(*fault) for fault in result.seat_faults),
            fault=result.fault,
            message=result.message,
            ended=utc_text(result.ended),
            events=tuple(EventField(*event[1:]) for event in result.events),
        )


class SignatureLine(msgspec.Struct):
    """The last line of a file that is signed."""

    signature: str


# A body is a line's JSON without its hash. Each has exactly one form, and the reader insists on it.


def header_body(header: Header) -> bytes:
    """The first line."""
    return _json(HeaderLine.of(header))


def turn_body(record: MoveRecord) -> bytes:
    """The line of one turn; there are many, so it is put together by hand."""
    turn, seat, move, cause, spent, check = record
    seconds, micros = divmod(spent, _MICROSECONDS)
    return _utf8(
        f'{{"turn":{turn},"seat":{seat},"move":{quoted(move)},"cause":"{cause.value}",'
        f'"spent":{seconds}.{micros:06},"state":"{check}"}}'
    )


def end_body(result: MatchResult) -> bytes:
    """The line after the last turn."""
    return _json(EndLine.of(result))


def signature_body(signature: str) -> bytes:
    """The last line of a file that is signed."""
    return _json(SignatureLine(signature))


def utc_text(seconds: float) -> str:
    """A point in time as ISO 8601, in UTC, to the microsecond: "2026-03-01T12:00:00.000000Z"."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _json(line: HeaderLine | EndLine | SignatureLine) -> bytes:
    # By `json`: it writes floats as files have always had them, and half characters (see below).
    fields = msgspec.to_builtins(line)
    return _utf8(json.dumps(fields, ensure_ascii=False, separators=(",", ":")))


def _utf8(text: str) -> bytes:
    # Half of a surrogate pair, which is no character, becomes "?": no name may spoil a replay.
    return text.encode(errors="replace")
