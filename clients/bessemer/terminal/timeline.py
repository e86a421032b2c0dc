"""A logged match as a row of frames: the table after each turn, as a spectator saw it."""

from typing import Any, NamedTuple

from bessemer.matches.records import Cause, MatchResult
from bessemer.replays.player import ReplayDiffers, ReplayPlayer
from bessemer.replays.reader import Replay
from bessemer.terminal.face import Face
from bessemer.terminal.games import FACES
from bessemer.terminal.seats import Seats


class Frame(NamedTuple):
    """The table after one turn."""

    turn: int
    """0 is the set-up."""
    view: Any
    told: int
    """How many entries of the log have happened by now."""


class Timeline(NamedTuple):
    """All that can be shown of a replay."""

    game: str
    match_id: str
    face: Face
    seats: Seats
    frames: tuple[Frame, ...]
    log: tuple[str, ...]
    ending: MatchResult | None
    trouble: str
    """What is wrong with the rest of the file; empty if nothing is."""

    def at_turn(self, turn: int) -> int:
        """The place of the first frame at or after a turn; of the last one if there is none."""
        later = (place for place, frame in enumerate(self.frames) if frame.turn >= turn)
        return next(later, len(self.frames) - 1)

    def at_chapter(self, number: int) -> int | None:
        """The place of the first frame of a round; `None` if the match did not get there."""
        found = (
            place
            for place, frame in enumerate(self.frames)
            if self.face.chapter(frame.view) == number
        )
        return next(found, None)


def build_timeline(replay: Replay) -> Timeline:
    """
    Play the match again, as far as it verifies.

    Raises:
        ReplayDiffers: not even the set-up can be shown.
    """
    player = ReplayPlayer(replay)
    header, game = player.header, player.game
    face, seats = FACES[header.game], Seats(header.players)
    view = game.view(player.position.state, None)
    frames, log = [Frame(0, view, 0)], list[str]()
    trouble = "" if replay.error is None else str(replay.error)
    try:
        for entry, move, _, position in player.steps():
            what = face.told(move, int(entry.seat), view)
            cause = "" if entry.cause is Cause.PLAYED else f" ({entry.cause.value})"
            seconds = entry.time_used / 1e6
            log.append(f"{entry.turn}. {seats.title(entry.seat)} {what}{cause} [{seconds:.1f} s]")
            after = game.view(position.state, None)
            log += face.happened(view, after, seats)
            view = after
            frames.append(Frame(entry.turn, view, len(log)))
    except ReplayDiffers as differs:
        trouble = str(differs)
    return Timeline(
        header.game,
        header.match_id,
        face,
        seats,
        tuple(frames),
        tuple(log),
        replay.result,
        trouble,
    )
