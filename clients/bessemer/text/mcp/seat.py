"""
A model's seat in one match: what it sees as text, and its answers.

It is a person's seat (`bessemer.table`) in the words of `bessemer.text`. Strangers' words are quoted
as they come in, before anything is said about them.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

import grpc

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.game import Seat
from bessemer.faces.clocks import clock_text, is_shown
from bessemer.sdk.view import SeatMove
from bessemer.table import events
from bessemer.table.answers.drafts import DraftQuestion
from bessemer.table.client import MatchClient, SeatAddress
from bessemer.table.events import Event
from bessemer.table.games import TableGame
from bessemer.table.model import TableModel
from bessemer.text.answers import Move, NamedChoice, read_answer
from bessemer.text.prompts import Situation, asked_text, prompt, quoted, seen

_MOST_MOVES: Final = 50
_LONGEST_MESSAGE: Final = 200
_BY_TOOL: Final = (
    "Answer with the tool play: the number or the word of a choice, or a whole move, written like "
    "this one: {example}"
)


class NotPlayed(Exception):
    """The answer was not taken; the message says why, and what to do."""


class ModelSeat:
    """One seat, kept through lost connections; `run` plays until the match is over."""

    def __init__(self, channel: grpc.aio.Channel, address: SeatAddress) -> None:
        self._model = TableModel(address.seat)
        self._client = MatchClient(channel, address, self._hear)
        self._since: list[SeatMove] = []
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Keep the seat until the match is over."""
        await self._client.run()

    def stop(self, why: str) -> None:
        """The match cannot go on."""
        self._hear(events.Stopped(why))

    # --- What is seen -------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame | None:
        """The game; `None` before the referee has answered."""
        return self._model.game.rules if self._model.game is not None else None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self._model.is_over

    @property
    def has_result(self) -> bool:
        """Whether the match was played to its end."""
        return self._model.result is not None and bool(self._model.result.ranks)

    @property
    def stopped(self) -> str:
        """Why the match cannot go on; empty while it can."""
        return self._model.stopped

    async def settled(self, seconds: float) -> None:
        """Return when the seat is asked or the match is over, or after this time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (self._model.is_over or self._model.is_asked):
                    self._changed.clear()
                    await self._changed.wait()

    def look(self, tokens: int) -> str:
        """The table as text, with the question if there is one; of so many tokens at most."""
        model = self._model
        if model.game is None or model.view is None or model.is_over:
            return self._said()
        told, notice = self._situation(model.game), model.notice
        if told is None:
            return seen(model.game, model.players, model.view, self._since, self._said(), tokens)
        text = prompt(model.game, model.players, told, tokens)
        return f"{notice.text}\n\n{text}" if notice is not None else text

    def choices(self) -> str:
        """
        The open question with all its choices, also those that are not possible now.

        Raises:
            NotPlayed: nothing is asked.
        """
        model = self._model
        told = self._situation(model.game) if model.game is not None else None
        if told is None:
            raise NotPlayed(self._said())
        closed = [
            f"Not now: {choice.title or choice.label or choice.word} "
            f"({model.players.in_names(choice.why_not)})"
            for choice in told.question.choices
            if choice.why_not
        ]
        return "\n".join([asked_text(told), *closed])

    def _situation(self, game: TableGame) -> Situation | None:
        """What a prompt tells; `None` if nothing is asked."""
        draft, question = self._model.draft, self._model.question
        if draft is None or question is None:
            return None
        example = game.rules.format(game.drafts.default_move(self._model.view))
        return Situation(self._model.shown, draft, question, self._since, example, how=self._how())

    def _how(self) -> str:
        own, left = self._model.players.own, self._model.seconds_left()
        if own is None or own >= len(left) or not is_shown(left[own]):
            return f"{_BY_TOOL}."
        return f"{_BY_TOOL}. You have {clock_text(left[own])} left."

    def _said(self) -> str:
        """What there is to say without a question."""
        model = self._model
        if model.stopped:
            return f"The match cannot be played on: {model.stopped}"
        if model.result is not None:
            return "\n".join(["The match is over.", *model.result_lines()])
        if model.away:
            return "The referee cannot be reached; it is tried again. Call look to wait."
        waiting = [
            model.players.name(seat) for seat in model.waiting() if seat != model.players.own
        ]
        if waiting:
            return f"Still choosing: {', '.join(waiting)}. Call look to wait for your turn."
        return "You are not asked now. Call look to wait for your turn."

    # --- What is answered ---------------------------------------------------------------------------

    async def play(self, answer: str) -> None:
        """
        Take an answer: one choice of the question, or a whole move; a whole move is sent.

        Raises:
            NotPlayed: see there; nothing has happened then.
        """
        model, question = self._model, self._model.question
        if model.game is None or question is None:
            raise NotPlayed(self._said())
        found = read_answer(model.game.rules, question, answer)
        if isinstance(found, NamedChoice) and not found.why_not:
            self._need(model.choose(found.text), question)
        elif isinstance(found, NamedChoice):
            raise NotPlayed(f"Not possible: {model.players.in_names(found.why_not)}")
        elif isinstance(found, Move):
            self._need(model.take(found.move), question)
        else:
            raise NotPlayed(_none_of(question))
        if (ready := model.send()) is not None:
            self._since.clear()
            await self._client.answer(*ready)

    def start_over(self) -> None:
        """
        Take back the answers that are not sent yet.

        Raises:
            NotPlayed: there are none.
        """
        draft = self._model.draft
        if draft is None or not (draft.made.path or draft.picked) or not self._model.restart():
            raise NotPlayed("There is nothing to take back: a whole move is sent at once.")

    def _need(self, done: bool, question: DraftQuestion) -> None:  # noqa: FBT001 - what came of it
        if not done:
            notice = self._model.notice
            raise NotPlayed(notice.text if notice is not None else _none_of(question))

    # --- What happens -------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        self._model.hear(_without_orders(event))
        match event:
            case events.MovesSeen(moves):
                self._since += [SeatMove(Seat(move.seat), move.move) for move in moves]
                del self._since[:-_MOST_MOVES]
            case events.DecisionAsked():
                self._answer_what_is_clear()
        self._changed.set()

    def _answer_what_is_clear(self) -> None:
        """Where only one answer is possible, nobody is asked."""
        draft = self._model.draft
        if draft is None or not self._model.is_asked or draft.made.choice is not None:
            return
        self._model.sent()
        self._client.answer_soon(self._model.turn, draft.made.move)


def _without_orders(event: Event) -> Event:
    """The event with what strangers have written in quotes, and short."""
    match event:
        case events.MatchUpdated(match):
            copied = type(match).FromString(match.SerializeToString())
            for seat in copied.seats:
                seat.player = quoted(seat.player)
            return event._replace(match=copied)
        case events.MatchEnded(result):
            ended = type(result).FromString(result.SerializeToString())
            ended.message = quoted(result.message, _LONGEST_MESSAGE)
            return event._replace(result=ended)
        case _:
            return event


def _none_of(question: DraftQuestion) -> str:
    words: list[Any] = [choice.word for choice in question.choices if not choice.why_not]
    return f"That names none of the choices. {question.text} One of: {', '.join(words)}"
