"""Sentences for people: what went wrong, and words of strangers."""

import sys


def printable(text: str) -> str:
    """What may come from anybody, without what a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def failed(message: str, code: int = 1) -> int:
    """Say on the standard error why the command ends so; the exit code."""
    print(f"bessemer: {printable(message)}", file=sys.stderr)
    return code
