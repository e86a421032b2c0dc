"""
The benchmark of the bots' thinking: decisions, and positions looked at, per second of one core.

A game's strongest bot decides in positions of matches of quick bots, without a clock: so it makes its
fixed number of tries. A position is one move made in a playout. The reference is catanatron's
victory-point player, which looks one action ahead (releases have no stronger one); its positions are
the actions that it compares. Only decisions with several answers count.
"""

import argparse
import importlib
import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rich.console import Console

from bessemer.bench.measuring.harness import declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Figures,
    Report,
    Round,
    cpu_clock,
    rates,
    speed_ratio,
)
from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat

EXAMPLE: Final = """\
examples:
  bessemer bench search
  bessemer bench search --game alchemicus --bot greedy
  bessemer bench search --quick --json | tail -n 1
"""
REFERENCE: Final = "catanatron"
NO_REFERENCE: Final = "catanatron is not installed: no reference, so no ratio."
_DECISIONS: Final = 40
_QUICK_DECISIONS: Final = 2
_APART: Final = 7
"""The bot decides every so many decisions of a match, and greedy ones in between."""
_QUICK_ROUNDS: Final = 2

Position = tuple[Any, Seat]
"""A state, and the seat that decides."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "Decisions per second of a game's strongest bot on one core, as a ratio to those of "
        "catanatron's victory-point player.",
        EXAMPLE,
        rounds=f"rounds of {_DECISIONS} decisions per configuration",
        quick=f"{_QUICK_ROUNDS} rounds of {_QUICK_DECISIONS}: works, measures nothing",
    )
    parser.add_argument(
        "--game",
        choices=sorted(GAMES),
        default="brass",
        help="the game to measure (default: %(default)s)",
    )
    parser.add_argument("--bot", help="the bot to measure (default: the strongest of the game)")


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    game = GAMES[args.game]
    name = args.bot or next(iter(BOTS[args.game]))
    if name not in BOTS[args.game]:
        known = ", ".join(BOTS[args.game])
        print(f"no bot {name!r} plays {args.game}: there are {known}", file=sys.stderr)
        return 2
    out = Console(stderr=args.json, highlight=False)
    if args.quick:
        out.print(f"--quick: {_QUICK_ROUNDS} short rounds, whose figures mean nothing.")
    decisions = _QUICK_DECISIONS if args.quick else _DECISIONS
    configurations = {name: partial(decide_all, game, name, positions(game, decisions))}
    decide_catan = catan_decisions()
    if decide_catan is None:
        out.print(NO_REFERENCE)
    else:
        configurations[REFERENCE] = partial(decide_catan, decisions)
    rounds = measure(configurations, _QUICK_ROUNDS if args.quick else rounds_of(args), warm_ups=1)
    present(args, report(game, name, rounds))
    return 0


def positions(game: AnyGame, number: int) -> list[Position]:
    """Decisions with several answers from matches of quick bots with the most seats."""
    found: list[Position] = []
    match = 0
    while len(found) < number:
        seats = max(game.seats)
        players = [new_bot(game.name, "greedy", random.Random(seat)) for seat in range(seats)]
        state = game.setup(game.options({}), seats, Chance(b"%d" % match))
        decided = 0
        while len(found) < number and (asked := game.decisions(state)):
            seat = asked[0].seat
            view = seen(game, game.view(state, seat))
            if len(view.legal_moves(2)) > 1:
                decided += 1
                if decided % _APART == 0:
                    found.append((state, seat))
            state = game.apply(state, seat, players[seat].decide(view))
        match += 1
    return found


def decide_all(game: AnyGame, name: str, known: list[Position]) -> Figures:
    """Time the decisions of a bot, and count what it looked at."""
    bots = [new_bot(game.name, name, random.Random(seat)) for seat in range(max(game.seats))]
    views = [(bots[seat], seen(game, game.view(state, seat))) for state, seat in known]
    started = cpu_clock()
    for bot, view in views:
        bot.decide(view)
    seconds = cpu_clock() - started
    looked = sum(getattr(bot, "positions", 0) for bot in bots)
    return {"decisions": len(known), "positions": looked, "seconds": seconds}


def catan_decisions() -> Callable[[int], Figures] | None:
    """Times so many decisions of catanatron's victory-point player, if that is installed."""
    try:
        catanatron = importlib.import_module("catanatron")
        search = importlib.import_module("catanatron.players.search")
    except ImportError:
        return None

    def decide(number: int) -> Figures:
        decisions = looked = 0
        seconds = 0.0
        seed = 0
        while decisions < number:
            seed += 1
            player = search.VictoryPointPlayer(next(iter(catanatron.Color)))
            others = [catanatron.RandomPlayer(color) for color in list(catanatron.Color)[1:]]
            game = catanatron.Game([player, *others], seed=seed)
            think = player.decide

            def timed(
                game: Any,  # noqa: ANN401 - catanatron's
                actions: Any,  # noqa: ANN401
                think: Callable[[Any, Any], Any] = think,
            ) -> Any:  # noqa: ANN401
                nonlocal decisions, looked, seconds
                started = cpu_clock()
                action = think(game, actions)
                if len(actions) > 1:
                    decisions += 1
                    looked += len(actions)
                    seconds += cpu_clock() - started
                return action

            player.decide = timed
            game.play()
        return {"decisions": decisions, "positions": looked, "seconds": seconds}

    return decide


def report(game: AnyGame, bot: str, rounds: tuple[Round, ...]) -> Report:
    """Decisions a second of the bot ÷ those of the reference, if that is installed."""
    has_reference = REFERENCE in rounds[0]
    ratio = speed_ratio(rounds, bot, REFERENCE, "decisions") if has_reference else None
    figures = {
        "game": game.name,
        "bot": bot,
        "reference": REFERENCE if has_reference else None,
        "speeds": {
            name: {
                f"{unit}_per_s": rates(rounds, name, unit)._asdict()
                for unit in ("decisions", "positions")
                if rounds[0][name][unit]
            }
            for name in rounds[0]
        },
    }
    return Report.of("search", ratio, len(rounds), figures)
