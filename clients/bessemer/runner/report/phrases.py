"""The parts of a report in words, for a terminal and for a page."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bessemer.faces.language import key, tr, tr_key, trn
from bessemer.matches.bot_reports import ReportedCosts
from bessemer.printable import printable
from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE, Figure
from bessemer.runner.report.course import CourseMatch
from bessemer.runner.report.facts import LadderReport

NOTHING: Final = "\N{EN DASH}"
"""Shown where there is no figure."""

NO_RESULT: Final = key("There is no result yet: play matches, then ask again.")

_LONGEST_OPTION: Final = 60


def short(text: str, most: int) -> str:
    """The text, cut to so many signs."""
    text = printable(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def rating(figure: Figure | None) -> str:
    """Points with half of their interval, which is about as wide to both sides."""
    if figure is None:
        return NOTHING
    return f"{figure.value:.0f} ±{(figure.high - figure.low) / 2:.0f}"


def percent(share: float) -> str:
    """A share as a whole number of percent, without the sign."""
    return f"{100 * share:.0f}"


def interval(figure: Figure) -> str:
    """The interval of a share, in percent."""
    return f"{percent(figure.low)}\N{EN DASH}{percent(figure.high)}"


def share(figure: Figure | None) -> str:
    """A share in percent with its interval."""
    return NOTHING if figure is None else f"{percent(figure.value)}% {interval(figure)}"


def by_seat(figures: Sequence[Figure | None]) -> str:
    """The shares of all seats in percent, without their intervals."""
    return " ".join(NOTHING if figure is None else percent(figure.value) for figure in figures)


def number(value: float) -> str:
    """A score: whole if it is whole."""
    return f"{value:.1f}".removesuffix(".0")


def median(figure: Figure | None) -> str:
    """A median score with its interval."""
    if figure is None:
        return NOTHING
    return f"{number(figure.value)} {number(figure.low)}\N{EN DASH}{number(figure.high)}"


def moment(ended: float) -> str:
    """A point in time to the minute, in UTC."""
    return f"{datetime.fromtimestamp(ended, UTC):%Y-%m-%d %H:%M}" if ended else NOTHING


def day_and_time(ended: float) -> str:
    """The same without the year, for narrow tables of what is recent."""
    return moment(ended).partition("-")[2] or NOTHING


def side(figure: Figure | None, even: float) -> str:
    """`above` or `below` if the whole interval is there, "" if it holds the even value."""
    if figure is None or figure.low <= even <= figure.high:
        return ""
    return "above" if figure.low > even else "below"


def rating_side(figure: Figure | None) -> str:
    """On which side of the mean of the scale a rating is for sure."""
    return side(figure, CENTRE)


def even_share(report: LadderReport) -> float:
    """The share of matches that each of equal players wins."""
    return 1 / max(report.facts.seats, 1)


def title(report: LadderReport) -> str:
    """The ladder's name and season."""
    facts = report.facts
    if not facts.season:
        return printable(tr("Ladder {name}", name=facts.name))
    return printable(tr("Ladder {name}, season {season}", name=facts.name, season=facts.season))


def setting(report: LadderReport) -> str:
    """The game, its seats and its options."""
    facts = report.facts
    options = ", ".join(
        f"{name}={short(value, _LONGEST_OPTION)}" for name, value in facts.options.items()
    )
    said = trn("{game} with {n} seat", "{game} with {n} seats", facts.seats, game=facts.game)
    return printable(f"{said} ({options})" if options else said)


def sentence(words: str) -> str:
    """Words as a sentence of their own."""
    return f"{words[:1].upper()}{words[1:]}."


