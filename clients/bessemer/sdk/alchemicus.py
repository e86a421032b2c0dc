"""
Alchemicus for a bot: what it sees and may ask about it, and a method for each kind of decision.

    class Generous(AlchemicusBot):
        def gifts(self, view):
            return Gift(view.hand[:5])

Whatever a view does not say is in `view.board`, which is all that lies on the table, and in the
rules themselves (`bessemer.games.alchemicus`), which take that board and the own hand.
"""

from __future__ import annotations  # so that `help()` says `Move`, and not all that it may be

from collections.abc import Iterator

from bessemer.engine import drafts, scripts
from bessemer.engine.game import Below, ranks
from bessemer.games.alchemicus import hidden, legal, scoring
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.legal import PHASES
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
from bessemer.sdk.bot import BotBase
from bessemer.sdk.view import UNLIMITED, BotView

_DRAWS = (DrawBase, DrawBank, DrawNoctis, Reward, Pactum, Sell)
"""Moves that bring unseen cards; whatever is sold is turned up."""


class AlchemicusView(BotView[Board, Player, Phase, Move, State]):
    """The view of a seat: the whole table, its own hand, what it remembers, and its clock."""

    __slots__ = ("hand", "recalled")

    game = ALCHEMICUS

    def __init__(self, seen: View, clock: float = UNLIMITED) -> None:
        super().__init__(seen, clock)
        self.hand: Hand = seen.hand
        """Our cards, what came last first."""
        self.recalled: Recalled = seen.recalled
        """The cards that we alone remember."""

    # ------------------------------------------------------------------------- where we stand

    @property
    def options(self) -> Options:
        """The options of the match; `options.deck` has the costs and the circles."""
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

    def ranks(self) -> tuple[int, ...]:
        """By seat, the rank if the match ended now: Fame, then what the buildings cost."""
        costs = self.options.deck.costs
        return ranks([scoring.standing(player, costs) for player in self.board.players])

    @property
    def lead(self) -> int:
        """Our Fame less the most of any other: below 0 if we are behind."""
        return self.fame - max(self.board.players[seat].fame for seat in self.others)

    # ------------------------------------------------------------------------- what we have

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
        """The number of our buildings of this kind."""
        return sum(building.kind == kind for building in self.buildings)

    def places_of(self, good: Good) -> list[int]:
        """The places of our buildings on which such a good lies."""
        return [
            place
            for place, building in enumerate(self.buildings)
            if any(lying.good == good for lying in building.goods)
        ]

    def cost(self, kind: Kind) -> int:
        """The number of other cards that it takes to build or play a card of this kind."""
        return self.options.deck.costs[kind]

    # ------------------------------------------------------------------------- any move

    def default_move(self) -> Move:
        """The move that the referee plays for a seat that does not answer: as little as may be."""
        return legal.default_move(View(self.seat, self.board, self.hand, self.recalled))

    def sample_move(self, below: Below) -> Move:
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""
        script = legal.script(View(self.seat, self.board, self.hand, self.recalled))
        return scripts.sample(script, below)

    def _all_legal_moves(self) -> Iterator[Move]:
        return drafts.moves(self.game, self.seen) if self.seat in self.board.waiting else iter(())

    def after(self, move: Move) -> AlchemicusView | None:
        """
        Our view right after `move`, before the match continues: nobody is asked in it.

        The cards that a field brings to the player who stops there, what others answer and the next
        turn are not in it. It is `None` where unseen cards decide what we would see.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        state = self._any_state()
        self.game.apply(state, self.seat, move)
        if self._brings_unseen(move):
            return None
        play = Play(state)
        PHASES[self.phase].carry_out(play, self.seat, move)
        play.waiting = ()  # some moves ask another seat at once: to buy, to defend itself
        return AlchemicusView(hidden.view(play.state(), self.seat), self.clock)

    def _brings_unseen(self, move: Move) -> bool:
        """Whether cards come to light with `move` that we cannot know now."""
        if isinstance(move, Build) and move.demolish is not None:
            return bool(self.buildings[move.demolish].goods)
        return isinstance(move, _DRAWS) or (
            isinstance(move, MoveSpirit) and move.victim is not None
        )


class AlchemicusBot(BotBase[AlchemicusView, Move]):
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    _needed = ("move", "build")

    # ------------------------------------------------------------------------- before the action

    def draw(self, view: AlchemicusView) -> Move:
        """Where the card that begins the turn comes from: `DrawBase`, `DrawBank`, `DrawNoctis`."""
        return view.default_move()

    def noctis(self, view: AlchemicusView) -> Move:
        """A Noctis card to play, or `Pass`; asked again after each."""
        return view.default_move()

    def defence(self, view: AlchemicusView) -> Move:
        """The answer to Infamia: `GiveGolem`, `GiveCards`, or `Pass` to suffer it."""
        return view.default_move()

    def move(self, view: AlchemicusView) -> Move:
        """How far the pawn goes, `Walk`, or in the first turn where it begins, `Place`."""
        return view.default_move()

    def reward(self, view: AlchemicusView) -> Move:
        """The deck of the card for passing the Spirit's field: `Reward`."""
        return view.default_move()

    def clearing(self, view: AlchemicusView) -> Move:
        """The number of Infamia cards to get rid of in the Race: `ClearInfamia`, or `Pass`."""
        return view.default_move()

    # ------------------------------------------------------------------------- the field

    def build(self, view: AlchemicusView) -> Move:
        """A card to build, or `Pass`; asked again after each."""
        return view.default_move()

    def spirit(self, view: AlchemicusView) -> Move:
        """Where the Spirit goes, and whom it robs: `MoveSpirit`."""
        return view.default_move()

    def acquire(self, view: AlchemicusView) -> Move:
        """Whether the sources gain their goods: `Acquire`, or `Pass`."""
        return view.default_move()

    def transport(self, view: AlchemicusView) -> Move:
        """A good to carry, or `Pass`; asked again after each."""
        return view.default_move()

    def transmute(self, view: AlchemicusView) -> Move:
        """Whether the processors run: `Transmute`, or `Pass`."""
        return view.default_move()

    def sale(self, view: AlchemicusView) -> Move:
        """A good to sell, or `Pass`; asked again after each."""
        return view.default_move()

    def buy_back(self, view: AlchemicusView) -> Move:
        """Whether to buy what another sells, in the advanced sale: `BuyBack`, or `Pass`."""
        return view.default_move()

    def gifts(self, view: AlchemicusView) -> Move:
        """Whether to give five cards for a Fame: `Gift`, or `Pass`."""
        return view.default_move()

    # ------------------------------------------------------------------------- after the action

    def gloria(self, view: AlchemicusView) -> Move:
        """Whether to play a Gloria, if there is one: `PlayGloria`, or `Pass`."""
        return view.default_move()

    def hand_limit(self, view: AlchemicusView) -> Move:
        """The cards to discard of too many: `DiscardDown`."""
        return view.default_move()
