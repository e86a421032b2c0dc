"""Entrants: names with versions, and which of them were given up."""

import pytest

from bessemer.ladder.entrants import Entrant, is_meant, is_version, retired
from bessemer.ladder.ladder import RatedMatch
from bessemer.ratings.results import Result


def rated(number: int, drawn: float, *players: str, voided: str | None = None) -> RatedMatch:
    """A match that was drawn then; it ended long after."""
    ranks = tuple(range(1, len(players) + 1))
    result = Result(f"m{number}", players, ranks, ended=drawn + 1000.0)
    return RatedMatch(number, result, voided, drawn)


@pytest.mark.parametrize("entrant", [Entrant("anna"), Entrant("anna", "2.0-rc_1")])
def test_an_entrant_is_its_text(entrant: Entrant) -> None:
    """Whoever has the text has the name and the version."""
    assert entrant == Entrant.parse(str(entrant))


@pytest.mark.parametrize(
    ("version", "is_good"),
    [("2", True), ("v2.1_x-y", True), ("x" * 32, True)]
    + [(bad, False) for bad in ("", "x" * 33, "a:b", "a b", "é", "2\n", "a/b", "a@b")],
)
def test_a_version_is_a_short_word(version: str, is_good: bool) -> None:
    """Nothing in it can be mistaken for a part of anything else."""
    assert is_good == is_version(version)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("anna", ["anna", "anna:1", "anna:2"]),
        ("anna:2", ["anna:2"]),
        ("anna:", ["anna"]),
        ("ann", []),
        ("anna:3", []),
        ("", []),
    ],
)
def test_a_name_means_all_its_versions(asked: str, meant: list[str]) -> None:
    """One version is asked for by its own name, the one without by a colon."""
    there = ["anna", "anna:1", "anna:2", "annabel", "bela:2"]

    assert meant == [one for one in there if is_meant(one, asked)]


def test_a_version_is_retired_when_a_newer_one_plays_in_its_place() -> None:
    """Also if its last match, drawn before, ended after the first of the newer one."""
    history = [
        rated(1, 10.0, "anna", "bela"),
        rated(2, 20.0, "anna:2", "bela"),
        rated(4, 31.0, "anna:3", "bela"),
        rated(5, 30.0, "anna:2", "bela"),
    ]

    assert {"anna", "anna:2"} == retired(history)


def test_a_version_that_plays_on_is_kept() -> None:
    """Beside a newer one, or again after it; whoever has one version is never retired."""
    beside = [rated(1, 10.0, "anna:1", "bela"), rated(2, 20.0, "anna:2", "anna:1")]
    again = [*beside, rated(3, 30.0, "anna:2", "bela"), rated(4, 40.0, "anna:1", "bela")]

    assert frozenset() == retired(beside) == retired(again) == retired([])
