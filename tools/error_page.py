"""
Writes docs/errors.md, the catalogue of errors, from the comments of the .proto files.

Usage: error_page.py [FILE] (default: docs/errors.md). `make proto` runs it, and a test compares.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import mdformat

ROOT: Final = Path(__file__).resolve().parents[1]
PROTO: Final = ROOT / "proto" / "bessemer" / "v1"
PAGE: Final = ROOT / "docs" / "errors.md"

_COMMENT: Final = r"((?: *//[^\n]*\n)+)"
_REASON: Final = re.compile(_COMMENT + r" *ERROR_REASON_(\w+) = [1-9]")
_RPC: Final = re.compile(_COMMENT + r" *rpc (\w+)\(")
_PARTS: Final = re.compile(r"(?P<when>.+) Do: (?P<do>.+) Retry: (?P<retry>.+) \[(?P<status>\w+)\]")

_HEAD: Final = """\
# Errors

<!-- Made by tools/error_page.py from the comments in proto/bessemer/v1 (make proto). Do not edit it here. -->

Every refusal has one of these reasons: in `Refusal.reason` (with the prefix `ERROR_REASON_`), in
`google.rpc.ErrorInfo.reason` (domain `bessemer`), and each always with the same gRPC status. How a refusal reaches a
client, and its other fields, are told in [protocol.md](protocol.md#refusals). A refused request had no effect at all.

**Retry** says whether the same request, sent again, can succeed. `retry_delay` is a field of the `Refusal` and, for common
tools, of `google.rpc.RetryInfo`. An illegal move also has a `code`, the rule that it breaks: the [page of each
game](games) lists them.

Any call can be refused with `BAD_REQUEST`, `NOT_AUTHENTICATED` and `TOO_MANY_REQUESTS`; the last column has the calls
that name the reason themselves.
"""
_TAIL: Final = """
A status without a `Refusal` comes from the connection (`UNAVAILABLE`: join again), or is a fault of the referee
(`INTERNAL`, with an incident number that the organiser can look up).
"""


class Reason(NamedTuple):
    """One reason, as its comment tells it."""

    name: str
    status: str
    when: str
    do: str
    retry: str


def reasons() -> Iterator[Reason]:
    """
    All of them, in the order of the enum.

    Raises:
        SystemExit: a comment has not all parts.
    """
    text = (PROTO / "error_reason.proto").read_text(encoding="utf-8")
    for comment, name in _REASON.findall(text):
        found = _PARTS.fullmatch(_words(comment))
        if not found:
            raise SystemExit(
                f"error_reason.proto: the comment of ERROR_REASON_{name} needs four parts: "
                "when it is given. Do: what to do. Retry: whether to send it again. [STATUS]"
            )
        yield Reason(name, **{part: text.rstrip(".") for part, text in found.groupdict().items()})


def calls() -> dict[str, list[str]]:
    """By reason: the calls whose comments list it behind "Errors"."""
    by_reason: dict[str, list[str]] = {}
    for path in sorted(PROTO.glob("*.proto")):
        for comment, call in _RPC.findall(path.read_text(encoding="utf-8")):
            for reason in re.findall(r"\b[A-Z_]+\b", _words(comment).partition("Errors")[2]):
                by_reason.setdefault(reason, []).append(call)
    return by_reason


def page() -> str:
    """The whole page."""
    named = calls()
    rows = ["| reason | status | when | what to do | retry | calls |", "|---|---|---|---|---|---|"]
    rows += [
        f"| `{name}` | `{status}` | {when} | {do} | {retry} "
        f"| {', '.join(f'`{call}`' for call in named.get(name, [])) or 'any'} |"
        for name, status, when, do, retry in reasons()
    ]
    return "\n".join((_HEAD, *rows, _TAIL))


def _words(comment: str) -> str:
    return " ".join(line.strip().removeprefix("//").strip() for line in comment.splitlines())


def write_page(text: str, target: Path) -> None:
    """Write a page as `make format` would have it."""
    options = tomllib.loads((ROOT / ".mdformat.toml").read_text(encoding="utf-8"))
    written = mdformat.text(text, options=options, extensions=("gfm", "tables"))
    target.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    write_page(page(), Path(sys.argv[1]) if sys.argv[1:] else PAGE)
