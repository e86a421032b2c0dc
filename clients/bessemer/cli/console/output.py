"""What the command prints: errors as one sentence, and tables that fit the terminal."""

import json
import os
import shlex
import shutil
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bessemer.printable import printable

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.runner.bots.bot_failures import BotFailures


class Errors:
    """How errors are said: as sentences, or as lines of a JSON log."""

    as_json = False


def failed(message: str, code: int = 1) -> int:
    """Say on the standard error why the command ends so; the exit code."""
    with suppress(OSError):  # nobody reads the standard error
        print(error_line(message, code), file=sys.stderr)
    return code


def error_line(message: str, code: int) -> str:
    """The line about a command that ends with `code`."""
    # Each fault of a file has a line of its own.
    text = "\n".join(map(printable, message.splitlines())) or printable(message)
    if not Errors.as_json:
        return f"bessemer: {text}"
    now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    fields = {"why": text, "exit_code": code, "event": "command ended", "level": "error"}
    return json.dumps(fields | {"timestamp": now}, ensure_ascii=False)


def show_failures(failures: "BotFailures", console: "Console", data: Path) -> None:
    """Say what went wrong with bots, each once with a count, and keep it with the ladder."""
    from bessemer.runner.bots.bot_failures import FILE, sentences

    for sentence in sentences(failures.all()):
        console.print(sentence, style="yellow", markup=False, soft_wrap=True, highlight=False)
    if failures.all():
        console.print(f"The bots' logs are in {data / 'logs'}.", style="yellow", markup=False)
    with suppress(OSError):  # the disk is full: it has been said
        failures.keep(data / FILE)


def reason(error: OSError) -> str:
    """The system's sentence, with the file and without the number of the error."""
    what = error.strerror or str(error)
    return what if error.filename is None else f"{error.filename}: {what}"


def own_command() -> str:
    """How the reader of our output calls this command: `bessemer`, or the path to it."""
    program = Path(sys.argv[0])
    if program.name != "bessemer" or shutil.which("bessemer") == str(program):
        return "bessemer"
    with suppress(ValueError):
        program = program.resolve().relative_to(Path.cwd())
    return shlex.quote(str(program))


def open_missing_streams() -> None:
    """
    Have a standard input, output and error, whatever the caller has closed: `bessemer games >&-`.

    A closed output still takes nothing, but writing to it is then an error like any other.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            access = os.O_WRONLY if name == "stderr" else os.O_RDONLY
            nowhere = os.open(os.devnull, access)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def silence(stream: TextIO) -> None:
    """Drop what is not flushed yet: its reader has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
