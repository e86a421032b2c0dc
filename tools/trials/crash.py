"""
Kill a real referee at random instants, and see that no match suffers (`tests/crash`).

    python -m tools.trials.crash                                          two hundred kills for each database
    python -m tools.trials.crash --kills 20 --store sqlite
    python -m tools.trials.crash --kills 500 --ladder                     beside a ladder, spectators and pages
    python -m tools.trials.crash --store postgresql --seed 7 --json | tail -n 1

A violation is printed with its match and seed, and the data and logs are kept. Exit 1 if there is any.
"""

import argparse
import asyncio
import json
import secrets
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.markup import escape

from bessemer.bench.measuring.harness import figure_table, positive, progress_line
from tests.crash.checks import Check
from tests.crash.trial import CrashFindings, CrashTrial, TrialPlan
from tests.storage.postgres import fresh_postgres

STORES: Final = ("sqlite", "postgresql")


def main(words: Sequence[str] | None = None) -> int:
    """Run the trials that the command line asks for; 1 if anything is not as it must be."""
    args = _arguments(words)
    out = Console(stderr=args.json, highlight=False)
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    stores = STORES if args.store == "both" else (args.store,)
    found = {store: _try(store, args, seed, out) for store in stores}
    if args.json:
        print(json.dumps(_facts(seed, found)))
    failed = any(findings.violations for findings in found.values())
    if failed:
        command = f"python -m tools.trials.crash --kills {args.kills} --matches {args.matches}"
        command += " --ladder" if args.ladder else ""
        out.print(f"again: {command} --store {args.store} --seed {seed}")
    return 1 if failed else 0


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.trials.crash",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--kills", type=positive, default=200, help="kills for each store (%(default)s)")
    add("--matches", type=positive, default=8, help="matches at once (%(default)s)")
    add("--store", choices=(*STORES, "both"), default="both", help="the database (%(default)s)")
    add("--seed", type=int, help="repeats the matches and the pauses (random)")
    add("--ladder", action="store_true", help="also kill what rates a ladder, and its web server")
    add("--json", action="store_true", help="print one JSON object on the last line")
    return parser.parse_args(words)


@contextmanager
def _database_of(store: str) -> Iterator[str]:
    """The URL of an empty database; "" for SQLite in the folder."""
    if store == "sqlite":
        yield ""
        return
    with fresh_postgres() as url:
        # A machine that is busy with something else is no fault of the referee's.
        yield f"{url}&connect_timeout=60"


def _try(store: str, args: argparse.Namespace, seed: int, out: Console) -> CrashFindings:
    """One trial, with its report."""
    folder = Path(tempfile.mkdtemp(prefix=f"bessemer-crash-{store}-"))
    keep = False
    try:
        with _database_of(store) as database, _progress(store, args.kills) as report:
            plan = TrialPlan(
                store, database, folder, args.kills, args.matches, seed, has_ladder=args.ladder
            )
            trial = CrashTrial(plan, report)
            found = asyncio.run(trial.run())
        _show(store, found, out)
        if keep := bool(found.violations):
            out.print(f"data and logs: {folder}")
    finally:
        if not keep:
            shutil.rmtree(folder)
    return found


@contextmanager
def _progress(store: str, kills: int) -> Iterator[Callable[[CrashFindings], None]]:
    with progress_line("kills, {task.fields[matches]} matches finished") as progress:
        bar = progress.add_task(store, total=kills, matches=0)

        def report(found: CrashFindings) -> None:
            progress.update(bar, completed=found.kills, matches=found.matches)

        yield report


def _show(store: str, found: CrashFindings, out: Console) -> None:
    recovery = _recovery(found.start_seconds)
    table = figure_table(
        f"{store}: {found.kills} kills, {found.kills_starting} of them before it served "
        f"again; {found.matches} matches, {found.moves} moves",
        "what must hold",
        "looked at",
        "violations",
    )
    for check in Check:
        broken = sum(violation.check is check for violation in found.violations)
        style = "bold red" if broken else None
        table.add_row(str(check), str(found.looked_at[check]), str(broken), style=style)
    out.print(table)
    out.print(
        f"from start to serving: median {recovery['median']:.2f} s, at most {recovery['max']:.2f} s; "
        f"{found.sent_again} answers were sent to more than one life of the referee"
    )
    out.print(", ".join(f"{what} killed {n} times" for what, n in sorted(found.killed.items())))
    for violation in found.violations:
        out.print(escape(str(violation)), soft_wrap=True)


def _recovery(seconds: Sequence[float]) -> dict[str, float]:
    """How long it took from the start of a process until it served."""
    return {"median": statistics.median(seconds or [0.0]), "max": max(seconds, default=0.0)}


def _facts(seed: int, found: dict[str, CrashFindings]) -> dict[str, Any]:
    """All stores together, and each."""
    each = {store: _facts_of(findings) for store, findings in found.items()}
    sums = {
        name: sum(facts[name] for facts in each.values()) for name in ("kills", "matches", "moves")
    }
    return {
        "name": "crash",
        "seed": seed,
        **sums,
        "violations": [text for facts in each.values() for text in facts["violations"]],
        "recovery_seconds": _recovery([s for one in found.values() for s in one.start_seconds]),
        "stores": each,
    }


def _facts_of(found: CrashFindings) -> dict[str, Any]:
    return {
        "kills": found.kills,
        "killed": dict(found.killed),
        "kills_before_serving": found.kills_starting,
        "matches": found.matches,
        "moves": found.moves,
        "sent_again": found.sent_again,
        "looked_at": {check.name.lower(): found.looked_at[check] for check in Check},
        "violations": [str(violation) for violation in found.violations],
        "recovery_seconds": _recovery(found.start_seconds),
    }


if __name__ == "__main__":
    sys.exit(main())
