"""Matches as rows, and rows as matches."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import RowMapping

from bessemer.engine.game import Seat
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Created,
    Durability,
    Fault,
    MatchResult,
    MatchSpec,
    MoveRecord,
    SavedMatch,
    SeatFault,
    Status,
)

_CAUSES: Final = {cause.value: cause for cause in Cause}


def can_be_stored(*texts: str) -> bool:
    """Whether any row could have these `texts`: PostgreSQL keeps no text with a NUL in it."""
    return not any("\0" in text for text in texts)


def match_row(spec: MatchSpec) -> dict[str, Any]:
    """The row of a match that was just created."""
    return {
        "match_id": spec.match_id,
        "game": spec.game,
        "rules_version": spec.rules_version,
        "options": json.dumps(dict(spec.options)),
        "reserved": players_text(spec.players),
        "seed": spec.seed,
        "clock": clock_text(spec.clock),
        "durability": spec.durability.value,
        "created": spec.created,
        "creator": spec.creator,
        "request_id": spec.request_id,
        "suggestions_allowed": spec.suggestions_allowed,
        "ladder": spec.ladder,
        "season": spec.season,
        "block": spec.block,
        "status": Status.OPEN.value,
    }


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


def players_text(players: tuple[str, ...]) -> str:
    """The names by seat, as JSON."""
    return json.dumps(players)


def ending_text(ending: MatchResult) -> str:
    """`ending` as JSON: `read_ending(ending_text(e)) == e`."""
    return json.dumps(
        {
            "status": ending.status,
            "ended": ending.ended,
            "ranks": ending.ranks,
            "scores": ending.scores,
            "seat_faults": ending.seat_faults,
            "fault": ending.fault,
            "message": ending.message,
        }
    )


def saved_match(
    row: RowMapping, tokens: Iterable[RowMapping], moves: Iterable[RowMapping]
) -> SavedMatch:
    """The match of `row`, with the rows of its tokens by seat and of its moves by number."""
    tokens = tuple(tokens)
    spec = _spec(row)
    ending = None if row["ending"] is None else read_ending(row["ending"])
    return SavedMatch(
        spec=spec,
        token_ids=tuple(token["token_id"] for token in tokens),
        token_hashes=tuple(b"" if token["revoked"] else token["hash"] for token in tokens),
        players=spec.players if row["players"] is None else tuple(json.loads(row["players"])),
        started=row["started"],
        # A batch of moves that is written again after the end of its match brings rows back.
        records=tuple(map(_entry, moves)) if ending is None else (),
        result=ending,
    )


def _spec(row: RowMapping) -> MatchSpec:
    return MatchSpec(
        match_id=row["match_id"],
        game=row["game"],
        rules_version=row["rules_version"],
        options=json.loads(row["options"]),
        players=tuple(json.loads(row["reserved"])),
        seed=row["seed"],
        clock=ClockSettings(**json.loads(row["clock"])),
        durability=Durability(row["durability"]),
        created=row["created"],
        creator=row["creator"],
        request_id=row["request_id"],
        suggestions_allowed=row["suggestions_allowed"],
        ladder=row["ladder"],
        season=row["season"],
        block=row["block"],
    )


def clock_text(clock: ClockSettings) -> str:
    """`clock` as JSON."""
    return json.dumps(
        {
            "bank": clock.bank,
            "increment": clock.increment,
            "increment_by_kind": dict(clock.increment_by_kind),
            "strike_limit": clock.strike_limit,
            "join_timeout": clock.join_timeout,
        }
    )


def _entry(row: RowMapping) -> MoveRecord:
    return MoveRecord(
        row["turn"],
        Seat(row["seat"]),
        row["move"],
        _CAUSES[row["cause"]],
        row["spent"],
        row["check"],
    )


def read_ending(text: str) -> MatchResult:
    """The ending that `ending_text` wrote."""
    fields: Mapping[str, Any] = json.loads(text)
    return MatchResult(
        status=Status(fields["status"]),
        ended=fields["ended"],
        ranks=tuple(fields["ranks"]),
        scores=tuple(fields["scores"]),
        seat_faults=tuple(
            SeatFault(Seat(seat), Fault(fault), message)
            for seat, fault, message in fields["seat_faults"]
        ),
        fault=None if fields["fault"] is None else Fault(fields["fault"]),
        message=fields["message"],
    )
