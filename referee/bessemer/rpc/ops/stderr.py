"""
The standard error of a referee that logs JSON: nothing but JSON, no matter who writes there.

Libraries in other languages, gRPC's core above all, write lines of their own straight to the file
descriptor. They go into a pipe instead, and come out as log events.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final, TextIO

import structlog

from bessemer.rpc.ops.logs import LogFormat, configure

_STDERR: Final = 2
_FLUSH_SECONDS: Final = 2.0


def is_json(format: LogFormat, stream: TextIO | None = None) -> bool:
    """Whether this format means JSON on this stream (stderr)."""
    stream = stream or sys.stderr
    return format is LogFormat.JSON or (format is LogFormat.AUTO and not stream.isatty())


@contextmanager
def logging_to_stderr(format: LogFormat) -> Iterator[None]:
    """Log to the standard error in this format; if that is JSON, everybody does, while the body runs."""
    if not is_json(format):
        configure(format)
        yield
        return
    real = os.fdopen(os.dup(_STDERR), "w", buffering=1, encoding="utf-8", errors="backslashreplace")
    configure(LogFormat.JSON, stream=real)
    read, write = os.pipe()
    sys.stderr.flush()
    os.dup2(write, _STDERR)
    os.close(write)
    reader = Thread(target=_log_lines, args=(read,), name="stderr", daemon=True)
    reader.start()
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(real.fileno(), _STDERR)  # the pipe's last writer, unless a child has it
        reader.join(_FLUSH_SECONDS)


def _log_lines(read: int) -> None:
    log = structlog.get_logger("stderr")
    with os.fdopen(read, "r", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if text := line.rstrip():
                log.warning(text)
