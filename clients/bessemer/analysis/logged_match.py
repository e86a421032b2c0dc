"""A replay as the words that think about it need it: verified, and its moves read."""

import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.bots.furnace.analysis.log import LoggedMove
from bessemer.matches.records import Cause, MatchResult, MoveRecord
from bessemer.replays.format import Header
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import ReplayDiffers, ReplayPlayer

_STDIN: Final = "-"
_GAME: Final = "furnace"


class UnusableReplay(Exception):
    """
    Nothing can be done with the file; the message says why.

    Attributes:
        exit_code: what the command ends with: 2 if the file is sound but not for this word.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class LoggedMatch(NamedTuple):
    """A match up to where its replay is sound."""

    header: Header
    setup: Any
    """The state before the first move."""
    state: Any
    """The state after the last."""
    entries: tuple[MoveRecord, ...]
    moves: tuple[LoggedMove, ...]
    """The same, read."""
    ending: MatchResult | None
    error: str | None
    """What is wrong with the rest of the file."""


def read_match(file: str) -> LoggedMatch:
    """
    The match in a file (`-` is the standard input), played again turn by turn.

    Raises:
        UnusableReplay: the file cannot be read, is no replay, or needs other rules.
    """
    try:
        data = sys.stdin.buffer.read() if file == _STDIN else Path(file).read_bytes()
    except OSError as failure:
        raise UnusableReplay(f"cannot read {file}: {failure.strerror}") from None
    replay = read_replay(data)
    try:
        again = ReplayPlayer(replay)
    except ReplayDiffers as differs:
        raise UnusableReplay(f"{file}: {differs}") from None
    if again.game.name != _GAME:
        raise UnusableReplay(
            f"{file}: a match of {again.game.name}; only matches of {_GAME} can be analysed and "
            "branched",
            exit_code=2,
        )
    setup, entries, moves = again.state, [], []
    error = None if replay.error is None else str(replay.error)
    try:
        for entry in replay.entries:
            again.play(entry)
            entries.append(entry)
            default = "" if entry.cause is Cause.PLAYED else entry.cause.value
            moves.append(LoggedMove(entry.turn, entry.seat, again.game.parse(entry.move), default))
        if replay.ending is not None:
            again.end(replay.ending)
    except ReplayDiffers as differs:
        error = str(differs)
    return LoggedMatch(
        header=replay.header or again.header,
        setup=setup,
        state=again.state,
        entries=tuple(entries),
        moves=tuple(moves),
        ending=replay.ending,
        error=error,
    )
