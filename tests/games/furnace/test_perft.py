"""What the perft table of Furnace covers, and an independent count of its auctions."""

from itertools import pairwise
from typing import Final

import pytest

from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.state import Phase, State
from tests.games.furnace import slow_auction
from tests.games.furnace.slow_auction import Auction, Disc
from tests.games.perft import Match, load

MATCHES: Final = load("furnace")

every_match = pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.seed)


def slow(state: State) -> Auction:
    """The second reading of an auction that has begun."""
    board = state.board
    owners = board.table.capitalists[: len(board.players)]
    return Auction(
        cards=board.row.cards,
        capitalists=tuple(owner.value if owner else None for owner in owners),
        first=board.first,
        chance=state.chance,
        lying=[[Disc(seat, value) for seat, value in stack] for stack in board.row.stacks],
        hands=[list(hand) for hand in board.hands],
        bidder=board.waiting[0],
    )


def bids_for_sure(state: State) -> int:
    """How many bids come at least: one, and of two players the Financier may have to pass once."""
    board = state.board
    left = sum(len(hand) for hand in board.hands[: len(board.players)])
    may_pass = len(board.players) == 2 and Capitalist.FINANCIER in board.table.capitalists
    return max(1, left - may_pass)


@every_match
def test_the_slow_auction_counts_as_many_bids(match: Match) -> None:
    """While lines stay within the auction, the second reading of the rules counts the same."""
    states = list(match.states())
    for position in match.positions:
        if position.kind != Phase.BID:
            continue
        state = states[position.after]
        within = list(position.lines[: bids_for_sure(state)])
        counted = [slow_auction.count(slow(state), depth + 1) for depth in range(len(within))]

        assert within == counted


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_has_every_capitalist_and_every_kind_of_decision(players: int) -> None:
    """For each number of players: all capitalists, all phases, and several seats asked at once."""
    matches = [match for match in MATCHES if match.players == players]
    positions = [
        (position, list(match.states())[position.after])
        for match in matches
        for position in match.positions
    ]
    owners = {owner for _, state in positions for owner in state.board.table.capitalists}
    several = {position.kind for position, state in positions if len(state.board.waiting) > 1}

    assert set(Capitalist) <= owners
    assert {"bid", "compensation", "placement", "plan"} == {item.kind for item, _ in positions}
    assert {"compensation", "placement", "plan"} <= several


def test_the_table_has_auctions_in_which_the_financier_passes() -> None:
    """Two players place one disc less than they have, and a position counts the bids before it."""
    passes = []
    for match in MATCHES:
        for before, after in pairwise(match.states()):
            ends = before.board.phase is Phase.BID and after.board.phase is not Phase.BID
            if ends and match.players == 2:
                discs = sum(map(len, before.board.hands[:2]))
                passes += [match.seed] * (discs > 1)

    assert passes
