"""Matches as rows, and rows as matches."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import RowMapping

from bessemer.engine.game import Seat
from bessemer.matches.records import (
    Cause,
    Charter,
    ClockSettings,
    Created,
    Durability,
    Ending,
    Entry,
    Fault,
    SavedMatch,
    SeatFault,
    Status,
)

_CAUSES: Final = {cause.value: cause for cause in Cause}


def can_be_stored(*texts: str) -> bool:
    """Whether any row could have these `texts`: PostgreSQL keeps no text with a NUL in it."""
    return not any("\0" in text for text in texts)


def match_row(charter: Charter) -> dict[str, Any]:
    """The row of a match that was just created."""
    return {
        "match_id": charter.match_id,
        "game": charter.game,
        "rules_version": charter.rules_version,
        "options": json.dumps(dict(charter.options)),
        "reserved": players_text(charter.players),
        "seed": charter.seed,
        "clock": clock_text(charter.clock),
        "durability": charter.durability.value,
        "created": charter.created,
        "creator": charter.creator,
        "request_id": charter.request_id,
        "suggestions_allowed": charter.suggestions_allowed,
        "ladder": charter.ladder,
        "season": charter.season,
        "block": charter.block,
        "status": Status.OPEN.value,
    }


def seat_token_rows(created: Created) -> list[dict[str, Any]]:
    """The rows of the seats' tokens."""
    tokens = zip(created.token_ids, created.token_hashes, strict=True)
    return [
        {
            "match_id": created.charter.match_id,
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


def ending_text(ending: Ending) -> str:
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
    charter = _charter(row)
    ending = None if row["ending"] is None else read_ending(row["ending"])
    return SavedMatch(
        charter=charter,
        token_ids=tuple(token["token_id"] for token in tokens),
        token_hashes=tuple(b"" if token["revoked"] else token["hash"] for token in tokens),
        players=charter.players if row["players"] is None else tuple(json.loads(row["players"])),
        started=row["started"],
        # A batch of moves that is written again after the end of its match brings rows back.
        entries=tuple(map(_entry, moves)) if ending is None else (),
        ending=ending,
    )


def _charter(row: RowMapping) -> Charter:
    return Charter(
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


def _entry(row: RowMapping) -> Entry:
    return Entry(
        row["turn"],
        Seat(row["seat"]),
        row["move"],
        _CAUSES[row["cause"]],
        row["spent"],
        row["check"],
    )


def read_ending(text: str) -> Ending:
    """The ending that `ending_text` wrote."""
    fields: Mapping[str, Any] = json.loads(text)
    return Ending(
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
