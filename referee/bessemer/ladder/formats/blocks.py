"""Blocks: one set-up played under several seatings, so that neither cards nor seats decide."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations

SeatOrder = tuple[str, ...]
"""Who sits where, by seat."""


Place = tuple[str, int | None]
"""
A player and which instance of it: a process behind its own walls, which knows nothing of the others.

`None` for a player from elsewhere, whose programs may tell each other whatever they like.
"""


class Seatings(StrEnum):
    """Under how many seatings a set-up is played."""

    ONE = "one"
    """Only as the players are given."""
    ROTATED = "rotated"
    """Everybody once in every seat, each with the same neighbours."""
    ALL = "all"
    """Every order."""


def block_of(players: Sequence[str], seatings: Seatings) -> tuple[SeatOrder, ...]:
    """The matches of one block among `players`, each seating once."""
    given = tuple(players)
    match seatings:
        case Seatings.ONE:
            found: tuple[SeatOrder, ...] = (given,)
        case Seatings.ROTATED:
            found = tuple(given[ahead:] + given[:ahead] for ahead in range(len(given)))
        case Seatings.ALL:
            found = tuple(permutations(given))
    # A player who sits twice makes some of them equal.
    return tuple(dict.fromkeys(found))


def mirrored_block(
    player: str, other: str, seats: int, seatings: Seatings
) -> tuple[SeatOrder, ...]:
    """
    The matches of one block of two players alone, who share all seats: every seating and its mirror.

    With an odd number of seats each has the odd one in half of the matches.
    """
    line = tuple((player, other)[seat % 2] for seat in range(seats))
    swapped = tuple(other if who == player else player for who in line)
    # Only one rotation would leave the two unequal.
    way = Seatings.ROTATED if seatings is Seatings.ONE else seatings
    return tuple(dict.fromkeys((*block_of(line, way), *block_of(swapped, way))))


def compared_block(
    player: str, other: str, fixed: Sequence[str], seatings: Seatings
) -> tuple[SeatOrder, ...]:
    """
    The matches of one block of two players with `fixed` others: every seating and its mirror.

    In the mirror the two have changed seats and nobody else has.
    """
    line = (player, other, *fixed)
    swapped = (other, player, *fixed)
    way = Seatings.ROTATED if seatings is Seatings.ONE else seatings
    return tuple(dict.fromkeys((*block_of(line, way), *block_of(swapped, way))))


def instances_of(seating: SeatOrder) -> tuple[int, ...]:
    """By seat: which instance of its player sits there, so that none has two seats of a match."""
    return tuple(seating[:seat].count(player) for seat, player in enumerate(seating))


def instances_needed(block: Sequence[SeatOrder]) -> Counter[str]:
    """
    How many instances of each player a block needs, all of them restarted after each of its matches.

    None if it is a single match of different players: their processes can live on.
    """
    needed: Counter[str] = Counter()
    for seating in block:
        needed |= Counter(seating)
    return needed if len(block) > 1 or max(needed.values()) > 1 else Counter()
