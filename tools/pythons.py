"""
Run a quick part of the tests on every other Python of this machine that Bessemer supports.

Each has an environment of its own beside .venv, such as .venv-3.13, made at the first run and brought up to
date when pyproject.toml or constraints.txt has changed. Pythons are looked for in PATH and among pyenv's.

    make pythons                        all that are found, other than that of .venv
    make pythons ARGS="3.13"            this one alone
    make pythons ARGS="3.13 -- -x"      the rest goes to pytest
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OLDEST: Final = (3, 11)
NEWEST: Final = 14
"""Of Python 3; those above it are not looked for."""
TESTS: Final = (
    "tests/engine",
    "tests/wire",
    "tests/matches",
    "tests/games/test_conformance.py",
    "tests/rpc/play/test_playing.py",
    "tests/cli/bots/test_match.py",
)
MATCHES: Final = tuple(
    ("match", game, "--bots", "greedy,random", "--seed", "1")
    for game in ("furnace", "brass", "alchemicus")
)


def found(own: str) -> dict[str, Path]:
    """The Pythons of this machine by version, such as 3.13, other than `own`, the oldest first."""
    pythons: dict[str, Path] = {}
    for minor in range(OLDEST[1], NEWEST + 1):
        version = f"3.{minor}"
        for python in _candidates(version):
            if version != own and version not in pythons and _version(python) == version:
                pythons[version] = python
    return pythons


def _candidates(version: str) -> Iterator[Path]:
    if there := shutil.which(f"python{version}"):
        yield Path(there)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"), reverse=True)


def _version(python: Path) -> str:
    """What it says itself: a file of pyenv's may only stand for one that is not chosen."""
    script = "import sys, venv, ssl; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([python, "-I", "-c", script], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def prepared(version: str, python: Path) -> Path:
    """
    The folder with the commands of this Python's environment, which has everything that tests need.

    Raises:
        subprocess.CalledProcessError: it cannot be made.
    """
    place = ROOT / f".venv-{version}"
    stamp, wanted = place / ".installed", _wanted()
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        print(f"Setting up {place.name} with {python}:", flush=True)
        subprocess.run([python, "-m", "venv", "--clear", place], check=True)
        pins = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
        subprocess.run(
            [place / "bin" / "python", "tools/install.py", "-e", ".[dev]"],
            cwd=ROOT,
            env=os.environ | pins,
            check=True,
        )
        stamp.write_text(wanted, encoding="utf-8")
    return place / "bin"


def _wanted() -> str:
    """What an environment was made of, and where."""
    files = (ROOT / name for name in ("pyproject.toml", "constraints.txt"))
    return f"{ROOT} {sha256(b''.join(file.read_bytes() for file in files)).hexdigest()}"


def tested(commands: Path, arguments: Sequence[str]) -> bool:
    """Whether the tests pass there, and a match of each game is played by the command."""
    for words in MATCHES:
        print(f"bessemer {' '.join(words)}", flush=True)
        played = subprocess.run(
            [commands / "bessemer", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if played.returncode:
            print(played.stdout, played.stderr, sep="\n")
            return False
    pytest = ("-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider")
    done = subprocess.run([commands / "python", *pytest, *TESTS, *arguments], cwd=ROOT, check=False)
    return not done.returncode


def main(argv: Sequence[str] | None = None) -> int:
    """Run them on each; 0 if all pass."""
    parser = argparse.ArgumentParser(
        prog="make pythons", description="Run quick tests on other Pythons."
    )
    parser.add_argument("version", nargs="*", help="such as 3.13 (default: all that are found)")
    words = list(sys.argv[1:] if argv is None else argv)
    cut = words.index("--") if "--" in words else len(words)
    args, arguments = parser.parse_args(words[:cut]), words[cut + 1 :]
    pythons = found(f"{sys.version_info.major}.{sys.version_info.minor}")
    for version in args.version:
        if version not in pythons:
            print(f"There is no Python {version} here besides that of .venv.", file=sys.stderr)
            return 1
    wanted = args.version or list(pythons)
    if not wanted:
        print("There is no other Python from 3.11 on here: nothing to do.")
        return 0
    failed = []
    for version in wanted:
        begun = time.monotonic()
        try:
            passed = tested(prepared(version, pythons[version]), arguments)
        except subprocess.CalledProcessError as error:
            print(f"Python {version}: {error}", file=sys.stderr)
            passed = False
        print(
            f"Python {version}: {'passed' if passed else 'FAILED'} in {time.monotonic() - begun:.0f} s"
        )
        failed += [version] * (not passed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
