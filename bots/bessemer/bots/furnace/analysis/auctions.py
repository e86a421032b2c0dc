"""The worth of each card of a row to each seat, beside who got it and who was paid for losing."""

from typing import NamedTuple

from bessemer.bots.furnace.analysis.log import Auction
from bessemer.bots.furnace.analysis.valuation import EPSILON, Prospects, valuation
from bessemer.bots.furnace.planning.worth import BestPlan
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Effect, amounts_text
from bessemer.games.furnace.phases.compensation import claims, winner
from bessemer.games.furnace.state import Board, Claim, Disc


class CardWorth(NamedTuple):
    """The worth of a card to one seat before the first bid, with all else as it was."""

    worth: float
    is_proven: bool


class Paid(NamedTuple):
    """The pay of a seat for being outbid on a card (or, the Bargain hunter, for winning it)."""

    seat: Seat
    effect: Effect
    times: int
    """So often an extraction, at most so often a processing."""
    used: int | None
    """How often it was done; `None` while the seat has not said so."""

    def __str__(self) -> str:
        if not self.effect.takes:
            return amounts_text((what, much * self.times) for what, much in self.effect.gives)
        return f"{'?' if self.used is None else self.used}x {self.effect}"


class Offer(NamedTuple):
    """A card of the row and what became of it."""

    card: str
    worths: tuple[CardWorth, ...]
    """By seat."""
    discs: tuple[Disc, ...]
    """In the order placed."""
    won: Disc | None
    """The disc that took the card; `None` without discs and while bids are missing."""
    paid: tuple[Paid, ...]


class AuctionAnalysis(NamedTuple):
    """The auction of one round."""

    round: int
    is_over: bool
    """Whether all bids were made."""
    offers: tuple[Offer, ...]


def card_worths(prospects: Prospects, board: Board, seat: Seat) -> tuple[CardWorth, ...]:
    """
    What each card of the row is worth to the seat.

    It is the best that can be made of the round with the card less the best without, and what the
    card's basic line brings in the rounds to come.
    """
    player, later = board.players[seat], valuation(board).cards
    without = prospects.best(board, seat, player)
    worths = []
    for card in board.row.cards:
        owning = _best_with(prospects, board, seat, card)
        worths.append(
            CardWorth(
                # Nobody earns less for owning one card more, whatever was found in the time.
                round(max(0.0, owning.worth - without.worth) + later[card], 1),
                owning.is_best and without.is_best,
            )
        )
    return tuple(worths)


def _best_with(prospects: Prospects, board: Board, seat: Seat, card: str) -> BestPlan:
    player = board.players[seat]
    owning = player._replace(companies=(*player.companies, card))
    if not player.line:
        return prospects.best(board, seat, owning)
    free = prospects.best(board, seat, owning._replace(line=()))
    places: list[BestPlan] = []
    for place in range(len(player.line), -1, -1):
        line = (*player.line[:place], card, *player.line[place:])
        places.append(prospects.best(board, seat, owning._replace(line=line)))
        if places[-1].worth > free.bound - EPSILON:
            break
    return max(places, key=lambda plan: plan.worth)


def auction_analysis(
    auction: Auction, worths: tuple[tuple[CardWorth, ...], ...]
) -> AuctionAnalysis:
    """The auction, with what its cards were worth: `worths` by seat, then from left to right."""
    board, row, is_over, _, _ = auction
    owed: tuple[tuple[Claim, ...], ...] = claims(board.table, row) if is_over else ()
    offers = []
    for place, (card, stack) in enumerate(zip(row.cards, row.stacks, strict=True)):
        paid = [
            Paid(Seat(seat), claim.effect, claim.times, _used(auction, Seat(seat), claim))
            for seat, _ in enumerate(board.players)
            for claim in (owed[seat] if owed else ())
            if claim.card == card
        ]
        offers.append(
            Offer(
                card,
                tuple(of_seat[place] for of_seat in worths),
                stack,
                winner(stack) if stack and is_over else None,
                tuple(paid),
            )
        )
    return AuctionAnalysis(board.round, is_over, tuple(offers))


def _used(auction: Auction, seat: Seat, claim: Claim) -> int | None:
    if not claim.effect.takes:
        return claim.times
    # Who had no choice was not asked, and did nothing.
    return None if seat in auction.unanswered else auction.used.get((seat, claim.card), 0)
