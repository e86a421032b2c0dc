"""
Who is signed in, in a file of its own, so that a restarted web server knows everybody.

A browser has an id that nobody can guess; the file has only its SHA-256, so reading the file makes no
cookie. It does hold players' tokens, with which the server calls for them: it is its owner's alone.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from bessemer.web.server.state_file import StateFile, read_state

SECONDS: Final = 30 * 24 * 3600.0
"""So long after signing in one is asked again."""
_MOST: Final = 10_000
_MOST_EACH: Final = 20
"""Browsers in which one player is signed in, or that hold a seat by the same link."""


class Session(msgspec.Struct, kw_only=True):
    """One browser that is signed in, or that holds a seat by a friend's link."""

    csrf: str
    expires: float
    name: str = ""
    """The player; "" for somebody who has only the seats of links."""
    tokens: dict[str, str] = {}
    """The player's, by the key of the referee."""
    seats: dict[str, str] = {}
    """Tokens of seats, by `match/seat`."""
    organises: bool = False
    confirmed: float = 0.0
    """When an organiser last showed the token itself."""


class _File(msgspec.Struct):
    label: str
    sessions: dict[str, Session]


class Sessions:
    """The sessions by the hashes of their ids. Whatever changes is in the file before it is told, see `state_file`."""

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.time) -> None:
        self.file = StateFile(path, self._content)
        self.clock = clock
        self._sessions: dict[str, Session] = {}
        self._ends: dict[str, asyncio.Event] = {}
        # Cookies of one host are the same for all ports: another server there must not take ours away.
        self.label = secrets.token_hex(4)
        """Part of the cookie's name."""
        if (found := read_state(path, _File)) is not None:
            self.label, self._sessions = found.label, found.sessions
        else:
            self.file.change()

    def start(self, **facts: Any) -> tuple[str, Session]:  # noqa: ANN401 - the fields of a session
        """A new session, and the id for its browser."""
        now = self.clock()
        self._sessions = {key: one for key, one in self._sessions.items() if one.expires > now}
        session = Session(csrf=secrets.token_urlsafe(32), expires=now + SECONDS, **facts)
        mine = [key for key, one in self._sessions.items() if _is_of_one(one, session)]
        # Somebody who signs in again and again signs out themselves, and nobody else.
        for key in mine[: max(0, len(mine) - _MOST_EACH + 1)]:
            self.end(key)
        if len(self._sessions) >= _MOST:
            self.end(next(iter(self._sessions)))
        session_id = secrets.token_urlsafe(32)
        self._sessions[key_of(session_id)] = session
        self.file.change()
        return session_id, session

    def find(self, session_id: str) -> tuple[str, Session] | None:
        """The session with its key, unless it is over."""
        key = key_of(session_id)
        session = self._sessions.get(key)
        if session is None or session.expires <= self.clock():
            return None
        return key, session

    def end(self, key: str) -> None:
        """Sign out."""
        if self._sessions.pop(key, None) is not None:
            self.file.change(is_forgetting=True)
        self._tell_end(key)

    def end_all(self, key: str) -> int:
        """
        Sign out everywhere whoever has this session; how many sessions that were.

        Of somebody who has only the seats of links no other session is known to be theirs.
        """
        own = self._sessions.get(key)
        if own is None:
            return 0
        others = [
            other
            for other, one in self._sessions.items()
            if own.name and other != key and _is_of_one(one, own)
        ]
        for one in (key, *others):
            self.end(one)
        return 1 + len(others)

    async def ended(self, key: str) -> None:
        """Wait until somebody signs this session out."""
        if key in self._sessions:
            await self._ends.setdefault(key, asyncio.Event()).wait()

    def _tell_end(self, key: str) -> None:
        if (waited_for := self._ends.pop(key, None)) is not None:
            waited_for.set()

    def _content(self) -> bytes:
        return msgspec.json.encode(_File(self.label, self._sessions))


def _is_of_one(one: Session, other: Session) -> bool:
    """Whether two sessions are of the same player, or hold a seat of the same link."""
    if one.name or other.name:
        return one.name == other.name and bool(one.tokens.keys() & other.tokens.keys())
    return bool(one.seats.items() & other.seats.items())


def key_of(session_id: str) -> str:
    """What is kept of an id."""
    return sha256(session_id.encode(errors="replace")).hexdigest()
