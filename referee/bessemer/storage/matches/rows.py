"""Matches as rows, and rows as matches."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import RowMapping

from bessemer.engine.game import Seat
from bessemer.matches.bot_reports import Spent
from bessemer.matches.records import (
    Block,
    Cause,
    Created,
    Durability,
    Happened,
    MatchEvent,
    MatchEventKind,
    MatchSpec,
    MoveRecord,
    SavedMatch,
    Status,
)

_CAUSES: Final = {cause.value: cause for cause in Cause}
_RENAMED: Final = {"players": "reserved", "is_repeatable": "repeatable"}
_SPEC_COLUMNS: Final = {
    field.name: _RENAMED.get(field.name, field.name) for field in fields(MatchSpec)
}
"""The column of each field of a spec."""


def match_row(created: Created, referee: str) -> dict[str, Any]:
    """The row of a match that `referee` has just created."""
    spec = created.spec
    return {column: getattr(spec, name) for name, column in _SPEC_COLUMNS.items()} | {
        "durability": spec.durability.value,
        "seat_clocks": spec.seat_clocks or None,
        "referee": referee,
        "status": Status.OPEN.value,
        "commitments": commitments_column(created.commitments),
    }


def costs_row(spent: Spent) -> dict[str, Any]:
    """The row of a model's cost for one turn."""
    row = {**spent._asdict(), **spent.costs._asdict()}
    del row["costs"], row["decisions"]
    return row


def block_row(block: Block) -> dict[str, Any]:
    """The row of a block that is not over."""
    return {"ladder": block.ladder, "season": block.season, "block": block.name}


def seat_token_rows(created: Created) -> list[dict[str, Any]]:
    """The rows of the seats' tokens."""
    tokens = zip(created.token_ids, created.token_hashes, strict=True)
    return [
        {
            "match_id": created.spec.match_id,
            "seat": seat,
            "token_id": token_id,
            "hash": token_hash,
            "revoked": False,
        }
        for seat, (token_id, token_hash) in enumerate(tokens)
    ]


def commitments_column(commitments: tuple[bytes, ...]) -> tuple[str, ...] | None:
    """The commitments by seat, in hexadecimal; `None` before they are final."""
    return tuple(one.hex() for one in commitments) or None


def event_row(happened: Happened) -> dict[str, Any]:
    """The row of something that happened at a table."""
    event = happened.event._asdict() | {"kind": happened.event.kind.value}
    return {"match_id": happened.match_id, **event}


def saved_match(
    row: RowMapping,
    tokens: Iterable[RowMapping],
    moves: Iterable[RowMapping],
    events: Iterable[RowMapping],
) -> SavedMatch:
    """The match of `row`, with the rows of its tokens by seat, and of its moves and events by number."""
    tokens = tuple(tokens)
    values = {name: row[column] for name, column in _SPEC_COLUMNS.items()}
    values["durability"] = Durability(row["durability"])
    values["seat_clocks"] = row["seat_clocks"] or ()
    spec = MatchSpec(**values)
    return SavedMatch(
        spec=spec,
        token_ids=tuple(token["token_id"] for token in tokens),
        token_hashes=tuple(b"" if token["revoked"] else token["hash"] for token in tokens),
        players=spec.players if row["players"] is None else row["players"],
        started=row["started"],
        # A batch of moves that is written again after the end of its match brings rows back.
        records=tuple(map(_record, moves)) if row["ending"] is None else (),
        result=row["ending"],
        commitments=tuple(map(bytes.fromhex, row["commitments"] or ())),
        mix=row["mix"],
        is_secret=bool(row["is_secret"]),
        events=tuple(map(_event, events)),
    )


def _event(row: RowMapping) -> MatchEvent:
    seat, kind = Seat(row["seat"]), MatchEventKind(row["kind"])
    return MatchEvent(row["number"], row["turn"], seat, kind, row["text"])


def _record(row: RowMapping) -> MoveRecord:
    return MoveRecord(
        row["turn"],
        Seat(row["seat"]),
        row["move"],
        _CAUSES[row["cause"]],
        row["spent"],
        row["check"],
    )
