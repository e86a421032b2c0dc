"""What a rated match did to a player's rating, as the pages of the ladder have it."""

from typing import Final, NamedTuple

from bessemer.runner.report import phrases
from bessemer.runner.report.facts import UnknownPlayer
from bessemer.web.pages import slug
from bessemer.web.server.sources import Source

_MOST: Final = 200
"""Of so many last matches of a player it is known."""


class RatingChange(NamedTuple):
    """What a match did."""

    change: str
    """In points with a sign, "+24"; "" if the match does not count."""
    rating: str
    """After it, with its interval."""


async def rating_changes(source: Source, ladder: str, player: str) -> dict[str, RatingChange]:
    """By match, as far as the pages of the ladder know them now."""
    site = (await source.sites()).get(slug(ladder))
    if site is None:
        return {}
    try:
        played = site.report.last_matches(player, _MOST)
    except UnknownPlayer:
        return {}
    return {
        one.result.match_id: RatingChange(
            "" if one.number is None else _signed(round(one.after.mean) - round(one.before.mean)),
            phrases.rating(one.after.figure),
        )
        for one in played
    }


def _signed(points: int) -> str:
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"+{points}"
