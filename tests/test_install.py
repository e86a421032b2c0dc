"""The set-up of .venv: uv looks where pip does, and a machine without a network gets a sentence."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.programs import needed_program

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("PIP_", "UV_", "SSL_")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout whose uv prints its environment."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "uv.sh", tmp_path / "tools")
    commands = tmp_path / ".venv" / "bin"
    commands.mkdir(parents=True)
    python, uv = commands / "python", commands / "uv"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
    uv.write_text("#!/bin/sh\nenv\n", encoding="utf-8")
    python.chmod(0o755)
    uv.chmod(0o755)
    return tmp_path


def environment_of_uv(tree: Path, **settings: str) -> Mapping[str, str]:
    """The environment of uv, on a machine with these settings and no others."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(LEFT_OUT)}
    done = subprocess.run(
        [tree / "tools" / "uv.sh", "pip", "install"],
        env=plain | {"PIP_CONFIG_FILE": os.devnull, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    shown = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    return {name: value for name, value in shown.items() if name.startswith(("UV_", "SSL_"))}


def test_uv_reads_what_pip_is_configured_for(tree: Path) -> None:
    """Indexes, folders, hosts and certificates, from pip's file or its variables."""
    config = tree / "pip.conf"
    config.write_text(
        "[global]\nindex-url = https://mirror.example/simple\n"
        "extra-index-url =\n  file:///one\n  file:///two\ncert = /certs.pem\n",
        encoding="utf-8",
    )

    known = environment_of_uv(tree, PIP_CONFIG_FILE=str(config), PIP_FIND_LINKS="/wheels  /more")

    assert (
        known.items()
        >= {
            "UV_DEFAULT_INDEX": "https://mirror.example/simple",
            "UV_INDEX": "file:///one file:///two",
            "UV_INDEX_STRATEGY": "unsafe-best-match",
            "UV_FIND_LINKS": "/wheels,/more",
            "SSL_CERT_FILE": "/certs.pem",
        }.items()
    )


def test_variables_come_first(tree: Path) -> None:
    """Those of pip before its file, and those of uv before all of pip's."""
    config = tree / "pip.conf"
    config.write_text("[global]\nindex-url = https://file.example\n", encoding="utf-8")
    of_pip = {"PIP_CONFIG_FILE": str(config), "PIP_INDEX_URL": "https://variable.example"}

    assert environment_of_uv(tree, **of_pip)["UV_DEFAULT_INDEX"] == "https://variable.example"
    of_both = of_pip | {"UV_DEFAULT_INDEX": "https://uv.example"}
    assert environment_of_uv(tree, **of_both)["UV_DEFAULT_INDEX"] == "https://uv.example"


def test_without_a_network_the_setup_says_where_packages_come_from(tmp_path: Path) -> None:
    """And leaves no stamp, so that the next call begins again."""
    make = needed_program("make", "the set-up of .venv")
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0"}
    only = {"PIP_CONFIG_FILE": os.devnull, "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": ""}
    done = subprocess.run(
        [make, "setup", f"PYTHON={sys.executable}"],
        cwd=tmp_path,
        env=os.environ | nowhere | only,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "The packages could not be installed" in done.stderr
    assert not (tmp_path / ".venv" / ".installed").exists()
