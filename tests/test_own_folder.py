"""A bot plays from a folder that has modules named like the folders of this project."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from tests.referees.in_process import SHORT

FOLDERS: Final = ("bench", "bots", "clients", "proto", "referee", "tests")
FILES: Final = ("clients.py", "referee.py", *(f"{game}.py" for game in NAMES))
BOT: Final = """\
import bench, bots, clients, referee
from bots.mine import choose
from bessemer.furnace import Bot, View, run

assert all(module.OWN for module in (bench, bots, clients, referee))

class Mine(Bot):
    def bid(self, view: View):
        return choose(view)

if __name__ == "__main__":
    run(Mine)
"""


def fill(folder: Path) -> None:
    """Let a folder have modules named like ours."""
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("OWN = True\n")
    for name in FILES:
        (folder / name).write_text("OWN = True\n")


def played(folder: Path, game: str, *words: str) -> Any:  # noqa: ANN401 - JSON
    """A short match, played in the folder over gRPC."""
    short = [f"--option={name}={value}" for name, value in SHORT.get(game, {}).items()]
    # As a module, so that the folder is the first place where its processes look for others.
    done = subprocess.run(
        [sys.executable, "-m", "bessemer.cli.main", "match", game, *words, *short, "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return json.loads(done.stdout)


def test_a_bot_plays_beside_modules_of_its_own(tmp_path: Path) -> None:
    """Over gRPC, as a process: it imports its own modules, and Bessemer its own."""
    fill(tmp_path)
    (tmp_path / "bots" / "mine.py").write_text(
        "def choose(view):\n    return view.legal_bids()[-1]\n"
    )
    (tmp_path / "my_bot.py").write_text(BOT)
    match = played(tmp_path, "furnace", "--bots", "./my_bot.py,greedy", "--seed", "5")

    assert [None, None] == [seat["fault"] for seat in match["seats"]]


@pytest.mark.parametrize("game", NAMES)
def test_a_written_bot_plays_beside_such_modules(game: str, tmp_path: Path) -> None:
    """What `bessemer new` writes, after whoever has it put their own modules beside it."""
    assert 0 == main(("new", "--game", game, str(tmp_path / "mine")))
    fill(tmp_path / "mine")
    match = played(tmp_path / "mine", game, "--bots", "./mine.py,random", "--seed", "5")

    assert [None, None] == [seat["fault"] for seat in match["seats"]]
