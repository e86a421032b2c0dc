"""
What lines cost: bots that read lines beside a bot of the Python SDK that answers the same.

All play whole matches of Furnace by the rules in this process; the programs are processes of their own. The
processor's time of this process is counted, so what a program thinks is not, nor what waiting for it takes.
Questions about the rules are asked through a pipe and waited for, one by one and in lists.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from bessemer.bench.measuring.harness import ONE_ROUND, declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Figures,
    Report,
    Spread,
    cost,
    cpu_clock,
    rates,
    speed_ratio,
)
from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.choices import first_answer
from bessemer.lines.line_bot import LineBot, LinePrograms
from bessemer.lines.names import LineCommand
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.view import AnyView, view_class

EXAMPLE: Final = """\
examples:
  bessemer bench lines
  bessemer bench lines --quick --json | tail -n 1
"""
_GAME: Final = GAMES["furnace"]
_SEATS: Final = 3
_MATCHES, _FEW = 20, 1
_QUESTIONS, _FEW_QUESTIONS = 2000, 100
_AT_ONCE: Final = 50
_PLAIN: Final = """
import sys
print("bessemer 1 plain many", flush=True)
for line in sys.stdin:
    channel, kind, *words = line.split()
    if kind == "ask": print(channel, words[1], flush=True)
"""
_JSON: Final = """
import sys
print("bessemer 1 json many", flush=True)
for line in sys.stdin:
    channel, _, told = line.partition(" ")
    if told.startswith('{"type":"ask"'): print(channel, '{"index": 0}', flush=True)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "The cost of a decision over lines above the Python SDK, and questions a second.",
        EXAMPLE,
        rounds="rounds of about 5 s",
        quick=ONE_ROUND,
    )


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    matches, questions = (_FEW, _FEW_QUESTIONS) if args.quick else (_MATCHES, _QUESTIONS)
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder:
        configurations: dict[str, Callable[[], Figures]] = {
            "sdk": partial(_play, matches, None),
            "plain": partial(_play, matches, _command(Path(folder), _PLAIN)),
            "json": partial(_play, matches, _command(Path(folder), _JSON)),
            "questions": partial(_ask, questions, 1),
            "questions in lists": partial(_ask, questions, _AT_ONCE),
        }
        counted = measure(configurations, rounds_of(args), warm_ups=0 if args.quick else 1)
    above = {
        name: Spread.of(
            1e6 * (cost(each[name], "decisions") - cost(each["sdk"], "decisions"))
            for each in counted
        )
        for name in ("plain", "json")
    }
    figures = {
        **{
            f"{name}: microseconds above the SDK": spread._asdict()
            for name, spread in above.items()
        },
        **{
            f"{name}: decisions per second": rates(counted, name, "decisions")._asdict()
            for name in ("sdk", "plain", "json")
        },
        "json ratio": speed_ratio(counted, "json", "sdk", "decisions")._asdict(),
        **{
            f"{name} per second": rates(counted, name, "questions")._asdict()
            for name in ("questions", "questions in lists")
        },
    }
    ratio = speed_ratio(counted, "plain", "sdk", "decisions")
    present(args, Report.of("lines", ratio, len(counted), figures))
    return 0


class _FirstAnswers:
    """The SDK's bot: the first answer to every choice, as the programs give it."""

    async def begin(self, match: MatchStart) -> None:
        """Nothing to prepare."""

    async def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """The move."""
        draft = view.choices()
        while draft.choice is not None:
            draft = draft.take(*first_answer(draft.choice))
        return draft.move

    async def end(self, match: MatchEnd) -> None:
        """Nothing to end."""


def _command(folder: Path, source: str) -> LineCommand:
    path = folder / f"bot_{len(source)}.py"
    path.write_text(source)
    return LineCommand((sys.executable, "-I", "-S", str(path)), path)


def _play(matches: int, command: LineCommand | None) -> Figures:
    return asyncio.run(_played(matches, command))


async def _played(matches: int, command: LineCommand | None) -> Figures:
    programs = None if command is None else LinePrograms(command)
    decisions, seconds = 0, 0.0
    for number in range(matches):
        bots = [_FirstAnswers() if programs is None else LineBot(programs) for _ in range(_SEATS)]
        for seat, bot in enumerate(bots):
            await bot.begin(MatchStart("bench", _GAME.name, seat, ("",) * _SEATS, {}))
        began = cpu_clock()
        options = _GAME.options({})
        state = _GAME.setup(options, _SEATS, Chance(str(number).encode()))
        while asked := _GAME.decisions(state):
            seat = asked[0].seat
            view = view_class(_GAME.name)(_GAME.view(state, seat))
            state = _GAME.apply(state, seat, await bots[seat].decide(view))
            decisions += 1
        seconds += cpu_clock() - began
        outcome = _GAME.outcome(state)
        assert outcome is not None, "nobody is asked now"
        for seat, bot in enumerate(bots):
            await bot.end(MatchEnd("bench", seat, *outcome, "", ()))
    return {"seconds": seconds, "decisions": decisions}


def _ask(questions: int, at_once: int) -> Figures:
    """`check` of random first moves, by `bessemer rules`."""
    command = [sys.executable, "-m", "bessemer.cli.main", "rules", _GAME.name, "--seed", "1"]
    with subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as rules:
        assert rules.stdin is not None
        assert rules.stdout is not None

        def reply(question: object) -> Any:  # noqa: ANN401 - JSON
            assert rules.stdin is not None
            assert rules.stdout is not None
            rules.stdin.write(json.dumps(question).encode() + b"\n")
            rules.stdin.flush()
            return json.loads(rules.stdout.readline())

        reply({"ask": "new", "seats": _SEATS, "seed": "1"})
        moves = reply({"ask": "legal", "state": 1})["moves"]
        asked = [{"ask": "check", "state": 1, "move": random.choice(moves)} for _ in range(at_once)]
        what = asked[0] if at_once == 1 else asked
        began = time.perf_counter()
        for _ in range(questions // at_once):
            reply(what)
        seconds = time.perf_counter() - began
        rules.stdin.close()
    return {"seconds": seconds, "questions": questions // at_once * at_once}
