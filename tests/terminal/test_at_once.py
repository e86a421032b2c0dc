"""What is sent without a second look: nothing that a slip of a key could have said."""

import pytest

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import Acquire, Pass, Walk
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus.positions import BUILD, position
from tests.terminal.alchemicus.tables import Table
from tests.terminal.snapshots import screen_text


def table_of(state: State) -> Table:
    """The table of the first seat."""
    return Table(ALCHEMICUS.view(state, Seat(0)))


def walk_state() -> State:
    """Somebody who can go one field to the Spirit's, two to acquire, three in vain to transport."""
    return position("move", hands={0: "Horten*3"}, rows={0: "Horten"}, fields=[BUILD, 0])


@pytest.mark.parametrize("key", ["0", "enter"])
@pytest.mark.asyncio
async def test_the_only_answer_needs_one_key(key: str) -> None:
    """Without a Gloria nothing can be chosen but to play none."""
    table = table_of(position("gloria", hands={0: "Horten*6"}, fields=[BUILD, 0]))
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*(["down"] if key == "enter" and not table.app._cursor else []), key)
        await pilot.pause()

    assert [(7, Pass())] == table.session.answers


@pytest.mark.asyncio
async def test_a_gain_needs_one_key_and_declining_it_two() -> None:
    """The warning stands there before it is sent."""
    state = position("acquire", rows={0: "Horten Metalle"}, fields=[2, 0])
    table = table_of(state)
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("0")
        assert "! Your sources could gain goods" in screen_text(table.app)
        assert [] == table.session.answers
        await pilot.press("u", "1")
        await pilot.pause()

    assert [(7, Acquire())] == table.session.answers


@pytest.mark.asyncio
async def test_a_key_is_shown_before_it_is_sent_and_an_arrow_with_enter_is_not() -> None:
    """A slip of a key sends nothing; what is pointed at is meant."""
    table = table_of(walk_state())
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("2")
        assert "Complete: move 2" in screen_text(table.app)
        assert [] == table.session.answers
        await pilot.press("u", "up", "down", "enter")
        await pilot.pause()

    assert [(7, Walk(2))] == table.session.answers


@pytest.mark.asyncio
async def test_a_way_in_vain_is_warned_of_before_it_is_sent() -> None:
    """Even if one points at it: Enter takes it, and a second Enter sends it."""
    table = table_of(walk_state())
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "down", "down", "enter")
        assert "! On transport you could do nothing now" in screen_text(table.app)
        assert [] == table.session.answers
        await pilot.press("enter")
        await pilot.pause()

    assert [(7, Walk(3))] == table.session.answers


@pytest.mark.asyncio
async def test_enter_twice_does_not_answer_the_next_question() -> None:
    """What a question suggests is taken by Enter, and then shown."""
    state = position("draw", hands={0: "Horten*2"}, bank="Domo*5", noctis="on", fields=[BUILD, 0])
    table = table_of(state)
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        assert "Complete: draw" in screen_text(table.app)

    assert [] == table.session.answers
