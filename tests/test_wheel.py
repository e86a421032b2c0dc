"""
What is installed: the wheel, in an empty environment, far from the sources.

The environment has the packages that Bessemer needs, and no others, by links to those of the one that
runs the tests: to fetch and unpack them once more would take longer than all the rest and test pip.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Collection, Iterable, Iterator
from email import message_from_bytes
from email.message import Message
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from bessemer.cli.console.extras import MODULES
from bessemer.engine.catalogue import NAMES
from bessemer.runtime import machine_code
from tests.referees.in_process import SHORT
from tests.storage.first_databases import write_schema_1

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

    def run(self, program: str, *words: str, cwd: Path, code: int = 0) -> str:
        """What a program of the environment prints; it must end with this code."""
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
        assert code == done.returncode, f"{program} {' '.join(words)}:\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel of these sources, installed with what every installation has."""
    folder = tmp_path_factory.mktemp("wheel")
    if machine_code.is_used():  # then these tests run where `make fast` has installed it
        (wheel,) = (ROOT / ".venv" / "wheel").glob("*.whl")
        return environment(wheel, folder / "base")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", folder], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return environment(wheel, folder / "base")


@pytest.fixture(scope="module")
def serving(installed: Installed) -> Installed:
    """The same wheel with the extra `serve`."""
    return environment(installed.wheel, installed.home.with_name("serve"), "serve")


def environment(wheel: Path, home: Path, *extras: str) -> Installed:
    """An environment with a wheel and what it needs, and with nothing else."""
    venv.create(home)
    made = Installed(wheel, home)
    link_needs(wheel, made.packages, *extras)
    pip = [sys.executable, "-m", "pip", "--python", str(home), "install", "--no-deps", "--no-index"]
    quietly = ["--disable-pip-version-check", "--quiet", str(wheel)]
    subprocess.run([*pip, *quietly], check=True, capture_output=True)
    return made


def link_needs(wheel: Path, packages: Path, *extras: str) -> None:
    """Have there what a wheel needs with these extras, and nothing else."""
    for one in needed(requirements(wheel), extras):
        for file in one.files or ():
            top = Path(file).parts[0]
            if top != ".." and not (packages / top).exists():
                (packages / top).symlink_to(Path(str(one.locate_file(top))))


def requirements(wheel: Path) -> list[str]:
    """Those that are written in it."""
    return description(wheel).get_all("Requires-Dist", [])


def needed(wanted: Iterable[str], extras: Collection[str] = ()) -> Iterator[Distribution]:
    """All packages that follow from these requirements, each once."""
    seen = set[str]()
    waiting = [(Requirement(one), frozenset(extras)) for one in wanted]
    while waiting:
        one, of = waiting.pop()
        if one.marker is None or any(one.marker.evaluate({"extra": x}) for x in ("", *of)):
            key = f"{one.name}[{','.join(sorted(one.extras))}]".lower()
            if key in seen:
                continue
            seen.add(key)
            if one.name == "bessemer":
                waiting += [(Requirement(text), frozenset(one.extras)) for text in wanted]
                continue
            found = distribution(one.name)
            waiting += [(Requirement(t), frozenset(one.extras)) for t in found.requires or ()]
            yield found


def description(wheel: Path) -> Message:
    """What the wheel says of itself."""
    with ZipFile(wheel) as content:
        (path,) = [name for name in content.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(content.read(path))


def test_the_wheel_has_one_name_at_the_top(installed: Installed) -> None:
    """Whatever else lay there would be installed among everybody's packages; machine code does."""
    with ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()

    tops = {name.split("/")[0] for name in names if not name.startswith("bessemer__mypyc.")}
    assert {"bessemer"} == {top for top in tops if not top.endswith(".dist-info")}
    assert not [name for name in names if "__pycache__" in name]


def test_the_description_is_whole(installed: Installed) -> None:
    """Who wrote it, under which licence, for which Pythons; no address that leads nowhere."""
    about = description(installed.wheel)

    assert "Bessemer maintainers" == about["Author"]
    assert "Apache-2.0" == about["License-Expression"]
    assert about["Summary"]
    assert about.get_payload()
    assert about["Home-page"] is None
    assert not about.get_all("Project-URL")
    pythons = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)}
    assert pythons <= set(about.get_all("Classifier", []))
    assert ">=3.11" == about["Requires-Python"]


def test_the_version_says_what_runs_and_where_the_pages_are(
    installed: Installed, tmp_path: Path
) -> None:
    """Machine code or not, by the wheel's own tag; what messages call docs/bots.md is there."""
    version, pages = installed.run("bessemer", "--version", cwd=tmp_path).splitlines()

    is_pure = installed.wheel.name.endswith("-py3-none-any.whl")
    assert ("pure Python" if is_pure else "machine code") in version
    assert Path(pages.removeprefix("documentation: "), "bots.md").is_file()


