"""
Compile the hot path to machine code with mypyc: `make fast`.

Everything that runs once for every decision: the rules, the match, what is sent and read. The
sources stay what is written, tested and debugged; `referee/bessemer/runtime/compiled.py` says when the compiled
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
sys.path.insert(0, str(ROOT / "referee"))  # also where nothing is installed

_HOT: Final = (
    "referee/bessemer/games/alchemicus/actions/building.py",
    "referee/bessemer/games/alchemicus/legal.py",
    "referee/bessemer/games/alchemicus/cards/drawing.py",
    "referee/bessemer/games/alchemicus/ending.py",
    "referee/bessemer/games/alchemicus/actions/fame.py",
    "referee/bessemer/games/alchemicus/cards/goods.py",
    "referee/bessemer/games/alchemicus/cards/hands.py",
    "referee/bessemer/games/alchemicus/actions/landing.py",
    "referee/bessemer/games/alchemicus/cards/memory.py",
    "referee/bessemer/games/alchemicus/actions/movement.py",
    "referee/bessemer/games/alchemicus/cards/piles.py",
    "referee/bessemer/games/alchemicus/play.py",
    "referee/bessemer/games/alchemicus/actions/production.py",
    "referee/bessemer/games/alchemicus/rules.py",
    "referee/bessemer/games/alchemicus/actions/sale.py",
    "referee/bessemer/games/alchemicus/actions/spirit.py",
    "referee/bessemer/games/alchemicus/state.py",
    "referee/bessemer/games/alchemicus/actions/transport.py",
    "referee/bessemer/games/brass/actions/build_industry.py",
    "referee/bessemer/games/brass/actions/build_link.py",
    "referee/bessemer/games/brass/legal.py",
    "referee/bessemer/games/brass/actions/debts.py",
    "referee/bessemer/games/brass/actions/develop.py",
    "referee/bessemer/games/brass/board_editor.py",
    "referee/bessemer/games/brass/eras.py",
    "referee/bessemer/games/brass/board/geography.py",
    "referee/bessemer/games/brass/hidden.py",
    "referee/bessemer/games/brass/actions/loan.py",
    "referee/bessemer/games/brass/moves.py",
    "referee/bessemer/games/brass/network/connections.py",
    "referee/bessemer/games/brass/rounds.py",
    "referee/bessemer/games/brass/rules.py",
    "referee/bessemer/games/brass/sampling.py",
    "referee/bessemer/games/brass/actions/sell_cotton.py",
    "referee/bessemer/games/brass/network/sites.py",
    "referee/bessemer/games/brass/board/stacks.py",
    "referee/bessemer/games/brass/state.py",
    "referee/bessemer/games/brass/network/supply.py",
    "referee/bessemer/games/brass/board/tables.py",
    "referee/bessemer/games/brass/table.py",
    "referee/bessemer/engine/chance.py",
    "referee/bessemer/games/furnace/simultaneous.py",
    "referee/bessemer/games/furnace/auction.py",
    "referee/bessemer/games/furnace/compensation.py",
    "referee/bessemer/games/furnace/effects.py",
    "referee/bessemer/games/furnace/hidden.py",
    "referee/bessemer/games/furnace/legal.py",
    "referee/bessemer/games/furnace/moves.py",
    "referee/bessemer/games/furnace/production.py",
    "referee/bessemer/games/furnace/rules.py",
    "referee/bessemer/games/furnace/scoring.py",
    "referee/bessemer/games/furnace/state.py",
    "referee/bessemer/games/furnace/table.py",
    "referee/bessemer/matches/timing/clock.py",
    "referee/bessemer/matches/registry.py",
    "referee/bessemer/matches/fingerprint.py",
    "referee/bessemer/matches/match.py",
    "referee/bessemer/matches/seats.py",
    "referee/bessemer/matches/tally.py",
    "referee/bessemer/wire/alchemicus_view.py",
    "referee/bessemer/wire/bounds.py",
    "referee/bessemer/wire/codec.py",
    "referee/bessemer/wire/encode.py",
    "referee/bessemer/wire/enums.py",
    "referee/bessemer/rpc/play/answers.py",
    "referee/bessemer/rpc/play/feed.py",
    "referee/bessemer/wire/furnace_view.py",
    "referee/bessemer/wire/moves.py",
    "referee/bessemer/rpc/play/envelopes.py",
    "referee/bessemer/rpc/play/connections.py",
    "referee/bessemer/rpc/play/sessions.py",
    "referee/bessemer/rpc/play/streams.py",
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
    from bessemer.runtime.compiled import FOLDER, PURE, source_stamps  # noqa: PLC0415 - needs the path above

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
    """The module in a compiled file: `lib/bessemer/wire/wire.cpython-311-….so` is bessemer.wire.wire."""
    *parents, name = file.parts[file.parts.index("lib") + 1 :]
    return ".".join((*parents, name.split(".")[0]))


if __name__ == "__main__":
    sys.exit(main())
