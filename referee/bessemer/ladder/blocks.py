"""Blocks: one set-up played under several seatings, so that neither cards nor seats decide."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations

SeatOrder = tuple[str, ...]
"""Who sits where, by seat."""


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
