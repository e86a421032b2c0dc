"""`bessemer learn`: a guided first match, in which every kind of decision comes up and is explained."""

import argparse
import sys
from typing import Final

from bessemer.cli.console.arguments import WrongUsage, add_language, describe
from bessemer.cli.console.extras import require
from bessemer.cli.console.output import own_command
from bessemer.cli.console.signals import run_until_stopped
from bessemer.faces.language import chosen_language, language, tr
from bessemer.faces.lessons import Course, course_named, courses_of, taught_games
from bessemer.printable import printable
from bessemer.terminal.device.screen import has_screen

_EXAMPLES: Final = """\
bessemer learn furnace
bessemer learn brass --plain
bessemer learn alchemicus --variant noctis
bessemer learn alchemicus --lang pl
"""
_NOTES: Final = """\
The match is prepared: at each decision you read what it does, why you would take it, and an answer to try (the
key s fills it in). You can always answer differently; the rest is explained as it comes up. There is no
clock, and nothing is kept: the next time, the lesson begins again. In a browser: bessemer web, then Learn.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Learn a game by playing: a guided match of about ten minutes.",
        _EXAMPLES,
        _NOTES,
    )
    command.add_argument("game", choices=taught_games(), help="the game to learn")
    command.add_argument(
        "--variant",
        default="",
        metavar="NAME",
        help=f"the lesson of a variant, once you know the game: {_variants()} (default: the game as it is)",
    )
    command.add_argument(
        "--plain", action="store_true", help="lines and prompts instead of a full screen"
    )
    add_language(command)
    command.set_defaults(run=run)


def _variants() -> str:
    """The variants that have lessons, by game."""
    named = {
        game: [course.name for course in courses_of(game) if course.name] for game in taught_games()
    }
    return "; ".join(f"{game}: {', '.join(names)}" for game, names in named.items() if names)


def run(args: argparse.Namespace) -> int:
    """
    Guide somebody through a match.

    Raises:
        WrongUsage: the game has no such lesson.
    """
    course = course_named(args.game, args.variant)
    if course is None:
        raise WrongUsage(
            f"argument --variant: {args.game} has no lesson {args.variant!r} (lessons: {_variants()})"
        )
    require("learn", "terminal")
    args.plain = args.plain or not has_screen()
    with language(chosen_language(args.lang)):
        return run_until_stopped(_learn(args, course))


async def _learn(args: argparse.Namespace, course: Course) -> int:
    from bessemer.runner.bots.bot_specs import shipped_bot
    from bessemer.table.private_matches.hosting import HostedMatch, hosting
    from bessemer.terminal.play import play_in_lines, play_on_screen

    match = HostedMatch(
        game=args.game,
        options=course.options,
        name="learner",
        opponents=[shipped_bot(name) for name in course.opponents],
        seed=course.seed,
    )
    play = play_in_lines if args.plain else play_on_screen
    if not args.plain:
        print(tr("Starting a referee and the bots …"), file=sys.stderr)
    async with hosting(match) as (host, table):
        model, _ = await play(host.channel, table.address, frozenset(), course)
    if not args.plain:
        for text in model.result_lines():
            print(printable(text))
    options = "".join(f" --option {name}={value}" for name, value in course.options.items())
    played = f"{own_command()} play --game {args.game}{options} --versus greedy"
    print(tr("Play on: {command}", command=played))
    return 0
