"""Bots in a logged match: each gets the views of its seat, a clock, and luck of its own."""

import argparse
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from bessemer.analysis.logged_match import LoggedMatch
from bessemer.bots.furnace.analysis.branch import (
    LOGGED,
    Asked,
    Branched,
    Chooser,
    asked,
    branch,
    leads_to_the_same,
)
from bessemer.bots.registry import new_bot
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import View
from bessemer.matches.clock import Clock
from bessemer.matches.records import Status
from bessemer.sdk.furnace_bot import FurnaceView

Facts = dict[str, Any]
Progress: TypeAlias = Callable[[str, int | None], AbstractContextManager[Callable[[], None]]]
"""Shows how far the work is: what it is and its steps, if known; gives what to call for each step."""


class Seated:
    """A shipped bot at a seat, and the time that it has."""

    def __init__(self, match: LoggedMatch, args: argparse.Namespace, seat: Seat, name: str) -> None:
        luck = random.Random(f"{args.seed}/{seat}/{name}")  # noqa: S311 - a bot's guesses
        self._bot = new_bot(FURNACE.name, name, luck)
        self._seat = seat
        self._seconds: float | None = args.seconds
        self._clock = Clock(match.header.clock, len(match.header.players))

    def pass_over(self, view: View, spent: int) -> None:
        """The seat made a logged move, which took so many microseconds."""
        self._clock.ask(self._seat, view.board.phase.value)
        self._clock.restore(self._seat, spent)

    def decide(self, view: View, spent: int | None = None) -> Move:
        """What the bot answers; its clock runs, or is charged what the log says was `spent`."""
        clock = self._clock.ask(self._seat, view.board.phase.value)
        begun = time.monotonic()
        move: Move = self._bot.decide(FurnaceView(view, self._seconds or clock))
        if spent is None:
            self._clock.charge(self._seat, time.monotonic() - begun)
        else:
            self._clock.restore(self._seat, spent)
        return move


def branched(
    match: LoggedMatch, args: argparse.Namespace, *, stand_in: str, progress: Progress
) -> tuple[Branched, Facts]:
    """
    Let the bot play on from `args.turn`; the match, and what there is to say about it.

    Raises:
        IllegalMove: a bot played what the rules refuse.
    """
    seat = Seat(args.seat)
    seated = {
        Seat(number): Seated(match, args, Seat(number), args.bot if number == seat else stand_in)
        for number in range(len(match.header.players))
    }
    spent = {entry.turn: entry.time_used for entry in match.entries}
    log = list(asked(match.setup, match.moves))
    for view, made in log:
        if made.turn < args.turn:
            seated[made.seat].pass_over(view, spent[made.turn])
    rest = len(match.entries) - args.turn
    with progress("playing on", rest if rest > 0 else None) as advance:

        def chooser(number: Seat, name: str) -> Chooser:
            def decide(view: View) -> Move:
                advance()
                return seated[number].decide(view)

            return Chooser(name, decide)

        choosers = {seat: chooser(seat, args.bot)}
        others = {number: chooser(number, stand_in) for number in seated if number != seat}
        if args.others is None:
            result = branch(match.setup, match.moves, args.turn, choosers, others)
        else:
            result = branch(match.setup, match.moves, args.turn, choosers | others, {})
    played = next(one for one in log if one.made.turn == args.turn)
    return result, _facts(match, args, played, result)


def _facts(match: LoggedMatch, args: argparse.Namespace, played: Asked, result: Branched) -> Facts:
    instead = next(move for move in result.moves if move.turn == args.turn)
    is_finished = match.ending is not None and match.ending.status is Status.FINISHED
    logged = match.ending if is_finished else None
    players = []
    for seat, name in enumerate(match.header.players):
        own = [move for move in result.moves if move.seat == seat and move.turn >= args.turn]
        left = next((move for move in own if move.by != LOGGED), None)
        players.append(
            {
                "seat": seat,
                "name": name,
                "played_by": LOGGED if left is None else left.by,
                "from_turn": None if left is None else left.turn,
                "score": result.outcome.scores[seat],
                "rank": result.outcome.ranks[seat],
                "logged_score": logged.scores[seat] if logged else None,
                "logged_rank": logged.ranks[seat] if logged else None,
            }
        )
    return {
        "match_id": match.header.match_id,
        "error": match.error,
        "bot": args.bot,
        "seed": args.seed,
        "decision": _decision(played, instead.move),
        "players": players,
        "moves": [
            {"turn": move.turn, "seat": move.seat, "move": str(move.move), "by": move.by}
            for move in result.moves
            if move.turn >= args.turn
        ],
    }


def compared(match: LoggedMatch, args: argparse.Namespace, progress: Progress) -> Facts:
    """
    What the bot would have answered at each decision of the seat.

    Raises:
        IllegalMove: it would have been refused.
    """
    seat = Seat(args.seat)
    bot = Seated(match, args, seat, args.bot)
    spent = {entry.turn: entry.time_used for entry in match.entries}
    decisions = []
    own = [one for one in asked(match.setup, match.moves) if one.made.seat == seat]
    with progress("asking", len(own)) as advance:
        for one in own:
            if args.turn is not None and one.made.turn < args.turn:
                bot.pass_over(one.view, spent[one.made.turn])
            else:
                instead = bot.decide(one.view, spent[one.made.turn])
                decisions.append(_decision(one, instead))
            advance()
    return {
        "match_id": match.header.match_id,
        "error": match.error,
        "bot": args.bot,
        "seed": args.seed,
        "seat": seat,
        "name": match.header.players[seat],
        "decisions": decisions,
        "same": sum(one["is_same"] for one in decisions),
    }


def _decision(asked_for: Asked, instead: Move) -> Facts:
    """A logged move beside a bot's."""
    (_, board, _), made = asked_for
    return {
        "turn": made.turn,
        "round": board.round,
        "seat": made.seat,
        "kind": board.phase.value,
        "played": str(made.move),
        "default": made.default or None,
        "instead": str(instead),
        "is_same": made.move == instead,
        "leads_to_the_same": leads_to_the_same(board, made.seat, made.move, instead),
    }
