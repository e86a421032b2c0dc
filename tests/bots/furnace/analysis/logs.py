"""Short logs made by hand, and those of the golden replays."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from bessemer.bots.furnace.analysis.log import Log, LoggedMove, read_log
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Move, parse_move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from bessemer.matches.records import Cause
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from tests.replays.make import FOLDER

GOLDEN: Final = {path.stem: path for path in sorted((FOLDER / "furnace").glob("*.replay"))}
LAST: Final = 4
"""The last round of a match with the usual options."""


def in_round(state: State, number: int) -> State:
    """The same position in another round."""
    return state._replace(board=state.board._replace(round=number))


def moves_from(state: State, moves: Iterable[tuple[Seat, Move]]) -> list[LoggedMove]:
    """Moves made one after the other from `state` on."""
    made, asked = [], state
    for turn, (seat, move) in enumerate(moves, 1):
        after = FURNACE.apply(state, seat, move)
        if (state.board.phase, state.board.round) != (asked.board.phase, asked.board.round):
            asked = state
        made.append(LoggedMove(turn, seat, move, "", asked, state, after))
        state = after
    return made


def logged(state: State, *texts: str) -> Log:
    """The log of moves, written as "0: bid 3 on C07", from `state` on."""
    parted = (text.partition(": ") for text in texts)
    moves = ((Seat(int(seat)), parse_move(move)) for seat, _, move in parted)
    return read_log(state, moves_from(state, moves))


@cache
def golden(name: str) -> tuple[State, tuple[LoggedMove, ...]]:
    """The set-up and the moves of a golden replay."""
    player = ReplayPlayer(read_replay(GOLDEN[name].read_bytes()))
    setup = player.position.state
    return setup, tuple(
        LoggedMove(
            step.record.turn,
            step.record.seat,
            step.move,
            "" if step.record.cause is Cause.PLAYED else step.record.cause.value,
            step.asked,
            step.before.state,
            step.after.state,
        )
        for step in player.steps()
    )
