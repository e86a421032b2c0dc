"""
Verifying replays: play the match again and hold every turn against what was recorded.

Nothing recorded is trusted. The seed and the moves are played by the rules, and whatever else the
file says must come out of that.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.matches.fingerprint import fingerprint
from bessemer.matches.ranking import final_ranks
from bessemer.matches.records import Cause, MatchResult, MoveRecord, Status
from bessemer.replays.format import Header
from bessemer.replays.reader import Replay


class Verification(NamedTuple):
    """Whether a replay is what its rules make of its seed and moves; if not, where it begins."""

    ok: bool
    message: str
    turn: int | None = None
    """The first turn that differs; `None` where it is the file, the header or the end."""
    recorded: str = ""
    found: str = ""
    """What came out instead of what was recorded."""

    def __str__(self) -> str:
        where = "" if self.turn is None else f"turn {self.turn}: "
        differs = f" (recorded {self.recorded}, came out {self.found})" if self.recorded else ""
        return f"{where}{self.message}{differs}"


class ReplayDiffers(Exception):
    """A replay that cannot be played on; `verdict` says why."""

    def __init__(self, verdict: Verification) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


def verify(replay: Replay) -> Verification:
    """Play the match again and name the first thing that differs."""
    try:
        again = ReplayPlayer(replay)
        for entry in replay.entries:
            again.play(entry)
        # What comes before the damage is verified first: it is the more telling of the two.
        if replay.error is not None:
            return Verification(ok=False, message=str(replay.error))
        if replay.ending is None:
            return Verification(ok=False, message="the end of the match is missing")
        again.end(replay.ending)
    except ReplayDiffers as differs:
        return differs.verdict
    return Verification(ok=True, message=f"{len(replay.entries)} turns, {replay.ending.status}")


def states(replay: Replay) -> Iterator[Any]:
    """
    The state after each turn.

    Raises:
        ReplayDiffers: the replay does not verify up to this turn.
    """
    again = ReplayPlayer(replay)
    for entry in replay.entries:
        again.play(entry)
        yield again.state


class ReplayPlayer:
    """
    A match that is played again, from the set-up on.

    Raises:
        ReplayDiffers: from every method, as soon as something is not as recorded.
    """

    def __init__(self, replay: Replay) -> None:
        if replay.header is None:
            raise _differs(str(replay.error or "the header is missing"))
        self.header = replay.header
        self.game = _game(replay.header)
        self.state = _set_up(self.game, replay.header)
        self._open: dict[Seat, int] = {}
        self._asked = 0
        self._timeouts = [0] * len(replay.header.players)
        self._sealed: list[MoveRecord] = []
        self._ask()

    @property
    def forfeited(self) -> frozenset[Seat]:
        """The seats that have run out of time as often as it takes, which is at least once."""
        limit = max(1, self.header.clock.strike_limit)
        return frozenset(
            Seat(seat) for seat, strikes in enumerate(self._timeouts) if strikes >= limit
        )

    def play(self, entry: MoveRecord) -> None:
        """Make the move of one turn, the next in the order of turns."""
        turn, seat = entry.turn, entry.seat
        if self.header.started is None:
            raise _differs("a move of a match that has not started", turn)
        if self._open.get(seat) != turn:
            asked = ", ".join(f"turn {turn} of seat {seat}" for seat, turn in self._open.items())
            raise _differs("nobody was asked for this", turn, f"seat {seat}", asked or "the end")
        self._check_cause(entry)
        try:
            self.state = self.game.apply(self.state, seat, self.game.parse(entry.move))
        except GameError as error:
            raise _differs(str(error), turn) from None
        del self._open[seat]
        self._ask()
        self._check_state(entry)

    def end(self, ending: MatchResult) -> None:
        """Hold the end of the match against the state that it was left in."""
        for entry in self._sealed:
            if entry.state_hash:
                message = "a state is recorded while answers are sealed"
                raise _differs(message, entry.turn, entry.state_hash, "none")
        ranks: tuple[int, ...] = ()
        scores: tuple[int, ...] = ()
        if ending.status is Status.FINISHED:
            outcome = self.game.outcome(self.state)
            if outcome is None:
                raise _differs("the match is recorded as finished, but it goes on")
            ranks, scores = final_ranks(outcome.ranks, self.forfeited), outcome.scores
            at_fault = {fault.seat for fault in ending.seat_faults}
            _same("the seats at fault differ", sorted(at_fault), sorted(self.forfeited))
        _same("the ranks differ", ending.ranks, ranks)
        _same("the scores differ", ending.scores, scores)
        if (ending.fault is None) != (ending.status is Status.FINISHED):
            raise _differs("an aborted match is somebody's fault, a finished one is nobody's")

    def _ask(self) -> None:
        """Number the decisions that are new; they come by seat."""
        for decision in self.game.decisions(self.state):
            if decision.seat not in self._open:
                self._asked += 1
                self._open[decision.seat] = self._asked

    def _check_cause(self, entry: MoveRecord) -> None:
        turn, seat, move, cause, _, _ = entry
        if (cause is Cause.FORFEITED) != (seat in self.forfeited):
            strikes = f"{self._timeouts[seat]} timeouts, {self.header.clock.strike_limit} allowed"
            raise _differs("the cause is wrong", turn, f"'{cause}'", strikes)
        if cause is not Cause.PLAYED:
            default = self.game.format(self.game.default_move(self.state, seat))
            if move != default:
                raise _differs("not the default move", turn, f"'{move[:80]}'", f"'{default}'")
        self._timeouts[seat] += cause is Cause.TIMED_OUT

    def _check_state(self, entry: MoveRecord) -> None:
        """
        Compare fingerprints wherever no answer is sealed.

        Answers given together were applied as they arrived, here in the order of their turns; the
        one that came last carries the fingerprint of the state that all of them lead to.
        """
        self._sealed.append(entry)
        if self.game.sealed(self.state):
            return
        recorded = [one for one in self._sealed if one.state_hash]
        self._sealed = []
        if len(recorded) != 1:
            message = "a state is recorded once for answers given together"
            raise _differs(message, entry.turn, f"{len(recorded)} times", "1")
        found = fingerprint(self.state)
        if recorded[0].state_hash != found:
            raise _differs("another state", recorded[0].turn, recorded[0].state_hash, found)


def _game(header: Header) -> AnyGame:
    game = GAMES.get(header.game)
    if game is None:
        raise _differs(f"the game {header.game!r} is unknown; there are {', '.join(GAMES)}")
    if header.rules_version != game.rules_version:
        raise _differs(
            f"needs {game.name} rules version {header.rules_version}; "
            f"this Bessemer has {game.rules_version}"
        )
    return game


def _set_up(game: AnyGame, header: Header) -> Any:  # noqa: ANN401 - any game's state
    _same(
        "the commitment is not that of the seed", header.commitment, sha256(header.seed).hexdigest()
    )
    try:
        options = game.options(header.options)
        state = game.setup(options, len(header.players), Chance(header.seed))
    except GameError as error:
        raise _differs(str(error)) from None
    _same("the options differ", sorted(header.options), sorted(game.option_texts(options)))
    return state


def _same(otherwise: str, recorded: object, found: object) -> None:
    if recorded != found:
        raise _differs(otherwise, None, str(recorded), str(found))


def _differs(
    message: str, turn: int | None = None, recorded: str = "", found: str = ""
) -> ReplayDiffers:
    return ReplayDiffers(
        Verification(ok=False, message=message, turn=turn, recorded=recorded, found=found)
    )
