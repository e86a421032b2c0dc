"""Drawing from the two piles, and making a pile of its discards when it runs out."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import (
    BASE_DECK,
    GOLEM,
    INFAMIA,
    NOCTIS_DECK,
    SPIRITUS,
    Kind,
)
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import FREE, Board

BANK_SIZE: Final = 5


def draw_base(play: Play, seat: Seat) -> bool:
    """Draw a base card into a hand; whether there was one. RULING alchemicus-lost (R37)."""
    card = _take(play)
    if card is None:
        return False
    play.hands[seat] = (card, *play.hands[seat])
    play.changed |= 1 << seat
    play.memory.drew(seat, card)
    _renew(play)
    return True


def draw_good(play: Play) -> int:
    """Lay the next base card face down; its number. The caller knows that there is a card."""
    card = _take(play)
    assert card is not None
    number = play.lay_down(card)
    _renew(play)
    return number


def refill_bank(play: Play, place: int) -> None:
    """Lay the next base card open in the bank, one and never more, at the place that was freed."""
    card = _take(play)
    if card is not None:
        play.bank = (*play.bank[:place], card, *play.bank[place:])
        play.memory.dealt_open(card)
        _renew(play)


def draw_noctis(play: Play, seat: Seat) -> None:
    """Draw a Noctis card into a hand, if there is one. RULING alchemicus-lost (R37)."""
    _renew_noctis(play)
    if not play.noctis_pile:
        return
    card = play.noctis_pile[-1]
    play.noctis_pile = play.noctis_pile[:-1]
    play.hands[seat] = (card, *play.hands[seat])
    play.changed |= 1 << seat
    play.memory.drew(seat, card)
    _renew_noctis(play)


def is_noctis_left(now: Board | Play) -> bool:
    """Whether a Noctis card can be drawn."""
    return bool(now.noctis_pile or now.noctis_discard)


def _take(play: Play) -> Kind | None:
    _renew(play)
    if not play.pile:
        return None
    card = play.pile[-1]
    play.pile = play.pile[:-1]
    return card


def _renew(play: Play) -> None:
    """An empty pile is made of the discards, and of the bank, at once."""
    # RULING alchemicus-reshuffle (R34): asked after every single card, and again before the next
    # if there was nothing to make a pile of.
    if play.pile:
        return
    cards = play.discard + play.bank
    if not cards:
        return
    shuffled, play.chance = play.chance.shuffled(cards)
    # RULING alchemicus-small-bank (R35): one card at least goes to the pile.
    size = min(BANK_SIZE, len(cards) - 1) if play.options.bank else 0
    play.bank, play.pile, play.discard = shuffled[:size], shuffled[size:], ()
    built = [building.kind for player in play.players for building in player.buildings]
    goods = tuple(number for number, face in enumerate(play.faces) if face != FREE)
    play.memory.shuffled(BASE_DECK, play.pile, (*built, *play.bank), goods, play.hands)


def _renew_noctis(play: Play) -> None:
    # RULING alchemicus-noctis-reshuffle (R36): like the base pile, apart from it.
    if play.noctis_pile or not play.noctis_discard:
        return
    play.noctis_pile, play.chance = play.chance.shuffled(play.noctis_discard)
    play.noctis_discard = ()
    play.memory.shuffled(NOCTIS_DECK, play.noctis_pile, laid_out(play), (), play.hands)


def laid_out(now: Board | Play) -> Iterator[Kind]:
    """The Noctis cards that lie on fields, beside players and at buildings."""
    yield from (GOLEM,) * len(now.golems)
    for player in now.players:
        yield from (INFAMIA,) * player.infamia
        for building in player.buildings:
            yield from (GOLEM,) * building.golems + (SPIRITUS,) * building.spiritus
