"""
A file of what the pages remember: written beside the pages' work, in a thread, and as a whole.

Several changes are one write. No answer is sent before what it is about is in the file (`StateSaved`),
unless the file cannot be written: then everything goes on in memory, and the file is tried again.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bessemer.runtime.whole_files import write_whole

_RETRY_SECONDS: Final = 5.0
_DAMAGED: Final = ".damaged"

T = TypeVar("T")


def read_state(path: Path | None, kind: type[T]) -> T | None:
    """What a file has; `None` if there is none, or a damaged one, which is then put aside and told of."""
    if path is None:
        return None
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        aside = path.with_name(path.name + _DAMAGED)
        path.replace(aside)
        structlog.get_logger().warning(
            "the file is damaged: begun again without it",
            file=str(path),
            why=str(error),
            kept=str(aside),
        )
        return None


class StateFile:
    """One file; `content` is what it should have now."""

    def __init__(self, path: Path | None, content: Callable[[], bytes]) -> None:
        self._path = path
        self._content = content
        self._changes = 0
        self._written = 0
        self._is_forgetting = False
        """Whether something is in the file that must not be found there again."""
        self._is_failing = False
        self._retry: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None

    def change(self, *, is_forgetting: bool = False) -> None:
        """There is something new to write; if it forgets, an old file is worse than none."""
        if self._path is not None:
            self._changes += 1
            self._is_forgetting = self._is_forgetting or is_forgetting
            with suppress(RuntimeError):  # nothing runs yet: the first answer waits for it
                asyncio.get_running_loop().call_soon(self._begin)

    async def saved(self) -> None:
        """Wait until what is known now is in the file, or cannot be."""
        wanted = self._changes
        while self._written < wanted:
            self._begin()
            assert self._writing is not None
            before = self._written
            await asyncio.shield(self._writing)
            if self._written == before:  # it cannot be written now
                return

    async def _write(self) -> None:
        assert self._path is not None
        changes, content = self._changes, self._content()
        try:
            await asyncio.to_thread(write_whole, self._path, content, mode=0o600, is_durable=True)
        except OSError as error:
            await self._fail(error)
        else:
            self._written = changes
            self._is_failing = False
            self._is_forgetting = self._is_forgetting and changes != self._changes
        finally:
            self._writing = None

    async def _fail(self, error: OSError) -> None:
        assert self._path is not None
        if not self._is_failing:
            structlog.get_logger().error(
                "the file cannot be written: what is new is lost if the pages stop now",
                file=str(self._path),
                why=error.strerror,
            )
        self._is_failing = True
        if self._is_forgetting:
            # Removing takes no room on a disk. Then everybody signs in again, rather than somebody
            # who has signed out being signed in.
            try:
                await asyncio.to_thread(self._path.unlink, missing_ok=True)
            except OSError as worse:
                structlog.get_logger().error(
                    "the file cannot be removed: sessions that ended are in it",
                    file=str(self._path),
                    why=worse.strerror,
                )
        if self._retry is not None:
            self._retry.cancel()
        self._retry = asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._begin)

    def _begin(self) -> None:
        if self._writing is None and self._written < self._changes:
            self._writing = asyncio.create_task(self._write())


class StateSaved:
    """Sends no answer before what it is about is in the files."""

    def __init__(self, app: ASGIApp, files: Sequence[StateFile]) -> None:
        self._app = app
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                for file in self._files:
                    await file.saved()
            await send(message)

        await self._app(scope, receive, sending)
