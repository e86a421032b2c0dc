"""
Send mutated messages to a real referee, on every method, and see that it withstands them.

    python -m tools.trials.fuzz                                   a hundred thousand messages
    python -m tools.trials.fuzz --seed 7 --messages 5000          the same messages each time
    python -m tools.trials.fuzz --rpc Play --rpc CreateMatch      only these methods
    python -m tools.trials.fuzz --target replay --messages 200000 files, to the reader of replays
    python -m tools.trials.fuzz --target moves                    moves, to the reader of moves
    python -m tools.trials.fuzz --target pages                    requests, to every route of the pages

A violation is printed with its method, who sent it and the message in hexadecimal. It is an answer
that is not documented, a call that hangs, a line in the referee's log that no client should cause,
or memory, threads and descriptors that grow. Exit 1 if there is any.
"""

import argparse
import asyncio
import logging
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import structlog
from rich.console import Console
from rich.table import Table

from bessemer.bench.measuring.harness import figure_table, progress_line
from tests.fuzz.campaign import Campaign
from tests.fuzz.closing import drain, play_a_match
from tests.fuzz.methods import methods
from tests.fuzz.pages import fuzzed_pages, reading_here
from tests.fuzz.process import growth, running
from tests.fuzz.readers import fuzz_moves, fuzz_replays

_READERS: Final = {"replay": fuzz_replays, "moves": fuzz_moves}
_AT_ONCE: Final = 1000
_THROUGH_SOCKET: Final = 2000
"""So many requests at most go through a real server's socket, beside those to the app itself."""
_SHOWN: Final = 500
"""So many bytes of an input are printed; its seed gives the rest."""
_OUT: Final = Console(highlight=False)


def main() -> int:
    """Fuzz as the command line says."""
    args = _arguments()
    _OUT.print(f"seed {args.seed}")
    if args.target == "referee":
        faults = _fuzz_referee(args)
    elif args.target == "pages":
        faults = asyncio.run(_fuzz_pages(args.messages, args.seed))
    else:
        faults = _fuzz_reader(args.target, args.messages, args.seed)
    for fault in faults:
        _OUT.print(fault, markup=False, soft_wrap=True)
    _OUT.print(f"{len(faults)} violations")
    return 1 if faults else 0


def _fuzz_referee(args: argparse.Namespace) -> list[str]:
    titles = [method.title for method in methods() if _is_wanted(method.title, args.rpc)]
    options = ("--database", args.database) if args.database else ()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), *options) as referee:
        campaign = Campaign(referee, args.seed, args.messages, titles)
        with progress_line() as progress:
            bar = progress.add_task("messages", total=campaign.total)
            campaign.tell = lambda sent: progress.update(bar, completed=sent)
            asyncio.run(campaign.run())
        _OUT.print(_table(campaign))
        for what, size in zip(("start", "1/3", "2/3", "3/3"), campaign.sizes, strict=False):
            _OUT.print(
                f"{what:>5}: {size.memory / 1024:.1f} MiB, {size.threads} threads, "
                f"{size.descriptors} descriptors"
            )
        faults = [str(violation) for violation in campaign.violations]
        if not faults:
            faults += growth(campaign.sizes)
            result = asyncio.run(play_a_match(referee))
            _OUT.print(f"a match played afterwards: ranks {list(result.ranks)}")
            code = asyncio.run(drain(referee, args.seed))
            faults += [] if code == 0 else [f"after draining the referee ended with {code}"]
            faults += referee.trouble()
    return faults


async def _fuzz_pages(requests: int, seed: int) -> list[str]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory() as folder:
        async with fuzzed_pages(Path(folder), seed) as campaign:
            with progress_line() as progress, reading_here():
                bar = progress.add_task("requests", total=requests)
                campaign.tell = lambda sent: progress.update(bar, completed=sent)
                await campaign.run(requests)
            await campaign.run_through_socket(min(requests // 50, _THROUGH_SOCKET))
        statuses = Counter[int]()
        for (_, status), count in campaign.statuses.items():
            statuses[status] += count
        for status, count in sorted(statuses.items()):
            _OUT.print(f"{status or 'closed'}: {count}")
        routes = {route for route, _ in campaign.statuses}
        _OUT.print(f"{statuses.total()} requests to {len(routes)} routes")
        return campaign.violations


def _fuzz_reader(target: str, inputs: int, seed: int) -> list[str]:
    faults = []
    with progress_line() as progress:
        bar = progress.add_task(target, total=inputs)
        for batch, size in enumerate(_batches(inputs)):
            again = f"--target {target} --seed {seed + batch} --messages {size}"
            for data, fault in _READERS[target](size, seed + batch):
                cut = "..." if len(data) > _SHOWN else ""
                faults.append(f"{fault} (again: {again})\n  input: {data[:_SHOWN].hex()}{cut}")
            progress.update(bar, advance=size)
    return faults


def _batches(inputs: int) -> Iterator[int]:
    while inputs > 0:
        yield min(inputs, _AT_ONCE)
        inputs -= _AT_ONCE


def _table(campaign: Campaign) -> Table:
    statuses = sorted({status for _, status in campaign.statuses})
    headings = (status.replace("_", " ").lower() for status in statuses)
    table = figure_table("how the calls ended", "method", "mutated", *headings)
    for method in campaign.methods:
        counts = [campaign.statuses[method.title, status] for status in statuses]
        table.add_row(
            method.title,
            str(campaign.sent[method.title]),
            *(str(count) if count else "" for count in counts),
        )
    table.add_section()
    totals = [sum(campaign.statuses[m.title, s] for m in campaign.methods) for s in statuses]
    table.add_row("all", str(campaign.sent.total()), *map(str, totals))
    return table


def _is_wanted(title: str, wanted: list[str]) -> bool:
    return not wanted or title in wanted or title.partition(".")[2] in wanted


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add(
        "--target", choices=("referee", "pages", *_READERS), default="referee", help="(%(default)s)"
    )
    add("--messages", type=int, default=100_000, metavar="N", help="mutated ones (%(default)s)")
    add("--seed", type=int, default=secrets.randbelow(10**9), metavar="N", help="(any)")
    add(
        "--rpc",
        action="append",
        default=[],
        metavar="NAME",
        help="Play, Health.Watch, …; repeatable",
    )
    add("--database", default="", metavar="URL", help="the referee's; SQLite otherwise")
    args = parser.parse_args()
    unknown = [
        name
        for name in args.rpc
        if not any(_is_wanted(method.title, [name]) for method in methods())
    ]
    if unknown:
        parser.error(f"there is no method {unknown[0]}")
    return args


if __name__ == "__main__":
    sys.exit(main())
