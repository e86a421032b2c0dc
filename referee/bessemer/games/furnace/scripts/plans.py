"""The choices of a production plan."""

from bessemer.engine.choices import Script, Thing, one, some, words
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import COAL, TOKENS, carry_out
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.production import active_lines, idle_step
from bessemer.games.furnace.scripts.things import CARD, how_often
from bessemer.games.furnace.state import Board


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

            count = yield from how_often(
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
