"""
The engine's benchmark: complete random games on one core, compared with catanatron.

An action is one decision answered: the move sampled, applied, and the next decisions asked for,
which is all that a random player needs. Setting up the games counts too, on both sides.
catanatron plays full games between four random players; its actions are those of its own log,
forced ones included, the count most favourable to it.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from rich.console import Console

from bessemer.bench.measuring.harness import declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Detail,
    Figures,
    Report,
    Round,
    Spread,
    costs,
    rates,
    speed_ratio,
)
from bessemer.bench.rules import random_games
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.errors import GameError

EXAMPLE: Final = """\
examples:
  bessemer bench engine
  bessemer bench engine --game furnace --rounds 9
  bessemer bench engine --quick --json | tail -n 1
"""
REFERENCE: Final = "catanatron"
NO_REFERENCE: Final = "catanatron is not installed: no reference, so no ratio."

_SECONDS: Final = 1.0
_QUICK_SECONDS: Final = 0.02
_QUICK_ROUNDS: Final = 2
# Games whose every state is hashed and viewed: enough states to time, few enough to keep.
_GAMES_KEPT: Final = 20
_QUICK_GAMES_KEPT: Final = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "Complete random games on one core, as a ratio to catanatron's actions/s.",
        EXAMPLE,
        rounds=f"rounds of about {_SECONDS:.0f} s per configuration",
        quick=f"{_QUICK_ROUNDS} short rounds: works, measures nothing",
    )
    parser.add_argument(
        "--game",
        choices=sorted(GAMES),
        default="furnace",
        help="the game to measure (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    game = GAMES[args.game]
    out = Console(stderr=args.json, highlight=False)
    if args.quick:
        out.print(f"--quick: {_QUICK_ROUNDS} short rounds, whose figures mean nothing.")
    play_reference = random_games.catan_player()
    if play_reference is None:
        out.print(NO_REFERENCE)
    rounds = _QUICK_ROUNDS if args.quick else rounds_of(args)
    seconds = _QUICK_SECONDS if args.quick else _SECONDS
    kept = _QUICK_GAMES_KEPT if args.quick else _GAMES_KEPT
    try:
        with Console(stderr=True).status("sizing the work"):
            configurations = _configurations(game, play_reference, seconds, kept)
        found = report(game, measure(configurations, rounds, warm_ups=1))
    except GameError as error:
        print(f"{game.name} refused a move that it had sampled itself: {error}", file=sys.stderr)
        return 1
    present(args, found)
    return 0


def _configurations(
    game: AnyGame, play_reference: Callable[[int], int] | None, seconds: float, games_kept: int
) -> dict[str, Callable[[], Figures]]:
    """The configurations of each round, each sized once to take about `seconds`."""
    configurations: dict[str, Callable[[], Figures]] = {}
    if play_reference is not None:
        games = random_games.games_within(play_reference, seconds)
        configurations[REFERENCE] = partial(random_games.play_all, play_reference, games)
    most = game.seats[-1]
    # The most seats first: they are the subject, and so run next to the reference.
    for seats in reversed(game.seats):
        play = partial(random_games.play, game, seats)
        games = random_games.games_within(play, seconds)
        configurations[_name(seats)] = partial(random_games.play_all, play, games)
        if seats == most:
            configurations["kinds"] = partial(random_games.play_by_kind, game, most, games)
    kept = random_games.positions(game, most, games_kept)
    configurations["hash"] = partial(random_games.hash_all, kept)
    configurations["view"] = partial(random_games.view_all, game, kept)
    return configurations


def _name(seats: int) -> str:
    """The configuration in which so many play."""
    return f"{seats} seats"


def report(game: AnyGame, rounds: Sequence[Round]) -> Report:
    """
    Actions a second with the most seats ÷ those of the reference, if that is installed.

    `growth` is the time with the most seats ÷ that with the fewest, `kinds` where a game of the most goes.
    """
    fewest, most = _name(game.seats[0]), _name(game.seats[-1])
    has_reference = REFERENCE in rounds[0]
    ratio = speed_ratio(rounds, most, REFERENCE, "actions") if has_reference else None
    players = [*map(_name, game.seats), *([REFERENCE] if has_reference else [])]
    figures: dict[str, Any] = {
        "game": game.name,
        "reference": REFERENCE if has_reference else None,
        **{
            f"{what}_us": Spread(*(1e6 * cost for cost in costs(rounds, what, "states")))._asdict()
            for what in ("hash", "view")
        },
        "growth": {
            f"time_per_{unit}": speed_ratio(rounds, fewest, most, f"{unit}s")._asdict()
            for unit in ("action", "game")
        },
        "speeds": {
            name.replace(" ", "_"): {
                f"{unit}_per_s": rates(rounds, name, unit)._asdict()
                for unit in ("actions", "games")
            }
            for name in players
        },
        "kinds": _kinds([each["kinds"] for each in rounds]),
    }
    return Report.of("engine", ratio, len(rounds), figures)


def _kinds(measured: Sequence[Figures]) -> Detail:
    """The share of each kind of decision, and the time of one; setting up is no action."""
    names = sorted({key.rpartition(" ")[0] for figures in measured for key in figures})

    def share(name: str, what: str) -> Detail:
        return Spread.of(
            figures.get(f"{name} {what}", 0.0)
            / sum(figures.get(f"{each} {what}", 0.0) for each in names)
            for figures in measured
        )._asdict()

    def microseconds(name: str) -> Detail:
        return Spread.of(
            1e6 * figures[f"{name} seconds"] / figures[f"{name} actions"] for figures in measured
        )._asdict()

    return {
        name: {
            "count_share": share(name, "actions"),
            "time_share": share(name, "seconds"),
            "us": None if name == random_games.SETUP else microseconds(name),
        }
        for name in names
    }
