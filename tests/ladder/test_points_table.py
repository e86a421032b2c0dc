"""The table of a format with points, and its tie-breaks."""

from fractions import Fraction

import pytest

from bessemer.ladder.formats.meetings import Meeting, PlayedRound
from bessemer.ladder.formats.points_table import PointsRow, points_table
from bessemer.ratings.results import Result


def met(*order: str, ties: bool = False) -> Meeting:
    """A meeting of one match, the best first."""
    ranks = (1,) * len(order) if ties else tuple(range(1, len(order) + 1))
    return Meeting(order, (Result("m", order, ranks),))


def rows(players: str, *rounds: PlayedRound, is_even: bool = True) -> dict[str, PointsRow]:
    """The table by player."""
    return {row.player: row for row in points_table(tuple(players), rounds, is_even=is_even)}


def test_tie_breaks_of_two_seats_are_those_of_chess() -> None:
    """Computed by hand: Buchholz adds opponents' points, Sonneborn-Berger those of beaten ones."""
    table = rows(
        "abcd",
        PlayedRound((met("a", "b"), met("c", "d"))),
        PlayedRound((met("a", "c", ties=True), met("b", "d"))),
    )

    assert {"a": 1.5, "c": 1.5, "b": 1, "d": 0} == {name: row.points for name, row in table.items()}
    assert {"a": 2.5, "c": 1.5, "b": 1.5, "d": 2.5} == {
        name: row.buchholz for name, row in table.items()
    }
    assert {"a": 1.75, "c": 0.75, "b": 0, "d": 0} == {
        name: row.sonneborn_berger for name, row in table.items()
    }
    assert {"a": 1, "c": 2, "b": 3, "d": 4} == {name: row.place for name, row in table.items()}


def test_at_a_table_of_four_opponents_count_on_average() -> None:
    """So that a meeting counts as much, whatever the number of seats."""
    table = rows("abcd", PlayedRound((met("a", "b", "c", "d"),)))

    assert [1, Fraction(2, 3), Fraction(1, 3), 0] == [table[name].points for name in "abcd"]
    assert Fraction(1, 3) == table["a"].buchholz == table["a"].sonneborn_berger
    assert Fraction(4, 9) == table["b"].buchholz
    assert Fraction(1, 9) == table["b"].sonneborn_berger


def test_a_bye_is_a_win_against_oneself() -> None:
    """It gives a point, and the player's own points to both tie-breaks."""
    table = rows(
        "abc", PlayedRound((met("a", "b"),), ("c",)), PlayedRound((met("a", "c"),), ("b",))
    )

    assert table["c"].points == table["c"].byes == table["c"].meetings == 1
    assert table["a"].points + table["c"].points == table["c"].buchholz == 3
    assert 1 == table["c"].sonneborn_berger


def test_players_who_are_level_in_everything_share_a_place() -> None:
    """In the order of their seeds."""
    tied = PlayedRound((met("b", "a", ties=True), met("d", "c", ties=True)))

    assert [("a", 1), ("b", 1), ("c", 1), ("d", 1)] == [
        (row.player, row.place) for row in points_table("abcd", [tied])
    ]


@pytest.mark.parametrize(("is_even", "first"), [(True, "b"), (False, "a")])
def test_where_players_play_unequally_often_the_average_counts(is_even: bool, first: str) -> None:
    """One win of one is more than two of three."""
    played = [met("a", "c"), met("b", "c"), met("b", "c"), met("c", "b")]

    table = points_table("abc", [PlayedRound((one,)) for one in played], is_even=is_even)

    assert first == table[0].player


def test_a_meeting_that_is_not_over_gives_nothing() -> None:
    """One match of two says who was luckier with the cards."""
    half = Meeting(("a", "b"), (Result("m", ("a", "b"), (1, 2)),), matches=2)

    assert {0} == {row.points for row in points_table("ab", [PlayedRound((half,))])}
