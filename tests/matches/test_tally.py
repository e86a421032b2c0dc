"""What is counted of matches, by game and ladder."""

from dataclasses import replace

from bessemer.matches.tally import MOST_LADDERS, OTHER_LADDERS, Tallies
from tests.storage.examples import spec


def test_metrics_stay_few_however_many_ladders_there_are() -> None:
    """The first are counted one by one, and all others together; unrated matches always alone."""
    tallies, one = Tallies(), spec()
    for number in range(3 * MOST_LADDERS):
        tallies.of(replace(one, ladder=f"ladder{number}")).started += 1
    tallies.of(replace(one, ladder="")).started += 1
    found = {tally.ladder: tally.started for tally in tallies.all()}

    assert MOST_LADDERS + 2 == len(found)
    assert {"ladder0": 1, OTHER_LADDERS: 2 * MOST_LADDERS, "": 1}.items() <= found.items()
    assert tallies.of(replace(one, ladder="ladder0")) is tallies.of(replace(one, ladder="ladder0"))
