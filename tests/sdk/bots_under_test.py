"""Bots that the tests of the kit seat at a referee."""

import threading
from typing import Any, Final

from bessemer.sdk.bot import BotBase, MatchEnd, MatchStart
from bessemer.sdk.view import AnyView

PATIENCE: Final = 120.0
"""How long a bot waits for a test at most: far longer than it takes."""


class Quick(BotBase[AnyView, Any]):
    """Plays the default move of any game, on the loop, and remembers what it was told."""

    runs_inline = True

    def __init__(self) -> None:
        self.views: list[Any] = []
        self.starts: list[MatchStart] = []
        self.ends: list[MatchEnd] = []
        self.threads: set[int] = set()

    def begin(self, match: MatchStart) -> None:
        self.threads.add(threading.get_ident())
        self.starts.append(match)

    def end(self, match: MatchEnd) -> None:
        self.threads.add(threading.get_ident())
        self.ends.append(match)

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        self.threads.add(threading.get_ident())
        self.views.append(view)
        return view.default_move()


class Threaded(Quick):
    """The same, on a thread."""

    runs_inline = False


class Slow(Threaded):
    """Thinks about its bid number `pensive`, from 1, until it is released."""

    def __init__(self, pensive: int = 3) -> None:
        super().__init__()
        self._pensive = pensive
        self.is_thinking = threading.Event()
        self.released = threading.Event()

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        move = super().decide(view)
        if len(self.views) == self._pensive:
            move = view.legal_bids()[-1]  # another than the referee makes for the late
            self.is_thinking.set()
            if not self.released.wait(PATIENCE):
                raise AssertionError("nobody released the bot")
        return move


class Async:
    """Not even a `Bot`: an object that decides, asynchronously."""

    def __init__(self) -> None:
        self.threads: set[int] = set()

    async def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        self.threads.add(threading.get_ident())
        return view.default_move()
