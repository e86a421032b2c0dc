"""docs/when-your-bot-misbehaves.md, as a reader follows it."""

from pathlib import Path
from typing import Final

import pytest

from tests.followed_pages import blocks, follow

PAGE: Final = Path(__file__).parents[1] / "docs" / "when-your-bot-misbehaves.md"


@pytest.mark.timeout(600)
def test_every_block_does_what_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an empty folder; what is shown has the turn, the note, the fault and the seed."""
    for block in blocks(PAGE):
        if block.language:
            follow(PAGE, block, tmp_path)
    shown = " ".join(capsys.readouterr().out.split())

    for said in (
        "turn 14: not a move: the bot answered None",
        "I think of",
        "--seed 7 repeats this match",
        "seat 0 (MyBot), round 2, bid",
        "seat 0, round 2, bid> asks for bid",
        "the default move is legal",
        "seed 0 fails: seat 0 (MyBot)",
        "planner would have made",
        "ranks above random",
    ):
        assert said in shown
