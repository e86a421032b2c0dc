"""The choices of a canal, and of one rail or two."""

from collections.abc import Generator, Iterator
from operator import attrgetter

from bessemer.engine.choices import Answer, Word
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Ask, Script, one, words
from bessemer.games.brass.actions import build_link
from bessemer.games.brass.board.geography import LINK as LINK_NUMBERS
from bessemer.games.brass.board.geography import LINK_IDS, LINKS, PLACE_IDS, bits
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.moves import MARKET, Canal, Rail, Rails
from bessemer.games.brass.network.supply import SOURCE, SOURCE_IDS, coal_sources
from bessemer.games.brass.scripts.things import LINK, NONE, card_choice, source_choice
from bessemer.games.brass.state import Board
from bessemer.games.brass.turn import Turn


def canal(turn: Turn, canals: int) -> Script[Canal]:
    """The link, then the card."""
    link = yield from one(
        "link",
        words([LINK_IDS[link] for link in bits(canals)], LINK),
        lambda move: move.link,
        others=lambda: (
            (word, Canal(word.text, turn.hand[0])) for word in words(_all_links(turn.board), LINK)
        ),
    )
    return Canal(link, (yield from card_choice(turn)))


def no_canal(turn: Turn) -> Canal:
    """A canal that is refused, if none is possible."""
    return Canal(_nearest_link(turn), turn.hand[0])


def rails(turn: Turn, tracks: list[build_link.Track]) -> Script[Rails]:
    """A link and its coal, a second link and its coal, the card."""
    board, seat = turn.board, turn.seat
    first = yield from _rail(turn, board, tracks, None)
    assert first is not None, "the first rail is built"
    between = build_link.laid(board, seat, first, build_link.FIRST_RAIL_COST)
    more = build_link.open_rails(between, seat, build_link.SECOND_RAIL_COST)
    second = yield from _rail(turn, between, more, first)
    return Rails(first, second, (yield from card_choice(turn)))


def no_rails(turn: Turn) -> Rails:
    """A rail that is refused, if none is possible."""
    return Rails(_refused_rail(turn.board, _nearest_link(turn)), None, turn.hand[0])


def with_every_end(board: Board, seat: Seat, move: Rails) -> Iterator[Rails]:
    """The same legal rails with the coal to each end that it can come to: the first end first."""
    for first in _with_every_end(board, move.first):
        if move.second is None:
            yield move._replace(first=first)
        else:
            between = build_link.laid(board, seat, first, build_link.FIRST_RAIL_COST)
            for second in _with_every_end(between, move.second):
                yield move._replace(first=first, second=second)


def _with_every_end(board: Board, rail: Rail) -> Iterator[Rail]:
    for end in LINKS[LINK_NUMBERS[rail.link]].ends:
        if SOURCE[rail.coal] in coal_sources(board, end):
            yield rail._replace(end=PLACE_IDS[end])


def _rail(
    turn: Turn, board: Board, tracks: list[build_link.Track], first: Rail | None
) -> Generator[Ask, Answer, Rail | None]:
    """A rail of those that are open; after the `first` one also none."""
    names = dict.fromkeys(LINK_IDS[link] for link, _ in tracks)

    def rails_with(rail: Rail) -> Rails:
        return Rails(first or rail, rail if first else None, turn.hand[0])

    rail_of = attrgetter("second" if first else "first")
    prefix = "second_" if first else ""
    offered = ((Word(NONE),) if first else ()) + words(names, LINK)
    link = yield from one(
        f"{prefix}link",
        offered,
        lambda move: rail.link if (rail := rail_of(move)) else NONE,
        others=lambda: (
            (word, rails_with(_refused_rail(board, word.text)))
            for word in words(_all_links(board), LINK)
        ),
    )
    if link == NONE:
        return None
    # Which end the cube comes to means nothing, so of two the first is taken.
    ends: dict[str, str] = {}
    for number, end in tracks:
        if LINK_IDS[number] == link:
            for source in coal_sources(board, end):
                ends.setdefault(SOURCE_IDS[source], PLACE_IDS[end])

    some_end = next(iter(ends.values()))
    coal = yield from source_choice(
        f"{prefix}coal",
        board,
        tuple(ends),
        lambda move: rail_of(move).coal,
        lambda coal: rails_with(Rail(link, some_end, coal)),
    )
    return Rail(link, ends[coal], coal)


def _all_links(board: Board) -> list[str]:
    """Wherever a link of this era can be built at all."""
    return [LINK_IDS[link] for link in bits(SETTINGS[len(board.players)].eras[board.era].links)]


def _nearest_link(turn: Turn) -> str:
    """A link that is not built yet: an open one, if there is any."""
    board, seat = turn.board, turn.seat
    there = SETTINGS[len(board.players)].eras[board.era].links
    found = build_link.open_links(board, seat) or there & ~board.land.links or there
    return LINK_IDS[bits(found)[0]]


def _refused_rail(board: Board, link: str) -> Rail:
    """A rail that cannot be built, with coal if any reaches it."""
    ends = LINKS[LINK_NUMBERS[link]].ends
    end = next((end for end in ends if coal_sources(board, end)), ends[0])
    coal = [SOURCE_IDS[source] for source in coal_sources(board, end)] or [MARKET]
    return Rail(link, PLACE_IDS[end], coal[0])
