"""Text made fit to be shown: that of strangers, and ours where a terminal lacks our characters."""

import codecs
import io
import sys
import unicodedata
from typing import Final

_INSTEAD: Final = {
    "…": "...",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "·": "-",
    "•": "*",
    "\u2013": "-",  # en dash
    "—": "-",
    "\u2212": "-",  # minus sign
    "\u00d7": "x",  # multiplication sign
    "±": "+-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "\u2019": "'",  # right single quotation mark
    "“": '"',
    "”": '"',
    "‖": "||",
    "÷": "/",
    "µ": "u",
    "█": "#",
    "■": "#",
    "□": "o",
    "▲": "^",
    "▼": "v",
    "✓": "ok",
    "✗": "x",
    "£": "GBP ",
    "€": "EUR ",
}
"""Replacements for characters that an encoding does not have."""


def printable(text: str) -> str:
    """The text of a stranger, without what a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def readable_streams() -> None:
    """Let nothing that is printed or read fail because of the encoding, such as ASCII."""
    codecs.register_error("readable", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="readable")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(map(_in_ascii, signs)), error.end


def _in_ascii(sign: str) -> str:
    """The same in ASCII: an accent is left out, the lines of a box become - | +."""
    if sign in _INSTEAD:
        return _INSTEAD[sign]
    if "\u2500" <= sign <= "\u257f":
        name = unicodedata.name(sign)
        return "+" if " AND " in name else "-" if "HORIZONTAL" in name else "|"
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii")
    return plain or "?"
