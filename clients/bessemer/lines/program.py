"""
The program of a bot that speaks lines: its process, the lines that it reads and those that it writes.

A program that plays several matches at once has a channel for each; its lines then begin with the number of
the channel. What it writes on its standard error is not ours: it goes where our own does.
"""

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from bessemer.lines.protocol import HELLO_SECONDS, HELLO_WORD, Hello, read_hello
from bessemer.sdk.errors import BotFailed

_log: Final = logging.getLogger("bessemer.sdk")
LONGEST_LINE: Final = 64 * 1024
"""Characters of a line that a bot writes; no move is nearly as long."""
_MOST_UNREAD: Final = 1024 * 1024
"""Bytes that a bot may write before anybody asks for them."""
FLOOD: Final = "it wrote too much that nobody had asked for, so it was ended"
_READ: Final = 64 * 1024
_MOST_EARLY: Final = 1000
"""Lines that nobody asked for, in a match."""
_MOST_BEFORE: Final = 20
"""Lines before the first: Java and others complain on the standard output when they start."""
_SHOWN: Final = 200
_DYING_SECONDS: Final = 1.0
_END_SECONDS: Final = 2.0
"""How long a program has to end once its input has ended."""


class ProgramEnded(BotFailed):
    """The program is gone, or was ended because it broke the protocol; the message says how."""


class Channel:
    """One match on the standard input and output of a program."""

    def __init__(self, program: "LineProgram", number: int | None) -> None:
        """`number` is written before each line; `None` if the program plays this match alone."""
        self._program = program
        self.number = number
        self.early = 0
        """The lines that came when nobody had asked, and were dropped."""
        self._is_asked = False
        self._lines: deque[str] = deque()
        self._arrived: asyncio.Future[None] | None = None

    async def tell(self, line: str) -> None:
        """
        Write a line that needs no answer.

        Raises:
            ProgramEnded: nobody reads it.
        """
        await self._program.write(line if self.number is None else f"{self.number} {line}")

    async def ask(self, line: str) -> str:
        """
        Write a line, and wait for the one that answers it.

        Raises:
            ProgramEnded: there will be none.
        """
        self._drop_early()
        self._is_asked = True
        try:
            await self.tell(line)
            return await self.read()
        finally:
            self._is_asked = False

    async def read(self) -> str:
        """
        Wait for the next line.

        Raises:
            ProgramEnded: there will be none.
        """
        while not self._lines:
            if self._program.end is not None:
                raise ProgramEnded(self._program.end)
            self._arrived = asyncio.get_running_loop().create_future()
            try:
                await self._arrived
            finally:
                self._arrived = None
        return self._lines.popleft()

    def take(self, line: str) -> None:
        """A line has come."""
        self._lines.append(line)
        self.wake()

    def wake(self) -> None:
        """Something has changed."""
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    def _drop_early(self) -> None:
        self._program.read_now()
        self.early += len(self._lines)
        self._lines.clear()
        if self.early > _MOST_EARLY:
            self._program.kill(FLOOD)


