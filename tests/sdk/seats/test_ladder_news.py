"""What a bot on a ladder logs of it."""

import logging
import re
from pathlib import Path

import pytest

from bessemer.sdk.seats import ladder_news
from tests.referees.in_process import eventually
from tests.referees.ladder_club import club, make_ladder, players


@pytest.mark.asyncio
async def test_a_bot_logs_that_it_joined_its_results_and_its_rating(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each result, with who else played; the rating from time to time."""
    make_ladder(tmp_path)
    monkeypatch.setattr(ladder_news, "_RATING_SECONDS", 0.0)
    with caplog.at_level(logging.INFO, "bessemer.sdk"):
        async with club(tmp_path, 10_000) as home, players(home, "anna", "bela", "carl"):
            await eventually(lambda: "rating" in caplog.text)
    told = caplog.messages

    assert 3 == told.count("joined ladder main")
    results = [one for one in told if re.fullmatch(r"match \w+, seat \d: rank \d of 3, .*", one)]
    assert re.search(r"score -?\d+ \((anna|bela|carl) -?\d+, (anna|bela|carl) -?\d+\)$", results[0])
    rating = next(one for one in told if "rating" in one)
    assert re.fullmatch(r"ladder main: rating \d+ ±\d+, place [1-3], \d+ matches", rating)
