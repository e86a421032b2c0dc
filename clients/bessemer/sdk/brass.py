"""
Brass for a bot: what it sees and may ask about it, and a method for each kind of decision.

    class Borrower(BrassBot):
        def action(self, view):
            return next(view.legal_loans(), view.default_move())

A view answers in names: of spaces, links, industries and cards. Whatever it does not say is in
`view.board`, which is all that lies on the table as the rules know it, and in the rules themselves
(`bessemer.games.brass`), which take that board and the hand.
"""

from __future__ import annotations  # so that `help()` says `Move`, and not all that it may be

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bessemer.engine import drafts
from bessemer.engine.game import Below, Seat, ranks
from bessemer.games.brass import legal, scoring, table
from bessemer.games.brass.actions import sell_cotton
from bessemer.games.brass.board.figures import TileKind
from bessemer.games.brass.board.geography import INDUSTRY, LINK, SPACE, SPACE_IDS
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import (
    DISTANT,
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
    cards_of,
)
from bessemer.games.brass.network.supply import coal_price, iron_cost
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.scripts import with_same_effect
from bessemer.games.brass.scripts.kinds import BUILD_TWO_CARDS, possible
from bessemer.games.brass.state import Board, Hand, Phase, State, View, replaced
from bessemer.games.brass.turn import Turn
from bessemer.sdk.bot import BotBase
from bessemer.sdk.brass_table import Player, Tile, links_of, player_at, tile_on, tiles_of
from bessemer.sdk.view import UNLIMITED, BotView


