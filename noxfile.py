"""A quick part of the tests on every Python that Bessemer supports and this machine has: `make pythons`."""

import os
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False
nox.options.reuse_venv = "yes"
# pyenv's own commands answer only for the versions that somebody has chosen: these are all it has.
_PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
os.environ["PATH"] = os.pathsep.join(
    [*map(str, _PYENV.glob("versions/3.1[1-9].*/bin")), os.environ["PATH"]]
)


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Play a match of each game by the command, then run the quick tests."""
    pins = ("--constraints", "constraints.txt", "--build-constraints", "constraints.txt")
    session.install(*pins, "-e", ".[dev]")
    for game in ("furnace", "brass", "alchemicus"):
        match = ("match", game, "--bots", "greedy,random", "--seed", "1")
        session.run("bessemer", *match, silent=True)
    session.run(
        *("pytest", "-q", "-n", "auto", "-p", "no:cacheprovider"),
        *("tests/engine", "tests/wire", "tests/matches", "tests/games/test_conformance.py"),
        *("tests/rpc/play/test_playing.py", "tests/cli/bots/test_match.py"),
        *session.posargs,
    )
