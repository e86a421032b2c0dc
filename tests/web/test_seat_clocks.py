"""The clocks of a seat's page: told again only when they run otherwise than the page thinks."""

import pytest

from bessemer.web.server.seat.seats import _is_news


@pytest.mark.parametrize(
    ("seconds", "is_news"), [(1794.0, False), (1793.2, False), (1824.0, True), (1790.0, True)]
)
def test_a_running_clock_is_told_again_when_it_jumps(seconds: float, *, is_news: bool) -> None:
    """As when the increment of a decision comes with the next message of the referee."""
    sent = {"clocks": [{"seconds": 1800.0, "runs": True}, {"seconds": 60.0, "runs": False}]}
    desk = {"clocks": [{"seconds": seconds, "runs": True}, {"seconds": 60.0, "runs": False}]}
    assert is_news == _is_news(sent, desk, 6.0)
