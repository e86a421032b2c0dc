"""
What is installed: the wheel, in an empty environment, far from the sources.

The environment has the packages that Bessemer needs from the one that runs the tests, by a path: to
fetch and unpack them once more would take longer than all the rest and would test pip.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from email import message_from_bytes
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

import pytest

from bessemer.engine.catalogue import NAMES
from tests.rpc.referee_under_test import SHORT
from tests.storage.old_databases import write_schema_3

ROOT: Final = Path(__file__).parents[1]
_PATIENCE: Final = 200
"""Seconds for any one program: far more than it takes."""

pytestmark = pytest.mark.timeout(600)


class Installed(NamedTuple):
    """The wheel, and an environment that it is installed in."""

    wheel: Path
    home: Path

    @property
    def packages(self) -> Path:
        """Where it is unpacked."""
        return Path(sysconfig.get_path("purelib", "venv", {"base": str(self.home)}))

    @property
    def scripts(self) -> Path:
        """Where its programs are."""
        return Path(sysconfig.get_path("scripts", "venv", {"base": str(self.home)}))

    def run(self, program: str, *words: str, cwd: Path) -> str:
        """What a program of the environment prints; it must succeed."""
        ours = ("PYTHON", "BESSEMER", "VIRTUAL_ENV")
        done = subprocess.run(
            [self.scripts / program, *words],
            cwd=cwd,
            env={name: value for name, value in os.environ.items() if not name.startswith(ours)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
        assert 0 == done.returncode, f"{program} {' '.join(words)}:\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel of these sources, built and installed."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", folder], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    home = folder / "environment"
    venv.create(home)
    made = Installed(wheel, home)
    # A path does not read the .pth files in that folder: the sources stay out of reach.
    needs = made.packages / "needs.pth"
    needs.write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(home), "install", "--no-deps", "--no-index"]
    # By its own account it is there already: the path above leads to its description, too.
    again = ["--ignore-installed", "--disable-pip-version-check", "--quiet", str(wheel)]
    subprocess.run([*pip, *again], check=True, capture_output=True)
    return made


def test_the_wheel_has_one_name_at_the_top(installed: Installed) -> None:
    """Whatever else lay there would be installed among everybody's packages."""
    with ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()

    tops = {name.split("/")[0] for name in names}
    assert {"bessemer"} == {top for top in tops if not top.endswith(".dist-info")}
    assert not [name for name in names if "__pycache__" in name]


def test_the_description_is_whole(installed: Installed) -> None:
    """Who wrote it, under which licence, for which Pythons; no address that leads nowhere."""
    with ZipFile(installed.wheel) as wheel:
        (path,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        about = message_from_bytes(wheel.read(path))

    assert "Bessemer maintainers" == about["Author"]
    assert "Apache-2.0" == about["License-Expression"]
    assert about["Summary"]
    assert about.get_payload()
    assert about["Home-page"] is None
    assert not about.get_all("Project-URL")
    pythons = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)}
    assert pythons <= set(about.get_all("Classifier", []))
    assert ">=3.11" == about["Requires-Python"]


def test_it_speaks_all_languages(installed: Installed, tmp_path: Path) -> None:
    """The catalogues go along, every domain of them."""
    program = (
        "from bessemer.faces.catalogues import DOMAINS, catalogue\n"
        "from bessemer.faces.language import ENGLISH, LANGUAGES\n"
        "print(*(catalogue(code).charset() for code in LANGUAGES if code != ENGLISH))"
    )

    assert "utf-8 utf-8\n" == installed.run("python", "-c", program, cwd=tmp_path)


IMPORTED_AS: Final = {
    "psycopg": r"postgresql\+psycopg",  # by SQLAlchemy
    "catanatron": r"import_module\(\"catanatron\"\)",
}


FOR_DEVELOPERS: Final = {"dev"}


