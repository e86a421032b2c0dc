"""A command that lacks an extra says which, with the command that installs it, and starts nothing."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.console.extras import MODULES
from bessemer.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("lacking", "extra", "words"),
    [
        ("alembic", "serve", ["serve"]),
        ("numpy", "serve", ["ladder", "run"]),
        ("starlette", "web", ["web"]),
        ("uvloop", "serve", ["web"]),
        ("textual", "terminal", ["play", "--versus", "random"]),
        ("textual", "terminal", ["learn", "brass"]),
        ("shtab", "terminal", ["completion", "bash"]),
        ("mcp", "mcp", ["mcp"]),
        ("ray", "cluster", ["ladder", "run", "--cluster", "local"]),
    ],
)
def test_what_is_missing_is_said_at_once(
    lacking: str,
    extra: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit 2, one sentence, and no file is made."""
    monkeypatch.setitem(sys.modules, lacking, None)
    monkeypatch.chdir(tmp_path)

    assert 2 == main(words)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(f"not installed: pip install 'bessemer[{extra}]'")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("lacking", "extra", "words"),
    [
        ("grpc_health", "serve", ["player", "add", "ada", "--data", "here"]),
        ("psycopg", "postgres", ["ladder", "standings", "--database", "postgresql://u@h/d"]),
    ],
)
def test_what_a_command_comes_upon_is_said_too(
    lacking: str,
    extra: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No traceback, whichever way leads there."""
    for name in [one for one in sys.modules if one.partition(".")[0] == lacking]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "bessemer.rpc.serving.health", raising=False)
    monkeypatch.setitem(sys.modules, lacking, None)
    monkeypatch.chdir(tmp_path)

    assert main(words) in (1, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"pip install 'bessemer[{extra}]'" in line


def test_help_needs_no_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a command would do can be read before anything is installed for it."""
    for module in (one for modules in MODULES.values() for one in modules):
        monkeypatch.setitem(sys.modules, module, None)
    for command in ("serve", "web", "play", "learn"):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert 0 == ended.value.code
    assert "usage" in capsys.readouterr().out


def test_the_table_is_that_of_pyproject() -> None:
    """Each extra's packages, by what is imported of them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    of_distribution = {
        _normal(name): module
        for module, names in packages_distributions().items()
        for name in names
        if not module.startswith("_")
    }
    for extra, modules in MODULES.items():
        wanted = project["optional-dependencies"][extra]
        names = [_normal(re.split(r"[\[<>=;]", one)[0]) for one in wanted]
        there = {of_distribution.get(one, one) for one in names if one != "bessemer"}
        assert set(modules) == there, extra


IMPORTED_AS: Final = {
    "psycopg": r"postgresql\+psycopg",  # by SQLAlchemy
    "catanatron": r"import_module\(\"catanatron\"\)",
}


def test_an_extra_installs_what_is_imported() -> None:
    """And nothing else."""
    folders = ("referee", "bots", "clients", "bench")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    for module in (one for modules in MODULES.values() for one in modules):
        line = IMPORTED_AS.get(module, rf"^\s*(?:import|from) {module}\b")
        assert re.search(line, text, re.MULTILINE), module


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
