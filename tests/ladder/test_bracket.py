"""The bracket of a knock-out: who advances, why, and how ties are settled."""

import pytest

from bessemer.engine.game import Seat
from bessemer.ladder.formats.bracket import DecidedBy, bracket, in_order, rounds_of
from bessemer.ladder.formats.knockout import Knockout
from bessemer.ladder.formats.meetings import Meeting, PlayedRound
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.results import Result


def series(*matches: Result) -> Meeting:
    """A series of these matches, all of them."""
    return Meeting(matches[0].players, matches, len(matches))


def match(players: str, ranks: str, *scores: int) -> Result:
    """A match by its ranks and scores."""
    return Result("m", tuple(players), tuple(map(int, ranks)), scores)


@pytest.mark.parametrize(
    ("meeting", "order", "way"),
    [
        (series(match("wx", "12"), match("xw", "12"), match("wx", "12")), "wx", "placement"),
        # Level on points, one of two: a win and a last place against shared places.
        (series(match("wxy", "221"), match("wxy", "113")), "ywx", "wins"),
        # One win each: the larger sum of the scores.
        (series(match("wx", "12", 90, 80), match("xw", "12", 99, 88)), "xw", "score"),
        # Level in everything: the better seed, wherever it was drawn.
        (series(match("xw", "12", 90, 80), match("wx", "12", 90, 80)), "wx", "seed"),
        (series(match("xw", "11")), "wx", "seed"),
        (series(match("zyx", "112"), match("yzx", "213")), "zyx", "placement"),
    ],
)
def test_what_decides_a_series(meeting: Meeting, order: str, way: str) -> None:
    """Points, wins, scores, seeds, in this turn; seeds are w, x, y, z."""
    assert tuple(order) == in_order(meeting, "wxyz")
    assert [way] == [
        one.decided_by
        for one in bracket(sorted(meeting.players), len(meeting.players), [PlayedRound((meeting,))])
        .rounds[0]
        .series
    ]


def test_thirds_are_exact() -> None:
    """Six places at a table of four add up to the same in every order, so that ties are ties."""
    orders = ["1234", "2143", "3412", "4321", "1234", "4321", "2143", "3412"]
    meeting = series(*(match("wxyz", ranks) for ranks in orders))

    assert {meeting.points(player) for player in "wxyz"} == {meeting.points("w")}
    assert ("w", "x", "y", "z") == in_order(meeting, "wxyz")


def test_the_bracket_of_six_with_byes() -> None:
    """The best have byes, upsets keep their place, who goes out together shares a place."""
    cup = Knockout("123456", 2)
    rounds: list[PlayedRound] = []
    while cup.winner is None:
        drawn = cup.next_round()
        # The worse seed always wins.
        orders = [sorted(pair, reverse=True) for pair in drawn.matches]
        meetings = tuple(series(match("".join(order), "12")) for order in orders)
        rounds.append(PlayedRound(meetings, drawn.resting))
        cup.record(orders)

    found = bracket("123456", 2, rounds)

    assert ("1", "2") == found.rounds[0].byes
    assert [False, False, True] == [each.is_final for each in found.rounds]
    assert found.champion == "6" == found.rounds[-1].series[0].advancing[0]
    assert [1, 2, 3, 3, 5, 5] == [one.place for one in found.places]
    assert {"6", "5"} == {one.player for one in found.places[:2]}
    assert [True] + [False] * 5 == [one.is_in for one in found.places]
    assert len(rounds) == rounds_of(6, 2)


def test_a_bracket_that_is_not_over() -> None:
    """Has no champion; who has not lost is ahead of who has."""
    half = Meeting(("2", "3"), (), 2)
    found = bracket("1234", 2, [PlayedRound((series(match("14", "21")), half))])

    assert found.champion is None
    assert () == found.rounds[0].series[1].advancing
    assert [("2", 1), ("3", 1), ("4", 1), ("1", 4)] == [
        (one.player, one.place) for one in found.places
    ]


def test_who_withholds_does_not_advance() -> None:
    """At a table of four with two places, the others share the first, and seeds part them."""
    fault = SeatFault(Seat(0), Fault.NETWORK, "it did not reveal")
    lost = Result("m", tuple("1458"), (4, 1, 1, 1), faults=(fault,), is_withheld=True)
    played = PlayedRound((series(lost), series(match("2367", "1234"))))

    (first, _) = bracket("12345678", 4, [played]).rounds[0].series

    assert ("4", "5") == first.advancing
    assert DecidedBy.SEED is first.decided_by
    assert ("1",) == first.meeting.withheld
