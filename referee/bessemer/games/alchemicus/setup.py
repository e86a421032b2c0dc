"""The set-up: two buildings each, hands, the bank, the Noctis deck and who begins."""

from typing import Final

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import BASE, GOLEM, LABRIUM, NOCTIS, Kind
from bessemer.games.alchemicus.cards.piles import BANK_SIZE
from bessemer.games.alchemicus.options import Options, check_playable
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import (
    NOBODY,
    OFF,
    Board,
    Building,
    Player,
    Recalled,
    State,
    Table,
)

START_HAND: Final = 5
START_BUILDINGS: Final = (Kind.HORTEN, Kind.PERGULA)


def set_up(options: Options, seats: int, chance: Chance) -> State:
    """
    The table before the first turn.

    Chance draws, in this order: the order of the base deck, that of the Noctis deck (if on), who
    begins (if that is left to chance). A pile is dealt from its end, seat by seat from 0, then to
    the bank.

    Raises:
        BadOption: these options cannot be played by so many.
    """
    check_playable(options, seats)
    draws = Draws(chance)
    deck = [
        kind
        for kind in BASE
        for _ in range(options.deck.copies[kind] - seats * (kind in START_BUILDINGS))
    ]
    pile = list(draws.shuffled(deck))
    hands = [[pile.pop() for _ in range(START_HAND)] for _ in range(seats)]
    bank = tuple(pile.pop() for _ in range(BANK_SIZE if options.bank else 0))
    noctis: tuple[Kind, ...] = ()
    shown: tuple[tuple[Kind, ...], ...] = ((),) * seats
    if options.noctis:
        # RULING alchemicus-first-golem (R2): the Golem of each player goes into the hand.
        for hand in hands:
            hand.append(GOLEM)
        shown = ((GOLEM,),) * seats
        noctis = draws.shuffled(
            [
                kind
                for kind in NOCTIS
                for _ in range(options.deck.copies[kind] - seats * (kind == GOLEM))
            ]
        )
    # RULING alchemicus-start (R3): whom the options name, else by lot.
    start = Seat(draws.below(seats)) if options.start is None else options.start
    player = Player(
        fame=0,
        field=OFF,
        turns=0,
        buildings=tuple(map(Building, START_BUILDINGS)),
        infamia=0,
        cards=START_HAND + options.noctis,
        backs=int(options.noctis),
    )
    board = Board(
        table=Table(options, start),
        phase=Phase.DRAW,
        waiting=(),
        active=start,
        spirit=LABRIUM,
        players=(player,) * seats,
        discard=(),
        bank=bank,
        pile=len(pile),
        noctis_discard=(),
        noctis_pile=len(noctis),
        golems=(),
        traded=(),
        offer=None,
        ending=False,
        winner=NOBODY,
        shown=shown,
        shuffles=(None, None),
    )
    return State(
        board=board,
        hands=tuple(tuple(reversed(hand)) for hand in hands),
        pile=tuple(pile),
        noctis_pile=noctis,
        faces=(),
        recalled=(Recalled(),) * seats,
        chance=draws.rest,
    )
