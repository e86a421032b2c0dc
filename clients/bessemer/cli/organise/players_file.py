"""
A file of players, as a spreadsheet writes it: a line of headings, then a player a line.

    name,author,role,person,members
    greedy-team,ada,,,
    night-shift,grace,player,no,grace ken
    ben,,,yes,
"""

import csv
from pathlib import Path
from typing import Final, NamedTuple

COLUMNS: Final = ("name", "author", "role", "person", "members")
ROLES: Final = ("player", "spectator", "organiser", "worker")
_YES_OR_NO: Final = {"yes": True, "no": False, "": False}


class Team(NamedTuple):
    """A player in the file."""

    line: int
    name: str
    author: str
    role: str
    person: str = ""
    members: tuple[str, ...] = ()
    """Of a team: each gets a token."""

    @property
    def is_person(self) -> bool:
        """Whether it has a person's clock on ladders."""
        return _YES_OR_NO[self.person]


class BadTeams(ValueError):
    """The file is not as it should be: every fault on a line of its own, with the file and the line."""


def read_teams(path: Path) -> list[Team]:
    """
    The players in a file.

    Raises:
        BadTeams: it is no such file, or has no players; all faults are named.
        OSError: it cannot be read.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file)
            lines = [(rows.line_num, row) for row in rows if any(cell.strip() for cell in row)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadTeams(f"{path}: this is no CSV file in UTF-8: {error}") from None
    if not lines:
        raise BadTeams(f"{path}: the file is empty; it begins with the line {','.join(COLUMNS)}")
    (number, head), *rest = lines
    names = [cell.strip().lower() for cell in head]
    faults = _head_faults(names)
    if not faults and not rest:
        faults = ["there is no player in it"]
    if faults:
        raise BadTeams("\n".join(f"{path}:{number}: {fault}" for fault in faults))
    teams, wrong = [], []
    first: dict[str, int] = {}
    for line, row in rest:
        if len(row) > len(names):
            wrong.append((line, f"{len(row)} columns, and the first line has {len(names)}"))
            continue
        cells = dict(zip(names, (cell.strip() for cell in row), strict=False))
        team = Team(
            line,
            cells.get("name", ""),
            cells.get("author", ""),
            cells.get("role") or "player",
            cells.get("person", "").lower(),
            tuple(cells.get("members", "").split()),
        )
        wrong += [(line, fault) for fault in _faults(team, first)]
        teams.append(team)
    if wrong:
        raise BadTeams("\n".join(f"{path}:{line}: {fault}" for line, fault in wrong))
    return teams


def _head_faults(names: list[str]) -> list[str]:
    known = ", ".join(COLUMNS)
    faults = [
        f"there is no column {name!r}: there are {known}" for name in names if name not in COLUMNS
    ]
    if "name" not in names:
        faults.append(f"the first line names the columns, one of them `name`: {known}")
    if len(set(names)) < len(names):
        faults.append("a column is there twice")
    return faults


def _faults(team: Team, first: dict[str, int]) -> list[str]:
    from bessemer.accounts.names import check_name
    from bessemer.errors import BadRequest

    faults = []
    said = [("name", team.name), ("author", team.author)]
    said += [("member", member) for member in team.members]
    for what, text in said:
        if what == "author" and not text:
            continue
        try:
            check_name(text, what)
        except BadRequest as error:
            faults.append(f"{what} {text[:80]!r}: {error}")
    if team.role not in ROLES:
        faults.append(f"role {team.role[:80]!r}: there are {', '.join(ROLES)}")
    if team.person not in _YES_OR_NO:
        faults.append(f"person {team.person[:80]!r}: there are yes and no")
    if len({member.lower() for member in team.members}) < len(team.members):
        faults.append("a member is there twice")
    if (line := first.setdefault(team.name, team.line)) != team.line:
        faults.append(f"{team.name} is on line {line} already")
    return faults
