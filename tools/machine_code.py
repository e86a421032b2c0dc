"""
The hot path as machine code: a build hook, by which a wheel has extension modules compiled by mypyc.

Everything that runs once for every decision is compiled: the rules, the match, what is sent and read.
The sources go along and stay what is written, tested and debugged: an editable installation uses them
alone. `make wheel` builds a wheel with machine code and a pure one beside it; `make fast` installs the
first in an environment of its own. It needs a C compiler and about a minute.

Not hatch-mypyc: it knows one source root and puts all modules below the first (ours are five, portions
of one namespace); it moves pyproject.toml away while it works, and with it mypy's settings; and it leaves
extension modules among the sources, where an editable installation would prefer them to what was edited.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).resolve().parents[1]
GROUP: Final = "bessemer"
"""All modules share one library beside the package, in which they call one another: `bessemer__mypyc…so`."""

HOT: Final = (
    "bots/bessemer/bots/alchemicus/features.py",
    "bots/bessemer/bots/alchemicus/haunting.py",
    "bots/bessemer/bots/alchemicus/income.py",
    "bots/bessemer/bots/alchemicus/journey.py",
    "bots/bessemer/bots/alchemicus/noctis.py",
    "bots/bessemer/bots/alchemicus/prices.py",
    "bots/bessemer/bots/alchemicus/purse.py",
    "bots/bessemer/bots/alchemicus/selling.py",
    "bots/bessemer/bots/alchemicus/travel.py",
    "bots/bessemer/bots/alchemicus/value.py",
    "bots/bessemer/bots/alchemicus/workshop.py",
    "bots/bessemer/bots/brass/actions.py",
    "bots/bessemer/bots/brass/candidates.py",
    "bots/bessemer/bots/brass/guide.py",
    "bots/bessemer/bots/brass/prices.py",
    "bots/bessemer/bots/brass/quick.py",
    "bots/bessemer/bots/brass/turns.py",
    "bots/bessemer/bots/brass/worth.py",
    "bots/bessemer/bots/search/kernel.py",
    "referee/bessemer/games/alchemicus/actions/building.py",
    "referee/bessemer/games/alchemicus/hidden.py",
    "referee/bessemer/games/alchemicus/legal.py",
    "referee/bessemer/games/alchemicus/actions/drawing.py",
    "referee/bessemer/games/alchemicus/actions/turn_end.py",
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
    "referee/bessemer/games/alchemicus/quick_samples.py",
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
    "referee/bessemer/games/brass/scripts/kinds.py",
    "referee/bessemer/games/brass/actions/sell_cotton.py",
    "referee/bessemer/games/brass/network/sites.py",
    "referee/bessemer/games/brass/board/stacks.py",
    "referee/bessemer/games/brass/state.py",
    "referee/bessemer/games/brass/network/supply.py",
    "referee/bessemer/games/brass/board/tables.py",
    "referee/bessemer/games/brass/table.py",
    "referee/bessemer/games/brass/turn.py",
    "referee/bessemer/engine/chance.py",
    "referee/bessemer/engine/choices.py",
    "referee/bessemer/engine/drafts.py",
    "referee/bessemer/engine/scripts.py",
    "referee/bessemer/games/furnace/scripts/answers.py",
    "referee/bessemer/games/alchemicus/scripts/fields.py",
    "referee/bessemer/games/alchemicus/scripts/noctis.py",
    "referee/bessemer/games/alchemicus/scripts/things.py",
    "referee/bessemer/games/alchemicus/scripts/turn.py",
    "referee/bessemer/games/furnace/phases/simultaneous.py",
    "referee/bessemer/games/furnace/phases/auction.py",
    "referee/bessemer/games/furnace/phases/compensation.py",
    "referee/bessemer/games/furnace/effects.py",
    "referee/bessemer/games/furnace/hidden.py",
    "referee/bessemer/games/furnace/legal.py",
    "referee/bessemer/games/furnace/moves.py",
    "referee/bessemer/games/furnace/phases/production.py",
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
    "referee/bessemer/rpc/play/requests.py",
    "referee/bessemer/rpc/play/feed.py",
    "referee/bessemer/wire/furnace_view.py",
    "referee/bessemer/wire/moves.py",
    "referee/bessemer/rpc/play/envelopes.py",
    "referee/bessemer/rpc/play/connections.py",
    "referee/bessemer/rpc/play/sessions.py",
    "referee/bessemer/rpc/play/streams.py",
)


class MachineCode(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel, beside their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the sources themselves are installed."""
        if self.target_name != "wheel" or version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="bessemer-build-")
        folder = Path(self._folder.name)
        done = subprocess.run(
            [sys.executable, __file__, str(folder)],
            cwd=ROOT,
            env={**os.environ, "MYPY_CACHE_DIR": str(folder / "mypy")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"the hot path did not compile:\n{done.stdout}")
        library = folder / "lib"
        for file in library.rglob("*.so"):
            build_data["force_include"][str(file)] = str(file.relative_to(library))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - its interface
        """Leave nothing behind."""
        if (folder := getattr(self, "_folder", None)) is not None:
            folder.cleanup()


def main(folder: Path) -> None:
    """Compile into `lib` of a folder; in a process of its own, for setuptools reads and prints much."""
    from mypyc.build import mypycify  # noqa: PLC0415 - a slow import, for this process alone
    from setuptools import setup  # noqa: PLC0415 - the same

    setup(
        name="bessemer-machine-code",
        packages=[],
        py_modules=[],
        ext_modules=mypycify(
            ["--config-file", "pyproject.toml", *HOT],
            opt_level="2",
            debug_level="0",
            multi_file=True,
            target_dir=str(folder / "c"),
            group_name=GROUP,
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


if __name__ == "__main__":
    main(Path(sys.argv[1]))
