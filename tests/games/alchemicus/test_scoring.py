"""The ranking at the end of a match."""

from bessemer.engine.game import Outcome
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import finished, play, position


def test_case_50_t_whoever_has_most_wins() -> None:
    """The second has overtaken the first, who ended the game."""
    state = position("turn-end", players=3, fame=(21, 22, 20), active=2, ending=True)

    assert Outcome((2, 1, 3), (21, 22, 20)) == finished(state)


def test_case_51_a_ties_are_broken_by_the_costs_of_buildings() -> None:
    """1 + 1 + 3 against 1 + 1 + 5; equal sums share the place."""
    rows = {0: "Horten Pergula Alembic", 1: "Horten Pergula Labrium", 2: "Horten Pergula Domo"}
    state = position("turn-end", players=3, fame=(20, 20, 20), rows=rows, active=2)

    assert Outcome((2, 1, 2), (20, 20, 20)) == finished(state)


def test_what_lies_on_buildings_breaks_no_tie() -> None:
    """Neither goods nor Golems nor the hand."""
    state = position(
        "turn-end",
        fame=(20, 20),
        rows={0: "Horten=herb! Labrium=gold~", 1: "Pergula Donarium"},
        hands={0: "Gloria*5"},
        active=1,
        noctis="on",
    )

    assert Outcome((1, 1), (20, 20)) == finished(state)


def test_alchemicus_fame_is_a_tally_without_end() -> None:
    """RULING alchemicus-fame: more than all markers of the box."""
    state = position("gifts", fame=(184, 0), hands={0: "Domo*5"})

    assert 185 == at.fame(play(state, "gift Domo Domo Domo Domo Domo"), 0)


def test_before_the_end_there_is_no_outcome() -> None:
    """`None` while somebody must decide."""
    assert ALCHEMICUS.outcome(position("move")) is None


def test_alchemicus_least_fame_begins_the_next_match() -> None:
    """RULING alchemicus-least-fame: the lot decides among several, and in the Race."""
    options = ALCHEMICUS.options({"start": "0", "noctis": "on"})
    race = ALCHEMICUS.options({"race": "on", "noctis": "on"})

    assert {"start": "2"} == ALCHEMICUS.follow_up(options, (21, 22, 20))
    assert {"start": "random"} == ALCHEMICUS.follow_up(options, (21, 20, 20))
    assert {} == ALCHEMICUS.follow_up(race, (1, 0))
