"""
The plain dialect: a question is a line with a choice's name and its words, the answer is one word.

A choice of several words is asked word by word, until the bot says `done` or has taken the most.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import repeat
from typing import Any, Final

from bessemer.engine.choices import Answer, Choice, first_answer, sample_answer
from bessemer.engine.drafts import Draft
from bessemer.lines.figures import figures
from bessemer.lines.program import Channel
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.errors import BotFailed
from bessemer.sdk.view import AnyView
from bessemer.wire.plain_json import PlainJson

DONE: Final = "done"
"""The answer that ends a choice of several words; no game has such a word."""
LOOK: Final = "look"
TRY: Final = "try"
NOTE: Final = "note"
_SHOWN: Final = 60
_MOST_TRIES: Final = 1000
"""Of one word at a time."""


class PlainDialect:
    """One match in the plain dialect."""

    def __init__(self, channel: Channel, game: str) -> None:
        self._channel = channel
        self._figures = PlainJson(game)

    async def begin(self, match: MatchStart) -> None:
        """`match GAME SEAT SEATS OPTION=VALUE …`."""
        options = " ".join(f"{name}={value}" for name, value in match.options.items())
        await self._channel.tell(f"match {match.game} {match.seat} {len(match.players)} {options}")

    async def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's move
        """
        `turn KIND ROUND SECONDS`, then the questions on the way to the move.

        Raises:
            BotFailed: the bot answered with a word that is not offered.
        """
        draft = view.choices()
        if draft.choice is None:
            return draft.move
        last = " last" if view.is_last_round else ""
        await self._channel.tell(f"turn {view.phase} {view.round} {view.time_left():.3f}{last}")
        while draft.choice is not None:
            answer = await self._answer(view, draft, draft.choice)
            draft = draft.take(*answer)
        return draft.move

    async def refuse(self, why: str) -> None:
        """`refused WHY`."""
        await self._channel.tell(f"refused {' '.join(why.split())}")

    async def end(self, match: MatchEnd) -> None:
        """`end RANK SCORE RANKS`, the last of them by seat; without any if the match was aborted."""
        ranks = " ".join(map(str, match.ranks))
        await self._channel.tell(f"end {match.rank} {match.score} {ranks}" if ranks else "end")

    async def _answer(self, view: AnyView, draft: Draft[Any], choice: Choice) -> Answer:
        taken: Answer = ()
        while len(taken) < choice.most:
            counts = Counter(taken)
            offered = [word.text for word in choice.words if counts[word.text] < word.copies]
            if len(taken) >= choice.least and choice.is_set:
                offered.insert(0, DONE)
            if len(offered) == 1:  # nothing is asked that has only one answer
                word = offered[0]
            else:
                word = await self._word(view, draft, choice, taken, offered)
            if word == DONE:
                break
            taken += (word,)
        return taken

    async def _word(
        self, view: AnyView, draft: Draft[Any], choice: Choice, taken: Answer, offered: list[str]
    ) -> str:
        line = await self._channel.ask(f"ask {choice.name} {' '.join(offered)}")
        while line not in offered:
            match line.split():
                case [asked, *_] if asked == NOTE:
                    view.note(line.strip().removeprefix(NOTE).strip())
                    line = await self._channel.read()
                    continue
                case [asked] if asked == LOOK:
                    replies = [f"you {figures(self._figures, view)}"]
                case [asked, word, *times] if (
                    asked == TRY and word in offered and (number := _number(times)) is not None
                ):
                    with_word = taken if word == DONE else (*taken, word)
                    replies = [
                        self._tried(view, draft, choice, with_word, complete)
                        for complete in (repeat(_by_chance, number) if times else (first_answer,))
                    ]
                case _:
                    shown = ", ".join(offered[:_SHOWN])
                    raise BotFailed(
                        f"it answered {line[:_SHOWN]!r} to {choice.name}: one word of {shown}"
                    )
            for reply in replies:
                await self._channel.tell(reply)
            line = await self._channel.read()
        return line

    def _tried(
        self,
        view: AnyView,
        draft: Draft[Any],
        choice: Choice,
        taken: Answer,
        complete: Callable[[Choice], Answer] = first_answer,
    ) -> str:
        """The figures after a word, if `complete` answers everything else that is asked for."""
        filled = list(taken)
        for word in choice.words:
            while len(filled) < choice.least and filled.count(word.text) < word.copies:
                filled.append(word.text)
        tried = draft.take(*filled)
        while tried.choice is not None:
            tried = tried.take(*complete(tried.choice))
        after = view.after(tried.move)
        return "unknown" if after is None else f"you {figures(self._figures, after)}"


def _number(times: list[str]) -> int | None:
    """How often a word is to be tried; `None` if that makes no sense."""
    if not times:
        return 1
    number = int(times[0]) if len(times) == 1 and times[0].isdecimal() else 0
    return number if 1 <= number <= _MOST_TRIES else None


def _by_chance(choice: Choice) -> Answer:
    return sample_answer(choice, random.randrange)