def counted(report: LadderReport) -> str:
    """The number of matches that count, of those that do not, and the time of the report."""
    facts, matches, players = report.facts, len(report.counted), len(report.rows)
    if matches:
        # {count} has the separators of thousands that {n} lacks.
        said = trn(
            "{count} match of {players} players",
            "{count} matches of {players} players",
            matches,
            count=f"{matches:,}",
            players=f"{players:,}",
        )
    elif report.uncounted:
        said = tr("No match counts yet")
    else:
        said = tr_key(NO_RESULT).removesuffix(".")
    parts = [said]
    if report.uncounted:
        parts.append(
            tr(
                "{count} not counted (a fault of the referee or the organiser, or seats that were "
                "not all different players)",
                count=f"{report.uncounted:,}",
            )
        )
    if report.withheld:
        parts.append(
            tr(
                "{count} not played (a player withheld its bytes, and lost)",
                count=f"{report.withheld:,}",
            )
        )
    if facts.voided:
        parts.append(tr("{count} voided", count=f"{facts.voided:,}"))
    ending = tr("The ladder is frozen: nothing more counts.") if facts.is_frozen else ""
    when = tr("As of {moment} UTC.", moment=moment(facts.now)) if facts.now else ""
    return " ".join(filter(None, ("; ".join(parts) + ".", when, ending)))


def others(one: CourseMatch) -> str:
    """With whom a player sat, in the order in which they were placed."""
    result = one.result
    known = len(result.ranks) == len(result.players) and not result.is_withheld
    there = [
        (result.ranks[seat] if known else 0, seat, player)
        for seat, player in enumerate(result.players)
        if seat != one.seat
    ]
    return ", ".join(placed(rank, player) for rank, _, player in sorted(there))


def everybody(result: Result) -> str:
    """The players of a match that counts and their scores, in the order in which they were placed."""
    order = sorted(range(len(result.players)), key=lambda seat: (result.ranks[seat], seat))
    return ", ".join(
        placed(result.ranks[seat], result.players[seat])
        + (f" ({result.scores[seat]})" if result.scores else "")
        for seat in order
    )


def placed(rank: int, player: str) -> str:
    """A rank, if it is known, and a player."""
    name = short(player, 24) or tr("nobody")
    return f"{rank} {name}" if rank else name


def at_seat(values: Sequence[int], one: CourseMatch) -> str:
    """The player's own of values by seat."""
    return str(values[one.seat]) if len(values) == len(one.result.players) else NOTHING


def rank(one: CourseMatch) -> str:
    """The player's rank; where a match was withheld, nobody has one but who lost it."""
    if one.result.is_withheld:
        return tr("lost") if one.number is not None else NOTHING
    return at_seat(one.result.ranks, one)


def change(one: CourseMatch) -> str:
    """The rating before and after a match."""
    if one.number is None:
        return tr("not counted")
    return f"{one.before.mean:.0f} → {one.after.mean:.0f}"


def model_costs(costs: ReportedCosts) -> dict[str, str]:
    """The costs of a language model by what they are: for each decision, and how often it was wrong."""
    each = max(1, costs.decisions)
    return {
        tr("decisions"): f"{costs.decisions:,}",
        tr("tokens in"): f"{costs.tokens_in / each:,.0f}",
        tr("tokens out"): f"{costs.tokens_out / each:,.0f}",
        tr("seconds"): f"{costs.milliseconds / each / 1000:,.1f}",
        tr("illegal"): f"{costs.illegal:,}",
        tr("no answer"): f"{costs.failed:,}",
        tr("default moves"): f"{costs.defaults:,}",
    }


def model_at_seat(one: CourseMatch) -> str:
    """What a language model has cost at the player's seat of a match; empty if nobody says."""
    costs = one.result.costs.get(one.seat)
    if costs is None:
        return ""
    return tr(
        "{tokens_in} tokens in, {tokens_out} out, {seconds} s, {illegal} illegal",
        tokens_in=f"{costs.tokens_in:,}",
        tokens_out=f"{costs.tokens_out:,}",
        seconds=f"{costs.milliseconds / 1000:,.1f}",
        illegal=f"{costs.illegal:,}",
    )


def faults(one: CourseMatch) -> str:
    """Whose fault it was, and what happened at the player's seat."""
    return "; ".join(
        f"{fault.fault.value}: {short(fault.message, 60)}"
        for fault in one.result.faults
        if fault.seat == one.seat
    )


def replay_name(report: LadderReport, match_id: str) -> str:
    """The name under which the referee gives the replay of a match."""
    return printable(f"{report.facts.game}-{match_id}.replay")
