"""The ranks of a match once forfeits are counted."""

from collections.abc import Collection, Sequence


def final_ranks(outcome_ranks: Sequence[int], forfeited: Collection[int]) -> tuple[int, ...]:
    """
    The ranks by seat: who forfeited is last, the others stand as the game ranks them.

    All who forfeited share the last rank, whatever they had scored; if everybody did, that is 1.
    """
    playing = [rank for seat, rank in enumerate(outcome_ranks) if seat not in forfeited]
    return tuple(
        1 + (len(playing) if seat in forfeited else sum(other < rank for other in playing))
        for seat, rank in enumerate(outcome_ranks)
    )
