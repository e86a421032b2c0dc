"""
Another continuation: a logged match up to one turn, and from there another player in one seat.

Cards and dice fall as they would have fallen: chance is part of the state. The other seats repeat
their logged moves while those are asked for and legal; then a bot takes over for them.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bessemer.analysis.logged_match import LoggedMatch
from bessemer.analysis.rooms import Facts, leads_to_the_same
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Outcome, Seat
from bessemer.faces.face import face_of
from bessemer.matches.fingerprint import fingerprint
from bessemer.matches.records import (
    Cause,
    Durability,
    MatchResult,
    MatchSpec,
    MoveRecord,
    Status,
    terms_of,
)
from bessemer.replays.format import write_replay
from bessemer.replays.replaying import Position, Step

LOGGED: Final = "logged"
DEFAULT: Final = "default"


class AskedDecision(NamedTuple):
    """A decision that somebody is asked for."""

    seat: Seat
    kind: str
    view: Any
    """As of the moment when the seat was asked."""


class Decider(NamedTuple):
    """Somebody who decides, and their name."""

    name: str
    decide: Callable[[AskedDecision], Any]


class BranchedMove(NamedTuple):
    """A move of the match that might have been."""

    turn: int
    seat: Seat
    move: Any
    by: str
    """`LOGGED`, `DEFAULT` (of a seat that had forfeited), or the name of who decided."""
    state: Any
    """After the move."""


class Branch(NamedTuple):
    """The match that might have been."""

    moves: tuple[BranchedMove, ...]
    """From the first turn, in the order made."""
    outcome: Outcome


def kind_of(game: AnyGame, state: Any, seat: Seat) -> str:  # noqa: ANN401 - any game's state
    """The kind of move that a seat is asked for in a state."""
    return next(asked.kind for asked in game.decisions(state) if asked.seat == seat)


def round_of(game: AnyGame, state: Any) -> int:  # noqa: ANN401 - any game's state
    """The round that a state is in, counted through the whole match."""
    return face_of(game.name).round_of(game.view(state, None))


def question(match: LoggedMatch, position: Position, seat: Seat) -> AskedDecision:
    """The decision that a seat is asked for in a position."""
    asked_in = position.open[seat].state
    return AskedDecision(seat, kind_of(match.game, asked_in, seat), match.game.view(asked_in, seat))


def play_on(
    match: LoggedMatch,
    turn: int,
    deciders: Mapping[Seat, Decider],
    stand_ins: Mapping[Seat, Decider],
) -> Branch:
    """
    The match up to `turn`, and from there to its end.

    Args:
        match: as it was logged.
        turn: the first that is not taken from the log.
        deciders: who plays from there, by seat; all others repeat the log.
        stand_ins: who plays for those others once the log no longer fits, by seat.

    Raises:
        IllegalMove: somebody chose what the rules refuse.
    """
    game, position = match.game, match.first
    made: list[BranchedMove] = []
    for step in match.steps:
        if step.record.turn < turn:
            position = step.after
            made.append(_logged(step))
    scripts = {seat: _Script(match, seat, turn, stand_in) for seat, stand_in in stand_ins.items()}
    while position.open:
        seat = min(position.open)
        asked = question(match, position, seat)
        if seat in deciders:
            by, move = deciders[seat].name, deciders[seat].decide(asked)
        else:
            by, move = scripts[seat].decide(position, asked)
        number = position.open[seat].turn
        position = position.after(game, seat, move)
        made.append(BranchedMove(number, seat, move, by, position.state))
    outcome = game.outcome(position.state)
    assert outcome is not None, "a match without decisions is over"
    return Branch(tuple(made), outcome)


def _logged(step: Step) -> BranchedMove:
    return BranchedMove(step.record.turn, step.record.seat, step.move, LOGGED, step.after.state)


class _Script:
    """The logged moves of one seat from a turn on, while they fit."""

    def __init__(self, match: LoggedMatch, seat: Seat, turn: int, stand_in: Decider) -> None:
        self._game = match.game
        own = [step for step in match.steps if step.record.seat == seat]
        self._steps: dict[tuple[int, str], deque[Step]] = defaultdict(deque)
        for step in own:
            if step.record.turn >= turn:
                kind = kind_of(self._game, step.asked, seat)
                self._steps[round_of(self._game, step.asked), kind].append(step)
        self._has_forfeited = any(
            step.record.cause is Cause.FORFEITED for step in own if step.record.turn < turn
        )
        self._stand_in = stand_in
        self._fits = True

    def decide(self, position: Position, asked: AskedDecision) -> tuple[str, Any]:
        """The decider's name, and the move."""
        state, seat = position.state, asked.seat
        queue = self._steps[round_of(self._game, state), asked.kind]
        logged = queue.popleft() if queue else None
        if logged is not None and logged.record.cause is Cause.FORFEITED:
            self._has_forfeited = True
        if self._has_forfeited:
            return DEFAULT, self._game.default_move(state, seat)
        if self._fits and logged is not None and self._is_legal(state, seat, logged.move):
            return LOGGED, logged.move
        self._fits = False
        return self._stand_in.name, self._stand_in.decide(asked)

    def _is_legal(self, state: Any, seat: Seat, move: Any) -> bool:  # noqa: ANN401 - any game's
        try:
            self._game.apply(state, seat, move)
        except IllegalMove:
            return False
        return True


def beside(match: LoggedMatch, step: Step, instead: Any) -> Facts:  # noqa: ANN401 - any game's move
    """A logged move beside a bot's."""
    record, game = step.record, match.game
    return {
        "turn": record.turn,
        "round": round_of(game, step.asked),
        "seat": record.seat,
        "kind": kind_of(match.game, step.asked, record.seat),
        "played": game.format(step.move),
        "default": None if record.cause is Cause.PLAYED else record.cause.value,
        "instead": game.format(instead),
        "is_same": step.move == instead,
        "leads_to_the_same": leads_to_the_same(game, step.asked, record.seat, step.move, instead),
    }


def branch_replay(match: LoggedMatch, branch: Branch, players: Sequence[Facts], turn: int) -> bytes:
    """
    The match that might have been, as a replay that verifies.

    Nobody runs out of time in it: logged moves keep their times, but all count as played, and what
    a bot made of its seat took no time.
    """
    header, game = match.header, match.game
    spent = {step.record.turn: step.record.time_used for step in match.steps}
    # Where people took moves back, the turns that count leave gaps.
    numbers = {
        turn: number for number, turn in enumerate(sorted(move.turn for move in branch.moves), 1)
    }
    records = [
        MoveRecord(
            turn=numbers[move.turn],
            seat=move.seat,
            move=game.format(move.move),
            cause=Cause.PLAYED,
            time_used=spent.get(move.turn, 0) if move.by == LOGGED else 0,
            state_hash="" if game.sealed(move.state) else fingerprint(move.state),
        )
        for move in branch.moves
    ]
    spec = MatchSpec(
        **{**terms_of(header), "match_id": f"{header.match_id}-branch-{turn}"},
        seed=header.seed,
        durability=Durability.MATCH,
    )
    names = [
        player["name"]
        if player["played_by"] == LOGGED
        else f"{player['name']}/{player['played_by']}"
        for player in players
    ]
    ended = header.created if match.result is None else match.result.ended
    result = MatchResult(Status.FINISHED, ended, branch.outcome.ranks, branch.outcome.scores)
    return write_replay(spec, names, header.started, records, result)
