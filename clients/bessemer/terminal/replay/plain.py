"""A logged match in plain lines: every move in a table, then the result."""

import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bessemer.matches.records import Cause, MatchResult
from bessemer.printable import printable
from bessemer.replays.reader import Replay
from bessemer.replays.seeds import seed_sentence


def print_replay(replay: Replay) -> int:
    """Print what can be read of a replay; 0 if that is all of it."""
    header = replay.header
    if header is None:
        return failed(str(replay.error))
    console = Console(highlight=False)
    seats = [f"{seat} {printable(player)}" for seat, player in enumerate(header.players)]
    table = Table(title=Text(f"{header.game}, match {printable(header.match_id)}"))
    for heading in ("turn", "seat", "move", "seconds", "cause"):
        table.add_column(heading, justify="right" if heading in ("turn", "seconds") else "left")
    for turn, seat, move, cause, spent, _ in replay.records:
        table.add_row(
            str(turn),
            Text(seats[seat] if seat < len(seats) else str(seat)),
            Text(printable(move)),
            f"{spent / 1e6:.3f}",
            Text("" if cause is Cause.PLAYED else cause.value, "red"),
        )
    console.print(table)
    console.print(Text(printable(seed_sentence(header))))
    if replay.result is not None:
        _print_result(console, replay.result, seats)
    return 0 if replay.error is None else failed(f"damaged: {replay.error}")


def _print_result(console: Console, ending: MatchResult, seats: list[str]) -> None:
    faults = {int(fault.seat): f"{fault.fault}: {fault.message}" for fault in ending.seat_faults}
    by = "" if ending.fault is None else f", fault {ending.fault}: {printable(ending.message)}"
    table = Table(title=Text(f"{ending.status}{by}"))
    for heading in ("rank", "seat", "score", "fault"):
        table.add_column(heading)
    # A file that does not verify may name more seats or fewer than there are; an aborted one none.
    ranks, scores = dict(enumerate(ending.ranks)), dict(enumerate(ending.scores))
    for seat in sorted(range(len(seats)), key=lambda seat: ranks.get(seat, 0)):
        table.add_row(
            str(ranks.get(seat, "")),
            Text(seats[seat]),
            str(scores.get(seat, "")),
            Text(printable(faults.get(seat, "")), "red"),
        )
    console.print(table)


def failed(message: str) -> int:
    """Say why it failed; 1."""
    sys.stderr.write(f"bessemer: {printable(message)}\n")
    return 1
