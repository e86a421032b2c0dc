"""`bessemer match --debug`: the bots in this process, so that `breakpoint()` in one of them works."""

import argparse
import bdb
import secrets
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bessemer.bots.in_process import play
from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.console.failures import Failed
from bessemer.sdk.offline import local_match
from bessemer.sdk.offline.fake_referee import PlayedMatch
from bessemer.sdk.offline.local_match import BotFault
from bessemer.sdk.view import AnyView

_SEEDS: Final = 1 << 32


def play_to_debug(
    args: argparse.Namespace, options: Mapping[str, str]
) -> tuple[int, PlayedMatch[AnyView]]:
    """
    Play the match that `args` ask for; its seed, and the match.

    Raises:
        WrongUsage: what is asked for needs a referee.
        Failed: a bot did something wrong; its traceback has been printed.
    """
    if args.out is not None:
        raise WrongUsage(
            "--debug has no referee that writes a replay: leave --out away, or play the same --seed without "
            "--debug"
        )
    seed = secrets.randbelow(_SEEDS) if args.seed is None else args.seed
    print(f"no clock runs; --seed {seed} repeats this match", file=sys.stderr)
    try:
        return seed, play(args.bots.split(","), game=args.game, seed=seed, options=options)
    except BotFault as fault:
        if isinstance(fault.__cause__, bdb.BdbQuit):
            raise Failed("stopped in the debugger") from None
        if fault.__cause__ is not None:
            _show_traceback(fault.__cause__)
        raise Failed(str(fault)) from None


def _show_traceback(error: BaseException) -> None:
    """The lines of the bot, without those that asked it."""
    where = error.__traceback__
    while where is not None and _is_ours(where.tb_frame.f_code.co_filename) and where.tb_next:
        where = where.tb_next
    traceback.print_exception(type(error), error, where)


def _is_ours(file: str) -> bool:
    return Path(file) == Path(local_match.__file__)
