"""A replay as analysis and branches need it: verified, with the states of every turn."""

from typing import NamedTuple

from bessemer.analysis.rooms import games_with_analysis, has_analysis
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.taken_back import TakenBack
from bessemer.matches.records import MatchResult
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.format import Header
from bessemer.replays.reader import read_replay, replay_bytes
from bessemer.replays.replaying import Position, ReplayPlayer, Step


class UnusableReplay(Exception):
    """
    Nothing can be done with the file; the message says why.

    Attributes:
        exit_code: what the command ends with: 2 if the file is sound but not for this command.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class LoggedMatch(NamedTuple):
    """A match up to where its replay is sound."""

    header: Header
    game: AnyGame
    first: Position
    """Before the first move."""
    steps: tuple[Step, ...]
    """The moves in the order of their turns, each with what came before and after it."""
    result: MatchResult | None
    error: str | None
    """The damage in the rest of the file."""


def read_match_to_analyse(file: str) -> LoggedMatch:
    """
    The match in a file, of a game that has an analysis.

    Raises:
        UnusableReplay: see `read_match`; or the game has none.
    """
    match = read_match(file)
    if not has_analysis(match.game.name):
        raise UnusableReplay(
            f"{file}: a match of {match.game.name}; only matches of "
            f"{', '.join(games_with_analysis())} can be analysed",
            exit_code=2,
        )
    return match


def read_match(file: str) -> LoggedMatch:
    """
    The match in a file (`-` is the standard input), played again turn by turn.

    Raises:
        UnusableReplay: the file cannot be read, is no replay, or needs other rules.
    """
    try:
        data = replay_bytes(file)
    except OSError as failure:
        raise UnusableReplay(f"cannot read {file}: {failure.strerror}") from None
    return logged_match(data, file)


def logged_match(content: bytes, name: str = "the replay") -> LoggedMatch:
    """
    The match of a replay, played again turn by turn.

    Raises:
        UnusableReplay: it is no replay, or needs other rules; `name` is what it is called then.
    """
    replay = read_replay(content)
    try:
        player = ReplayPlayer(replay)
    except ReplayDiffers as differs:
        raise UnusableReplay(f"{name}: {differs}") from None
    first, steps = player.position, list[Step]()
    error = None if replay.error is None else str(replay.error)
    try:
        for step in player.steps():
            if isinstance(step.move, TakenBack):
                steps = [one for one in steps if one.record.turn < step.move.turn]
            else:
                steps.append(step)  # those before a difference are kept
        if replay.result is not None:
            player.check_result(replay.result)
    except ReplayDiffers as differs:
        error = str(differs)
    return LoggedMatch(player.header, player.game, first, tuple(steps), replay.result, error)
