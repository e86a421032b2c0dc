"""
Where a bot thinks: on the event loop if it runs inline, otherwise on a thread of its own.

A bot that thinks for seconds must not hold up the streams and clocks of other seats. Its thread is
always the same one, so a bot may keep what is bound to a thread.
"""

import asyncio
import inspect
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from bessemer.sdk.bot import Bot
from bessemer.sdk.errors import BotFailed


class _Question(NamedTuple):
    call: Callable[[Any], Any]
    about: Any
    answered: Future[Any]


def runs_inline(bot: Bot) -> bool:
    """Whether a bot says that it answers in a millisecond or so, and may hold up others meanwhile."""
    is_async = inspect.iscoroutinefunction(bot.decide)
    return bool(getattr(bot, "runs_inline", False)) and not is_async


def max_thinking(bot: Bot) -> int:
    """The number of decisions that a bot thinks about at once; 0 if it needs no time."""
    return 0 if runs_inline(bot) else int(getattr(bot, "max_thinking", 1))


class BotExecutor:
    """Asks one bot, one question after the other."""

    def __init__(self, bot: Bot) -> None:
        self._name = type(bot).__name__
        self.runs_inline = runs_inline(bot)
        """Whether it may be asked while others wait."""
        self._is_on_loop = self.runs_inline or inspect.iscoroutinefunction(bot.decide)
        self._questions: SimpleQueue[_Question | None] | None = None

    async def ask(self, call: Callable[[Any], Any], about: Any) -> Any:  # noqa: ANN401 - any game's
        """
        The answer of `call`, a method of the bot, to something.

        Raises:
            BotFailed: it raised an exception.
        """
        try:
            answer = call(about) if self._is_on_loop else await self._on_thread(call, about)
            return await answer if inspect.isawaitable(answer) else answer
        except BotFailed:
            raise
        except Exception as error:
            raise self.failed(error) from error

    def close(self) -> None:
        """Ask nothing more: the thread ends when the bot has thought its last thought."""
        if self._questions is not None:
            self._questions.put(None)

    def failed(self, error: BaseException) -> BotFailed:
        """An exception of the bot, as we tell of it."""
        return BotFailed(f"{self._name} raised {type(error).__name__}: {error}")

    def _on_thread(self, call: Callable[[Any], Any], about: Any) -> "asyncio.Future[Any]":  # noqa: ANN401
        if self._questions is None:
            self._questions = SimpleQueue()
            # A daemon: a bot that never comes to an end does not keep the process alive.
            Thread(target=self._work, args=(self._questions,), name=self._name, daemon=True).start()
        answered: Future[Any] = Future()
        answered.set_running_or_notify_cancel()  # the bot thinks on, even if nobody waits for it
        self._questions.put(_Question(call, about, answered))
        return asyncio.wrap_future(answered)

    def _work(self, questions: "SimpleQueue[_Question | None]") -> None:
        while (question := questions.get()) is not None:
            try:
                answer = question.call(question.about)
            except BaseException as error:  # noqa: BLE001 - sys.exit() too: somebody waits
                failed = self.failed(error)
                failed.__cause__ = error
                question.answered.set_exception(failed)
            else:
                question.answered.set_result(answer)
