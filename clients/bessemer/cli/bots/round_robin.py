"""
`bessemer bench strength --all`: the shipped bots of a game against each other, and what that proves.

A bot may only be listed above another if it is proven stronger: the interval of its share of pairs
against the next bot, and against all others on average, is above even. Every pair plays the same
set-ups.
"""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.bots.registry import own_names
from bessemer.cli.bots.duels import BlockResult, ShareFigure, figure

_PASSIVE: Final = "idle"
"""It says nothing about strength."""
EVEN: Final = 0.5


class StrengthRow(NamedTuple):
    """One bot, and its share of pairs against each other one."""

    bot: str
    against: Mapping[str, ShareFigure]

    @property
    def field(self) -> ShareFigure:
        """Against all others, each counting the same."""
        shares = list(self.against.values())
        mean = sum(share.mean for share in shares) / len(shares)
        if any(share.margin is None for share in shares):
            return ShareFigure(mean, None)
        return ShareFigure(
            mean, math.hypot(*(share.margin or 0.0 for share in shares)) / len(shares)
        )


def ranked_bots(game: str) -> list[str]:
    """The bots that the game lists, the strongest first."""
    return [name for name in own_names(game) if name != _PASSIVE]


def rows_of(
    bots: Sequence[str], duel: Callable[[str, str], Sequence[BlockResult]]
) -> list[StrengthRow]:
    """Play every pair, the strongest first."""
    against: dict[str, dict[str, ShareFigure]] = {bot: {} for bot in bots}
    for a, b in combinations(bots, 2):
        share = figure([block.above for block in duel(a, b)])
        against[a][b] = share
        against[b][a] = ShareFigure(1.0 - share.mean, share.margin)
    return [StrengthRow(bot, {b: against[bot][b] for b in bots if b != bot}) for bot in bots]


def unproven(rows: Sequence[StrengthRow]) -> Iterator[str]:
    """A sentence for each bot that is listed above one that it is not proven stronger than."""
    for place, row in enumerate(rows[:-1]):
        below = rows[place + 1].bot
        share = row.against[below]
        if not _is_above_even(share):
            yield f"{row.bot} is not proven stronger than {below}: {share.text('.1%')}"
    if not _is_above_even(rows[0].field):
        yield f"{rows[0].bot} is not proven stronger than the field: {rows[0].field.text('.1%')}"


def _is_above_even(share: ShareFigure) -> bool:
    return share.margin is not None and share.mean - share.margin > EVEN


def table(rows: Sequence[StrengthRow]) -> str:
    """The rows as a table in Markdown: each bot's share of pairs, against each other and all."""
    bots = [row.bot for row in rows]
    lines = [
        "| against | " + " | ".join(f"`{bot}`" for bot in bots) + " | all |",
        "| -- | " + "-: | " * (len(bots) + 1),
    ]
    for row in rows:
        cells = [_cell(row.against.get(bot)) for bot in bots]
        lines.append(f"| `{row.bot}` | " + " | ".join([*cells, _cell(row.field)]) + " |")
    return "\n".join(line.rstrip() for line in lines)


def _cell(share: ShareFigure | None) -> str:
    if share is None:
        return ""
    margin = "?" if share.margin is None else f"{100 * share.margin:.1f}"
    return f"{100 * share.mean:.1f} ± {margin} %"


class NoPlace(Exception):
    """The page has no place for the table of this game."""


def write_table(page: Path, game: str, text: str) -> None:
    """
    Put a table into a page, between its marks for the game.

    Raises:
        NoPlace: the page has no such marks.
    """
    begin, end = f"<!-- strength {game} -->", f"<!-- end of strength {game} -->"
    said = page.read_text(encoding="utf-8")
    found = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not found.search(said):
        raise NoPlace(f"{page} has no place for the table: put {begin} and {end} where it belongs")
    page.write_text(
        found.sub(lambda _: f"{begin}\n\n{text}\n\n{end}", said, count=1), encoding="utf-8"
    )


def facts(game: str, seats: int, seed: int, blocks: int, rows: Sequence[StrengthRow]) -> str:
    """All figures as one JSON object."""
    found: dict[str, Any] = {
        "name": "strength",
        "game": game,
        "seats": seats,
        "seed": seed,
        "blocks": blocks,
        "bots": {
            row.bot: {
                "field": row.field._asdict(),
                "against": {bot: share._asdict() for bot, share in row.against.items()},
            }
            for row in rows
        },
        "unproven": list(unproven(rows)),
    }
    return json.dumps(found)
