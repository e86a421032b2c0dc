"""
The middle of a match, dealt at random: full rows, goods everywhere, Golems, Spiritus, Infamia.

Random play seldom comes so far. Every card is in exactly one place, as in a real match.
"""

from typing import Final

from bessemer.engine.chance import Chance, Draws
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.kinds import BASE, BUILDINGS, NOCTIS, Good, Kind
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.rules import ALCHEMICUS, _advance
from bessemer.games.alchemicus.state import Building, Lying, Player, Recalled, State

ROUNDS_LEFT: Final = 3
_LADEN: Final[dict[Kind, tuple[tuple[Good, ...], ...]]] = {
    Kind.HORTEN: ((), (Good.HERB,)),
    Kind.METALLE: ((), (Good.ORE,)),
    Kind.ALEMBIC: ((), (Good.HERB,), (Good.TINCTURE,)),
    Kind.FORNAX: ((), (Good.ORE,), (Good.METAL,)),
    Kind.LABRIUM: (
        (),
        (Good.TINCTURE,),
        (Good.METAL,),
        (Good.TINCTURE, Good.METAL),
        (Good.GOLD,),
    ),
}


class _Dealer:
    """Deals cards of both decks, and lays some of them face down."""

    def __init__(self, options: Options, draws: Draws) -> None:
        copies = options.deck.copies
        self.draws = draws
        self.base = list(draws.shuffled([k for k in BASE for _ in range(copies[k])]))
        night = [k for k in NOCTIS for _ in range(copies[k])] if options.noctis else []
        self.noctis = list(draws.shuffled(night))
        self.faces: list[int] = []

    def some(self, cards: list[Kind], most: int) -> list[Kind]:
        """Up to `most` cards."""
        return [cards.pop() for _ in range(min(len(cards), self.draws.below(most + 1)))]

    def has(self, card: Kind, one_in: int) -> bool:
        """A Noctis card, sometimes, if there is one left."""
        if card not in self.noctis or self.draws.below(one_in):
            return False
        self.noctis.remove(card)
        return True

    def building(self) -> Building:
        """A building with what lies on it."""
        kind = next(card for card in reversed(self.base) if card in BUILDINGS)
        self.base.remove(kind)
        choices = _LADEN.get(kind, ((),))
        goods = []
        for good in choices[self.draws.below(len(choices))]:
            numbers = range(len(self.faces), len(self.faces) + 1 + (good is Good.GOLD))
            self.faces += [self.base.pop() for _ in numbers]
            goods.append(Lying(good, tuple(numbers)))
        golems = 0
        while golems < 3 and self.has(kinds.GOLEM, 2 if golems else 6):
            golems += 1
        haunted = kind in (Kind.ALEMBIC, Kind.FORNAX, Kind.LABRIUM) and self.has(kinds.SPIRITUS, 3)
        return Building(kind, tuple(goods), golems, int(haunted))


def midgame(options: Options, seats: int, chance: Chance) -> State:
    """A match in its middle, `ROUNDS_LEFT` rounds before its last."""
    draws = Draws(chance)
    start = ALCHEMICUS.setup(options, seats, chance)
    dealer = _Dealer(options, draws)
    players, hands = [], []
    for _ in range(seats):
        hand = (*dealer.some(dealer.base, 9), *dealer.some(dealer.noctis, 5))
        hands.append(draws.shuffled(hand))
        infamia = sum(options.race and dealer.has(kinds.INFAMIA, 3) for _ in range(2))
        players.append(
            Player(
                fame=0 if options.race else draws.below(20),
                field=2 + draws.below(6),
                turns=options.round_cap - ROUNDS_LEFT,
                buildings=tuple(dealer.building() for _ in range(3 + draws.below(10))),
                infamia=infamia,
                cards=len(hand),
                backs=sum(card in NOCTIS for card in hand),
            )
        )
    golems = tuple(f for f in range(8) if options.race and dealer.has(kinds.GOLEM, 4))
    bank = tuple(dealer.base.pop() for _ in range(5 if options.bank else 0))
    pile = dealer.some(dealer.base, 30) or [dealer.base.pop()]
    noctis_pile = dealer.some(dealer.noctis, 20)
    if options.noctis and dealer.noctis and not noctis_pile:
        noctis_pile.append(dealer.noctis.pop())
    ring = (*options.deck.inner, Kind.DOMO)
    board = start.board._replace(
        active=start.board.table.start,
        spirit=ring[draws.below(len(ring))],
        players=tuple(players),
        discard=tuple(dealer.base),
        bank=bank,
        noctis_discard=tuple(dealer.noctis),
        golems=golems,
        shown=((),) * seats,
    )
    play = Play(
        State(
            board,
            tuple(hands),
            tuple(pile),
            tuple(noctis_pile),
            tuple(dealer.faces),
            (Recalled(),) * seats,
            draws.rest,
        )
    )
    play.go(Phase.DRAW)
    _advance(play)
    return play.state()