def test_an_extra_installs_what_is_imported() -> None:
    """And nothing else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folders = ("referee", "bots", "clients", "bench")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    for extra, wanted in project["optional-dependencies"].items():
        names = [re.match(r"[\w-]+", one) for one in wanted if extra not in FOR_DEVELOPERS]
        for name in [found[0] for found in names if found is not None]:
            line = IMPORTED_AS.get(name, rf"^\s*(?:import|from) {name}\b")
            assert re.search(line, text, re.MULTILINE), f"{name} of {extra}"


def test_everything_comes_from_the_wheel(installed: Installed, tmp_path: Path) -> None:
    """All portions of the namespace lie in one folder there, and the sources in none."""
    program = (
        "import bessemer, bessemer.furnace, bessemer.bots.registry, bessemer.v1.match_pb2, sys;"
        "print(*bessemer.__path__, bessemer.furnace.__file__, sep='\\n')"
    )
    folder = installed.packages / "bessemer"

    assert [str(folder), str(folder / "furnace.py")] == installed.run(
        "python", "-c", program, cwd=tmp_path
    ).split("\n")[:-1]


def test_a_bot_is_checked_against_the_wheels_types(installed: Installed, tmp_path: Path) -> None:
    """Strictly: editors and type checkers see what a facade offers."""
    (tmp_path / "bot.py").write_text(
        "from bessemer.alchemicus import Bot, Move, View, run\n"
        "class Mine(Bot):\n"
        "    def build(self, view: View) -> Move:\n"
        "        reveal_type(view.random_move())\n"
        "        return view.hand\n"
        "run(Mine)\n"
    )
    python = str(installed.scripts / "python")
    mypy = ["-m", "mypy", "--strict", "--cache-dir", "cache", "--python-executable", python]
    done = subprocess.run(
        [sys.executable, *mypy, "bot.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
    )

    note, error, _ = done.stdout.splitlines()
    assert "bessemer.games.alchemicus.moves.Walk" in note
    assert 'bot.py:5: error: Incompatible return value type (got "tuple[Kind, ...]", ' in error


def test_an_old_database_is_migrated(installed: Installed, tmp_path: Path) -> None:
    """The wheel has the steps from one schema to the next."""
    write_schema_3(str(tmp_path / "bessemer.sqlite3"))

    words = ("ladder", "standings", "--data", str(tmp_path), "--json")
    assert "random" in installed.run("bessemer", *words, cwd=tmp_path)


@pytest.mark.parametrize("game", NAMES)
def test_it_plays_a_match_and_checks_its_replay(
    game: str, installed: Installed, tmp_path: Path
) -> None:
    """With a bot of one's own, made by the command itself, beside folders named like our own."""
    for name in ("bots", "clients", "referee"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    installed.run("bessemer", "new", "--game", game, "mine", cwd=tmp_path)
    short = [f"--option={name}={value}" for name, value in SHORT.get(game, {}).items()]
    bots = ("--bots", "./mine/mine.py,random", "--out", "game.replay", *short)
    played = json.loads(installed.run("bessemer", "match", game, *bots, "--json", cwd=tmp_path))

    assert [None, None] == [seat["fault"] for seat in played["seats"]]
    assert "game.replay" in installed.run(
        "bessemer", "replay", "verify", "game.replay", cwd=tmp_path
    )


def test_it_runs_a_ladder(installed: Installed, tmp_path: Path) -> None:
    """A referee and the shipped bots, each a process of the environment."""
    words = ("--bots", "greedy,random,idle", "--matches", "3", "--option", "rounds=3", "--json")
    # A bot sees its own environment alone; what this one has by a path lies elsewhere.
    needs = ("--readable", sysconfig.get_path("purelib"))
    printed = installed.run("bessemer", "ladder", "run", *words, *needs, cwd=tmp_path)
    report = json.loads(printed.splitlines()[-1])

    assert (True, 3) == (report["is_done"], report["played"])
    assert {"greedy", "random", "idle"} == {player["player"] for player in report["standings"]}
    assert all(player["faults"] == 0 for player in report["standings"])
