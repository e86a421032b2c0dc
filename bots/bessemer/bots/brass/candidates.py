"""
The actions worth a look, family by family, and the card to give away for each.

There are thousands of legal actions, and most differ only in the card that goes or in whose cube is
used. Here every industry is tried on every space and every link on its place, each with the card
that is missed least and with cubes from the tile that gains us most.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.brass.actions.build_industry import may_combine, sites_by_card
from bessemer.games.brass.actions.build_link import FIRST_RAIL_COST, open_canals, open_rails
from bessemer.games.brass.actions.develop import developed, open_stacks
from bessemer.games.brass.actions.loan import open_loans
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import (
    INDUSTRY,
    LINK_IDS,
    PLACE_IDS,
    SHIPYARD,
    SPACE_IDS,
    TOWN_OF,
    bits,
)
from bessemer.games.brass.board.stacks import BUILDABLE, TOPS
from bessemer.games.brass.moves import Build, Canal, Develop, Development, Loan, Rail
from bessemer.games.brass.network.sites import TOWN_CARDS, openings, vacant_spaces
from bessemer.games.brass.network.supply import SOURCE_IDS, TRACK, coal_sources, iron_sources
from bessemer.games.brass.state import Board, Hand
from bessemer.sdk.brass import BrassView

_INDUSTRY_WORTH: Final = (3.0, 1.5, 2.5, 2.0, 1.0)
"""By industry: how much a card of it is worth keeping."""
_SECOND: Final = 0.5
"""How much less each further card of a kind counts than the one before."""


def keeping(board: Board, seat: Seat, hand: Hand) -> Mapping[str, float]:
    """How much each card of the hand is worth keeping: of several equal ones, the last of them."""
    player, tops = board.players[seat], BUILDABLE[board.era]
    vacant = vacant_spaces(board, player)
    worths: dict[str, float] = {}
    for card in hand:
        if card in worths:
            worths[card] *= _SECOND
        elif card in TOWN_CARDS:
            worths[card] = min(3, (TOWN_CARDS[card] & vacant).bit_count())
        else:
            industry = INDUSTRY[card]
            left = player.stacks[industry]
            # Another stack that is stuck is soon developed; that of the shipyards hardly ever.
            is_stuck = industry == SHIPYARD and tops[industry][left] is None
            worths[card] = _INDUSTRY_WORTH[industry] if left and not is_stuck else 0.0
    return worths


class Candidates:
    """The next actions that the seat of a view considers."""

    def __init__(self, view: BrassView) -> None:
        self._board, self._seat, self._hand = view.board, view.seat, view.hand
        self._keeping = keeping(view.board, view.seat, view.hand)
        by_worth = sorted(view.hand, key=self._keeping.__getitem__)
        self.card: str = by_worth[0]
        """The card that is missed least."""
        self._two_cards = tuple(by_worth[:2])

    def builds(self) -> Iterator[Build]:
        """Every industry on every space, with one card if that is possible."""
        board, seat = self._board, self._seat
        spaces = openings(board, seat)
        done = [0] * len(spaces)
        sites = sites_by_card(board, seat, self._hand, spaces)
        for card, industry, mask in sorted(sites, key=lambda site: self._keeping[site[0]]):
            for space in bits(mask & ~done[industry]):
                yield self._build(industry, space, card, "")
            done[industry] |= mask
        if may_combine(board) and len(self._two_cards) > 1:
            card, other = self._two_cards
            for industry, mask in enumerate(spaces):
                for space in bits(mask & ~done[industry]):
                    yield self._build(industry, space, card, other)

    def _build(self, industry: int, space: int, card: str, second: str) -> Build:
        board, seat = self._board, self._seat
        kind = TOPS[industry][board.players[seat].stacks[industry]]
        assert kind is not None, "an open space has a tile to put there"
        return Build(
            INDUSTRIES[industry],
            SPACE_IDS[space],
            card,
            second,
            _best(board, seat, coal_sources(board, TOWN_OF[space])) if kind.coal else "",
            _best(board, seat, iron_sources(board)) if kind.iron else "",
        )

    def canals(self) -> Iterator[Canal]:
        """Every canal."""
        for link in bits(open_canals(self._board, self._seat)):
            yield Canal(LINK_IDS[link], self.card)

    def loans(self) -> Iterator[Loan]:
        """Every amount."""
        for amount in open_loans(self._board, self._seat):
            yield Loan(amount, self.card)

    def developments(self) -> Iterator[Develop]:
        """Every tile alone and with every other."""
        for industry in open_stacks(self._board, self._seat):
            first = self.development(self._board, industry)
            alone = Develop(first, None, self.card)
            yield alone
            between = developed(self._board, self._seat, self._hand, alone)
            for other in open_stacks(between, self._seat):
                if other >= industry:  # in which order the two go means nothing
                    yield Develop(first, self.development(between, other), self.card)

    def development(self, board: Board, industry: int) -> Development:
        """A tile of `industry` thrown away, with iron from where it serves us most."""
        return Development(INDUSTRIES[industry], _best(board, self._seat, iron_sources(board)))


def rails(board: Board, seat: Seat, cost: int = FIRST_RAIL_COST) -> dict[int, Rail]:
    """By link: the next rail there, with coal from where it serves us most."""
    found: dict[int, Rail] = {}
    ranked: dict[int, tuple[int, int]] = {}
    for link, end in open_rails(board, seat, cost):
        for source in coal_sources(board, end):
            rank = _rank(board, seat, source)
            if link not in ranked or rank > ranked[link]:
                ranked[link] = rank
                found[link] = Rail(LINK_IDS[link], PLACE_IDS[end], SOURCE_IDS[source])
    return found


def _best(board: Board, seat: Seat, sources: Sequence[int]) -> str:
    return SOURCE_IDS[max(sources, key=lambda source: _rank(board, seat, source))]


def _rank(board: Board, seat: Seat, source: int) -> tuple[int, int]:
    """Our own cubes first, from the tile nearest to its flip; of others, from the farthest."""
    if source == TRACK:
        return 0, 0
    tile = board.land.tiles[source]
    assert tile is not None, "cubes lie on tiles"
    return (2, -tile.cubes) if tile.owner == seat else (1, tile.cubes)
