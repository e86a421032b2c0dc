"""A logged match in plain lines: every move in a table, then the result."""

import sys
from collections.abc import Mapping
from typing import Final, Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bessemer.faces.language import Key, key, tr, tr_key
from bessemer.matches.records import Cause, MatchResult
from bessemer.printable import printable
from bessemer.replays.notes import NO_NOTES
from bessemer.replays.reader import Replay
from bessemer.replays.seeds import seed_sentence

_COLUMNS: Final[tuple[tuple[Key, Literal["left", "right"]], ...]] = (
    (key("turn"), "right"),
    (key("seat"), "left"),
    (key("move"), "left"),
    (key("seconds"), "right"),
    (key("cause"), "left"),
)
_CAUSES: Final = {
    Cause.PLAYED: key("played"),
    Cause.TIMED_OUT: key("timed out"),
    Cause.STILL_THINKING: key("still thinking"),
    Cause.FORFEITED: key("forfeited"),
    Cause.TAKEN_BACK: key("taken back"),
}


def print_replay(replay: Replay, notes: Mapping[int, str] = NO_NOTES) -> int:
    """Print what can be read of a replay, and the notes of its bots by turn; 0 if that is all of it."""
    header = replay.header
    if header is None:
        return failed(str(replay.error))
    console = Console(highlight=False)
    seats = [f"{seat} {printable(player)}" for seat, player in enumerate(header.players)]
    table = Table(
        title=Text(tr("{game}, match {match}", game=header.game, match=printable(header.match_id)))
    )
    for heading, justify in _COLUMNS:
        table.add_column(tr_key(heading), justify=justify)
    if notes:
        table.add_column(tr("note"))
    for turn, seat, move, cause, spent, _ in replay.records:
        table.add_row(
            str(turn),
            Text(seats[seat] if seat < len(seats) else str(seat)),
            Text(printable(move)),
            f"{spent / 1e6:.3f}",
            Text("" if cause is Cause.PLAYED else cause_text(cause), "red"),
            *([Text("\n".join(map(printable, notes.get(turn, "").splitlines())))] if notes else ()),
        )
    console.print(table)
    console.print(Text(printable(seed_sentence(header))))
    if replay.result is not None:
        _print_result(console, replay.result, seats)
    return 0 if replay.error is None else failed(f"damaged: {replay.error}")


def _print_result(console: Console, ending: MatchResult, seats: list[str]) -> None:
    faults = {int(fault.seat): f"{fault.fault}: {fault.message}" for fault in ending.seat_faults}
    title = str(ending.status)
    if ending.fault is not None:
        title = tr(
            "{status}, fault {fault}: {why}",
            status=title,
            fault=ending.fault,
            why=printable(ending.message),
        )
    table = Table(title=Text(title))
    for heading in (tr("rank"), tr("seat"), tr("score"), tr("fault")):
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


def cause_text(cause: Cause) -> str:
    """Why a move was made, in words."""
    return tr_key(_CAUSES[cause])


def failed(message: str) -> int:
    """Say why it failed; 1."""
    sys.stderr.write(f"bessemer: {printable(message)}\n")
    return 1