def test_clients_in_other_languages_find_the_proto_files(installed: Installed) -> None:
    """All of them, for `protoc -I`."""
    there = installed.packages / "bessemer" / "proto"
    ours = {str(path.relative_to(ROOT / "proto")) for path in (ROOT / "proto/bessemer").rglob("*")}

    assert ours == {str(path.relative_to(there)) for path in there.rglob("*")} - {"bessemer"}


def test_the_templates_of_the_pages_go_along(installed: Installed) -> None:
    """All of them, with the scripts and styles."""
    ours = ROOT / "clients/bessemer/web"
    for folder in ("templates", "static"):
        there = installed.packages / "bessemer/web" / folder
        wanted = {path.relative_to(ours / folder) for path in (ours / folder).rglob("*.*")}
        assert wanted == {path.relative_to(there) for path in there.rglob("*.*")}


def test_the_benchmarks_stay_in_the_checkout(installed: Installed, tmp_path: Path) -> None:
    """The command says so."""
    words = [str(installed.scripts / "bessemer"), "bench", "engine", "--json"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert not (installed.packages / "bessemer" / "bench").exists()
    assert 2 == done.returncode
    assert "they are in the folder bench of Bessemer's sources" in done.stderr


def test_it_measures_the_strength_of_bots(installed: Installed, tmp_path: Path) -> None:
    """The tutorials tell authors to do so."""
    words = ("bench", "strength", "random", "idle", "--blocks", "1", "--json")

    assert 1 == json.loads(installed.run("bessemer", *words, cwd=tmp_path))["blocks"]


def test_the_base_is_small(installed: Installed) -> None:
    """What the author of a bot installs: at most 18 packages and 90 MB, itself counted."""
    packages = list(needed(requirements(installed.wheel)))
    own = [path for path in (installed.packages / "bessemer").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in own)
    for one in packages:
        files = (Path(str(file.locate())) for file in one.files or ())
        size += sum(file.stat().st_size for file in files if file.exists())

    assert 1 + len(packages) <= 18, sorted(one.name for one in packages)
    assert size <= 90e6


def test_a_base_has_no_extra(installed: Installed, tmp_path: Path) -> None:
    """What the tests below do, they do without any of them."""
    modules = [one for extra in MODULES.values() for one in extra]
    program = f"from importlib.util import find_spec\nprint(*filter(find_spec, {modules}))"

    assert "\n" == installed.run("python", "-c", program, cwd=tmp_path)


def test_it_speaks_all_languages(installed: Installed, tmp_path: Path) -> None:
    """The catalogues go along, every domain of them."""
    program = (
        "from bessemer.faces.catalogues import DOMAINS, catalogue\n"
        "from bessemer.faces.language import ENGLISH, LANGUAGES\n"
        "print(*(catalogue(code).charset() for code in LANGUAGES if code != ENGLISH))"
    )

    assert "utf-8 utf-8\n" == installed.run("python", "-c", program, cwd=tmp_path)


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


def test_a_database_of_the_first_schema_is_read(serving: Installed, tmp_path: Path) -> None:
    """The wheel has all that it takes to open one."""
    write_schema_1(str(tmp_path / "bessemer.sqlite3"))

    words = ("ladder", "standings", "--data", str(tmp_path), "--json")
    assert "random" in serving.run("bessemer", *words, cwd=tmp_path)


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


def test_it_compares_two_bots(installed: Installed, tmp_path: Path) -> None:
    """A referee, a sandbox and a test, without anything that serves."""
    words = ("random", "idle", "--most-blocks", "1", "--option", "rounds=3", "--json")
    undecided = 4
    printed = installed.run("bessemer", "compare", *words, cwd=tmp_path, code=undecided)

    assert 1 == json.loads(printed.splitlines()[-1])["blocks"]


def test_it_runs_a_ladder(serving: Installed, tmp_path: Path) -> None:
    """A referee and the shipped bots, each a process of the environment."""
    words = ("--bots", "greedy,random,idle", "--matches", "3", "--option", "rounds=3", "--json")
    printed = serving.run("bessemer", "ladder", "run", *words, cwd=tmp_path)
    report = json.loads(printed.splitlines()[-1])

    assert (True, 3) == (report["is_done"], report["played"])
    assert {"greedy", "random", "idle"} == {player["player"] for player in report["standings"]}
    assert all(player["faults"] == 0 for player in report["standings"])
