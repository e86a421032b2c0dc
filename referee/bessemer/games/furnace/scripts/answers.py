"""The choices of the answers that players give at the same time, after the auction."""

from collections.abc import Callable, Generator
from typing import Any, Final

from bessemer.engine.choices import Answer, Thing, Word
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Ask, Script, one, some, words
from bessemer.games.furnace.effects import COAL, TOKENS, Effect, affordable, carry_out
from bessemer.games.furnace.moves import ChainPlacement, Compensation, Move, ProductionPlan, Step
from bessemer.games.furnace.phases.chain import new_cards
from bessemer.games.furnace.phases.production import active_lines, idle_step
from bessemer.games.furnace.scripts.bidding import CARD
from bessemer.games.furnace.state import Board

FIRST: Final = "first"
"""The word for the left end of a line."""


def compensation(board: Board, seat: Seat) -> Script[Compensation]:
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
        count = yield from _how_often(
            card, limited, stock, lambda answer: answer.counts[len(counts)], with_count
        )
        counts = (*counts, count)
    return Compensation(counts)


def placement(board: Board, seat: Seat) -> Script[ChainPlacement]:
    """For each new card, in row order, the card before it in the line; the right end first."""
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


def plan(board: Board, seat: Seat) -> Script[ProductionPlan]:
    """The next card, a count for each of its processing lines and, at the start-up, what to flip."""
    player, startup = board.players[seat], board.table.startups[seat]
    left = list(player.line or (startup, *player.companies))
    stock, upgraded = list(player.stock), player.upgraded
    steps: tuple[Step, ...] = ()
    while left:
        offered = words(left[:1] if player.line else left, CARD)
        card = yield from one("card", offered, lambda made: made.steps[len(steps)].card)
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

            count = yield from _how_often(
                card,
                effect,
                stock,
                lambda made: made.steps[len(steps)].counts[len(counts)],
                with_count,
            )
            counts = (*counts, count)
        flips: tuple[str, ...] = ()
        if card == startup:
            companies = [other for other in player.companies if other not in upgraded]
            flips = yield from some(
                "flips",
                words(companies, CARD),
                lambda made: made.steps[len(steps)].flips,
                least=0,
                most=min(stock[COAL], stock[TOKENS], len(companies)),
                about=Thing(CARD, card),
            )
            stock[COAL] -= len(flips)
            stock[TOKENS] -= len(flips)
            upgraded = (*upgraded, *flips)
        steps = (*steps, Step(card, counts, flips))
    return ProductionPlan(steps)


def _how_often(
    card: str,
    effect: Effect,
    stock: list[int],
    read: Callable[[Any], int],
    with_count: Callable[[int], Move],
) -> Generator[Ask, Answer, int]:
    """How often to process by one line of `card`; done to the stock at once."""
    count = yield from one(
        "count",
        words(range(affordable(effect, stock, effect.limit) + 1)),
        read,
        about=Thing(CARD, card),
        others=lambda: ((Word(str(more)), with_count(more)) for more in range(effect.limit + 1)),
    )
    carry_out(effect, stock, int(count))
    return int(count)
