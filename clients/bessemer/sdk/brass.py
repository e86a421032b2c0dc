"""
Brass for a bot: what it sees and may ask about it, and a method for each kind of decision.

    class Borrower(BrassBot):
        def action(self, view):
            return next(view.legal_loans(), view.default_move())

Whatever a view does not say is in `view.board`, which is all that lies on the table, and in the
rules themselves (`bessemer.games.brass`), which take that board and the hand.
"""

from __future__ import annotations  # so that `help()` says `Move`, and not all that it may be

from collections import Counter
from collections.abc import Iterator

from bessemer.engine.game import Below, Seat, ranks
from bessemer.games.brass import choices, scoring, table
from bessemer.games.brass.actions import build_industry, build_link, develop, loan, sell_cotton
from bessemer.games.brass.board.figures import TileKind
from bessemer.games.brass.board.geography import INDUSTRY, LINK_IDS, SPACE, SPACE_IDS, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS, Tile
from bessemer.games.brass.board.supply import coal_price, iron_cost
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import (
    Action,
    Build,
    Canal,
    Develop,
    Loan,
    Move,
    Rails,
    Remove,
    Sell,
    Stop,
)
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Board, Hand, Phase, Player, State, View
from bessemer.sdk.bot import BotBase
from bessemer.sdk.view import UNLIMITED, BotView


