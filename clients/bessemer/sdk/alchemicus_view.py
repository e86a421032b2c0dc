"""
What a bot for Alchemicus sees, and what it may ask about it.

Everything is worked out when it is asked for: a view is made for every decision and costs little.
Whatever is not here is in `view.board`, which is all that lies on the table, and in the rules
themselves (`bessemer.games.alchemicus`), which take that board and the own hand.
"""

import random
from itertools import islice

from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Below, Seat, ranks
from bessemer.games.alchemicus import choices, ending, hidden
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.choices import CHOICES
from bessemer.games.alchemicus.moves import (
    Build,
    DrawBank,
    DrawBase,
    DrawNoctis,
    Move,
    MoveSpirit,
    Pactum,
    Reward,
    Sell,
)
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import (
    OFF,
    Board,
    Building,
    Hand,
    Player,
    Recalled,
    State,
    View,
)

UNLIMITED = float("inf")

_DRAWS = (DrawBase, DrawBank, DrawNoctis, Reward, Pactum, Sell)
"""Moves that bring unseen cards; whatever is sold is turned up."""


class AlchemicusView:
    """What the seat sees: the whole table, its own hand, what it remembers, and its clock."""

    __slots__ = ("board", "clock", "hand", "recalled", "seat")

    def __init__(self, view: View, clock: float = UNLIMITED) -> None:
        if view.seat is None:
            raise ValueError("a spectator decides nothing")
        self.seat: Seat = view.seat
        self.board: Board = view.board
        self.hand: Hand = view.hand
        """Our cards, what came last first."""
        self.recalled: Recalled = view.recalled
        self.clock = clock
        """The seconds that the seat had for this decision when it was asked."""

    def __repr__(self) -> str:
        return f"<AlchemicusView: seat {self.seat}, round {self.round}, {self.phase}>"

    # ------------------------------------------------------------------------- where we stand

    @property
    def phase(self) -> Phase:
        """What is asked: a draw, a move of the pawn, the action of a field, and so on."""
        return self.board.phase

    @property
    def options(self) -> Options:
        """What the match is played with; `options.deck` has the costs and the circles."""
        return self.board.table.options

    @property
    def round(self) -> int:
        """From 1."""
        return self.board.players[self.board.active].turns + 1

    @property
    def is_my_turn(self) -> bool:
        """Whether we are asked in our own turn; if not, we answer to another's."""
        return self.board.active == self.seat

    @property
    def is_last_round(self) -> bool:
        """Whether somebody has reached the Fame that ends the match: nobody has another turn."""
        return self.board.ending

    @property
    def players(self) -> tuple[Player, ...]:
        """What everybody sees of each seat."""
        return self.board.players

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the others, from the left neighbour clockwise."""
        count = len(self.board.players)
        return tuple(Seat((self.seat + ahead) % count) for ahead in range(1, count))

    def ranks(self) -> tuple[int, ...]:
        """By seat, the rank if the match ended now: Fame, then what the buildings cost."""
        costs = self.options.deck.costs
        return ranks([ending.standing(player, costs) for player in self.board.players])

    def leaders(self) -> tuple[Seat, ...]:
        """Who leads; several if they are tied."""
        return tuple(Seat(seat) for seat, rank in enumerate(self.ranks()) if rank == 1)

    @property
    def lead(self) -> int:
        """Our Fame less the most of any other: below 0 if we are behind."""
        return self.fame - max(self.board.players[seat].fame for seat in self.others)

    # ------------------------------------------------------------------------- what we have

    @property
    def me(self) -> Player:
        """What everybody sees of us."""
        return self.board.players[self.seat]

    @property
    def fame(self) -> int:
        """Ours."""
        return self.me.fame

    @property
    def money(self) -> int:
        """How much we can pay: every card of the hand pays 1, whatever its kind."""
        return len(self.hand)

    @property
    def buildings(self) -> tuple[Building, ...]:
        """Ours, by the place that moves name them by."""
        return self.me.buildings

    @property
    def field(self) -> Phase | None:
        """The action of the field where our pawn stands; `None` before it is placed."""
        return None if self.me.field == OFF else self.options.deck.outer[self.me.field]

    def count(self, kind: Kind) -> int:
        """How many buildings of this kind we have."""
        return sum(building.kind == kind for building in self.buildings)

    def places_of(self, good: Good) -> list[int]:
        """The places of our buildings on which such a good lies."""
        return [
            place
            for place, building in enumerate(self.buildings)
            if any(lying.good == good for lying in building.goods)
        ]

    def cost(self, kind: Kind) -> int:
        """How many other cards it takes to build or play a card of this kind."""
        return self.options.deck.costs[kind]

    # ------------------------------------------------------------------------- any move

    def default_move(self) -> Move:
        """What the referee plays for a seat that does not answer: as little as may be."""
        return choices.default_move(self.board, self.seat, self.hand)

    def legal_moves(self, most: int) -> list[Move]:
        """The first `most` legal moves; of payments there can be thousands, so say how many."""
        return list(islice(choices.legal_moves(self.board, self.seat, self.hand), most))

    def sample_move(self, below: Below) -> Move:
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""
        return choices.sample_move(self.board, self.seat, self.hand, below)

    def random_move(self, rng: random.Random | None = None) -> Move:
        """Any legal move; every one can come out. By Python's own luck, or by that of `rng`."""
        return self.sample_move((rng or random).randrange)

    def why_illegal(self, move: Move) -> IllegalMove | None:
        """How the referee would refuse `move`; `None` if it would take it."""
        try:
            # What is legal follows from what we see: any state that looks like this one will do.
            ALCHEMICUS.apply(self._any_state(), self.seat, move)
        except IllegalMove as refusal:
            return refusal
        return None

    def after(self, move: Move) -> "AlchemicusView | None":
        """
        What we would see right after `move`; `None` where unseen cards decide what that is.

        That is the table before the match goes on: before the cards that a field brings to whoever
        stops there, and before the next turn begins. Nobody is asked in it.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        refusal = self.why_illegal(move)
        if refusal is not None:
            raise refusal
        if self._brings_unseen(move):
            return None
        play = Play(self._any_state())
        CHOICES[self.phase].carry_out(play, self.seat, move)
        return AlchemicusView(hidden.view(play.state(), self.seat), self.clock)

    def imagine(self, rng: random.Random | None = None) -> State:
        """
        A full state that looks like this view, for bots that search.

        The piles lie in any order and the hands of others are anything that contradicts nothing we
        have seen; play on with `ALCHEMICUS.apply(state, seat, move)`.
        """
        view = View(self.seat, self.board, self.hand, self.recalled)
        return hidden.resample(view, Chance((rng or random).randbytes(8)))

    def _any_state(self) -> State:
        view = View(self.seat, self.board, self.hand, self.recalled)
        return hidden.resample(view, Chance(b""))

    def _brings_unseen(self, move: Move) -> bool:
        """Whether cards come to light with `move` that we cannot know now."""
        if isinstance(move, Build) and move.demolish is not None:
            return bool(self.buildings[move.demolish].goods)
        return isinstance(move, _DRAWS) or (
            isinstance(move, MoveSpirit) and move.victim is not None
        )
