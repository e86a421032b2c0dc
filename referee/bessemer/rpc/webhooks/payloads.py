"""What a receiver is sent: docs/webhooks.md has an example of each kind."""

import json
from datetime import UTC, datetime
from typing import Any

from bessemer.matches.records import SavedMatch
from bessemer.storage.webhooks.webhook_store import Queued


def payload(event: Queued) -> bytes:
    """The body of the request."""
    data = event.data if event.match is None else ended(event.match)
    content = {"type": event.kind.value, "timestamp": _time(event.created), "data": data}
    return json.dumps(content, separators=(",", ":")).encode()


def ended(match: SavedMatch) -> dict[str, Any]:
    """A match that is over. Never its seed, which may still be a secret."""
    spec, result = match.spec, match.result
    assert result is not None, spec.match_id
    faults = {int(fault.seat): fault.message for fault in result.seat_faults}
    return {
        "match_id": spec.match_id,
        "game": spec.game,
        "ladder": spec.ladder,
        "season": spec.season if spec.ladder else None,
        "status": result.status.value,
        "started": None if match.started is None else _time(match.started),
        "ended": _time(result.ended),
        "seats": [
            {
                "seat": seat,
                "player": player,
                "rank": result.ranks[seat] if result.ranks else None,
                "score": result.scores[seat] if result.scores else None,
                "fault": faults.get(seat),
            }
            for seat, player in enumerate(match.players)
        ],
        "fault": result.fault.value if result.fault else None,
        "message": result.message,
    }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