class LineProgram:
    """A running program; made by `start`, ended by `close`."""

    def __init__(self, process: "subprocess.Popen[bytes]", name: str) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._name = name
        self._input, self._output = process.stdin.fileno(), process.stdout.fileno()
        self._loop = asyncio.get_running_loop()
        self.hello: Hello = Hello()
        self.end: str | None = None
        """How it ended; `None` while it runs."""
        self._rest = b""
        self._unread = 0
        """The bytes that have come since somebody was last asked."""
        self._alone = Channel(self, None)
        self._channels: dict[int, Channel] = {}
        self._writing = asyncio.Lock()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._loop.add_reader(self._output, self._on_readable)
        self._keeper = self._loop.create_task(self._keep())

    @classmethod
    async def start(
        cls, words: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> Self:
        """
        Start a program and read its first line.

        Raises:
            ProgramEnded: it cannot be started, or its first line is not what it should be.
        """
        name = Path(words[-1] if len(words) > 1 else words[0]).name
        try:
            process = subprocess.Popen(  # noqa: ASYNC220, S603 - it takes a moment; the user's own
                words,
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as error:
            raise ProgramEnded(f"cannot run {words[0]}: {error.strerror}") from None
        program = cls(process, name)
        before: list[str] = []
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                while not (line := await program._alone.read()).startswith(HELLO_WORD):
                    before.append(line[:_SHOWN])
                    if len(before) > _MOST_BEFORE:
                        break
            program.hello = read_hello(line)
        except TimeoutError:
            other = f", but {before[-1]!r}" if before else ""
            program.kill(f"it wrote no first line within {HELLO_SECONDS:.0f} seconds{other}")
        except ValueError as error:
            program.kill(str(error))
        except BaseException:
            program.kill("nobody waits for it")
            raise
        if program.end is not None:
            raise ProgramEnded(program.end)
        for line in before:
            _log.warning("%s wrote before its first line: %s", name, line)
        return program

    def open_channel(self) -> Channel:
        """A channel for a match: the only one of a program that plays one."""
        if not self.hello.plays_many:
            return self._alone
        number = next(
            number for number in range(1, len(self._channels) + 2) if number not in self._channels
        )
        self._channels[number] = channel = Channel(self, number)
        return channel

    async def close_channel(self, channel: Channel) -> None:
        """A match is over; the program ends if it played this one alone."""
        if channel.number is None:
            await self.close()
        else:
            self._channels.pop(channel.number, None)

    async def write(self, line: str) -> None:
        """
        Write a line.

        Raises:
            ProgramEnded: nobody reads it.
        """
        self._unread = 0
        left = line.encode() + b"\n"
        if not self._writing.locked():
            left = self._write_now(left)
        if left:
            async with self._writing:
                while left := self._write_now(left):
                    await self._writable()

    async def close(self) -> None:
        """End its input, and the program if it does not end by itself."""
        self._close_pipes()
        waited = 0.0
        while self._process.poll() is None and waited < _END_SECONDS:
            await asyncio.sleep(0.01 + waited / 10)
            waited += 0.01 + waited / 10
        self.kill("the match is over")

    def kill(self, why: str) -> None:
        """End it at once: it broke the protocol, or its time is over."""
        if self.end is None:
            self.end = f"{self._name}: {why}"
        self._close_pipes()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._keeper.cancel()
        self._wake_all()

    def read_now(self) -> None:
        """Read what has arrived by now."""
        if self.end is None:
            self._on_readable()

    async def _keep(self) -> None:
        """End the program with the event loop, whatever happened to the match."""
        try:
            await self._loop.create_future()
        finally:
            self.kill("nobody plays with it any longer")

    def _write_now(self, data: bytes) -> bytes:
        """Write what the pipe takes; what is left."""
        if self.end is not None:
            raise ProgramEnded(self.end)
        try:
            return data[os.write(self._input, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            self._on_end()
            raise ProgramEnded(str(self.end)) from None

    async def _writable(self) -> None:
        """Wait until the pipe takes more, or the program is gone."""
        is_writable = asyncio.Event()
        self._loop.add_writer(self._input, is_writable.set)
        try:
            await is_writable.wait()
        finally:
            if self.end is None:
                self._loop.remove_writer(self._input)

    def _on_readable(self) -> None:
        try:
            read = os.read(self._output, _READ)
        except BlockingIOError:
            return
        if not read:
            self._on_end()
            return
        self._unread += len(read)
        *lines, self._rest = (self._rest + read).split(b"\n")
        if self._unread > _MOST_UNREAD or len(self._rest) > LONGEST_LINE:
            self.kill(FLOOD)
            return
        for line in lines:
            self._take(line.decode(errors="replace").rstrip("\r"))

    def _take(self, line: str) -> None:
        if not self.hello.plays_many:
            self._alone.take(line)
            return
        number, _, text = line.partition(" ")
        channel = self._channels.get(int(number)) if number.isdecimal() else None
        if channel is None:  # a line of no match, or of one that is over
            self._alone.early += 1
        else:
            channel.take(text)

    def _on_end(self) -> None:
        """Its output has ended, or nobody reads its input: it is of no use any longer."""
        if self.end is not None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            # A process that ends closes its files a moment earlier.
            code = self._process.wait(_DYING_SECONDS)
            self.end = f"{self._name} {_how(code)} before the match was over"
        self.kill("it closed its standard input or output before the match was over")

    def _close_pipes(self) -> None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        if process.stdin.closed:
            return
        if not self._loop.is_closed():
            self._loop.remove_reader(self._output)
            self._loop.remove_writer(self._input)
        process.stdin.close()
        process.stdout.close()

    def _wake_all(self) -> None:
        for channel in (self._alone, *self._channels.values()):
            channel.wake()


def _how(code: int) -> str:
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
