"""The bracket of a knock-out on a page: a tree from left to right, rounds that are not drawn yet as well."""

from dataclasses import replace
from itertools import pairwise

from bessemer.ladder.formats.blocks import Seatings
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.known_results import LostMatches, Walkover
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.runner.report.facts import LadderFacts, LadderReport
from bessemer.web.site.bracket import bracket_rounds
from bessemer.web.site.ladder_site import LadderSite
from tests.ladder.tournament.plans import begun, play

EIGHT = tuple("abcdefgh")
PLAN = LadderPlan(Format.KNOCKOUT, EIGHT, 2, "seed", seatings=Seatings.ONE, is_shared=False)


def result(most: int, lost: LostMatches = LostMatches()) -> FormatResult:  # noqa: B008 - it never changes
    """After so many matches, in which who comes first in the alphabet wins."""
    return FormatResult.of(PLAN, [one for _, one in play(begun(PLAN), EIGHT, most=most)], lost)


def players(found: FormatResult) -> list[list[set[str]]]:
    """By round: the players of each box, from top to bottom."""
    return [
        [{line.player for line in box.lines} for box in column.boxes]
        for column in bracket_rounds(found)
    ]


def test_those_whose_winners_meet_are_neighbours() -> None:
    """The two boxes at the same height lead to the box beside them, up to the final."""
    rounds = players(result(7))

    assert [4, 2, 1] == [len(boxes) for boxes in rounds]
    for before, after in pairwise(rounds):
        for at, box in enumerate(after):
            assert all(box & one for one in before[2 * at : 2 * at + 2])


def test_rounds_to_come_are_there_and_empty() -> None:
    """And a series says how many of its matches are left."""
    columns = list(bracket_rounds(result(1)))

    assert ["round 1", "round 2", "final"] == [column.title for column in columns]
    assert [1, 1, 1, 0] == sorted((box.left for box in columns[0].boxes), reverse=True)
    assert [(), ()] == [column.boxes for column in columns[1:]]


def test_a_walkover_says_who_was_away_and_why() -> None:
    """Beside the series that was not played."""
    away = Walkover("alone/knockout/1.0", "a", reason="absent for 60 s")
    columns = list(bracket_rounds(result(0, LostMatches(walkovers=(away,)))))

    (box,) = [one for one in columns[0].boxes if one.lost]
    assert ("a: absent for 60 s",) == box.lost
    assert ["h"] == [line.player for line in box.lines if line.goes_on]


def test_byes_stand_where_their_players_go_on() -> None:
    """Six players: the two best seeds have one each."""
    plan = replace(PLAN, players=EIGHT[:6])
    found = FormatResult.of(plan, [one for _, one in play(begun(plan), EIGHT)], LostMatches())
    first = next(iter(bracket_rounds(found)))

    assert ["bye", "bye"] == [box.lines[0].said for box in first.boxes if len(box.lines) == 1]
    assert 4 == len(first.boxes)


def test_a_tournament_that_has_just_begun_shows_its_bracket() -> None:
    """Before its first match; players without matches have no pages that could be linked."""
    facts = LadderFacts("cup", "furnace", {}, "1", 2, is_frozen=False, voided=0, now=0.0)
    report = replace(LadderReport.of(facts, []), outcome=result(0))
    shown = LadderSite(report, "", lambda _: None).standings("index.html", "")

    assert 'class="bracket"' in shown
    assert "data-follow" in shown
    assert "Knock-out: 0 of 3 rounds are over." in shown
    assert "players/a-" not in shown
