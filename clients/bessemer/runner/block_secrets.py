"""When the seeds and replays of blocks may be told, for a schedule that was interrupted or has ended."""

from bessemer.ladder.schedule import Schedule
from bessemer.storage.ladders.ladder_store import SqlLadderStore


def tell_finished_blocks(ladders: SqlLadderStore, ladder: str, schedule: Schedule) -> None:
    """
    Let the seeds of blocks be told that are over; of a schedule that is done, all of them. Blocking.

    A referee closes each block with its last match. It may have been killed just before; and a
    schedule may be done before all its blocks are, as a comparison is when it has decided.
    """
    over = [
        block
        for block in ladders.open_blocks(ladder)
        if schedule.is_done or schedule.is_over(block.name)
    ]
    if over:
        ladders.close_blocks(over)
