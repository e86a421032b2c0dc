"""Matches, a registry and a journal for tests: in memory, with time that the test tells."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.game import Seat
from bessemer.matches.bot_reports import Noted
from bessemer.matches.durable.journal import Journal, JournalListener, Then
from bessemer.matches.durable.store import StoreError
from bessemer.matches.ending import RECENT
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.records import (
    ClockSettings,
    Created,
    Durability,
    Ended,
    MatchSpec,
    Moved,
    Record,
    SavedMatch,
    Started,
    Status,
)
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import Move, PendingMove
from bessemer.matches.timing.deadlines import sweep
from bessemer.replays.format import write_replay

CLOCK: Final = ClockSettings(bank=10.0, increment=2.0, strike_limit=2, join_timeout=30.0)
WALL: Final = 1_800_000_000.0


def spec(
    seats: int = 3,
    *,
    match_id: str = "m1",
    seed: bytes = b"a seed for tests",
    clock: ClockSettings = CLOCK,
    durability: Durability = Durability.MOVE,
    **options: str,
) -> MatchSpec:
    """What a match of Furnace was agreed to be: three rounds, unless the `options` say otherwise."""
    game = GAMES["furnace"]
    return MatchSpec(
        match_id=match_id,
        game=game.name,
        rules_version=game.rules_version,
        options=game.option_texts(game.options({"rounds": "3"} | options)),
        players=tuple(f"player{seat}" for seat in range(seats)),
        seed=seed,
        clock=clock,
        durability=durability,
        created=WALL,
    )


def created(agreed: MatchSpec) -> Created:
    """The record of the match's creation."""
    seats = range(len(agreed.players))
    ids = tuple(f"{agreed.match_id}/{seat}" for seat in seats)
    return Created(agreed, ids, tuple(b"hash" for _ in seats))


def started(agreed: MatchSpec | None = None, now: float = 0.0) -> Match:
    """A match that has begun."""
    match = Match(agreed or spec())
    for seat, player in enumerate(match.spec.players):
        match.join(Seat(seat), player)
    match.start(WALL, now)
    return match


def asked(match: Match) -> list[Seat]:
    """Who must decide now."""
    return [Seat(seat) for seat in range(len(match.seats)) if match.open_decision(Seat(seat))]


def turn_of(match: Match, seat: Seat) -> int:
    """The turn that is open for a seat that is asked."""
    question = match.open_decision(seat)
    assert question is not None
    return question.turn


def legal(match: Match, seat: Seat, luck: random.Random | None = None) -> Move:
    """A legal move: the first, or any."""
    if luck is not None:
        return match.game.sample_move(match.published_state, seat, luck.randrange)
    return next(iter(match.game.legal_moves(match.published_state, seat)))


def two_legal(match: Match, seat: Seat) -> tuple[Move, Move]:
    """Two different legal moves."""
    moves = match.game.legal_moves(match.published_state, seat)
    return next(moves), next(moves)


def answer(match: Match, seat: Seat, move: Move = None, *, at: float = 0.0) -> PendingMove:
    """Accept a move of a seat that is asked; the first legal one if none is given."""
    accepted = match.accept(seat, turn_of(match, seat), move or legal(match, seat), at)
    assert accepted is not None
    return accepted


def play_until_together(match: Match, seats: int = 2) -> list[Seat]:
    """Play until so many seats are asked together, all of them having a choice; who."""
    while True:
        together = asked(match)
        if len(together) >= seats and all(_has_choice(match, seat) for seat in together):
            return together
        assert together, "the match is over"
        for seat in together:
            answer(match, seat)
            match.publish(0.0)


def _has_choice(match: Match, seat: Seat) -> bool:
    moves = match.game.legal_moves(match.published_state, seat)
    return next(moves, None) is not None and next(moves, None) is not None


def play_out(match: Match, luck: random.Random) -> None:
    """Play at random to the last decision; answers come, and are published, in any order."""
    while asked(match) or match._unpublished:
        waiting = asked(match)
        if waiting and (not match._unpublished or luck.random() < 0.5):
            seat = luck.choice(waiting)
            answer(match, seat, legal(match, seat, luck), at=luck.uniform(0.0, 3.0))
        else:
            match.publish(0.0)


class Subscriber:
    """Plays a seat over nothing, and counts what it hears."""

    def __init__(self) -> None:
        self.notified = 0
        self.times_out = 0
        self.is_superseded = False

    def notify(self) -> None:
        """There may be something new."""
        self.notified += 1

    def timed_out(self) -> None:
        """Too late."""
        self.times_out += 1

    def superseded(self) -> None:
        """A newer one is there."""
        self.is_superseded = True


