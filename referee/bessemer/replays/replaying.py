"""
Playing a match again from its replay: the one loop that all who need its states share.

Nothing recorded is trusted. The seed and the moves are played by the rules, and whatever else the
file says must come out of that: numbers of turns, causes, fingerprints, the result.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, Self

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.matches.fingerprint import fingerprint
from bessemer.matches.records import (
    Cause,
    MatchEventKind,
    MatchResult,
    MoveRecord,
    Status,
    final_ranks,
)
from bessemer.replays.difference import (
    MadeByAnotherBuild,
    ReplayDiffers,
    another_build,
    require_same,
)
from bessemer.replays.format import WITH_TAKE_BACKS, Header
from bessemer.replays.reader import Replay
from bessemer.replays.seeds import check_seed

_OVERRUN: Final = (Cause.TIMED_OUT, Cause.STILL_THINKING)


class OpenDecision(NamedTuple):
    """A decision that a seat has been asked for and has not made."""

    turn: int
    state: Any
    """As it was when the seat was asked: others who were asked too may have answered since."""


class Position(NamedTuple):
    """A state, and the decisions that are open in it."""

    state: Any
    open: Mapping[Seat, OpenDecision]
    asked: int
    """How many decisions have been asked for so far: the number of the last turn."""

    @classmethod
    def first(cls, game: AnyGame, state: Any) -> Self:  # noqa: ANN401 - any game's state
        """The position after the set-up."""
        return cls._with_new_decisions(game, state, {}, 0)

    def after(self, game: AnyGame, seat: Seat, move: Any) -> Self:  # noqa: ANN401 - any game's move
        """
        The position after `move` of `seat`.

        Raises:
            GameError: the rules refuse it.
        """
        state = game.apply(self.state, seat, move)
        rest = {other: decision for other, decision in self.open.items() if other != seat}
        return self._with_new_decisions(game, state, rest, self.asked)

    @classmethod
    def again(cls, game: AnyGame, state: Any, asked: int) -> Self:  # noqa: ANN401 - any game's
        """The position of an earlier state, after so many decisions: they are numbered on."""
        return cls._with_new_decisions(game, state, {}, asked)

    @classmethod
    def _with_new_decisions(
        cls,
        game: AnyGame,
        state: Any,  # noqa: ANN401 - any game's state
        open_now: dict[Seat, OpenDecision],
        asked: int,
    ) -> Self:
        """Number the decisions that are new; they come by seat."""
        for decision in game.decisions(state):
            if decision.seat not in open_now:
                asked += 1
                open_now[decision.seat] = OpenDecision(asked, state)
        return cls(state, open_now, asked)


class Step(NamedTuple):
    """One turn of a match that has been played again."""

    record: MoveRecord
    move: Any
    before: Position
    after: Position

    @property
    def asked(self) -> Any:  # noqa: ANN401 - any game's state
        """The state in which the seat was asked for this move."""
        return self.before.open[self.record.seat].state


class ReplayPlayer:
    """
    A match that is played again, from the set-up on.

    Raises:
        ReplayDiffers: from every method, as soon as something is not as recorded.
    """

    def __init__(self, replay: Replay) -> None:
        if replay.header is None:
            error = replay.error
            refused = MadeByAnotherBuild if error and error.is_of_another_build else ReplayDiffers
            raise refused(str(error or "the header is missing"))
        self.header = replay.header
        self.game = _game(replay.header)
        self.position = Position.first(self.game, _set_up(self.game, replay.header))
        """Where the match has got to."""
        self._replay = replay
        self._timeouts = [0] * len(replay.header.players)
        self._resigned = _resignations(replay.result)
        self._causes = [Cause.PLAYED] * len(replay.header.players)
        """By seat, the cause of its newest move."""
        self._sealed: list[MoveRecord] = []
        self._asked_in: dict[int, Any] = {}
        """The states in which turns were asked that nobody else was asked with."""

    def steps(self) -> Iterator[Step]:
        """Play all moves, one by one, in the order of their turns; to be used once."""
        for record in self._replay.records:
            yield self._play(record)

    def check_result(self, result: MatchResult) -> None:
        """Compare the result with the state after the last step."""
        for record in self._sealed:
            if record.state_hash:
                message = "a state is recorded while answers are sealed"
                raise ReplayDiffers(message, record.turn, record.state_hash, "none")
        ranks: tuple[int, ...] = ()
        scores: tuple[int, ...] = ()
        if result.status is Status.FINISHED:
            gone = self._forfeited | self._resigned.keys()
            if self.position.open and not self._is_given_up(len(gone)):
                raise ReplayDiffers("the match is recorded as finished, but it goes on")
            outcome = self.game.standing(self.position.state)
            ranks, scores = final_ranks(outcome.ranks, gone), outcome.scores
            at_fault = {fault.seat for fault in result.seat_faults}
            forfeited = self._forfeited - self._resigned.keys()
            require_same("the seats at fault differ", sorted(at_fault), sorted(forfeited))
        require_same("the ranks differ", result.ranks, ranks)
        require_same("the scores differ", result.scores, scores)
        if (result.fault is None) != (result.status is Status.FINISHED):
            raise ReplayDiffers("an aborted match is somebody's fault, a finished one is nobody's")

    def _is_given_up(self, gone: int) -> bool:
        """Whether the match is over because `gone` seats no longer play."""
        is_over = gone >= len(self.header.players) - 1
        return self.header.resignation_ends and bool(self._resigned) and is_over

    @property
    def _forfeited(self) -> frozenset[Seat]:
        """The seats that have run out of time as often as it takes, at least once."""
        clocks = self.header.clocks
        return frozenset(
            Seat(seat)
            for seat, strikes in enumerate(self._timeouts)
            if strikes >= max(1, clocks[seat].strike_limit)
        )

    def _play(self, record: MoveRecord) -> Step:
        turn, seat, before = record.turn, record.seat, self.position
        if self.header.started is None:
            raise ReplayDiffers("a move of a match that has not started", turn)
        if seat not in before.open or before.open[seat].turn != turn:
            open_now = before.open.items()
            asked = ", ".join(f"turn {decision.turn} of seat {seat}" for seat, decision in open_now)
            raise ReplayDiffers(
                "nobody was asked for this", turn, f"seat {seat}", asked or "the end"
            )
        if len(before.open) == 1:
            self._asked_in[turn] = before.state
        if record.cause is Cause.TAKEN_BACK:
            move: Any = self._go_back(record)
        else:
            self._check_cause(record)
            try:
                move = self.game.parse(record.move)
                self.position = before.after(self.game, seat, move)
            except GameError as error:
                raise ReplayDiffers(str(error), turn) from None
        self._check_state(record)
        return Step(record, move, before, self.position)

    def _go_back(self, record: MoveRecord) -> TakenBack:
        """The table agreed to go back to an earlier turn."""
        turn, result = record.turn, self._replay.result
        if self.header.format != WITH_TAKE_BACKS:
            raise ReplayDiffers("nothing is taken back in this format", turn)
        try:
            to = TakenBack.parse(record.move)
        except ValueError as error:
            raise ReplayDiffers(str(error), turn) from None
        if to.turn >= turn or to.turn not in self._asked_in or turn not in self._asked_in:
            raise ReplayDiffers("nothing can be taken back so", turn, str(to), "another turn")
        if result is not None and not _is_wished(result, turn, to):
            raise ReplayDiffers("nobody wished to go back", turn, str(to), "a wish")
        state = self._asked_in[to.turn]
        self.position = Position.again(self.game, state, self.position.asked)
        return to

    def _check_cause(self, record: MoveRecord) -> None:
        turn, seat, move, cause, _, _ = record
        has_resigned = turn >= self._resigned.get(seat, turn + 1)
        is_known = self._replay.result is not None or cause is not Cause.FORFEITED
        is_gone = has_resigned or seat in self._forfeited
        if is_known and (cause is Cause.FORFEITED) != is_gone:
            strikes = (
                f"{self._timeouts[seat]} timeouts, {self.header.clocks[seat].strike_limit} allowed"
                + (", and it resigned" if has_resigned else "")
            )
            raise ReplayDiffers("the cause is wrong", turn, f"'{cause}'", strikes)
        if cause is not Cause.PLAYED:
            default = self.game.format(self.game.default_move(self.position.state, seat))
            if move != default:
                raise ReplayDiffers("not the default move", turn, f"'{move[:80]}'", f"'{default}'")
        if cause is Cause.STILL_THINKING and self._causes[seat] not in _OVERRUN:
            raise ReplayDiffers(
                "no decision of this seat timed out just before", turn, f"'{cause}'"
            )
        self._causes[seat] = cause
        self._timeouts[seat] += cause is Cause.TIMED_OUT

    def _check_state(self, record: MoveRecord) -> None:
        """
        Compare fingerprints wherever no answer is sealed.

        Answers given together were applied as they arrived, here in the order of their turns; the
        one that came last carries the fingerprint of the state that all of them lead to.
        """
        self._sealed.append(record)
        if self.game.sealed(self.position.state):
            return
        recorded = [one for one in self._sealed if one.state_hash]
        self._sealed = []
        if len(recorded) != 1:
            message = "a state is recorded once for answers given together"
            raise ReplayDiffers(message, record.turn, f"{len(recorded)} times", "1")
        found = fingerprint(self.position.state)
        if recorded[0].state_hash != found:
            raise ReplayDiffers("another state", recorded[0].turn, recorded[0].state_hash, found)


def _is_wished(result: MatchResult, turn: int, to: TakenBack) -> bool:
    """Whether somebody has wished for it then."""
    wish = MatchEventKind.TAKE_BACK_WISHED, turn, str(to.turn)
    return any((event.kind, event.turn, event.text) == wish for event in result.events)


def _resignations(result: MatchResult | None) -> Mapping[Seat, int]:
    """By seat that resigned: the first turn at which it no longer plays."""
    if result is None:
        return {}
    resigned = (event for event in result.events if event.kind is MatchEventKind.RESIGNED)
    return {event.seat: event.turn for event in resigned}


def _game(header: Header) -> AnyGame:
    game = GAMES[header.game]
    if header.rules_version != game.rules_version:
        what = f"{game.name} rules version"
        raise MadeByAnotherBuild(another_build(what, header.rules_version, game.rules_version))
    return game


def _set_up(game: AnyGame, header: Header) -> Any:  # noqa: ANN401 - any game's state
    check_seed(header)
    try:
        options = game.options(header.options)
        state = game.setup(options, len(header.players), Chance(header.seed))
    except GameError as error:
        raise ReplayDiffers(str(error)) from None
    require_same("the options differ", sorted(header.options), sorted(game.option_texts(options)))
    return state
