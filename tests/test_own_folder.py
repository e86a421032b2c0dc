"""A bot plays from a folder that has modules named like the folders of this project."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from bessemer.engine.catalogue import NAMES

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


def test_a_bot_plays_beside_modules_of_its_own(tmp_path: Path) -> None:
    """Over gRPC, as a process: it imports its own modules, and Bessemer its own."""
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("OWN = True\n")
    for name in FILES:
        (tmp_path / name).write_text("OWN = True\n")
    (tmp_path / "bots" / "mine.py").write_text(
        "def choose(view):\n    return view.legal_bids()[-1]\n"
    )
    (tmp_path / "my_bot.py").write_text(BOT)

    words = ["--bots", "./my_bot.py,greedy", "--option", "rounds=3", "--seed", "5", "--json"]
    # As a module, so that the folder is the first place where its processes look for others.
    done = subprocess.run(
        [sys.executable, "-m", "bessemer.cli.main", "match", "furnace", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == done.returncode, done.stderr
    assert [None, None] == [seat["fault"] for seat in json.loads(done.stdout)["seats"]]