class Hourglass:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class MemoryStore:
    """A store in memory that fails when told."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.failures: list[Exception] = []
        """Raised by the next writes, one by one."""
        self.attempts: list[tuple[Record, ...]] = []

    def write(self, records: Sequence[Record]) -> None:
        self.attempts.append(tuple(records))
        if self.failures:
            raise self.failures.pop(0)
        self.records.extend(record for record in records if record not in self.records)

    def unfinished(self) -> list[SavedMatch]:
        ended = {record.match_id for record in self.records if isinstance(record, Ended)}
        return [saved for saved in self._all() if saved.spec.match_id not in ended]

    def match(self, match_id: str) -> SavedMatch | None:
        found = [saved for saved in self._all() if saved.spec.match_id == match_id]
        return found[0] if found else None

    def matches(
        self, *, limit: int, before: tuple[float, str] | None, status: Status | None, game: str
    ) -> list[SavedMatch]:
        raise StoreError(f"not for {limit}, {before}, {status}, {game}")

    def match_by_request(self, creator: str, request_id: str) -> SavedMatch | None:
        raise StoreError(f"not for {creator}, {request_id}")

    def notes(self, match_id: str) -> list[Noted]:
        return [
            record
            for record in self.records
            if isinstance(record, Noted) and record.match_id == match_id
        ]

    def replay(self, match_id: str) -> bytes | None:
        return next(
            (
                record.replay
                for record in self.records
                if isinstance(record, Ended) and record.match_id == match_id
            ),
            None,
        )

    def _all(self) -> Iterator[SavedMatch]:
        for first in self.records:
            if isinstance(first, Created):
                match_id = first.spec.match_id
                start, ending, entries = None, None, []
                for record in self.records:
                    match record:
                        case Started() if record.match_id == match_id:
                            start = record
                        case Ended() if record.match_id == match_id:
                            ending = record.result
                        case Moved() if record.match_id == match_id:
                            entries.append(record.record)
                        case _:
                            pass
                yield SavedMatch(
                    first.spec,
                    first.token_ids,
                    first.token_hashes,
                    start.players if start else first.spec.players,
                    start.started if start else None,
                    tuple(entries),
                    ending,
                )


class PaperJournal(Journal):
    """A journal that writes when the test says so, on the spot."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        super().__init__(self.store)
        self.waiting: list[tuple[Record, Then | None]] = []

    def start(self, listener: JournalListener) -> None:
        self._listener = listener  # and no thread

    def append(self, record: Record, then: Then | None = None) -> None:
        self.waiting.append((record, then))

    def commit(self) -> None:
        """Write all that waits, and what that brings with it, until nothing waits."""
        while self.waiting:
            self.commit_batch()

    def commit_batch(self) -> None:
        """Write what waits now."""
        batch, self.waiting = self.waiting, []
        self.store.write([record for record, _ in batch])
        for _, then in batch:
            if then is not None:
                then()

    def kinds(self) -> list[str]:
        """What was written, and what waits to be."""
        records = (*self.store.records, *(record for record, _ in self.waiting))
        return [type(record).__name__ for record in records]


class EndedMatches(MatchListener):
    """The ids of the matches that were told to have ended."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def match_ended(self, match: Match) -> None:
        """Another one."""
        self.ids.append(match.spec.match_id)


class Office:
    """A registry with its journal and its clock."""

    def __init__(
        self,
        store: MemoryStore | None = None,
        *,
        recent: int = RECENT,
        pace: Callable[[Match], float] = lambda _match: 0.0,
        most_turns: int = 1_000_000,
    ) -> None:
        self.clock = Hourglass()
        self.journal = PaperJournal(store)
        self.registry = MatchRegistry(
            self.journal,
            write_replay,
            recent=recent,
            pace=pace,
            most_turns=most_turns,
            now=self.clock,
            wall=lambda: WALL,
        )
        self.ended = EndedMatches()
        self.registry.subscribe(self.ended)
        self.journal.start(self.registry)

    def open(self, agreed: MatchSpec | None = None) -> Match:
        """A match that nobody has joined."""
        match = Match(agreed or spec())
        self.registry.open(match, created(match.spec), lambda: None)
        return match

    def begin(self, agreed: MatchSpec | None = None) -> Match:
        """A match that has begun."""
        match = self.open(agreed)
        for seat, player in enumerate(match.spec.players):
            self.registry.join(match, Seat(seat), player)
        self.journal.commit()
        assert match.status is Status.RUNNING
        return match

    def play(self, match: Match, seat: Seat, move: Move = None) -> None:
        """A seat answers what it is asked."""
        turn = turn_of(match, seat)
        self.registry.submit(match, seat, turn, move or legal(match, seat), self.clock())
        self.registry.dispatch()

    def play_out(self, match: Match) -> None:
        """Everybody plays to the end."""
        while match.result is None:
            for seat in asked(match):
                self.play(match, seat)
            self.journal.commit()

    def pass_time(self, seconds: float) -> None:
        """Time goes by, and the registry looks at the clocks."""
        self.clock.time += seconds
        sweep(self.registry, self.clock(), self.clock())


class Faulty:
    """A game with a bug: one of its functions fails."""

    def __init__(self, game: Any, function: str) -> None:  # noqa: ANN401 - any game
        self._game = game
        self._function = function

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the game has
        if name == self._function:
            raise ZeroDivisionError("a bug of the rules")
        return getattr(self._game, name)


def break_rules(match: Match, function: str) -> None:
    """From now on a function of the match's game fails."""
    match.game = cast("AnyGame", Faulty(match.game, function))


def move_records(records: Sequence[Record]) -> list[Moved]:
    """Only the moves."""
    return [record for record in records if isinstance(record, Moved)]
