"""`ladder.toml`: a competition, a table for each stage; its keys are the flags of `bessemer ladder create`."""

import argparse
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.console.flag_values import converted, flags_of
from bessemer.suggestions import did_you_mean

_STAGE: Final = "stage"
_BEGINS: Final = ("after", "word")
_OF_THE_WHOLE: Final = frozenset({"name", _STAGE})
_OF_A_STAGE: Final = frozenset({"name", "begins"})
_NOT_HERE: Final = frozenset({"from", "data", "database", "connect", "token-file", "json", "help"})
_FORMAT_FLAGS: Final = frozenset(
    {"format", "rounds", "seatings", "seed-from", "top", "entrants", "starts", "matches", "ends"}
)


class StageFile(NamedTuple):
    """What a file says of a stage."""

    name: str
    """Of its ladder: that of the competition, a hyphen, and its own."""
    place: str
    """Where it begins in the file, for messages."""
    args: argparse.Namespace
    """As if they had been given to `bessemer ladder create`."""
    follows: bool
    """Whether it begins when the stage before is over; otherwise when the organiser says so."""
    places: Mapping[str, str]
    """By key: where it is in the file."""

    def place_of(self, key: str) -> str:
        """Where a key is, or the stage if it is not there."""
        return self.places.get(key, self.place)


class Competition(NamedTuple):
    """What a file says."""

    name: str
    stages: list[StageFile]


def read_competition(file: Path, command: argparse.ArgumentParser) -> Competition:
    """
    A competition; `command` declares what can be said of each stage.

    Raises:
        WrongUsage: something cannot be; the message says in which line, and what it takes.
    """
    try:
        text = file.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except OSError as error:
        raise WrongUsage(f"--from: {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{file} is no TOML: {error}") from None
    lines = _lines(text)
    flags = {name: one for name, one in flags_of(command).items() if name not in _NOT_HERE}
    whole = _Table(file, lines, -1)
    name = whole.text(content, "name", 'the name of the competition, such as name = "league"')
    general = {key: one for key, one in flags.items() if key not in _FORMAT_FLAGS}
    common = whole.settings(content, general, _OF_THE_WHOLE)
    tables = content.get(_STAGE)
    if (
        not isinstance(tables, list)
        or not tables
        or not all(isinstance(one, dict) for one in tables)
    ):
        raise WrongUsage(f"{file} has no stage: begin each with a line [[stage]]")
    found: list[StageFile] = []
    for number, one in enumerate(tables):
        found.append(_stage(_Table(file, lines, number), one, name, flags, common, found))
    return Competition(name, found)


class _Table(NamedTuple):
    """A table of the file: the keys at the top (-1), or a stage."""

    file: Path
    lines: Mapping[tuple[int, str], int]
    number: int

    def place(self, key: str = "") -> str:
        line = self.lines.get((self.number, key), self.lines.get((self.number, ""), 1))
        return f"{self.file}:{line}"

    def text(self, content: Mapping[str, Any], key: str, what: str) -> str:
        if key not in content:
            raise WrongUsage(f"{self.place()}: {key} is missing: {what}")
        if not isinstance(content[key], str) or not content[key]:
            raise WrongUsage(f"{self.place(key)}: {key} is a text, not {content[key]!r}: {what}")
        return str(content[key])

    def settings(
        self,
        content: Mapping[str, Any],
        flags: Mapping[str, argparse.Action],
        others: frozenset[str],
    ) -> dict[str, Any]:
        found = {}
        for key, value in content.items():
            if key in others:
                continue
            if key not in flags:
                known = sorted([*flags, *others])
                hint = did_you_mean(key, known) or f"; it takes {', '.join(known)}"
                where = "a stage" if self.number >= 0 else "the whole competition"
                raise WrongUsage(f"{self.place(key)}: {key} is no setting of {where}{hint}")
            plain = value.isoformat() if hasattr(value, "isoformat") else value
            found[key] = converted(flags[key], plain, f"{self.place(key)}: {key}")
        return found


def _stage(
    table: _Table,
    content: Mapping[str, Any],
    competition: str,
    flags: Mapping[str, argparse.Action],
    common: Mapping[str, Any],
    before: list[StageFile],
) -> StageFile:
    own = table.text(content, "name", 'the name of the stage, such as name = "cup"')
    name = f"{competition}-{own}"
    if name in {one.name for one in before}:
        raise WrongUsage(f"{table.place('name')}: two stages have the name {own}")
    mine = table.settings(content, flags, _OF_A_STAGE)
    begins = content.get("begins", "after")
    if begins not in _BEGINS:
        raise WrongUsage(
            f'{table.place("begins")}: begins is "after" (when the stage before is over) or "word" '
            f"(when you say so), not {begins!r}"
        )
    defaults = {one.dest: one.default for one in flags.values()}
    chosen = {flags[key].dest: value for key, value in {**common, **mine}.items()}
    args = argparse.Namespace(**defaults | chosen)
    if not before:
        if "begins" in content:
            raise WrongUsage(f"{table.place('begins')}: begins is for a stage that follows another")
    elif args.format == "continuous":
        raise WrongUsage(
            f"{table.place('format')}: format: only the first stage can be continuous; this one takes "
            "round-robin, swiss, gauntlet or knockout"
        )
    else:
        args.seed_from = args.seed_from or before[-1].name
    places = {key: _Table(table.file, table.lines, -1).place(key) for key in common}
    places |= {key: table.place(key) for key in content}
    return StageFile(name, table.place(), args, bool(before) and begins == "after", places)


def _lines(text: str) -> dict[tuple[int, str], int]:
    """By table and key: the line, from 1; the key "" is the line where the table begins."""
    found: dict[tuple[int, str], int] = {(-1, ""): 1}
    table = -1
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"\s*\[\[\s*{_STAGE}\s*\]\]", line):
            table += 1
            found[table, ""] = number
        elif key := re.match(r"\s*[\"']?([A-Za-z0-9_-]+)[\"']?\s*=", line):
            found.setdefault((table, key[1]), number)
    return found
