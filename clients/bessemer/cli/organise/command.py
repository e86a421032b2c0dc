"""How a command for organisers is declared and run, and what it prints."""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from bessemer.cli.console.arguments import add_data, add_json
from bessemer.cli.console.output import failed
from bessemer.printable import printable
from bessemer.sdk.connection.tls import add_tls_arguments

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from bessemer.cli.organise.calls import Calls

    Action: TypeAlias = "Callable[[argparse.Namespace, Calls], Awaitable[Answer | None]]"

NOTES: Final = """\
The command works on the folder --data, through the referee that runs there if one does, or on any referee with
--connect and the token of an organiser. Changes are in the audit log (bessemer audit).
"""


class Answer(NamedTuple):
    """The output of a command: lines for people, or one JSON object."""

    text: str
    facts: dict[str, Any]
    code: int = 0
    """The exit code."""


def add_where(command: argparse.ArgumentParser, whose: str = "an organiser") -> None:
    """Let a command say which referee it is for, and with whose token."""
    add_data(command, "the data folder of the referee")
    add_referee(command, f"the token of {whose}")


def add_referee(
    command: argparse.ArgumentParser,
    token: str,
    what: str = "a referee elsewhere",
    default: str = "that of the folder",
) -> None:
    """Let a command say which referee elsewhere it is for, and with which token."""
    add = command.add_argument
    of_folder = ", or organiser.token in the folder" if default == "that of the folder" else ""
    add(
        "--connect",
        default="",
        metavar="ADDRESS",
        help=f"{what}: host:port or unix:/path (default: {default})",
    )
    add(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"{token} (default: $BESSEMER_TOKEN{of_folder})",
    )
    add_tls_arguments(command, "with --connect: ")


def add_action(
    command: argparse.ArgumentParser,
    do: "Action",
    *,
    creates: bool = False,
    matches: Callable[[argparse.Namespace], Collection[str]] = lambda _args: (),
) -> None:
    """Let a command call `do` with the calls of an organiser; the rest is as of `calls_of`."""
    add_where(command)
    add_json(command)
    command.set_defaults(run=lambda args: run(args, do, creates=creates, matches=matches(args)))


def add_reason(command: argparse.ArgumentParser) -> None:
    """Let a command say why something is done."""
    command.add_argument("--reason", required=True, metavar="TEXT", help="why, for the audit log")


def run(
    args: argparse.Namespace,
    do: "Action",
    *,
    creates: bool = False,
    matches: Collection[str] = (),
) -> int:
    """Do it, and print the answer, unless it has printed what it had to say; the exit code."""
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.wire.tls.certificate_files import CertificateError

    configure(LogFormat.PLAIN, level=40)
    try:
        answer = asyncio.run(_answer(args, do, creates=creates, matches=matches))
    except ValueError as error:
        return failed(str(error), 2 if isinstance(error, CertificateError) else 1)
    if answer is None:
        return 0
    if args.json:
        print(json.dumps(answer.facts))
    else:
        for line in answer.text.splitlines():
            print(printable(line))
    return answer.code


async def _answer(
    args: argparse.Namespace, do: "Action", *, creates: bool, matches: Collection[str]
) -> Answer | None:
    from bessemer.cli.organise.calls import calls_of

    async with calls_of(args, creates=creates, match_ids=matches) as calls:
        return await do(args, calls)


def facts_of(message: "Message") -> dict[str, Any]:
    """A message as a program reads it: by the names in the .proto file, with what is empty."""
    from google.protobuf.json_format import MessageToDict

    return MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def table(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows as lines, each column as wide as its widest entry."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
