"""What the pages of a seat are told: the match and the seat's own view, joined by turn, each once."""

import json
from typing import Any

from bessemer.web.differences import applied
from bessemer.web.server.seat.feed import OwnViews, SeatFeed
from bessemer.web.server.watch.live import LiveEvent, LiveMatch


class _Match(LiveMatch):
    """A match that a test tells."""

    def __init__(self) -> None:
        super().__init__(None, "m1")  # type: ignore[arg-type]

    def say(self, *told: LiveEvent) -> None:
        self.told += told
        self._call(list(told))


HEADER = LiveEvent.of("header", {"view": {"hand": 0, "turn": 0}}, 0)


def frame(turn: int, number: int) -> LiveEvent:
    """A move after which a spectator sees its turn."""
    return LiveEvent.of("frame", {"number": number, "changes": [[["turn"], turn]]}, turn)


def read(feed: SeatFeed) -> list[tuple[str, Any]]:
    """What was told: each message's kind and what it holds."""
    found = []
    for message in feed.messages:
        fields = dict(line.split(": ", 1) for line in message.decode().strip().splitlines())
        found.append((fields["event"], json.loads(fields["data"])))
    return found


def test_a_frame_waits_for_what_the_seat_saw() -> None:
    """And is told with it, as the difference from what spectators see."""
    match, own, news = _Match(), OwnViews(), list[int]()
    feed = SeatFeed(1, match, own, lambda: news.append(len(feed.messages)))
    match.say(HEADER)
    assert [] == read(feed)

    own.record(0, {"hand": ["C1"], "turn": 0})
    feed.go_on()
    match.say(frame(1, 1))
    assert ["header"] == [kind for kind, _ in read(feed)]
    assert feed.is_up_to_date

    own.record(1, {"hand": ["C1", "C2"], "turn": 1})
    assert not feed.is_up_to_date
    feed.go_on()
    (_, header), (_, told) = read(feed)
    assert feed.is_up_to_date
    assert {"hand": ["C1"], "turn": 0} == applied(header["seen"]["1"], header["view"])
    assert {"hand": ["C1", "C2"], "turn": 1} == applied(told["seen"]["1"], {"hand": 0, "turn": 1})
    assert news


def test_a_turn_that_the_seat_did_not_see_for_itself_says_so() -> None:
    """Of several moves at once the seat is sent what it sees after the last."""
    match, own = _Match(), OwnViews()
    feed = SeatFeed(0, match, own, lambda: None)
    own.record(2, {"hand": ["C1"], "turn": 2})
    match.say(HEADER, frame(1, 1), frame(2, 2))

    seen = [told["seen"]["0"] for _, told in read(feed)]
    assert [None, None] == seen[:2]
    assert {"hand": ["C1"], "turn": 2} == applied(seen[2], {"hand": 0, "turn": 2})


def test_numbers_are_those_of_the_match() -> None:
    """A page that comes back asks from its last one on, and the end has none."""
    match, own = _Match(), OwnViews()
    match.say(HEADER, frame(1, 1))
    own.record(1, {"hand": [], "turn": 1})
    feed = SeatFeed(0, match, own, lambda: None)
    match.say(LiveEvent.of("end", {"ranks": [1, 2]}))

    starts = [message.split(b"\n")[0] for message in feed.messages]
    assert [b"id: 0", b"id: 1", b"event: end"] == starts


def test_a_lost_referee_keeps_nobody_from_the_desk() -> None:
    """Nor does a seat that somebody else holds keep the match from being shown."""
    match, own = _Match(), OwnViews()
    feed = SeatFeed(0, match, own, lambda: None)
    own.record(3, {"hand": [], "turn": 3})
    assert not feed.is_up_to_date
    match.is_lost = True
    assert feed.is_up_to_date

    match.say(HEADER, frame(4, 1))
    assert ["header"] == [kind for kind, _ in read(feed)]
    own.is_over = True
    feed.go_on()
    assert ["header", "frame"] == [kind for kind, _ in read(feed)]


def test_each_match_is_let_go() -> None:
    """A feed that is closed hears nothing more."""
    match, own = _Match(), OwnViews()
    feed = SeatFeed(0, match, own, lambda: None)
    feed.close()
    own.record(0, {"hand": [], "turn": 0})
    match.say(HEADER)
    assert [] == read(feed)
