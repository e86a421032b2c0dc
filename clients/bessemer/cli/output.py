"""Sentences for people: what went wrong."""

import sys

from bessemer.printable import printable


def failed(message: str, code: int = 1) -> int:
    """Say on the standard error why the command ends so; the exit code."""
    print(f"bessemer: {printable(message)}", file=sys.stderr)
    return code
