"""A model that is a program of the command line: the prompt on its standard input, the answer on its output."""

import asyncio
import contextlib
import os
import shlex
from collections.abc import Awaitable, Callable
from typing import Final

from bessemer.sdk.program.environment import MODEL_COMMAND

_MOST_OUTPUT: Final = 256 * 1024
"""Bytes of an answer."""
_READ: Final = 64 * 1024


class ModelFailed(Exception):
    """The model gave no answer; the message says why."""


def command_model(command: str = "") -> Callable[[str], Awaitable[str]]:
    """
    A function that runs a command line for each prompt; that in BESSEMER_MODEL_COMMAND if none is given.

    Raises:
        ValueError: there is none, or it is no command line.
    """
    words = shlex.split(command or os.environ.get(MODEL_COMMAND, ""))
    if not words:
        raise ValueError(
            f"set {MODEL_COMMAND} to the command of your model: it reads a prompt on its standard input "
            "and writes its answer on its standard output"
        )

    async def complete(prompt: str) -> str:
        try:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        except OSError as error:
            raise ModelFailed(f"cannot run {words[0]}: {error.strerror}") from None
        return await _answer(process, prompt, words[0])

    return complete


async def _answer(process: asyncio.subprocess.Process, prompt: str, name: str) -> str:
    assert process.stdout is not None
    writing = asyncio.create_task(_write(process, prompt))
    read = b""
    try:
        while part := await process.stdout.read(_READ):
            read += part
            if len(read) > _MOST_OUTPUT:
                raise ModelFailed(f"{name} wrote more than {_MOST_OUTPUT // 1024} KiB")
        if code := await process.wait():
            raise ModelFailed(f"{name} ended with code {code}")
    finally:
        writing.cancel()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return read.decode(errors="replace")


async def _write(process: asyncio.subprocess.Process, prompt: str) -> None:
    assert process.stdin is not None
    # A program may answer before it has read all, or anything.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(prompt.encode())
        await process.stdin.drain()
    process.stdin.close()
