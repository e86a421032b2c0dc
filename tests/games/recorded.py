"""
Recorded matches: what the rules of a version make of the same seeds.

Those of a game are in its `recorded.toml`. Which matches they are, the file itself says; a game that
has none gets one for each number of seats.
"""

import tomllib
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.engine import choices, scripts
from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.choices import Answer, Choice
from tests.games.walks import examples_of

_HEAD: Final = (
    "# What the rules of this version make of the same seeds; "
    "tests/games/recorded.py writes this file.\n\n"
)

_STRIDE: Final = 97
_MOST_ANSWERS: Final = 401
"""Of a set, so many of its possible answers are looked at."""


class Recorded(NamedTuple):
    """A match, and how it ends."""

    game: str
    seats: int
    options: str
    """As in "chain=on rounds=3"."""
    scores: tuple[int, ...]
    moves: int
    """How many it takes."""
    texts: str
    """A hash over their texts."""


def file_of(game: str) -> Path:
    """The file with the recorded matches of a game."""
    return Path(__file__).parent / game / "recorded.toml"


def _read(game: str) -> dict[str, Any]:
    return tomllib.loads(file_of(game).read_text(encoding="utf-8"))


def rules_version(game: str) -> int:
    """The version of the rules by which the matches were recorded."""
    version: int = _read(game)["rules_version"]
    return version


def load(game: str) -> Iterator[Recorded]:
    """The recorded matches of a game."""
    for entry in _read(game)["match"]:
        yield Recorded(game, **{**entry, "scores": tuple(entry["scores"])})


def play(game: str, seats: int, options: str) -> Recorded:
    """A match from its middle, or its beginning, whose choices are answered by a fixed pattern."""
    rules = GAMES[game]
    played = rules.options(dict(pair.split("=") for pair in options.split()))
    state = examples_of(game).midgame(played, seats, Chance(b"recorded"))
    texts: list[str] = []
    answered = count()

    def answer(choice: Choice) -> Answer:
        possible = list(islice(choices.answers(choice), _MOST_ANSWERS))
        return possible[_STRIDE * next(answered) % len(possible)]

    while asked := rules.decisions(state):
        seat = asked[len(texts) % len(asked)].seat
        move = scripts.walk(rules.script(rules.view(state, seat)), answer)
        texts.append(rules.format(move))
        state = rules.apply(state, seat, move)
    outcome = rules.outcome(state)
    assert outcome is not None
    digest = sha256("\n".join(texts).encode()).hexdigest()[:12]
    return Recorded(game, seats, options, outcome.scores, len(texts), digest)


def write_recorded(game: str) -> None:
    """Play the matches of a game anew, and write its file."""
    rules = GAMES[game]
    chosen = (
        [(match.seats, match.options) for match in load(game)] if file_of(game).exists() else []
    )
    parts = [f"{_HEAD}rules_version = {rules.rules_version}\n"]
    for seats, options in chosen or [(seats, "") for seats in rules.seats]:
        match = play(game, seats, options)
        parts.append(
            f'[[match]]\nseats = {seats}\noptions = "{options}"\nscores = {list(match.scores)}\n'
            f'moves = {match.moves}\ntexts = "{match.texts}"\n'
        )
    file_of(game).write_text("\n".join(parts), encoding="utf-8")