class BrassView(BotView[Board, Player, Phase, Move, State]):
    """The view of a seat: the whole table, its own cards, and its clock."""

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
        """The number of rounds of this era after this one: 0 in the last."""
        return SETTINGS[len(self.board.players)].rounds - self.board.round

    @property
    def is_last_round(self) -> bool:
        """Whether the match ends with this round."""
        return self.board.era is Era.RAIL and self.rounds_left == 0

    @property
    def actions_left(self) -> int:
        """The actions that the seat which is asked has left in this turn, including this one."""
        return self.board.actions

    def points_if_scored(self) -> tuple[int, ...]:
        """By seat, the points if the era were scored now; in the rail era money counts too."""
        return tuple(player.points for player in scoring.scored(self.board).players)

    def ranks(self) -> tuple[int, ...]:
        """By seat, the rank if the match were scored now: points, then income, then money."""
        scored = scoring.scored(self.board)
        seats = map(Seat, range(len(scored.players)))
        return ranks([scoring.standing(scored, seat) for seat in seats])

    @property
    def players(self) -> tuple[Player, ...]:
        """The open possessions of everybody, by seat."""
        return tuple(player_at(self.board, Seat(seat)) for seat in range(len(self.board.players)))

    @property
    def me(self) -> Player:
        """The open possessions of the seat."""
        return player_at(self.board, self.seat)

    # ------------------------------------------------------------------------- what we have

    @property
    def money(self) -> int:
        """Our pounds."""
        return self.board.players[self.seat].money

    @property
    def income(self) -> int:
        """The pounds that we get, or owe, at the start of each round."""
        return INCOME[self.board.players[self.seat].income]

    @property
    def points(self) -> int:
        """Our victory points; an era's come in when it ends."""
        return self.board.players[self.seat].points

    @property
    def tiles(self) -> dict[str, Tile]:
        """Our tiles on the board, by space."""
        return tiles_of(self.board, self.seat)

    @property
    def links(self) -> tuple[str, ...]:
        """Our canals or rails."""
        return links_of(self.board, self.seat)

    def next_tile(self, industry: str, seat: Seat | None = None) -> TileKind | None:
        """The top of a stack, of ours or of another seat's; nothing if it is empty."""
        number = INDUSTRY[industry]
        owner = self.seat if seat is None else seat
        return TOPS[number][self.board.players[owner].stacks[number]]

    # ------------------------------------------------------------------------- the board

    def tile_at(self, space: str) -> Tile | None:
        """The tile on a space of the board, anybody's."""
        return tile_on(self.board, SPACE[space])

    def link_owner(self, link: str) -> Seat | None:
        """Whose canal or rail lies there; nobody's if it is not built."""
        bit = 1 << LINK[link]
        owners = (seat for seat, player in enumerate(self.board.players) if player.links & bit)
        return next(map(Seat, owners), None)

    def buyers(self) -> dict[str, list[str]]:
        """By mill of ours that has a buyer: the ports that would buy, and `DISTANT` if it would."""
        mills = sell_cotton.open_mills(self.board, self.seat)
        return {SPACE_IDS[mill[0]]: sell_cotton.buyers(mill) for mill in mills}

    @property
    def coal_price(self) -> int:
        """The price of the next cube from the coal track."""
        return coal_price(self.board)

    @property
    def iron_cost(self) -> int:
        """The price of the next cube of iron: nothing while a works has some."""
        return iron_cost(self.board)

    @property
    def distant_tiles(self) -> tuple[int, ...]:
        """The tiles of the distant market that are still to be drawn, ascending."""
        everything = Counter(SETTINGS[len(self.board.players)].distant)
        return tuple(sorted((everything - Counter(self.board.drawn)).elements()))

    # ------------------------------------------------------------------------- families of actions

    def legal_builds(self) -> Iterator[Build]:
        """Every way to build an industry, one after the other: with two cards there are many."""
        return self._actions("build", BUILD_TWO_CARDS)

    def legal_links(self) -> Iterator[Canal | Rails]:
        """Every way to build a canal, a rail or two rails."""
        return self._actions("canal", "rail")

    def legal_developments(self) -> Iterator[Develop]:
        """Every way to throw away one tile or two."""
        return self._actions("develop")

    def legal_sales(self) -> Iterator[Sell]:
        """Every sale of cotton: with a card as an action, without one where a sale continues."""
        if self.phase is Phase.SALE:
            return (move for move in self._all_legal_moves() if isinstance(move, Sell))
        return self._actions("sell")

    def legal_loans(self) -> Iterator[Loan]:
        """Every loan that the bank grants."""
        return self._actions("loan")

    # Any: the kinds say which moves they are.
    def _actions(self, *kinds: str) -> Iterator[Any]:
        """Every legal action of these kinds; none where no action is asked for."""
        if self.phase is not Phase.ACTION or self.seat not in self.board.waiting:
            return
        turn = self._turn()
        for kind in kinds:
            if kind in possible(turn):
                for move in drafts.moves(BRASS, self.seen, ((kind,),)):
                    yield from with_same_effect(self.board, self.seat, move)

    def _turn(self) -> Turn:
        return Turn(self.board, self.seat, self.hand)

    # ------------------------------------------------------------------------- any move

    def sample_move(self, below: Below) -> Move:
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""
        return legal.sample_move(self._turn(), below)

    def after(self, move: Move, drawn: int | None = None) -> BrassView | None:
        """
        Our view right after `move`, before the match continues: nobody is asked in it.

        In it is what the move builds, pays, turns over and brings in, and the cards that it takes.
        The next turn, new cards, income and the scoring of an era are not. It is `None` for a sale
        to the distant market unless `drawn` says which tile comes.

        Args:
            move: a move for what is asked now.
            drawn: the tile drawn for a sale to the distant market, one of `distant_tiles`.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        # Whatever tile it is, the sale is legal or not.
        known = drawn if drawn is not None else 0
        board = table.after(self.board, self.seat, self.hand, move, known)
        if drawn is None and isinstance(move, Sell) and move.buyer == DISTANT:
            return None
        cards, hand = cards_of(move), list(self.hand)
        for card in cards:
            hand.remove(card)
        held = replaced(board.cards, self.seat, len(hand))
        board = board._replace(waiting=(), cards=held, discards=(*board.discards, *cards))
        return BrassView(View(self.seat, board, tuple(hand)), self.clock)


class BrassBot(BotBase[BrassView, Move]):
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    _needed = ("action",)

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
