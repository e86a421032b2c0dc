"""Short logs made by hand, and those of the golden replays."""

from functools import cache
from pathlib import Path
from typing import Final

from bessemer.bots.furnace.analysis.log import Log, LoggedMove, read_log
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import parse_move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from bessemer.matches.records import Cause
from bessemer.replays.reader import Replay, read_replay
from tests.replays.make import FOLDER

GOLDEN: Final = {path.stem: path for path in sorted((FOLDER / "furnace").glob("*.replay"))}
LAST: Final = 4
"""The last round of a match with the usual options."""


def in_round(state: State, number: int) -> State:
    """The same position in another round."""
    return state._replace(board=state.board._replace(round=number))


def moves_of(*texts: str) -> list[LoggedMove]:
    """Moves written as "0: bid 3 on C07", in the order of turns."""
    moves = []
    for turn, text in enumerate(texts, 1):
        seat, _, move = text.partition(": ")
        moves.append(LoggedMove(turn, Seat(int(seat)), parse_move(move)))
    return moves


def logged(state: State, *texts: str) -> Log:
    """The log of these moves from `state` on."""
    return read_log(state, moves_of(*texts))


@cache
def golden(name: str) -> tuple[State, tuple[LoggedMove, ...]]:
    """The set-up and the moves of a golden replay."""
    replay = _read(GOLDEN[name])
    header = replay.header
    assert header is not None
    options = FURNACE.options(header.options)
    state = FURNACE.setup(options, len(header.players), Chance(header.seed))
    return state, tuple(
        LoggedMove(
            entry.turn,
            entry.seat,
            parse_move(entry.move),
            "" if entry.cause is Cause.PLAYED else entry.cause.value,
        )
        for entry in replay.entries
    )


def _read(path: Path) -> Replay:
    return read_replay(path.read_bytes())
