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

from bessemer.runtime.whole_files import write_whole

SECONDS: Final = 30 * 24 * 3600.0
"""So long after signing in one is asked again."""
_MOST: Final = 10_000


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
    """The sessions by the hashes of their ids. Whatever changes is in the file before it is told."""

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self.clock = clock
        self._sessions: dict[str, Session] = {}
        self._ends: dict[str, asyncio.Event] = {}
        # Cookies of one host are the same for all ports: another server there must not take ours away.
        self.label = secrets.token_hex(4)
        """Part of the cookie's name."""
        self._read()

    def start(self, **facts: Any) -> tuple[str, Session]:  # noqa: ANN401 - the fields of a session
        """A new session, and the id for its browser."""
        now = self.clock()
        self._sessions = {key: one for key, one in self._sessions.items() if one.expires > now}
        if len(self._sessions) >= _MOST:
            oldest = min(self._sessions, key=lambda key: self._sessions[key].expires)
            del self._sessions[oldest]
        session_id = secrets.token_urlsafe(32)
        session = Session(csrf=secrets.token_urlsafe(32), expires=now + SECONDS, **facts)
        self._sessions[key_of(session_id)] = session
        self.write()
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
            self.write()
        self._tell_end(key)

    def end_all(self, tokens: dict[str, str], name: str) -> int:
        """Sign a player out everywhere; how many sessions that were."""
        mine = [
            key
            for key, one in self._sessions.items()
            if one.name == name and one.tokens.keys() & tokens.keys()
        ]
        for key in mine:
            del self._sessions[key]
        self.write()
        for key in mine:
            self._tell_end(key)
        return len(mine)

    async def ended(self, key: str) -> None:
        """Wait until somebody signs this session out."""
        if key in self._sessions:
            await self._ends.setdefault(key, asyncio.Event()).wait()

    def _tell_end(self, key: str) -> None:
        if (waited_for := self._ends.pop(key, None)) is not None:
            waited_for.set()

    def write(self) -> None:
        """Keep what is known now."""
        if self._path is None:
            return
        write_whole(
            self._path,
            msgspec.json.encode(_File(self.label, self._sessions)),
            mode=0o600,
            is_durable=True,
        )

    def _read(self) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=_File)
        except FileNotFoundError:
            self.write()
        except msgspec.DecodeError:
            self.write()  # damaged, or of another version: everybody signs in again
        else:
            self.label, self._sessions = found.label, found.sessions


def key_of(session_id: str) -> str:
    """What is kept of an id."""
    return sha256(session_id.encode(errors="replace")).hexdigest()
