"""
The field of the Spirit: it must change its place, and the building it is on does not work.

To a neighbour on the ring or between ring and centre it goes for nothing, to any other place for the
whole hand.
"""

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.deck import CENTRE, Deck
from bessemer.games.alchemicus.cards.kinds import DOMO, Kind
from bessemer.games.alchemicus.moves import MoveSpirit
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Player


def enter_spirit(play: Play) -> None:
    """The one field whose action is not optional."""
    play.ask(play.active)


def free_places(deck: Deck, spirit: Kind) -> tuple[Kind, ...]:
    """Where the Spirit goes for nothing: the next field clockwise first, then the one before."""
    ring = deck.inner
    if spirit == CENTRE:
        return ring
    place = ring.index(spirit)
    return ring[(place + 1) % len(ring)], ring[place - 1], CENTRE


def dear_places(deck: Deck, spirit: Kind) -> tuple[Kind, ...]:
    """Where it goes for the whole hand. RULING alchemicus-dear (R16): where it goes not freely."""
    if spirit == CENTRE:
        return ()
    near = free_places(deck, spirit)
    return tuple([kind for kind in deck.inner if kind != spirit and kind not in near])


def victims(players: tuple[Player, ...] | list[Player], seat: Seat) -> list[Seat]:
    """The players who can be robbed: others with a Domo and a card."""
    # RULING alchemicus-domo-golem (R46): a Golem under the Domo is no help, no card is played on it.
    return [
        Seat(other)
        for other, player in enumerate(players)
        if other != seat
        and player.cards
        and any(building.kind == DOMO for building in player.buildings)
    ]


def move_spirit(play: Play, seat: Seat, move: MoveSpirit) -> None:
    """
    Move the Spirit, pay and rob.

    Raises:
        Refused: it stays, there is no such place, or nobody to rob so.
    """
    deck = play.options.deck
    if move.to == play.spirit:
        raise Refused(
            Code.SPIRIT_STAYS, say("the Spirit must leave {place}", place=move.to), part="to"
        )
    if move.to in dear_places(deck, play.spirit):
        # RULING alchemicus-empty-hand (R17): an empty hand is a whole hand.
        hand = play.hands[seat]
        play.pay(seat, hand, len(hand))
    elif move.to not in free_places(deck, play.spirit):
        raise Refused(
            Code.NO_TARGET, say("{place} is no place of the inner circle", place=move.to), part="to"
        )
    if move.victim is not None:
        # The sizes in `players` are those of before this move, and it has touched only the own.
        if move.to != CENTRE or move.victim not in victims(play.players, seat):
            raise Refused(
                Code.NO_THEFT,
                say("only in the centre, and only from another player with a Domo and a card"),
                part="victim",
            )
        _rob(play, seat, move.victim)
    play.spirit = move.to
    play.go(Phase.GLORIA)


def _rob(play: Play, thief: Seat, victim: Seat) -> None:
    """RULING alchemicus-theft (R19): each card of the hand is equally likely, of both decks."""
    hand = play.hands[victim]
    place, play.chance = play.chance.below(len(hand))
    card = hand[place]
    play.hands[victim] = hand[:place] + hand[place + 1 :]
    play.hands[thief] = (card, *play.hands[thief])
    play.changed |= 1 << thief | 1 << victim
    play.memory.stolen(thief, victim, card)
