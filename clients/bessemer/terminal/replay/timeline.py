"""A logged match as a row of frames: the table after each turn, as a spectator saw it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bessemer.faces.language import tr
from bessemer.faces.players import Players
from bessemer.faces.taken_back import told_move
from bessemer.matches.records import Cause, MatchResult
from bessemer.printable import printable
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.notes import NO_NOTES
from bessemer.replays.reader import Replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.replays.seeds import seed_sentence
from bessemer.table.games import TableGame, table_game


class Frame(NamedTuple):
    """The table after one turn."""

    turn: int
    """0 is the set-up."""
    view: Any
    told: int
    """The number of entries of the log until now."""


class Timeline(NamedTuple):
    """All that can be shown of a replay."""

    game: TableGame
    match_id: str
    players: Players
    frames: tuple[Frame, ...]
    log: tuple[str, ...]
    ending: MatchResult | None
    trouble: str
    """The damage in the rest of the file; empty if nothing is."""
    chance: str = ""
    """The sources of its chance, in words."""

    def at_turn(self, turn: int) -> int:
        """The index of the first frame at or after a turn; of the last one if there is none."""
        later = (index for index, frame in enumerate(self.frames) if frame.turn >= turn)
        return next(later, len(self.frames) - 1)

    def at_round(self, number: int) -> int | None:
        """The index of the first frame of a round; `None` if the match did not get there."""
        found = (
            index
            for index, frame in enumerate(self.frames)
            if self.game.face.round_of(frame.view) == number
        )
        return next(found, None)


def build_timeline(replay: Replay, notes: Mapping[int, str] = NO_NOTES) -> Timeline:
    """
    Play the match again, as far as it verifies; `notes` has, by turn, what its bot noted.

    Raises:
        ReplayDiffers: not even the set-up can be shown.
    """
    player = ReplayPlayer(replay)
    header, game = player.header, player.game
    shown, players = table_game(header.game), Players(header.players)
    view = game.view(player.position.state, None)
    frames, log = [Frame(0, view, 0)], list[str]()
    trouble = "" if replay.error is None else str(replay.error)
    try:
        for entry, move, _, position in player.steps():
            what = told_move(shown.face, move, entry.seat, view, players)
            told = f"{entry.turn}. {players.title(entry.seat)} {what}"
            if entry.cause is Cause.TIMED_OUT:
                told = tr("{move} (timed out)", move=told)
            elif entry.cause is Cause.STILL_THINKING:
                told = tr("{move} (still thinking)", move=told)
            elif entry.cause is Cause.FORFEITED:
                told = tr("{move} (forfeited)", move=told)
            log.append(f"{told} [{entry.time_used / 1e6:.1f} s]")
            log += [f"  {printable(line)}" for line in notes.get(entry.turn, "").splitlines()]
            after = game.view(position.state, None)
            log += shown.face.describe_changes(view, after, players)
            view = after
            frames.append(Frame(entry.turn, view, len(log)))
    except ReplayDiffers as differs:
        trouble = str(differs)
    return Timeline(
        shown,
        header.match_id,
        players,
        tuple(frames),
        tuple(log),
        replay.result,
        trouble,
        seed_sentence(header),
    )
