"""How two players met, for the table of who is placed above whom."""

from typing import NamedTuple

from bessemer.faces.language import trn
from bessemer.ratings.scale import Figure
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport

_STEPS = 5
_FULL_HEAT = 0.4


class Met(NamedTuple):
    """A cell of the table: the surer, the stronger its colour."""

    share: Figure
    look: str
    known: str


def met(report: LadderReport, player: str, other: str) -> Met | None:
    """How often one was placed above the other; `None` if they have not met."""
    matchup = report.matchups.get((player, other))
    if matchup is None:
        return None
    share = matchup.share
    is_sure = bool(phrases.side(share, 0.5))
    heat = min(abs(share.value - 0.5) / _FULL_HEAT, 1.0) * (1.0 if is_sure else 0.4)
    side = "above" if share.value >= 0.5 else "below"
    known = trn(
        "{interval} % in one match",
        "{interval} % in {n} matches",
        matchup.matches,
        interval=phrases.interval(share),
    )
    return Met(share, f"{side}-{round(heat * _STEPS)}", known)
