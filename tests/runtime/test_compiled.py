"""Compiled modules take the place of just those sources that they were made of."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bessemer.runtime import compiled


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a manifest of these sources, which names one module; nothing is used yet."""
    monkeypatch.delenv(compiled.PURE)
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    monkeypatch.setattr(compiled, "_used", [])
    monkeypatch.setattr(sys, "meta_path", [])
    change(tmp_path)
    return tmp_path


def change(folder: Path, **changes: Any) -> None:  # noqa: ANN401 - any part of a manifest
    """Write the manifest with these `changes`."""
    manifest = {
        "python": sys.version,
        "sources": compiled.source_stamps(),
        "modules": {"bessemer.wire.wire": "lib/wire.so"},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest | changes))


def test_what_was_made_of_these_sources_is_used(built: Path) -> None:
    """The module is found in the folder, and no other is."""
    compiled.use()

    assert compiled.is_used()
    [finder] = sys.meta_path
    spec = finder.find_spec("bessemer.wire.wire", None)
    assert spec is not None
    assert str(built / "lib/wire.so") == spec.origin
    assert finder.find_spec("bessemer.rpc.play.connections", None) is None


def test_after_an_edit_the_sources_are_used(built: Path) -> None:
    """One source that has another time, or is new, or gone, is enough."""
    stamps = compiled.source_stamps()
    [time, size] = stamps["referee/bessemer/errors.py"]
    for other in (
        stamps | {"referee/bessemer/errors.py": [time + 1, size]},
        stamps | {"referee/bessemer/errors.py": [time, size + 1]},
        stamps | {"referee/bessemer/new.py": [time, size]},
        {name: stamp for name, stamp in stamps.items() if name != "referee/bessemer/errors.py"},
    ):
        change(built, sources=other)
        compiled.use()

        assert not compiled.is_used()


@pytest.mark.parametrize("python", ["", "3.99.0 (main)"])
def test_what_another_python_made_is_not_used(built: Path, python: str) -> None:
    """Machine code fits one interpreter."""
    change(built, python=python)
    compiled.use()

    assert not compiled.is_used()


@pytest.mark.parametrize("content", ["", "{", None])
def test_an_unfinished_build_is_not_used(built: Path, content: str | None) -> None:
    """The manifest is written last: cut short, or not there, it says nothing."""
    (built / "manifest.json").unlink()
    if content is not None:
        (built / "manifest.json").write_text(content)
    compiled.use()

    assert not compiled.is_used()


def test_the_sources_can_be_asked_for(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the environment, say to debug them."""
    monkeypatch.setenv(compiled.PURE, "1")
    compiled.use()

    assert built.exists()
    assert not compiled.is_used()


def test_the_state_is_told(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `bessemer --version` says: whether it is machine code, and if not why."""
    said = []
    change(built, sources={})
    compiled.use()
    said.append(compiled.state())
    (built / "manifest.json").unlink()
    said.append(compiled.state())
    monkeypatch.setenv(compiled.PURE, "1")
    said.append(compiled.state())
    monkeypatch.delenv(compiled.PURE)
    change(built)
    compiled.use()
    said.append(compiled.state())

    assert said == [
        "pure Python, the machine code is of other sources: make fast",
        "pure Python, no machine code",
        "pure Python, BESSEMER_PURE is set",
        "machine code, 1 modules",
    ]


def test_every_source_counts() -> None:
    """Those of the games too, and nothing but sources."""
    names = set(compiled.source_stamps())

    assert {
        "referee/bessemer/rpc/serving/server.py",
        "referee/bessemer/games/furnace/auction.py",
    } <= names
    assert {".py"} == {Path(name).suffix for name in names}


def test_without_a_compiler_there_is_a_sentence(tmp_path: Path) -> None:
    """Exit 1, and everything goes on with the sources."""
    program = Path(compiled.__file__).parents[3] / "tools" / "compile.py"
    done = subprocess.run(
        [sys.executable, str(program)],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert 1 == done.returncode
    assert "No C compiler" in done.stderr
    assert "Traceback" not in done.stderr
