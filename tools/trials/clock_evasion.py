"""
How much a bot gains that hides its work from its clock: `python -m tools.trials.clock_evasion`.

Each way of `tests/processes/evading_bot.py` runs in the sandbox, with control groups (where this user can
make them) and without. For some seconds the bot is "asked", then it is asked nothing. The figures:

- gain: its work per charged second, divided by the same of an honest bot. With groups it must not be
  more than 1.2.
- idle: the processors that it really used while it was asked nothing. The pause allows 0.05.

Run it on an otherwise idle machine, as root and as another user.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.matches.timing.processor_times import waited
from bessemer.processes.process import ProcessSpec
from bessemer.processes.processor_times import BotProcesses
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import Sandbox, build_sandbox
from tests.processes.evading_bot import HONEST, WAYS

_BOT: Final = Path("tests/processes/evading_bot.py").resolve()
_START_SECONDS: Final = 60.0
"""In which the bot must begin to work."""
_MOST: Final = 1.2


class Report(NamedTuple):
    """A line that the bot has printed."""

    at: float
    units: int
    seconds: float


class Measured(NamedTuple):
    """The figures of one way."""

    per_charged_second: float
    idle: float


async def _measure(sandbox: Sandbox, way: str, seconds: float) -> Measured:
    processes = BotProcesses(processors=1)
    with tempfile.TemporaryDirectory(prefix="bessemer-") as folder:
        log = Path(folder, "bot.log")
        spec = ProcessSpec("bot", (sys.executable, str(_BOT), way), {}, _BOT.parent, (_BOT,))
        bot = await sandbox.start(spec, log)
        watching = asyncio.create_task(processes.watch_idle())
        try:
            processes.started("bot", bot.process_id, pause=bot.pause, usage_file=bot.usage_file)
            processes.asked("bot", "first")
            async with asyncio.timeout(_START_SECONDS):
                while not any(report.units for report in _reports(log)):  # noqa: ASYNC110 - a file
                    await asyncio.sleep(0.1)
            begun = processes.now()
            before = processes.read("bot", 0, exact=True)
            await asyncio.sleep(seconds)
            ended = processes.now()
            after = processes.read("bot", 0, exact=True)
            processes.answered("bot", "first")
            await asyncio.sleep(2 * seconds)
            stopped = processes.now()
        finally:
            watching.cancel()
            await bot.stop()
            processes.ended("bot")
        assert before is not None, "this kernel does not count"
        assert after is not None
        reports = _reports(log)
    charged = ended - begun - waited(ended - begun, before, after)
    asked = _last(reports, ended).units - _last(reports, begun).units
    idle = _last(reports, stopped).seconds - _last(reports, ended).seconds
    return Measured(asked / charged, idle / (stopped - ended))


def _reports(log: Path) -> list[Report]:
    found = []
    for line in log.read_text(encoding="ascii").splitlines():
        words = line.split()
        if len(words) == len(Report._fields):
            found.append(Report(float(words[0]), int(words[1]), float(words[2])))
    return found


def _last(reports: list[Report], at: float) -> Report:
    return max(one for one in reports if one.at <= at)


async def _print_all(seconds: float, ways: list[str]) -> int:
    best = replace(build_sandbox(), limits=ResourceLimits(processors=1))
    kinds = {"with groups": best, "without groups": replace(best, trees={})}
    if not best.trees:
        print("This user can make no control groups here.")
        del kinds["with groups"]
    is_too_much = False
    for name, sandbox in kinds.items():
        honest = await _measure(sandbox, HONEST, seconds)
        for way in ways:
            measured = await _measure(sandbox, way, seconds)
            gain = measured.per_charged_second / honest.per_charged_second
            is_too_much = is_too_much or (gain > _MOST and bool(sandbox.trees))
            print(f"{name:14} {way:24} gain {gain:5.2f}   idle {measured.idle:5.2f}", flush=True)
    return int(is_too_much)


def main(words: Sequence[str] | None = None) -> int:
    """Measure all ways, or those that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--way", action="append", choices=list(WAYS), help="default: all")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each way, default 3")
    args = parser.parse_args(words)
    print(f"as {'root' if os.geteuid() == 0 else 'another user'}")
    return asyncio.run(_print_all(args.seconds, args.way or list(WAYS)))


if __name__ == "__main__":
    sys.exit(main())
