"""Server-sent events: as they are written, and what a browser that comes back has seen last."""

import json

from starlette.requests import Request

from bessemer.web.server.guards.numbers import event_number


def event(kind: str, value: object, number: int | None = None) -> bytes:
    """One event; without a number only the newest of its kind matters."""
    name = "" if number is None else f"id: {number}\n"
    data = json.dumps(value, separators=(",", ":"))
    return f"{name}event: {kind}\ndata: {data}\n\n".encode()


def last_seen(request: Request) -> int | None:
    """The number of the last event that the browser has, -1 for none; `None` if what it says is no number."""
    known = request.headers.get("last-event-id") or request.query_params.get("from") or "-1"
    return event_number(known)
