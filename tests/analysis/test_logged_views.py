"""What a seat saw: `bessemer.testing.view_of`."""

import pytest

from bessemer.replays.reader import read_replay
from bessemer.testing import view_of
from tests.referees.in_process import every_game
from tests.replays.make import FOLDER


@every_game
def test_the_view_is_that_of_the_seat_that_was_asked(game: str) -> None:
    """It can answer what was answered; its news, put together, are the moves of the match."""
    file = FOLDER / game / "two-players.replay"
    records = read_replay(file.read_bytes()).records
    own = [record for record in records if record.seat == 1][:6]
    views = [view_of(file, turn=record.turn) for record in own]
    rules = views[0].game
    news = [(seat, rules.format(move)) for view in views for seat, move in view.moves_since()]

    assert [1] * len(own) == [view.seat for view in views]
    for view, record in zip(views, own, strict=True):
        assert view.why_illegal(rules.parse(record.move)) is None
        assert view.clock > 0
    assert news == [(record.seat, record.move) for record in records][: len(news)]
    assert len(news) >= len(own) - 1


def test_a_turn_that_is_not_there_is_a_sentence() -> None:
    """With the turns that are."""
    with pytest.raises(LookupError, match=r"no turn 999: .* has turns 1 to \d+"):
        view_of(FOLDER / "furnace" / "two-players.replay", turn=999)
