"""Every game in windows of 80x24, 100x30 and 160x50, and in one that is resized in the middle of an answer."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.faces.hints import hints_of
from bessemer.table.answers.drafts import DONE
from bessemer.table.events import DecisionAsked, Listen, MatchUpdated
from bessemer.table.model import TableModel
from bessemer.terminal.app import TableApp
from bessemer.terminal.drawing import drawing_of
from bessemer.v1 import match_pb2
from tests.games.walks import SETTINGS, Way, states
from tests.terminal.examples import NAMES as PEOPLE
from tests.terminal.examples import ToldSession
from tests.terminal.snapshots import screen_text

SIZES: Final = ((80, 24), (100, 30), (160, 50))
every_size = pytest.mark.parametrize("size", SIZES, ids=["80x24", "100x30", "160x50"])
STEPS: Final = {(80, 24): 5, (100, 30): 2, (160, 50): 2}
"""So many steps of an answer are looked at."""


class Table:
    """An app with its session and what it knows, of any game."""

    def __init__(self, game: str, view: Any) -> None:  # noqa: ANN401 - any game's
        self.game, self.view = game, view
        self.model = TableModel(view.seat, lambda: 50.0)
        match = match_pb2.Match(match_id="m1", game=game, suggestions_allowed=True)
        for seat in range(len(view.board.players)):
            match.seats.add(seat=seat, player=PEOPLE[seat], joined=True, connected=True)
        self.told = (MatchUpdated(match), DecisionAsked(7, view, 754.0))
        self.app = TableApp(self.model, self._begin)

    def _begin(self, listen: Listen) -> ToldSession:
        return ToldSession(listen, self.told)

    def shown(self) -> str:
        """What stands on the screen, as one line of words."""
        return " ".join(screen_text(self.app).split())

    def expected(self) -> Iterator[str]:
        """What must be in sight: what one owns, what is asked, and what may be answered."""
        assert self.model.game is not None
        drawing, width = drawing_of(self.model.game), self.app.room.width
        for line in drawing.own(self.view, width):
            yield line.plain
        question = self.model.question
        if question is None:
            yield self.model.ready_text
            return
        yield question.text
        if question.name in drawing.pictured:
            return
        for choice in question.choices:
            yield choice.label or ("no more" if choice.word == DONE else choice.word)


def one_of_each(game: str) -> Iterator[Any]:
    """A view of every kind of decision, at tables with as many players as there can be."""
    seen: set[str] = set()
    settings = [setting for setting in SETTINGS.values() if setting.game.name == game]
    for setting in reversed(settings):
        if setting.seats != max(setting.game.seats):
            continue
        for walk in states(setting, b"sizes", Way.LATE):
            for decision in setting.game.decisions(walk.state)[:1]:
                if decision.kind not in seen:
                    seen.add(decision.kind)
                    yield setting.game.view(walk.state, decision.seat)
        if seen == set(setting.game.decision_kinds):
            return


@every_size
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.asyncio
async def test_what_one_owns_and_may_choose_is_in_sight(game: str, size: tuple[int, int]) -> None:
    """At every step of an answer of each kind; what does not fit is the picture's to give way."""
    rng = random.Random(11)
    for view in one_of_each(game):
        table = Table(game, view)
        async with table.app.run_test(size=size) as pilot:
            await pilot.pause()
            for _ in range(STEPS[size]):
                shown = table.shown()
                for text in table.expected():
                    assert " ".join(text.split()) in shown, text
                if (question := table.model.question) is None:
                    break
                possible = [one.word for one in question.choices if not one.why_not]
                table.model.choose(rng.choice(possible))
                table.app.redraw()
                await pilot.pause()


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.asyncio
async def test_a_wide_window_says_what_things_are_for(game: str) -> None:
    """In a column at the right, which a narrow one has no room for."""
    view = next(one_of_each(game))
    notes = hints_of(game).notes(view)
    table = Table(game, view)
    async with table.app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        wide = screen_text(table.app).split("\n")
        column = " ".join(" ".join(line[table.app.room.width :] for line in wide).split())

    for name, text in notes[:5]:
        assert f"{name}: {text}" in column


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.asyncio
async def test_an_answer_outlives_every_resize(game: str) -> None:
    """Larger, smaller and back: the same screen as before, and nothing is lost."""
    table = Table(game, next(one_of_each(game)))
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        question = table.model.question
        assert question is not None
        table.model.choose([one.word for one in question.choices if not one.why_not][-1])
        table.app.redraw()
        await pilot.pause()
        before = screen_text(table.app)
        for size in ((160, 50), (100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for text in table.expected():
                assert " ".join(text.split()) in table.shown(), text
        assert before == screen_text(table.app)
        assert len(table.model.drafts) == 2
