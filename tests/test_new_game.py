"""
A fourth game in a day: `tools/new_game.py` lays one out that passes and plays at once.

It is done in a copy of the tree, with an environment of its own that has the packages of the one that
runs the tests, by a path.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PORTIONS: Final = ("referee", "bots", "clients", "bench", "proto/gen")
GAME: Final = "toy"
SEATS: Final = 6
SHARED: Final = {
    "referee/bessemer/engine/catalogue.py",
    "proto/bessemer/v1/move.proto",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
}
"""The places that a new game shares with the others: at most five."""
WIRE_AND_SDK: Final = (
    f"proto/bessemer/v1/{GAME}.proto",
    f"referee/bessemer/wire/{GAME}.py",
    f"clients/bessemer/sdk/{GAME}.py",
    f"clients/bessemer/{GAME}.py",
)
CONTRACT: Final = tuple(
    f"tests/games/test_{name}.py" for name in ("conformance", "choices", "sampling", "views")
)
SUITES: Final = (
    "tests/cli/bots/test_new.py",
    f"tests/games/{GAME}",
    "tests/games/test_files.py",
    "tests/games/test_perft.py",
    "tests/games/test_rules_version.py",
    "tests/wire",
    "tests/faces/test_faces.py",
    "tests/replays/test_golden.py",
    "tests/sdk/test_exports.py",
    "tests/sdk/test_game_bots.py",
    "tests/sdk/test_views.py",
    "tests/table/answers/test_drafts.py",
    "tests/test_game_pages.py",
    "tests/test_rulings.py",
    "tests/test_tutorial.py",
)
_PATIENCE: Final = 600
"""Seconds for any one program: far more than it takes."""

pytestmark = pytest.mark.timeout(900)


class Tree:
    """A copy of the tree, as it is checked out or about to be."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for path in _files(ROOT):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, folder / path)
        self._make_environment()

    def _make_environment(self) -> None:
        home = self.folder / ".venv"
        venv.create(home)
        packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
        # A path does not read the .pth files in that folder: the sources stay out of reach.
        paths = [*(str(self.folder / part) for part in PORTIONS), sysconfig.get_path("purelib")]
        (packages / "tree.pth").write_text("\n".join(paths), encoding="utf-8")
        command = home / "bin" / "bessemer"
        command.write_text(
            f"#!{home}/bin/python\nimport sys\nfrom bessemer.cli.main import main\nsys.exit(main())\n",
            encoding="utf-8",
        )
        command.chmod(0o755)
        for program in ("protoc-gen-mypy", "protoc-gen-mypy_grpc"):
            (home / "bin" / program).symlink_to(Path(sys.executable).parent / program)

    def run(self, *words: str, typed: str = "", code: int = 0, cwd: Path | None = None) -> str:
        """What a program of the copy prints, or complains of: a shell script, else Python."""
        command = [str(self.folder / ".venv/bin/python"), *words]
        if words[0].endswith(".sh"):
            command = list(words)
        ours = ("PYTHON", "BESSEMER", "VIRTUAL_ENV", "PYTEST")
        done = subprocess.run(
            command,
            cwd=cwd or self.folder,
            env={name: value for name, value in os.environ.items() if not name.startswith(ours)},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
        assert code == done.returncode, f"{' '.join(words)}:\n{done.stdout}{done.stderr}"
        return done.stdout or done.stderr

    def bessemer(self, *words: str, typed: str = "", cwd: Path) -> str:
        """What the command prints."""
        return self.run("-m", "bessemer.cli.main", *words, typed=typed, cwd=cwd)

    def pytest(self, *words: str) -> str:
        """What the tests of the copy say; they must pass, or be skipped."""
        options = ("-q", "-rs", "-p", "no:cacheprovider", "-p", "no:xdist")
        return self.run("-m", "pytest", *options, *words)

    def new_game(self, *words: str, code: int = 0) -> str:
        """What `tools/new_game.py` says."""
        return self.run("tools/new_game.py", *words, code=code)


def _files(folder: Path) -> Iterator[Path]:
    """The files that git knows there, or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (Path(name) for name in listed.stdout.split("\0") if name)
    return (path for path in paths if (folder / path).is_file())


def changed(tree: Tree) -> tuple[set[str], set[str]]:
    """Which files of the copy differ from the tree's, and which are new; generated ones aside."""
    edited, new = set(), set()
    for path in tree.folder.rglob("*"):
        name = path.relative_to(tree.folder).as_posix()
        made = (".venv/", "proto/gen/", ".ruff_cache/", ".hypothesis/", ".mypy_cache/")
        if not path.is_file() or "__pycache__" in name or name.startswith(made):
            continue
        if not (ROOT / name).exists():
            new.add(name)
        elif path.read_bytes() != (ROOT / name).read_bytes():
            edited.add(name)
    return edited, new


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A copy in which the game was laid out as the tool says, and as `make proto format` would."""
    tree = Tree(tmp_path_factory.mktemp("copy") / "tree")
    said = tree.new_game(GAME, "--seats", f"2-{SEATS}")
    assert f"python -m tests.record {GAME}" in said
    tree.run("tools/generate_proto.sh", "proto/gen")
    tree.run("-m", "ruff", "check", "--fix-only", "--quiet", ".")
    tree.run("-m", "ruff", "format", "--quiet", ".")
    tree.run("-m", "tests.record", GAME)
    return tree


def test_it_touches_five_shared_places_and_no_more(tree: Tree) -> None:
    """All other files are the game's own, and bear its name."""
    edited, new = changed(tree)

    assert SHARED == edited
    assert [] == [name for name in new if GAME not in name]


def test_wire_and_sdk_are_four_files_of_400_lines(tree: Tree) -> None:
    """Messages, wire, view and bot, and what bot authors import: there is nothing else of it."""
    rooms = ("proto/bessemer/", "referee/bessemer/wire/", "clients/bessemer/sdk/")
    _, new = changed(tree)
    own = {name for name in new if name.startswith(rooms) or Path(name).parent.name == "bessemer"}
    lines = [(tree.folder / name).read_text(encoding="utf-8").count("\n") for name in own]

    assert set(WIRE_AND_SDK) == own
    assert sum(lines) <= 400


def test_it_passes_the_checks(tree: Tree) -> None:
    """Lint, types, layers of imports, and the style of the messages, as in `make check`."""
    _, new = changed(tree)
    tree.run("-m", "ruff", "check", "--quiet", ".")
    tree.run("-m", "ruff", "format", "--check", "--quiet", ".")
    tree.run("-m", "mypy", "--no-error-summary", *sorted(n for n in new if n.endswith(".py")))
    tree.run("-c", "from importlinter.cli import lint_imports_command as c; c(['--no-cache'])")
    buf = shutil.which("buf", path=str(Path(sys.executable).parent))
    assert buf is not None
    subprocess.run([buf, "lint"], cwd=tree.folder, check=True, capture_output=True)


def test_it_keeps_the_contract_of_a_game(tree: Tree) -> None:
    """Rules, choices, samples and views, in positions of all its options and numbers of seats."""
    walks = tree.folder / "tests/games/walks.py"
    text = walks.read_text(encoding="utf-8")
    # Positions of this game alone: those of the others are tested where they are.
    only = f'SETTINGS = {{n: s for n, s in SETTINGS.items() if s.game.name == "{GAME}"}}'
    changed_text = text.replace("\n\ndef states(", f"\n{only}\n\n\ndef states(", 1)
    assert changed_text != text
    walks.write_text(changed_text, encoding="utf-8")
    try:
        assert " passed" in tree.pytest(*CONTRACT)
    finally:
        walks.write_text(text, encoding="utf-8")


def test_it_passes_what_is_tested_for_every_game(tree: Tree) -> None:
    """The wire, faces, golden replays, perft counts, the SDK, documents, and its own tests."""
    # What lists the games, in help, documents and tutorials, must find it as well.
    lists = "help_has_examples or each_game_has_a_page"
    assert " passed" in tree.pytest(*SUITES, "-k", f"{GAME} or {lists}")
    assert " passed" in tree.pytest("tests/test_docs.py")


def test_it_is_played_by_processes_over_grpc(tree: Tree, tmp_path: Path) -> None:
    """Six bots at one table; the replay verifies, and is exported whole."""
    bots = ",".join(["greedy", "idle", *["random"] * (SEATS - 2)])
    said = tree.bessemer(
        "match", GAME, "--bots", bots, "--out", "it.replay", "--json", cwd=tmp_path
    )
    result = json.loads(said.splitlines()[-1])

    assert SEATS == len(result["seats"])
    assert "ok" in tree.bessemer("replay", "verify", "it.replay", cwd=tmp_path)
    tree.bessemer("replay", "export", "it.replay", "--out", "it.json", cwd=tmp_path)
    assert json.loads((tmp_path / "it.json").read_bytes())["turns"]


def test_matches_of_six_are_rated_and_shown(tree: Tree, tmp_path: Path) -> None:
    """A ladder with own bots: standings with every seat, and a report."""
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.py").write_text(
            f"from bessemer.{GAME} import Bot, run\n\n\n"
            "class Mine(Bot):\n    def play(self, view):\n        return view.random_move()\n\n\n"
            'if __name__ == "__main__":\n    run(Mine)\n',
            encoding="utf-8",
        )
    bots = "greedy,random,idle,./one.py,./two.py,./three.py"
    # The copy's environment borrows packages from ours, which a sandbox does not show by itself.
    borrowed = ("--readable", str(tree.folder), "--readable", sysconfig.get_path("purelib"))
    words = ("--bots", bots, "--matches", "6", "--data", "ladder", *borrowed)
    said = tree.bessemer("ladder", "run", "--game", GAME, *words, "--json", cwd=tmp_path)
    told = json.loads(said.splitlines()[-1])
    shown = tree.bessemer("ladder", "standings", "--data", "ladder", cwd=tmp_path)

    assert (6, SEATS) == (told["ladder"]["matches"], told["ladder"]["seats"])
    assert "6 matches of 6 players" in shown
    assert all(name in shown for name in ("greedy", "random", "idle", "one", "two", "three"))
    assert "6 matches of 6 players" in (tmp_path / "ladder/index.html").read_text(encoding="utf-8")
    assert 6 == len(list((tmp_path / "ladder/ladders").glob("*/data/match/*.js")))


