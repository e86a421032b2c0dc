"""The choices of an answer to the compensations."""

from bessemer.engine.choices import Script
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import carry_out
from bessemer.games.furnace.moves import Compensation
from bessemer.games.furnace.scripts.things import how_often
from bessemer.games.furnace.state import Board


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
        count = yield from how_often(
            card, limited, stock, lambda answer: answer.counts[len(counts)], with_count
        )
        counts = (*counts, count)
    return Compensation(counts)
