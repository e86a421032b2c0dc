"""Matches as rows, and rows as matches."""

import json
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import RowMapping

from bessemer.engine.game import Seat
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.records import (
    Block,
    Cause,
    ClockSettings,
    Created,
    Durability,
    MatchResult,
    MatchSpec,
    MoveRecord,
    SavedMatch,
    Status,
)

_CAUSES: Final = {cause.value: cause for cause in Cause}


def match_row(created: Created) -> dict[str, Any]:
    """The row of a match that was just created."""
    spec = created.spec
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
        "repeatable": spec.is_repeatable,
        "status": Status.OPEN.value,
        "commitments": commitments_text(created.commitments),
        "seat_clocks": clocks_text(spec.seat_clocks),
    }


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


def players_text(players: tuple[str, ...]) -> str:
    """The names by seat, as JSON."""
    return json.dumps(players)


def commitments_text(commitments: tuple[bytes, ...]) -> str | None:
    """The commitments by seat as JSON, in hexadecimal; `None` if they do not stand."""
    return json.dumps([one.hex() for one in commitments]) if commitments else None


def mix_text(mix: ChanceMix | None) -> str | None:
    """`mix` as JSON: `read_mix(mix_text(m)) == m`."""
    return None if mix is None else msgspec.json.encode(mix).decode()


def read_mix(text: str | None) -> ChanceMix | None:
    """The mix that `mix_text` wrote."""
    return None if text is None else msgspec.json.decode(text, type=ChanceMix)


def result_text(result: MatchResult) -> str:
    """`result` as JSON: `read_result(result_text(r)) == r`."""
    return json.dumps(msgspec.to_builtins(result))


def read_result(text: str) -> MatchResult:
    """The result that `result_text` wrote."""
    return msgspec.convert(json.loads(text), MatchResult)


def clock_text(clock: ClockSettings) -> str:
    """`clock` as JSON: `read_clock(clock_text(c)) == c`."""
    return json.dumps(msgspec.to_builtins(clock, enc_hook=dict))


def read_clock(text: str) -> ClockSettings:
    """The clock that `clock_text` wrote."""
    return msgspec.convert(json.loads(text), ClockSettings)


def clocks_text(clocks: tuple[ClockSettings, ...]) -> str | None:
    """The clocks by seat as JSON; `None` if all seats have the match's."""
    return json.dumps(msgspec.to_builtins(clocks, enc_hook=dict)) if clocks else None


def read_clocks(text: str | None) -> tuple[ClockSettings, ...]:
    """The clocks that `clocks_text` wrote."""
    return msgspec.convert(json.loads(text or "[]"), tuple[ClockSettings, ...])


def saved_match(
    row: RowMapping, tokens: Iterable[RowMapping], moves: Iterable[RowMapping]
) -> SavedMatch:
    """The match of `row`, with the rows of its tokens by seat and of its moves by number."""
    tokens = tuple(tokens)
    spec = _spec(row)
    result = None if row["ending"] is None else read_result(row["ending"])
    return SavedMatch(
        spec=spec,
        token_ids=tuple(token["token_id"] for token in tokens),
        token_hashes=tuple(b"" if token["revoked"] else token["hash"] for token in tokens),
        players=spec.players if row["players"] is None else tuple(json.loads(row["players"])),
        started=row["started"],
        # A batch of moves that is written again after the end of its match brings rows back.
        records=tuple(map(_record, moves)) if result is None else (),
        result=result,
        commitments=tuple(map(bytes.fromhex, json.loads(row["commitments"] or "[]"))),
        mix=read_mix(row["mix"]),
        is_withheld=bool(row["is_withheld"]),
    )


def _spec(row: RowMapping) -> MatchSpec:
    return MatchSpec(
        match_id=row["match_id"],
        game=row["game"],
        rules_version=row["rules_version"],
        options=json.loads(row["options"]),
        players=tuple(json.loads(row["reserved"])),
        seed=row["seed"],
        clock=read_clock(row["clock"]),
        durability=Durability(row["durability"]),
        created=row["created"],
        creator=row["creator"],
        request_id=row["request_id"],
        suggestions_allowed=row["suggestions_allowed"],
        ladder=row["ladder"],
        season=row["season"],
        block=row["block"],
        is_repeatable=row["repeatable"],
        seat_clocks=read_clocks(row["seat_clocks"]),
    )


def _record(row: RowMapping) -> MoveRecord:
    return MoveRecord(
        row["turn"],
        Seat(row["seat"]),
        row["move"],
        _CAUSES[row["cause"]],
        row["spent"],
        row["check"],
    )