class BrassView(BotView[Board, Player, Phase, Move, State]):
    """What the seat sees: the whole table, its own cards, and its clock."""

    __slots__ = ("hand",)

    game = BRASS

    def __init__(self, seen: View, clock: float = UNLIMITED) -> None:
        super().__init__(seen, clock)
        self.hand: Hand = seen.hand
        """Our cards by name, in alphabetical order."""

    def __repr__(self) -> str:
        return f"<BrassView: seat {self.seat}, {self.era} round {self.round}, {self.phase}>"

    # ------------------------------------------------------------------------- where we stand

    @property
    def era(self) -> Era:
        """Canal or rail."""
        return self.board.era

    @property
    def round(self) -> int:
        """From 1 in each era."""
        return self.board.round

    @property
    def rounds_left(self) -> int:
        """How many rounds of this era come after this one: 0 in the last."""
        return SETTINGS[len(self.board.players)].rounds - self.board.round

    @property
    def is_last_round(self) -> bool:
        """Whether the match ends with this round."""
        return self.board.era is Era.RAIL and self.rounds_left == 0

    @property
    def actions_left(self) -> int:
        """How many actions whoever is asked has left in this turn, the one asked for included."""
        return self.board.actions

    def points_if_scored(self) -> tuple[int, ...]:
        """By seat, the points if the era were scored now; in the rail era money counts too."""
        return tuple(player.points for player in scoring.scored(self.board).players)

    def ranks(self) -> tuple[int, ...]:
        """By seat, the rank if the match were scored now: points, then income, then money."""
        scored = scoring.scored(self.board)
        seats = map(Seat, range(len(scored.players)))
        return ranks([scoring.standing(scored, seat) for seat in seats])

    # ------------------------------------------------------------------------- what we have

    @property
    def money(self) -> int:
        """Our pounds."""
        return self.me.money

    @property
    def income(self) -> int:
        """The pounds that we get, or owe, at the start of each round."""
        return INCOME[self.me.income]

    @property
    def points(self) -> int:
        """Our victory points; an era's come in when it ends."""
        return self.me.points

    @property
    def tiles(self) -> dict[str, Tile]:
        """Our tiles on the board, by space."""
        found = ((SPACE_IDS[space], self.board.land.tiles[space]) for space in bits(self.me.tiles))
        return {space: tile for space, tile in found if tile is not None}

    @property
    def links(self) -> tuple[str, ...]:
        """Our canals or rails."""
        return tuple(LINK_IDS[link] for link in bits(self.me.links))

    def next_tile(self, industry: str, seat: Seat | None = None) -> TileKind | None:
        """What lies on top of a stack, of ours or of another seat's; nothing if it is empty."""
        number = INDUSTRY[industry]
        owner = self.seat if seat is None else seat
        return TOPS[number][self.board.players[owner].stacks[number]]

    # ------------------------------------------------------------------------- the board

    def tile_at(self, space: str) -> Tile | None:
        """The tile on a space of the board, anybody's."""
        return self.board.land.tiles[SPACE[space]]

    @property
    def coal_price(self) -> int:
        """What the next cube from the coal track costs."""
        return coal_price(self.board)

    @property
    def iron_cost(self) -> int:
        """What the next cube of iron costs: nothing while a works has some."""
        return iron_cost(self.board)

    @property
    def distant_tiles(self) -> tuple[int, ...]:
        """The tiles of the distant market that are still to be drawn, ascending."""
        everything = Counter(SETTINGS[len(self.board.players)].distant)
        return tuple(sorted((everything - Counter(self.board.drawn)).elements()))

    # ------------------------------------------------------------------------- families of actions

    def legal_builds(self) -> Iterator[Build]:
        """Every way to build an industry, one after the other: with two cards there are many."""
        yield from build_industry.legal_builds(*self._action())

    def legal_links(self) -> Iterator[Canal | Rails]:
        """Every way to build a canal, a rail or two rails."""
        yield from build_link.legal_canals(*self._action())
        yield from build_link.legal_rails(*self._action())

    def legal_developments(self) -> Iterator[Develop]:
        """Every way to throw away one tile or two."""
        yield from develop.legal_developments(*self._action())

    def legal_sales(self) -> Iterator[Sell]:
        """Every sale of cotton: with a card as an action, without one where a sale goes on."""
        cards = choices.NO_CARD if self.phase is Phase.SALE else self._action()[2]
        yield from sell_cotton.legal_sales(self.board, self.seat, cards)

    def legal_loans(self) -> Iterator[Loan]:
        """Every loan that the bank grants."""
        yield from loan.legal_loans(*self._action())

    def _action(self) -> tuple[Board, Seat, Hand]:
        """What actions are made of; no card is left to play where none is asked for."""
        asked = self.phase is Phase.ACTION and self.seat in self.board.waiting
        return self.board, self.seat, self.hand if asked else ()

    # ------------------------------------------------------------------------- any move

    def default_move(self) -> Move:
        """What the referee plays for a seat that does not answer: as little as may be."""
        return choices.default_move(self.board, self.seat, self.hand)

    def sample_move(self, below: Below) -> Move:
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""
        return choices.sample_move(self.board, self.seat, self.hand, below)

    def _all_legal_moves(self) -> Iterator[Move]:
        return choices.legal_moves(self.board, self.seat, self.hand)

    def after(self, move: Move, drawn: int | None = None) -> Board:
        """
        The table right after `move`: what it builds, pays, turns over or brings in.

        Whose turn it is, who holds how many cards and what a new round brings stay as they are.

        Args:
            move: a move for what is asked now.
            drawn: the tile drawn for a sale to the distant market, one of `distant_tiles`.

        Raises:
            IllegalMove: the rules do not allow it.
            ValueError: it is a sale to the distant market, and `drawn` does not say what comes.
        """
        return table.after(self.board, self.seat, self.hand, move, drawn)


class BrassBot(BotBase[BrassView, Move]):
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    def action(self, view: BrassView) -> Action:
        """An action: build, link, develop, sell, borrow or pass."""
        move = view.default_move()
        assert isinstance(move, Action)
        return move

    def sale(self, view: BrassView) -> Sell | Stop:
        """The next mill of a sale and its buyer, or the end of the sale."""
        move = view.default_move()
        assert isinstance(move, Sell | Stop)
        return move

    def shortfall(self, view: BrassView) -> Remove:
        """The tile to remove for a debt."""
        move = view.default_move()
        assert isinstance(move, Remove)
        return move
