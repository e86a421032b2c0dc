"""
Furnace for a bot: what it sees and may ask about it, and a method for each kind of decision.

    class Cautious(FurnaceBot):
        def bid(self, view):
            return view.legal_bids()[0]

Whatever a view does not say is in `view.board`, which is all that lies on the table, and in the
rules themselves (`bessemer.games.furnace`), which take that board.
"""

from __future__ import annotations  # so that `help()` says `Move`, and not all that it may be

import random
from collections.abc import Iterator
from typing import NamedTuple

from bessemer.engine import drafts
from bessemer.engine.game import Below, ranks
from bessemer.games.furnace import legal, scoring, table
from bessemer.games.furnace.deck import Capitalist, Company, Startup
from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, Move, ProductionPlan
from bessemer.games.furnace.phases import auction, chain, compensation, production, simultaneous
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Answer, Board, Claim, Disc, Phase, Player, State, View
from bessemer.sdk.bot import BotBase
from bessemer.sdk.plan_draft import PlanDraft
from bessemer.sdk.view import UNLIMITED, BotView


class Offer(NamedTuple):
    """A company of the row and the discs on it, in the order placed."""

    company: Company
    discs: tuple[Disc, ...]

    @property
    def card(self) -> str:
        """The company's id, as moves name it."""
        return self.company.id

    @property
    def winner(self) -> Disc | None:
        """The disc that would win if bidding ended now; with two players it can be the Agent's."""
        return compensation.winner(self.discs) if self.discs else None


