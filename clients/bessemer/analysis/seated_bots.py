"""Bots in a logged match: each gets the views of its seat, a clock, and luck of its own."""

import random
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

from bessemer.analysis.branch import (
    LOGGED,
    AskedDecision,
    Branch,
    Decider,
    beside,
    kind_of,
    play_on,
    question,
)
from bessemer.analysis.logged_match import LoggedMatch
from bessemer.analysis.rooms import Facts, ProgressBar
from bessemer.bots.own import short_name
from bessemer.bots.registry import new_bot, seen
from bessemer.engine.game import Seat
from bessemer.matches.records import Status
from bessemer.matches.timing.clock import MatchClock
from bessemer.replays.replaying import Step
from bessemer.sdk.bot import MatchStart
from bessemer.sdk.connection.creation import bot_seed
from bessemer.sdk.offline.local_match import BotAsker, checked_move


@dataclass(frozen=True, slots=True)
class BotSettings:
    """Which bot is asked, and how."""

    seat: Seat
    name: str
    seed: str = "0"
    """For the luck of all bots."""
    seconds: float | None = None
    """The clock that bots are shown; `None` for the one that the seat had."""


class MatchBot:
    """A bot at a seat, and the time that it has."""

    def __init__(self, match: LoggedMatch, settings: BotSettings, seat: Seat, name: str) -> None:
        """
        Seat the bot `name`, a shipped one or a file.

        Raises:
            NoSuchBot: there is no such bot for this game.
            BotFault: it raised an exception.
        """
        header = match.header
        luck = random.Random(bot_seed(settings.seed, seat, short_name(name)))  # noqa: S311 - a bot's guesses
        self._bot = new_bot(match.game.name, name, luck)
        self._game, self._seconds = match.game, settings.seconds
        self._clock = MatchClock(header.clocks)
        self._asking = BotAsker()
        start = MatchStart(header.match_id, header.game, seat, header.players, header.options)
        self._asking.tell(self._bot, "begin", start)

    def close(self) -> None:
        """Stop asking it."""
        self._asking.close()

    def pass_over(self, step: Step) -> None:
        """The seat made a logged move."""
        record = step.record
        self._clock.ask(record.seat, kind_of(self._game, step.asked, record.seat))
        self._clock.restore(record.seat, record.time_used)

    def decide(self, asked: AskedDecision, spent: int | None = None) -> Any:  # noqa: ANN401 - any move
        """
        What the bot answers; its clock runs, or is charged what the log says was `spent`.

        Raises:
            BotFault: it raised an exception, or answered what is no legal move.
        """
        clock = self._clock.ask(asked.seat, asked.kind)
        begun = time.monotonic()
        view = seen(self._game, asked.view, self._seconds or clock)
        move = checked_move(self._bot, view, self._asking.ask(self._bot, view))
        if spent is None:
            self._clock.charge(asked.seat, time.monotonic() - begun)
        else:
            self._clock.restore(asked.seat, spent)
        return move


def branched(
    match: LoggedMatch,
    settings: BotSettings,
    turn: int,
    *,
    others: str | None,
    stand_in: str,
    progress: ProgressBar,
) -> tuple[Branch, Facts]:
    """
    Let the bot play on from `turn`; the match, and what there is to say about it.

    `others` play all other seats from there; if `None`, those repeat their logged moves, and
    `stand_in` takes over where these no longer fit.

    Raises:
        NoSuchBot: a bot cannot be had.
        BotFault: a bot raised an exception, or played what the rules refuse.
    """
    seat = settings.seat
    names = {
        Seat(number): settings.name if number == seat else others or stand_in
        for number in range(len(match.header.players))
    }
    rest = len(match.steps) - turn
    with ExitStack() as seated, progress("playing on", rest if rest > 0 else None) as advance:
        bots = {
            number: seated.enter_context(closing(MatchBot(match, settings, number, name)))
            for number, name in names.items()
        }
        for step in match.steps:
            if step.record.turn < turn:
                bots[step.record.seat].pass_over(step)

        def decider(number: Seat) -> Decider:
            def decide(asked: AskedDecision) -> Any:  # noqa: ANN401 - any game's move
                advance()
                return bots[number].decide(asked)

            return Decider(short_name(names[number]), decide)

        deciders = {number: decider(number) for number in bots}
        if others is None:
            own = {seat: deciders.pop(seat)}
            branch = play_on(match, turn, own, deciders)
        else:
            branch = play_on(match, turn, deciders, {})
    return branch, _facts(match, settings, turn, branch)


def _facts(match: LoggedMatch, settings: BotSettings, turn: int, branch: Branch) -> Facts:
    played = next(step for step in match.steps if step.record.turn == turn)
    instead = next(move for move in branch.moves if move.turn == turn)
    is_finished = match.result is not None and match.result.status is Status.FINISHED
    logged = match.result if is_finished else None
    players = []
    for seat, name in enumerate(match.header.players):
        own = [move for move in branch.moves if move.seat == seat and move.turn >= turn]
        left = next((move for move in own if move.by != LOGGED), None)
        players.append(
            {
                "seat": seat,
                "name": name,
                "played_by": LOGGED if left is None else left.by,
                "from_turn": None if left is None else left.turn,
                "score": branch.outcome.scores[seat],
                "rank": branch.outcome.ranks[seat],
                "logged_score": logged.scores[seat] if logged else None,
                "logged_rank": logged.ranks[seat] if logged else None,
            }
        )
    return {
        "match_id": match.header.match_id,
        "error": match.error,
        "bot": short_name(settings.name),
        "seed": settings.seed,
        "decision": beside(match, played, instead.move),
        "players": players,
        "moves": [
            {
                "turn": move.turn,
                "seat": move.seat,
                "move": match.game.format(move.move),
                "by": move.by,
            }
            for move in branch.moves
            if move.turn >= turn
        ],
    }


def compared(
    match: LoggedMatch, settings: BotSettings, from_turn: int, progress: ProgressBar
) -> Facts:
    """
    What the bot would have answered at each decision of its seat from a turn on.

    Raises:
        NoSuchBot: the bot cannot be had.
        BotFault: it raised an exception, or would have been refused.
    """
    seat = settings.seat
    decisions = []
    own = [step for step in match.steps if step.record.seat == seat]
    with (
        closing(MatchBot(match, settings, seat, settings.name)) as bot,
        progress("asking", len(own)) as advance,
    ):
        for step in own:
            if step.record.turn < from_turn:
                bot.pass_over(step)
            else:
                instead = bot.decide(question(match, step.before, seat), step.record.time_used)
                decisions.append(beside(match, step, instead))
            advance()
    return {
        "match_id": match.header.match_id,
        "error": match.error,
        "bot": short_name(settings.name),
        "seed": settings.seed,
        "seat": seat,
        "name": match.header.players[seat],
        "decisions": decisions,
        "same": sum(one["is_same"] for one in decisions),
    }
