"""The tutorials, as a reader follows them: every block is run, in order, in an empty folder."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES
from tests.followed_pages import blocks, follow
from tests.games.walks import examples_of

FOLDER: Final = Path(__file__).parents[1] / "docs" / "tutorials"
PAGES: Final = sorted(FOLDER.glob("*.md"))
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
_MOST_LINES: Final = 20


@pytest.mark.timeout(600)
@every_page
def test_a_page_works_from_start_to_end(page: Path, tmp_path: Path) -> None:
    """Every block does what it should; a block with a file's name is that file."""
    here, last_bot = tmp_path, ""
    for block in blocks(page):
        here = follow(page, block, here)
        if "run(" in block.code:
            last_bot = block.file

    assert tmp_path / "my_bot" == here
    if page.stem in NAMES:
        assert (here / "game.replay").is_file()
        is_near_greedy(page.stem, here / last_bot)


def is_near_greedy(game: str, bot: Path) -> None:
    """The last bot of a tutorial is about as good as its page says."""
    blocks, least_wins, least_share = examples_of(game).TUTORIAL
    command = [sys.executable, "-m", "bessemer.cli.main", "bench", "strength", str(bot), "greedy"]
    words = ["--game", game, "--seats", "2", "--blocks", str(blocks), "--seed", "3", "--json"]
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    ours, greedys = figures["money"]
    assert figures["wins"]["mean"] >= least_wins
    assert ours / greedys >= least_share


def test_each_game_has_a_page() -> None:
    """Found by its name; and one for what they have in common."""
    assert sorted((*NAMES, "README")) == sorted(page.stem for page in PAGES)


@every_page
def test_the_smallest_programs_have_twenty_lines(page: Path) -> None:
    """Connecting and playing take no more, with the kit and without it."""
    programs = [block for block in blocks(page) if block.file.endswith(".py")]
    length = min(
        sum(1 for line in program.code.splitlines() if line.strip()) for program in programs
    )

    assert length <= _MOST_LINES


@every_page
def test_the_end_of_a_block_is_found(page: Path) -> None:
    """As many blocks as there are fences, so that none is left out."""
    fences = page.read_text(encoding="utf-8").count("```")

    assert fences == 2 * len(blocks(page))
