"""
The proof that a match survives the death of its referee.

Several matches are played at once over gRPC while the referee is killed at random instants, again
and again, and started again on the same data. The players always answer the same, so every match
must come out move by move as it does when nobody interferes; and whatever anybody was told before a
death must still be true after it.
"""

import argparse
import asyncio
import json
import secrets
import shlex
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

from bessemer.bench.crash.checks import Check
from bessemer.bench.crash.postgres import PostgresMissing, database_of
from bessemer.bench.crash.trial import CrashFindings, CrashTrial, TrialPlan
from bessemer.bench.measuring.harness import declare, figure_table, positive, progress_line

EXAMPLE: Final = """\
examples:
  bessemer bench crash
  bessemer bench crash --kills 20 --store sqlite
  bessemer bench crash --store postgresql --seed 7 --json | tail -n 1
"""
STORES: Final = ("sqlite", "postgresql")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options on `parser`."""
    declare(parser, "Kill the referee at random instants, and see that no match suffers.", EXAMPLE)
    add = parser.add_argument
    add(
        "--kills",
        type=positive,
        default=200,
        metavar="N",
        help="kills for each store (default: %(default)s)",
    )
    add(
        "--matches",
        type=positive,
        default=8,
        metavar="N",
        help="matches at once (default: %(default)s)",
    )
    add(
        "--store",
        choices=(*STORES, "both"),
        default="both",
        help="the database (default: %(default)s)",
    )
    add(
        "--seed", type=int, metavar="N", help="repeats the matches and the pauses (default: random)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the trials that `args` ask for; 1 if anything is not as it must be."""
    out = Console(stderr=args.json, highlight=False)
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    stores = STORES if args.store == "both" else (args.store,)
    found: dict[str, CrashFindings] = {}
    for store in stores:
        try:
            found[store] = _try(store, args.kills, args.matches, seed, out)
        except PostgresMissing as missing:
            print(f"bessemer: {missing}", file=sys.stderr)
            return 1
    if args.json:
        print(json.dumps(_facts(seed, found)))
    failed = any(findings.violations for findings in found.values())
    if failed:
        command = f"bessemer bench crash --kills {args.kills} --matches {args.matches}"
        out.print(f"again: {command} --store {shlex.quote(args.store)} --seed {seed}")
    return 1 if failed else 0


def _try(store: str, kills: int, matches: int, seed: int, out: Console) -> CrashFindings:
    """One trial, with its report."""
    folder = Path(tempfile.mkdtemp(prefix=f"bessemer-crash-{store}-"))
    keep = False
    try:
        with database_of(store, folder) as database, _progress(store, kills) as report:
            trial = CrashTrial(TrialPlan(store, database, folder, kills, matches, seed), report)
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
        "kills_before_serving": found.kills_starting,
        "matches": found.matches,
        "moves": found.moves,
        "sent_again": found.sent_again,
        "looked_at": {check.name.lower(): found.looked_at[check] for check in Check},
        "violations": [str(violation) for violation in found.violations],
        "recovery_seconds": _recovery(found.start_seconds),
    }
