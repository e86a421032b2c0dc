"""The bracket of a knock-out as a page draws it: a column for each round, a box for each series."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bessemer.ladder.formats.bracket import Series
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.runner.report.format_tables import BracketLine, bracket_lines, round_title


class BracketBox(NamedTuple):
    """A series, or a bye."""

    lines: tuple[BracketLine, ...]
    """Its players, the best first once it is over."""
    matches: tuple[str, ...] = ()
    """The ids of those that were played."""
    left: int = 0
    """How many have still to be played."""
    lost: tuple[str, ...] = ()
    """Why matches were not played: a player and the reason."""


class BracketColumn(NamedTuple):
    """A round."""

    title: str
    boxes: tuple[BracketBox, ...]
    """None before the round is drawn."""


def bracket_rounds(result: FormatResult) -> Iterator[BracketColumn]:
    """All rounds, those that are not drawn yet as well."""
    assert result.bracket is not None, "only a knock-out has one"
    drawn = result.bracket.rounds
    for number in range(1, result.rounds_in_all + 1):
        is_final = number == result.rounds_in_all
        title = round_title(number, is_final=is_final)
        if number > len(drawn):
            yield BracketColumn(title, ())
            continue
        each = drawn[number - 1]
        byes = (
            BracketBox((BracketLine(_seed(result, player), player, said="bye", goes_on=True),))
            for player in each.byes
        )
        series = (_box(result, one, is_final=each.is_final) for one in each.series)
        boxes = (*byes, *series)
        # Of pairs two winners meet from both ends of the list: beside each other they are a tree.
        is_tree = all(len(one.order) == 2 for one in each.series)
        order = _folded(len(boxes)) if is_tree else range(len(boxes))
        yield BracketColumn(title, tuple(boxes[at] for at in order))


def _folded(count: int) -> Sequence[int]:
    """The places of a round from top to bottom, so that those whose winners meet are neighbours."""
    order = [0]
    while len(order) < count:
        last = 2 * len(order) - 1
        order = [place for at in order for place in (at, last - at)]
    return order if len(order) == count else range(count)


def _box(result: FormatResult, series: Series, *, is_final: bool) -> BracketBox:
    meeting = series.meeting
    lost = {
        f"{one.players[fault.seat]}: {fault.message}"
        for one in meeting.results
        if one.is_withheld
        for fault in one.faults
    }
    return BracketBox(
        tuple(bracket_lines(result, series, is_final=is_final)),
        tuple(one.match_id for one in meeting.results if one.match_id),
        meeting.matches - len(meeting.results),
        tuple(sorted(lost)),
    )


def _seed(result: FormatResult, player: str) -> str:
    return str(result.seeds.index(player) + 1)
