"""Small drawings beside figures; without inline styles, which the pages' policy forbids."""

from bessemer.charts.html import raw_cell, text
from bessemer.ratings.scale import Figure
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport

_STEPS = 5
_FULL_HEAT = 0.4


def interval(figure: Figure, low: float, high: float) -> str:
    """Where an interval lies among all of them; the figures are beside it."""
    scale = 100 / max(high - low, 1e-9)
    left, width = (figure.low - low) * scale, (figure.high - figure.low) * scale
    middle = (figure.value - low) * scale
    return (
        '<svg class="interval" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="span" x="{left:.1f}" y="5" width="{max(width, 0.5):.1f}" height="2"/>'
        f'<rect class="middle" x="{min(middle, 98.5):.1f}" y="1" width="1.5" height="10"/></svg>'
    )


def met(report: LadderReport, player: str, other: str) -> str:
    """A cell of the matrix: how often one was placed above the other, the surer the stronger."""
    matchup = report.matchups.get((player, other))
    if matchup is None:
        return raw_cell(phrases.NOTHING, "number soft")
    share = matchup.share
    is_sure = bool(phrases.side(share, 0.5))
    heat = min(abs(share.value - 0.5) / _FULL_HEAT, 1.0) * (1.0 if is_sure else 0.4)
    side = "above" if share.value >= 0.5 else "below"
    known = f"{phrases.interval(share)} % in {matchup.matches:,} matches"
    return raw_cell(
        f"{phrases.percent(share.value)}<small>{text(phrases.interval(share))}</small>",
        f"heat {side}-{round(heat * _STEPS)}",
        title=known,
    )
