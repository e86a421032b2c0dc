"""A report for programs: one JSON object, or CSV as RFC 4180 has it."""

import csv
import io
import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

from bessemer.ladder.entrants import Entrant
from bessemer.ratings.scale import Figure
from bessemer.runner.report import failures, format_facts
from bessemer.runner.report.course import CourseMatch
from bessemer.runner.report.facts import LadderReport, StandingRow
from bessemer.runner.report.versions import rows_of

Facts = dict[str, Any]

_FIGURES: Final = ("rating", "wins", "placement", "median_score")


class ReportPart(StrEnum):
    """A table of a report."""

    STANDINGS = "standings"
    MATRIX = "matrix"
    HISTORY = "history"


def to_json(
    report: LadderReport,
    part: ReportPart,
    player: str = "",
    most: int = 20,
    *,
    ratings: bool = False,
) -> str:
    """
    One line: the ladder and the part asked for; `player` and `most` are for the history.

    The standings are the result of the format if it has rounds; with `ratings` they are in it, too.
    Figures are exact, shares from 0 to 1, intervals `[low, high]`, times seconds since the epoch.

    Raises:
        UnknownPlayer: nobody of this name has played.
    """
    found: Facts = {"ladder": _ladder(report)}
    match part:
        case ReportPart.STANDINGS:
            if report.outcome is not None:
                found["format"] = format_facts.to_facts(report.outcome)
            if report.outcome is None or ratings:
                found["standings"] = [_standing(row) for row in report.rows]
            found["failures"] = failures.to_facts(report)
        case ReportPart.MATRIX:
            found["matrix"] = _matrix(report)
        case ReportPart.HISTORY:
            found["player"] = player
            found["versions"] = [_standing(row) for row in rows_of(report, player)]
            found["history"] = [_match(one) for one in report.last_matches(player, most)]
    return json.dumps(found, ensure_ascii=False)


def to_csv(
    report: LadderReport,
    part: ReportPart,
    player: str = "",
    most: int = 20,
    *,
    ratings: bool = False,
) -> str:
    """
    The same figures as lines, each interval in two columns; empty where there is no figure.

    Raises:
        UnknownPlayer: nobody of this name has played.
    """
    match part:
        case ReportPart.STANDINGS if report.outcome is not None and not ratings:
            rows = format_facts.table(report.outcome)
            headings = list(rows[0])
        case ReportPart.STANDINGS:
            seats = range(len(report.wins_by_seat))
            headings = [
                *("place", "player", "matches"),
                *(heading for name in _FIGURES for heading in _three(name)),
                *(heading for seat in seats for heading in _three(f"wins_seat_{seat}")),
                *("faults", "faults_bot", "faults_network", "name", "version", "retired"),
                *("disqualified", "person"),
            ]
            rows = [_standing(row) for row in report.rows]
        case ReportPart.MATRIX:
            headings = ["player", "other", "matches", *_three("share")]
            rows = _matrix(report)
        case ReportPart.HISTORY:
            headings = [
                *("match_id", "ended", "number", "seat", "rank", "score"),
                *(*_three("before"), *_three("after"), "others", "faults", "player"),
            ]
            rows = [_match(one) for one in report.last_matches(player, most)]
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, headings, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(map(_flat, rows))
    return file.getvalue()


def _ladder(report: LadderReport) -> Facts:
    facts = report.facts
    of_players = ("retired", "disqualified", "people")  # each standing says it of its own player
    return {
        **{name: value for name, value in facts._asdict().items() if name not in of_players},
        "options": dict(facts.options),
        "matches": len(report.counted),
        "not_counted": report.uncounted,
        "players": len(report.rows),
        "wins_by_seat": [_figure(figure) for figure in report.wins_by_seat],
        "days": dict(report.days),
    }


def _standing(row: StandingRow) -> Facts:
    standing, entrant = row.standing, Entrant.parse(row.standing.player)
    return {
        "place": row.place,
        "player": standing.player,
        "matches": standing.matches,
        "rating": _figure(standing.rating),
        "wins": _figure(standing.wins),
        "wins_by_seat": [_figure(figure) for figure in standing.wins_by_seat],
        "placement": _figure(standing.placement),
        "median_score": _figure(standing.median_score),
        "faults": standing.faults,
        "faults_bot": row.faults.bot,
        "faults_network": row.faults.network,
        "name": entrant.name,
        "version": entrant.version,
        "retired": row.is_retired,
        "disqualified": not row.place,
        "person": row.is_person,
        "model_costs": None if row.costs is None else row.costs._asdict(),
    }


def _matrix(report: LadderReport) -> list[Facts]:
    """Every two who met, in the order of the standings."""
    return [
        {
            "player": player,
            "other": other,
            "matches": matchup.matches,
            "share": _figure(matchup.share),
        }
        for player in report.players
        for other in report.players
        if (matchup := report.matchups.get((player, other)))
    ]


def _match(one: CourseMatch) -> Facts:
    result = one.result
    ranks = () if result.is_withheld else result.ranks
    return {
        "match_id": result.match_id,
        "withheld": result.is_withheld,
        "player": result.players[one.seat],
        "ended": result.ended,
        "number": one.number,
        "seat": one.seat,
        "rank": _of_seat(ranks, one.seat),
        "score": _of_seat(result.scores, one.seat),
        "before": _figure(one.before.figure),
        "after": _figure(one.after.figure),
        "others": [
            {"seat": seat, "player": player, "rank": _of_seat(ranks, seat)}
            for seat, player in enumerate(result.players)
            if seat != one.seat
        ],
        "model_costs": costs._asdict() if (costs := result.costs.get(one.seat)) else None,
        "faults": [
            {"fault": fault.fault.value, "message": fault.message}
            for fault in result.faults
            if fault.seat == one.seat
        ],
    }


def _of_seat(values: Sequence[int], seat: int) -> int | None:
    return values[seat] if seat < len(values) else None


def _figure(figure: Figure | None) -> Facts | None:
    if figure is None:
        return None
    return {"value": figure.value, "interval": [figure.low, figure.high]}


def _three(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


def _flat(found: Facts) -> Facts:
    """The same as fields of a line."""
    flat: Facts = {}
    for name, value in found.items():
        match value:
            case {"value": exact, "interval": [low, high]}:
                flat.update(zip(_three(name), (exact, low, high), strict=True))
            case list() if name == "wins_by_seat":
                for seat, figure in enumerate(value):
                    flat |= _flat({f"wins_seat_{seat}": figure})
            case list():  # names may hold any sign, so several in one field are JSON
                flat[name] = json.dumps(value, ensure_ascii=False)
            case bool():
                flat[name] = int(value)
            case _:
                flat[name] = value
    return flat