def test_it_is_played_in_the_terminal(tree: Tree, tmp_path: Path) -> None:
    """In plain lines, by words from the list, whole moves, suggestions and defaults, to its end."""
    typed = "\n".join(["show", "suggest", "send", *["default", "send"] * 20])
    words = ("play", "--game", GAME, "--versus", "greedy", "--plain", "--seed", "3")
    said = tree.bessemer(*words, typed=typed, cwd=tmp_path)

    assert "Which card do you play" in said
    assert "The match is over." in said


def test_the_bot_without_rules_plays_it(tree: Tree) -> None:
    """The kit for TypeScript, which knows of no rule, plays whole matches by choices alone."""
    said = tree.pytest("tests/kits/test_behaviours.py", "-k", f"typescript and {GAME}")
    if " passed" not in said:
        pytest.skip(said.splitlines()[-1])


# --- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("brass",), "brass is taken by"),
        (("codec",), "codec is taken by referee/bessemer/wire/codec.py"),
        (("registry",), "registry is taken by bots/bessemer/bots/registry.py"),
        (("perft",), "perft is taken by tests/games/perft.py"),
        (("testing",), "testing is taken by clients/bessemer"),
        (("move",), "move is taken by proto/bessemer/v1/move.proto"),
        (("class",), "class is a reserved word"),
        (("match",), "match is a reserved word"),
        (("setup",), "setup is a reserved word"),
        (("Chess",), "3 to 20 small letters"),
        (("power-grid",), "3 to 20 small letters"),
        (("../chess",), "3 to 20 small letters"),
        (("go",), "3 to 20 small letters"),
        (("chess", "--seats", "4"), "such as 2-4, not '4'"),
        (("chess", "--seats", "2-2"), "--seats is from 2-3 to 2-10"),
        (("chess", "--seats", "1-4"), "--seats is from 2-3 to 2-10"),
        (("chess", "--seats", "2-11"), "--seats is from 2-3 to 2-10"),
        (("chess", "--seats", "3-6"), "--seats is from 2-3 to 2-10"),
        ((GAME,), f"{GAME} is taken by"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_is_refused_in_a_sentence(
    tree: Tree, words: tuple[str, ...], why: str
) -> None:
    """Exit 2, and nothing is written."""
    before = changed(tree)
    said = tree.new_game(*words, code=2)

    assert why in said
    assert "Traceback" not in said
    assert before == changed(tree)


def test_help_has_an_example(tree: Tree) -> None:
    """It can be typed as it stands there."""
    assert "example: tools/new_game.py chess --seats 2-4" in tree.new_game("--help")
