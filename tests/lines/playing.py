"""Matches that the tests of lines play: against others in this process, and at a referee."""

import asyncio
from typing import Any

from bessemer.lines.line_bot import LineBot
from bessemer.sdk import Bot, MatchEnd, play_seat
from bessemer.sdk.offline.fake_referee import FakeReferee
from bessemer.sdk.view import AnyView, view_class
from tests.referees.in_process import PATIENCE, House, Table
from tests.sdk.bots_under_test import Quick

BAD = 0


class FirstWord:
    """The same in Python: the first word of every choice."""

    def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """The move."""
        draft = view.choices()
        while (choice := draft.choice) is not None:
            fewest: list[str] = []
            for word in choice.words:
                fewest += [word.text] * min(word.copies, choice.least - len(fewest))
            draft = draft.take(*fewest)
        return draft.move


def fake(game: str, seed: int = 1) -> FakeReferee[AnyView]:
    """A referee of this game for tests."""
    return FakeReferee(view_class(game), seed=seed)


async def play_all(house: House, table: Table, bot: LineBot) -> MatchEnd:
    """The line bot's match against two others."""
    bots: tuple[Bot, ...] = (bot, Quick(), Quick())
    async with asyncio.timeout(PATIENCE):
        ends = await asyncio.gather(
            *(
                play_seat(house.channel, table.tokens[seat], table.match_id, seat, one)
                for seat, one in enumerate(bots)
            )
        )
    return ends[BAD]
