"""The first line of a program that speaks lines: the version, the dialect, and whether it plays many matches."""

from typing import Final, NamedTuple

VERSION: Final = 1
HELLO_SECONDS: Final = 60.0
"""How long a program has to write its first line: a machine may be slow and busy."""
HELLO_WORD: Final = "bessemer"
PLAIN: Final = "plain"
JSON: Final = "json"
_DIALECTS: Final = (PLAIN, JSON)
_MANY: Final = "many"


class Hello(NamedTuple):
    """The wishes of a program."""

    dialect: str = PLAIN
    plays_many: bool = False
    """Whether one process plays all matches, with the number of a channel before each line."""


def read_hello(line: str) -> Hello:
    """
    The first line of a program: `bessemer 1 plain`, `bessemer 1 json many`.

    Raises:
        ValueError: it is none.
    """
    words = line.split()
    right = f"its first line should be 'bessemer {VERSION} plain' or 'bessemer {VERSION} json'"
    if len(words) < 3 or words[0] != HELLO_WORD:
        raise ValueError(f"{right}, not {line[:80]!r}")
    if words[1] != str(VERSION):
        raise ValueError(
            f"it speaks version {words[1][:20]} of the protocol; this is version {VERSION}"
        )
    unknown = [word for word in words[3:] if word != _MANY]
    if words[2] not in _DIALECTS or unknown:
        odd = words[2] if words[2] not in _DIALECTS else unknown[0]
        raise ValueError(f"{right}, perhaps with '{_MANY}' behind it; {odd[:40]!r} is unknown")
    return Hello(words[2], _MANY in words[3:])
