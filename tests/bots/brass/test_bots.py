"""Every bot that plays Brass plays it to its end."""

import random

import pytest

from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.games.brass.rules import BRASS
from bessemer.sdk.brass import BrassView
from bessemer.testing import FakeReferee
from tests.games.brass.positions import match


@pytest.mark.parametrize("name", BOTS["brass"])
@pytest.mark.parametrize("seats", BRASS.seats)
def test_a_bot_plays_brass_to_its_end(name: str, seats: int) -> None:
    """From its view alone, without a move that is refused."""
    bots = [new_bot("brass", name, random.Random(seat)) for seat in range(seats)]
    played = FakeReferee(BrassView, seed=11).play(*bots)

    assert seats == len(played.ranks)
    assert () == played.final.board.waiting


def test_a_bot_is_shown_a_view_of_brass() -> None:
    """Where no clock runs."""
    state = match(2)
    seat = BRASS.decisions(state)[0].seat

    assert isinstance(seen(BRASS, BRASS.view(state, seat)), BrassView)
