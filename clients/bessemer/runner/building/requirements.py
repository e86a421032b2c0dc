"""
The Python packages that a submission asks for, line by line.

pip would obey options and addresses in such a file. Only names, versions, markers and hashes are let
through, so a package comes from the organiser's wheels or not at all.
"""

import re
from typing import Final

from bessemer.submissions.manifest import BadManifest

_MOST_LINES: Final = 1000
_NAME: Final = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_VERSION: Final = r"(?:==|!=|<=|>=|~=|<|>|===)\s*[A-Za-z0-9.*+!_-]+"
_LINE: Final = re.compile(
    rf"{_NAME}(?:\[{_NAME}(?:\s*,\s*{_NAME})*\])?"
    rf"\s*(?:{_VERSION}(?:\s*,\s*{_VERSION})*)?"
    r"\s*(?:;[A-Za-z0-9_.\s\"'<>=!~()]+)?"
    r"(?:\s+--hash=sha(?:256|384|512):[0-9a-f]+)*\s*"
)


def check_requirements(text: str) -> None:
    """
    Refuse what is no list of packages.

    Raises:
        BadManifest: a line is something else; the message has its number.
    """
    lines = text.replace("\\\n", " ").splitlines()
    if len(lines) > _MOST_LINES:
        raise BadManifest(f"the requirements have more than {_MOST_LINES} lines", "requirements")
    for number, line in enumerate(lines, 1):
        plain = re.sub(r"(?:^|\s)#.*", "", line).strip()
        if plain and not _LINE.fullmatch(plain):
            raise BadManifest(
                f"line {number} of the requirements is {plain[:80]!r}: only names with versions, markers "
                "and hashes, such as numpy==2.1.0, are allowed; packages come from the organiser's wheels",
                "requirements",
            )
