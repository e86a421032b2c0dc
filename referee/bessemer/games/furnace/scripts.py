"""The small choices that lead to a move, by phase; see `bessemer.engine.choices`."""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Final

from bessemer.engine.choices import Answer, Ask, Script, Thing, Word, one, some, words
from bessemer.engine.game import Seat
from bessemer.games.furnace.auction import legal_bids
from bessemer.games.furnace.chain import new_cards
from bessemer.games.furnace.effects import COAL, TOKENS, Effect, affordable, carry_out
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    Step,
)
from bessemer.games.furnace.production import active_lines, idle_step
from bessemer.games.furnace.state import Board, Phase, View

CARD: Final = "card"
"""What words stand for: a card of the row or an own one, by its id."""
FIRST: Final = "first"
"""The word for the left end of a line."""


def script(view: View) -> Script[Move]:
    """See `Game.script`."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return _SCRIPTS[view.board.phase](view.board, view.seat)


def canonical(view: View, move: Move) -> Move:
    """Flips in the order in which the companies were won: their order means nothing."""
    if not isinstance(move, ProductionPlan) or view.seat is None:
        return move
    won = view.board.players[view.seat].companies
    return ProductionPlan(
        tuple(step._replace(flips=tuple(sorted(step.flips, key=won.index))) for step in move.steps)
    )


def _bid(board: Board, seat: Seat) -> Script[Bid]:
    """A card of the row, then a disc."""
    bids, hand = list(legal_bids(board, seat)), board.hands[seat]
    row = board.row.cards
    open_cards = [card for card in row if any(bid.card == card for bid in bids)]

    def other_cards() -> Iterator[tuple[Word, Bid]]:
        return (
            (word, Bid(hand[0], word.text))
            for word in words(row, CARD)
            if word.text not in open_cards
        )

    card = yield from one(
        "company", words(open_cards, CARD), lambda bid: bid.card, others=other_cards
    )
    values = [bid.value for bid in bids if bid.card == card]

    def other_values() -> Iterator[tuple[Word, Bid]]:
        closed = [value for value in dict.fromkeys(hand) if value not in values]
        return ((Word(str(value)), Bid(value, card)) for value in closed)

    value = yield from one(
        "disc", words(values), lambda bid: bid.value, about=Thing(CARD, card), others=other_values
    )
    return Bid(int(value), card)


def _compensation(board: Board, seat: Seat) -> Script[Compensation]:
    """How often to process, card by card from left to right."""
    owed, stock = board.owed[seat], list(board.players[seat].stock)
    length = sum(1 for claim in owed if claim.effect.takes)
    counts: tuple[int, ...] = ()
    for card, effect, times in owed:
        if not effect.takes:
            carry_out(effect, stock, times)
            continue

        def with_count(count: int) -> Compensation:
            given = (*counts, count)
            return Compensation((*given, *(0,) * (length - len(given))))

        limited = effect._replace(limit=times)
        count = yield from _count(
            card, limited, stock, lambda answer: answer.counts[len(counts)], with_count
        )
        counts = (*counts, count)
    return Compensation(counts)


def _count(
    card: str,
    effect: Effect,
    stock: list[int],
    read: Callable[[Any], int],
    with_count: Callable[[int], Move],
) -> Generator[Ask, Answer, int]:
    """How often to process by one line of `card`; done to the stock at once."""
    most = affordable(effect, stock, effect.limit)

    def others() -> Iterator[tuple[Word, Move]]:
        return ((Word(str(more)), with_count(more)) for more in range(most + 1, effect.limit + 1))

    offered, about = words(range(most + 1)), Thing(CARD, card)
    count = int((yield from one("count", offered, read, about=about, others=others)))
    carry_out(effect, stock, count)
    return count


def _placement(board: Board, seat: Seat) -> Script[ChainPlacement]:
    """For each new card, in row order, the card after which it stands; the right end first."""
    player = board.players[seat]
    line = player.line
    for card in new_cards(player):

        def read(move: ChainPlacement) -> str:
            before = move.line[: move.line.index(card)]
            return next((other for other in reversed(before) if other in line), FIRST)

        offered = (*words(reversed(line), CARD), Word(FIRST))
        after = yield from one("after", offered, read, about=Thing(CARD, card))
        place = 0 if after == FIRST else line.index(after) + 1
        line = (*line[:place], card, *line[place:])
    return ChainPlacement(line)


def _plan(board: Board, seat: Seat) -> Script[ProductionPlan]:
    """The next card, a count for each of its processing lines and, at the start-up, what to flip."""
    player, startup = board.players[seat], board.table.startups[seat]
    left = list(player.line or (startup, *player.companies))
    stock, upgraded = list(player.stock), player.upgraded
    steps: tuple[Step, ...] = ()
    while left:
        offered = words(left[:1] if player.line else left, CARD)
        card = yield from one("card", offered, lambda plan: plan.steps[len(steps)].card)
        left.remove(card)
        counts: tuple[int, ...] = ()
        idle = idle_step(board, upgraded, card).counts
        for effect in active_lines(board, upgraded, card):
            if not effect.takes:
                carry_out(effect, stock, 1)
                continue

            def with_count(count: int) -> ProductionPlan:
                given = (*counts, count)
                step = Step(card, (*given, *idle[len(given) :]))
                rest = [idle_step(board, upgraded, other) for other in left]
                return ProductionPlan((*steps, step, *rest))

            count = yield from _count(
                card,
                effect,
                stock,
                lambda plan: plan.steps[len(steps)].counts[len(counts)],
                with_count,
            )
            counts = (*counts, count)
        flips: tuple[str, ...] = ()
        if card == startup:
            companies = [other for other in player.companies if other not in upgraded]
            flips = yield from some(
                "flips",
                words(companies, CARD),
                lambda plan: plan.steps[len(steps)].flips,
                least=0,
                most=min(stock[COAL], stock[TOKENS], len(companies)),
                about=Thing(CARD, card),
            )
            stock[COAL] -= len(flips)
            stock[TOKENS] -= len(flips)
            upgraded = (*upgraded, *flips)
        steps = (*steps, Step(card, counts, flips))
    return ProductionPlan(steps)


_SCRIPTS: Final[Mapping[Phase, Callable[[Board, Seat], Script[Move]]]] = {
    Phase.BID: _bid,
    Phase.COMPENSATION: _compensation,
    Phase.PLACEMENT: _placement,
    Phase.PLAN: _plan,
}