class FurnaceView(BotView[Board, Player, Phase, Move, State]):
    """The view of a seat: the whole table, its own sealed answer, and its clock."""

    __slots__ = ("answer",)

    game = FURNACE

    def __init__(self, seen: View, clock: float = UNLIMITED) -> None:
        super().__init__(seen, clock)
        self.answer: Answer | None = seen.answer
        """Our own, while it is sealed."""

    # ------------------------------------------------------------------------- where we stand

    @property
    def round(self) -> int:
        """From 1."""
        return self.board.round

    @property
    def rounds_left(self) -> int:
        """The number of rounds after this one: 0 in the last."""
        return self.board.table.options.rounds - self.board.round

    @property
    def is_last_round(self) -> bool:
        """Whether only money counts from now on."""
        return self.rounds_left == 0

    def ranks(self) -> tuple[int, ...]:
        """By seat, the rank if the match ended now: money, then cards, then resources."""
        return ranks([scoring.standing(player) for player in self.board.players])

    @property
    def lead(self) -> int:
        """Our money less that of the richest other: below 0 if we are behind."""
        return self.money - max(self.board.players[seat].stock.money for seat in self.others)

    # ------------------------------------------------------------------------- what we have

    @property
    def stock(self) -> Stock:
        """Our coal, iron, oil, upgrade tokens and money."""
        return self.me.stock

    @property
    def money(self) -> int:
        """Ours."""
        return self.me.stock.money

    @property
    def discs(self) -> tuple[int, ...]:
        """The values of our discs that are not placed yet, ascending."""
        return self.board.hands[self.seat]

    @property
    def startup(self) -> Startup:
        """Our start-up card."""
        fixed = self.board.table
        return fixed.options.deck.startups[fixed.startups[self.seat]]

    @property
    def capitalist(self) -> Capitalist | None:
        """Our capitalist, if the match is played with them."""
        return self.board.table.capitalists[self.seat]

    @property
    def cards(self) -> tuple[str, ...]:
        """All our cards: start-up first, or the line, and then what has no place in it yet."""
        me = self.me
        return me.line + chain.new_cards(me) if me.line else (self.startup.id, *me.companies)

    @property
    def companies(self) -> tuple[str, ...]:
        """Our companies, in the order won."""
        return self.me.companies

    @property
    def upgraded(self) -> tuple[str, ...]:
        """Those of them that show their upgraded side, by id."""
        return self.me.upgraded

    @property
    def line(self) -> tuple[str, ...]:
        """Our line of the chain variant, start-up included; without the variant it is empty."""
        return self.me.line

    def company(self, card: str) -> Company:
        """The company `card` of the deck: its compensation, its basic and additional line."""
        return self.board.table.options.deck.companies[card]

    def lines(self, card: str) -> tuple[Effect, ...]:
        """The lines that one of our cards runs in production as it is now, top to bottom."""
        deck = self.board.table.options.deck
        return (deck.upgraded_lines if card in self.me.upgraded else deck.basic_lines)[card]

    # ------------------------------------------------------------------------- the auction

    @property
    def row(self) -> tuple[Offer, ...]:
        """The companies on offer, left to right."""
        companies, row = self.board.table.options.deck.companies, self.board.row
        pairs = zip(row.cards, row.stacks, strict=True)
        return tuple([Offer(companies[card], stack) for card, stack in pairs])

    def offer(self, card: str) -> Offer:
        """The card `card` of the row, with its discs."""
        row = self.board.row
        return Offer(self.company(card), row.stacks[row.cards.index(card)])

    def legal_bids(self) -> list[Bid]:
        """Every bid that may be made now, by value and then from left to right."""
        return auction.legal_bids(self.board, self.seat)

    def would_win(self, bid: Bid) -> bool:
        """Whether the disc would be the highest on its card, if nobody bid there after it."""
        winner = self.offer(bid.card).winner
        return winner is None or bid.value > winner.value

    # ------------------------------------------------------------------------- after it

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Our claims while compensations are decided, from left to right."""
        return self.board.owed[self.seat] if self.board.owed else ()

    @property
    def new_cards(self) -> tuple[str, ...]:
        """The companies that have no place in our line yet; without the chain variant all."""
        return chain.new_cards(self.me)

    def legal_compensations(self) -> list[Compensation]:
        """Every answer that may be given for the compensations, the least first."""
        return [move for move in self._all_legal_moves() if isinstance(move, Compensation)]

    def random_plan(self, rng: random.Random | None = None) -> ProductionPlan:
        """Any legal plan: `random_move` where a plan is asked for."""
        return production.sample_plan(self.board, self.seat, (rng or random).randrange)

    def draft(self) -> PlanDraft:
        """An empty production plan, to be made card by card."""
        return PlanDraft(self.board, self.seat)

    def after(self, move: Move) -> FurnaceView:
        """
        Our view right after `move`, before the match continues: nobody is asked in it.

        After a bid our disc lies on its card; after another answer we own what it leads to. What
        the others answer, the Agent's disc and the cards won in the auction are not in it.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        board = table.after(self.board, self.seat, move)
        return FurnaceView(View(self.seat, board, None), self.clock)

    def gain(self, answer: Answer) -> Stock:
        """
        The change that `answer` would make in our stock; its costs are below 0.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        after = simultaneous.player_after(self.board, self.seat, answer)
        pairs = zip(after.stock, self.stock, strict=True)
        return Stock._make([after - before for after, before in pairs])

    # ------------------------------------------------------------------------- any move

    def default_move(self) -> Move:
        """The move that the referee plays for a seat that does not answer: as little as may be."""
        return legal.default_move(self.board, self.seat)

    def _all_legal_moves(self) -> Iterator[Move]:
        if self.seat not in self.board.waiting:
            return iter(())
        return drafts.moves(FURNACE, self.seen)

    def sample_move(self, below: Below) -> Move:
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""
        return legal.sample_move(self.board, self.seat, below)


class FurnaceBot(BotBase[FurnaceView, Move]):
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    _needed = ("bid", "plan")

    def bid(self, view: FurnaceView) -> Bid:
        """A disc on a card of the row."""
        move = view.default_move()
        assert isinstance(move, Bid)
        return move

    def compensation(self, view: FurnaceView) -> Compensation:
        """The number of times to use each compensation."""
        move = view.default_move()
        assert isinstance(move, Compensation)
        return move

    def placement(self, view: FurnaceView) -> ChainPlacement:
        """The line of the chain variant, with the new cards in it."""
        move = view.default_move()
        assert isinstance(move, ChainPlacement)
        return move

    def plan(self, view: FurnaceView) -> ProductionPlan:
        """The production of the companies, in order."""
        move = view.default_move()
        assert isinstance(move, ProductionPlan)
        return move
