"""Names, letters and clocks."""

import pytest

from bessemer.faces.clocks import clock_text
from bessemer.faces.players import Players
from bessemer.printable import printable


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3723, "1:02:03"),
        (3599.9, "59:59"),
        (65, "1:05"),
        (10, "0:10"),
        (9.94, "0:09.9"),
        (-3, "0:00.0"),
    ],
)
def test_clocks(seconds: float, text: str) -> None:
    """Minutes and seconds; tenths when it gets tight; never below zero."""
    assert text == clock_text(seconds)


def test_a_sentence_about_seats_is_one_about_people() -> None:
    """One's own seat is `you`, with the verb that belongs to it."""
    seats = Players(("Ada", "Bob"), 0)
    said = seats.in_names("seat 0 has no disc; seat 1 has one; seat 0 may bid; asked is seat 0")

    assert "you have no disc; Bob has one; you may bid; asked is you" == said
    assert "seat 8 waits" == seats.in_names("seat 7 waits")


def test_a_name_cannot_do_anything_to_a_terminal() -> None:
    """What is not printable is replaced; a nameless seat has its number."""
    assert "\x1b" not in printable("\x1b[2J")
    assert "seat 2" == Players(("Ada", "")).name(1)
    assert "A Ada (you)" == Players(("Ada",), 0).title(0)
