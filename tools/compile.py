"""
Compile the hot path to machine code with mypyc: `make fast`.

Everything that runs once for every decision: the rules, the match, what is sent and read. The
sources stay what is written, tested and debugged; `referee/compiled.py` says when the compiled
modules take their place. It needs a C compiler and about a minute.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # `python tools/compile.py` puts tools/ there instead

_HOT: Final = (
    "referee/games/alchemicus/building.py",
    "referee/games/alchemicus/choices.py",
    "referee/games/alchemicus/drawing.py",
    "referee/games/alchemicus/ending.py",
    "referee/games/alchemicus/fame.py",
    "referee/games/alchemicus/goods.py",
    "referee/games/alchemicus/hands.py",
    "referee/games/alchemicus/landing.py",
    "referee/games/alchemicus/memory.py",
    "referee/games/alchemicus/movement.py",
    "referee/games/alchemicus/piles.py",
    "referee/games/alchemicus/play.py",
    "referee/games/alchemicus/production.py",
    "referee/games/alchemicus/rules.py",
    "referee/games/alchemicus/sale.py",
    "referee/games/alchemicus/spirit.py",
    "referee/games/alchemicus/state.py",
    "referee/games/alchemicus/transport.py",
    "referee/games/brass/build_industry.py",
    "referee/games/brass/build_link.py",
    "referee/games/brass/choices.py",
    "referee/games/brass/debts.py",
    "referee/games/brass/develop.py",
    "referee/games/brass/draft.py",
    "referee/games/brass/eras.py",
    "referee/games/brass/geography.py",
    "referee/games/brass/hidden.py",
    "referee/games/brass/loan.py",
    "referee/games/brass/moves.py",
    "referee/games/brass/network.py",
    "referee/games/brass/rounds.py",
    "referee/games/brass/rules.py",
    "referee/games/brass/sampling.py",
    "referee/games/brass/sell_cotton.py",
    "referee/games/brass/sites.py",
    "referee/games/brass/stacks.py",
    "referee/games/brass/state.py",
    "referee/games/brass/supply.py",
    "referee/games/brass/tables.py",
    "referee/games/chance.py",
    "referee/games/furnace/answers.py",
    "referee/games/furnace/auction.py",
    "referee/games/furnace/compensation.py",
    "referee/games/furnace/effects.py",
    "referee/games/furnace/hidden.py",
    "referee/games/furnace/moves.py",
    "referee/games/furnace/production.py",
    "referee/games/furnace/rules.py",
    "referee/games/furnace/scoring.py",
    "referee/games/furnace/state.py",
    "referee/matches/clock.py",
    "referee/matches/desk.py",
    "referee/matches/fingerprint.py",
    "referee/matches/match.py",
    "referee/matches/places.py",
    "referee/rpc/alchemicus_pieces.py",
    "referee/rpc/alchemicus_view.py",
    "referee/rpc/answers.py",
    "referee/rpc/encoding.py",
    "referee/rpc/furnace_moves.py",
    "referee/rpc/furnace_pieces.py",
    "referee/rpc/furnace_view.py",
    "referee/rpc/lanes.py",
    "referee/rpc/lines.py",
    "referee/rpc/telling.py",
    "referee/rpc/wire.py",
)


def main() -> int:
    """Compile, and say what became of it: 0 done, 1 failed."""
    parser = argparse.ArgumentParser(description="Compile the hot path to machine code.")
    parser.add_argument("--build", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().build:
        _build()
        return 0
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        print(f"No C compiler ({compiler}): the sources are used as they are.", file=sys.stderr)
        return 1
    from referee.compiled import FOLDER, PURE, source_stamps  # noqa: PLC0415 - needs the path above

    print("Compiling the hot path, once; about a minute.", file=sys.stderr)
    sources = source_stamps()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, __file__, "--build"],
        cwd=ROOT,
        env={**os.environ, PURE: "1", "MYPY_CACHE_DIR": str(FOLDER / "mypy")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout, done.stderr, "It did not compile.", sep="\n", file=sys.stderr)
        return 1
    modules = {_module(file): str(file.relative_to(FOLDER)) for file in FOLDER.rglob("lib/**/*.so")}
    # Last of all: without it nothing is used of what lies there.
    manifest = {"python": sys.version, "sources": sources, "modules": modules}
    (FOLDER / "manifest.json").write_text(json.dumps(manifest))
    print(f"{len(_HOT)} modules are compiled.", file=sys.stderr)
    return 0


def _build() -> None:
    from mypyc.build import mypycify  # noqa: PLC0415 - a slow import, for this process alone
    from setuptools import setup  # noqa: PLC0415 - the same

    folder = ROOT / "build" / "compiled"
    setup(
        name="bessemer-compiled",
        packages=[],
        py_modules=[],
        ext_modules=mypycify(
            ["--config-file", "pyproject.toml", *_HOT],
            opt_level="2",
            debug_level="0",
            multi_file=True,
            target_dir=str(folder / "c"),
        ),
        script_args=[
            "-q",
            "build_ext",
            "--build-lib",
            str(folder / "lib"),
            "--build-temp",
            str(folder / "temp"),
        ],
    )


def _module(file: Path) -> str:
    """The module in a compiled file: `lib/referee/rpc/wire.cpython-311-….so` is referee.rpc.wire."""
    *parents, name = file.parts[file.parts.index("lib") + 1 :]
    return ".".join((*parents, name.split(".")[0]))


if __name__ == "__main__":
    sys.exit(main())
