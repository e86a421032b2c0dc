"""The results of formats, as they follow from a plan and its history."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from bessemer.engine.game import Seat
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.known_results import LostMatches
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.format_facts import to_facts
from bessemer.web.site.ladder_site import LadderSite
from bessemer.web.site.report_page import report_page
from tests.ladder.tournament.plans import SIX, begun, play
from tests.runner.report.conftest import FACTS

FORMATS = [one for one in Format if one is not Format.CONTINUOUS]


def history(plan: LadderPlan) -> list[Result]:
    """All matches of a plan, in which who comes first in the alphabet wins."""
    return [result for _, result in play(begun(plan), plan.players)]


def result_of(plan: LadderPlan, past: Sequence[Result], *out: str) -> FormatResult:
    """The result after these matches."""
    return FormatResult.of(plan, past, LostMatches(frozenset(out)))


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_best_wins_every_format(format_: Format, seats: int) -> None:
    """And nobody before the last match is over."""
    plan = LadderPlan(format_, ("f", *SIX[:5], "g"), seats, "seed")
    past = history(plan)

    found, before = result_of(plan, past), result_of(plan, past[:-1])

    assert found.is_over
    # Those who have met nobody but the first of a gauntlet may be level.
    assert found.winners[0] == "a"
    assert found.winners == ("a",) or plan.is_fixed
    assert (False, ()) == (before.is_over, before.winners)
    assert found.over == found.rounds_in_all == before.over + 1
    facts = to_facts(found)
    assert list(found.winners) == facts["winners"]
    assert {"a", "b", "c", "d", "e", "f", "g"} == {row["player"] for row in facts["table"]}
    meetings = [one for each in facts["played"] for one in each["meetings"]]
    assert sorted(one.match_id for one in past) == sorted(
        match for one in meetings for match in one["matches"]
    )


@pytest.mark.parametrize("format_", FORMATS)
def test_the_rounds_are_those_that_the_schedule_draws(format_: Format) -> None:
    """After every match: what is over, and what has still to be played."""
    plan = LadderPlan(format_, SIX, 4, "seed", rounds=2)
    past = history(plan)
    for count in range(len(past)):
        rounds = plan.played(past[:count], LostMatches())
        open_ = [one for each in rounds for one in each.meetings if not one.is_over]
        following = past[count]
        assert any(sorted(following.players) == sorted(one.players) for one in open_)
        assert count == sum(len(one.results) for each in rounds for one in each.meetings)


def test_a_withheld_match_counts_when_it_decides() -> None:
    """The first time it is to be played again; the second time it is a loss."""
    plan = LadderPlan(Format.KNOCKOUT, SIX[:2], 2, "seed")
    first, second = history(plan)
    fault = SeatFault(Seat(first.players.index("a")), Fault.NETWORK, "it did not reveal")
    ranks = tuple(2 if player == "a" else 1 for player in first.players)
    lost = Result("w", first.players, ranks, block=first.block, faults=(fault,), is_withheld=True)

    assert () == result_of(plan, [lost, second]).winners
    found = result_of(plan, [lost, lost, second])
    # One match each, and no scores: the better seed is ahead.
    assert ("a",) == found.winners
    (each,) = to_facts(found)["played"]
    assert ["a"] == each["meetings"][0]["not_played_by"]


def test_a_match_that_was_aborted_is_still_to_be_played() -> None:
    """It is not in the history, so nobody has lost it."""
    plan = LadderPlan(Format.SWISS, SIX, 2, "seed", rounds=1)
    past = history(plan)

    found = result_of(plan, past[1:])

    assert not found.is_over
    assert {0} == {row.meetings for row in found.table if row.player in past[0].players}


def test_who_is_disqualified_has_no_place() -> None:
    """And comes last, whatever it has won; those after it move up."""
    plan = LadderPlan(Format.ROUND_ROBIN, SIX[:3], 2, "seed")

    found = result_of(plan, history(plan), "a")

    assert [("b", 1), ("c", 2), ("a", 0)] == [(row.player, row.place) for row in found.table]
    assert ("b",) == found.winners


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_out_loses_what_it_has_not_played(format_: Format, seats: int) -> None:
    """From the middle of a round on, without holding anybody up; what it has played counts."""
    plan = LadderPlan(format_, SIX, seats, "seed", rounds=2)
    out: frozenset[str] = frozenset()
    schedule = plan.schedule(
        Ratings().rating, [], authors_apart=False, lost=lambda: LostMatches(out)
    )
    before = play(schedule, SIX, most=2)
    out = frozenset({"b"})
    there = tuple(player for player in SIX if player != "b")

    rest = play(schedule, there)

    assert schedule.is_done
    assert not any("b" in pairing.seating for pairing, _ in rest)
    past = [result for _, result in before + rest]
    found = FormatResult.of(plan, past, LostMatches(out))
    assert found.is_over
    assert "b" not in found.winners
    # The same after a restart: nothing is left to play.
    again = plan.schedule(
        Ratings().rating, past, authors_apart=False, lost=lambda: LostMatches(out)
    )
    assert again.is_done


def test_opponents_of_who_is_out_share_the_first_place() -> None:
    """At a table of four: each ⅔, as if the player had withheld."""
    plan = LadderPlan(Format.SWISS, SIX[:4], 4, "seed", rounds=1)

    found = FormatResult.of(plan, [], LostMatches(frozenset({"a"})))

    assert [("b", 1), ("c", 1), ("d", 1), ("a", 0)] == [
        (row.player, row.place) for row in found.table
    ]
    assert [Fraction(2, 3)] * 3 + [0] == [row.points for row in found.table]


@pytest.mark.parametrize("format_", FORMATS)
def test_pages_show_the_result_and_no_ratings_over_time(format_: Format) -> None:
    """The report and the exported page: a bracket, or the table of the terminal with every heading named."""
    plan = LadderPlan(format_, SIX, 3, "seed", rounds=2)
    past = history(plan)
    report = LadderReport.of(FACTS, past)
    report = replace(report, outcome=result_of(plan, past))

    for written in (
        report_page(report),
        LadderSite(report, "", lambda _: None).standings("index.html", ""),
    ):
        assert "<h2>Result</h2>" in written
        assert "Ratings over time" not in written
        assert written.count("<div") == written.count("</div>")
        shown = written[written.index("<h2>Result</h2>") :].split("</table>")[0]
        assert '<th scope="col"></th>' not in shown
        assert {f">{player}<" in shown for player in SIX} == {True}
        assert ('class="bracket"' in written) == (format_ is Format.KNOCKOUT)
