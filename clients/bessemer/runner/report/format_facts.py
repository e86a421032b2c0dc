"""The result of a format for programs: facts for a JSON object, and the lines of its table."""

from fractions import Fraction
from typing import Any

from bessemer.ladder.formats.bracket import Series
from bessemer.ladder.formats.meetings import Meeting
from bessemer.ladder.formats.points_table import PointsRow
from bessemer.ladder.tournament.format_result import FormatResult

Facts = dict[str, Any]


def to_facts(result: FormatResult) -> Facts:
    """Everything about the result: who won, the table or places, and every round."""
    series = [each.series for each in result.bracket.rounds] if result.bracket else []
    return {
        "name": result.format.value,
        "is_over": result.is_over,
        "rounds": result.rounds_in_all,
        "rounds_over": result.over,
        "winners": list(result.winners),
        "seeds": list(result.seeds),
        "table": table(result),
        "played": [
            {
                "round": number,
                "is_over": each.is_over,
                "byes": list(each.byes),
                "meetings": [
                    _meeting(meeting) | (_series(series[number - 1][at]) if series else {})
                    for at, meeting in enumerate(each.meetings)
                ],
            }
            for number, each in enumerate(result.rounds, 1)
        ],
    }


def table(result: FormatResult) -> list[Facts]:
    """A line for each player: points and tie-breaks, or how far it came in a knock-out."""
    if result.bracket is None:
        return [_row(row, result) for row in result.table]
    return [
        {
            "place": one.place,
            "player": one.player,
            "seed": result.seeds.index(one.player) + 1,
            "round": one.rounds,
            "is_in": one.is_in,
            "disqualified": one.player in result.out,
        }
        for one in result.bracket.places
    ]


def _row(row: PointsRow, result: FormatResult) -> Facts:
    facts = row._asdict() | {"average": row.average}
    exact = {name: _number(value) for name, value in facts.items() if isinstance(value, Fraction)}
    seed = result.seeds.index(row.player) + 1
    return facts | exact | {"seed": seed, "disqualified": row.player in result.out}


def _meeting(meeting: Meeting) -> Facts:
    is_over = meeting.is_over
    return {
        "players": list(meeting.players),
        "is_over": is_over,
        "points": [_number(meeting.points(one)) for one in meeting.players] if is_over else [],
        "not_played_by": list(meeting.withheld),
        "matches": [result.match_id for result in meeting.results if result.match_id],
    }


def _series(series: Series) -> Facts:
    return {
        "order": list(series.order) if series.advancing else [],
        "advancing": list(series.advancing),
        "decided_by": series.decided_by.value if series.decided_by else None,
    }


def _number(value: Fraction) -> float:
    return float(value)
