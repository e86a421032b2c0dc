"""Every bot that plays Brass plays it to its end."""

import random

import pytest

from bessemer.bots.brass.search import HABITS, SearchBot
from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.games.brass.moves import Move
from bessemer.games.brass.rules import BRASS
from bessemer.sdk.brass import BrassView
from bessemer.testing import FakeReferee
from tests.games.brass.positions import match

SEARCHING = ("search", "expert")
"""They are played below, quicker than they are shipped."""


@pytest.mark.parametrize("name", [name for name in BOTS["brass"] if name not in SEARCHING])
@pytest.mark.parametrize("seats", BRASS.seats)
def test_a_bot_plays_brass_to_its_end(name: str, seats: int) -> None:
    """From its view alone, without a move that is refused."""
    bots = [new_bot("brass", name, random.Random(seat)) for seat in range(seats)]
    played = FakeReferee(BrassView, seed=11).play(*bots)

    assert seats == len(played.ranks)
    assert () == played.final.board.waiting


@pytest.mark.parametrize("seats", BRASS.seats)
def test_a_search_plays_brass_to_its_end(seats: int) -> None:
    """The same, in one seat among quick ones."""
    bots = [
        quick_search(1),
        *(new_bot("brass", "greedy", random.Random(seat)) for seat in range(seats - 1)),
    ]
    played = FakeReferee(BrassView, seed=11).play(*bots)

    assert () == played.final.board.waiting


def test_without_a_clock_a_search_is_repeatable() -> None:
    """The same views and the same luck give the same moves, others' cards notwithstanding."""

    def moves() -> list[Move]:
        bot, luck = quick_search(7), random.Random(3)
        state, found = match(3, 5), list[Move]()
        while len(found) < 6:
            seat = BRASS.decisions(state)[0].seat
            if seat == 0:
                found.append(bot.decide(BrassView(BRASS.view(state, seat))))
                state = BRASS.apply(state, seat, found[-1])
            else:
                state = BRASS.apply(state, seat, BRASS.sample_move(state, seat, luck.randrange))
        return found

    assert moves() == moves()


def test_a_search_with_hardly_any_time_left_answers_at_once() -> None:
    """It then plays the best turn at a glance and asks for no playout."""
    state = match(4)
    seat = BRASS.decisions(state)[0].seat
    bot = quick_search(1)

    bot.decide(BrassView(BRASS.view(state, seat), 0.1))

    assert bot.positions == 0


def test_a_bot_is_shown_a_view_of_brass() -> None:
    """Where no clock runs."""
    state = match(2)
    seat = BRASS.decisions(state)[0].seat

    assert isinstance(seen(BRASS, BRASS.view(state, seat)), BrassView)


def quick_search(seed: int) -> SearchBot:
    """A search as it is shipped, but with few tries."""
    return SearchBot(random.Random(seed), habits=HABITS._replace(width=2, tries=1), rounds=1)
