"""
Matches survive the death of their referee, and the proof of it can fail.

The first test kills real referees. The others forge what the players saw, or what the replay says,
and see that the check meant for it notices.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.ladder.ladder import RatedMatch
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Durability,
    Fault,
    MatchResult,
    MatchSpec,
    MoveRecord,
    SeatFault,
    Status,
)
from bessemer.ratings.results import Result
from bessemer.replays.format import write_replay
from bessemer.v1 import match_pb2, move_pb2
from bessemer.wire.wire import wire_of
from tests.crash.beside import history_faults
from tests.crash.checks import Check, Finished, check_match, expected
from tests.crash.witness import GAME, SEATS, Forgotten, PlayerRefused, Witness
from tools.trials import crash

SEED = b"crash test"
LAST = len(expected(SEED).moves)
MARGIN = 200_000
"""Microseconds: more than the checks forgive."""


@pytest.mark.parametrize(
    ("store", "kills", "beside"), [("sqlite", 8, ["--ladder"]), ("postgresql", 5, [])]
)
def test_matches_survive_a_referee_that_is_killed(
    store: str, kills: int, beside: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """
    After every kill all matches go on, and end as if nothing had happened; so does a ladder beside them.
    """
    plan = ["--store", store, "--kills", str(kills), "--matches", "4", "--seed", "5", *beside]
    code = crash.main([*plan, "--json"])
    read = json.loads(capsys.readouterr().out.splitlines()[-1])
    looked_at = read["stores"][store]["looked_at"]

    assert [] == read["violations"]
    assert 0 == code
    assert kills == read["kills"]
    assert 4 <= read["matches"] <= looked_at["verifies"]
    assert not beside or looked_at["looked"]
    assert read["moves"] == looked_at["order"] == looked_at["same"]
    # Of the last moves a player who was away may hear in the result alone.
    assert 0 < looked_at["acknowledged"] <= read["moves"]
    assert 0 < looked_at["heard"] <= read["moves"]


class Story(NamedTuple):
    """A match that is over: what its players remember, and what the referee wrote down."""

    witness: Witness
    entries: list[MoveRecord]
    ending: MatchResult

    def found(self) -> set[Check]:
        """The checks that it breaks, if the referee's only life lasted a second."""
        replay = write_replay(_spec(), ("",) * SEATS, 0.0, self.entries, self.ending)
        finished = Finished("a match", self.witness, replay, {0: 1.0})
        return {violation.check for violation in check_match(finished, Counter())}

    def change(self, turn: int, **fields: object) -> None:
        """Write something else down of one turn."""
        self.entries[turn - 1] = self.entries[turn - 1]._replace(**fields)  # type: ignore[arg-type]


@pytest.fixture
def story() -> Story:
    """A match without a flaw."""
    game, match = GAMES[GAME], Match(_spec())
    witness = Witness(SEED, lambda: 0)
    match.start(0.0, 0.0)
    for turn, seat, text in expected(SEED).moves:
        match.accept(Seat(seat), turn, game.parse(text), 0.1)
        match.publish(0.0)
        witness.send(turn)
        witness.sent[turn] = witness.heard[turn] = (seat, text)
        witness.acknowledged[turn] = "Accepted"
    ending = match.outcome(1.0)
    result = match_pb2.MatchResult(ranks=ending.ranks, scores=ending.scores)
    witness.results.update(dict.fromkeys(range(SEATS), result))
    return Story(witness, sorted(match.records), ending)


def _spec() -> MatchSpec:
    game = GAMES[GAME]
    return MatchSpec(
        match_id="a match",
        game=GAME,
        rules_version=game.rules_version,
        options=game.option_texts(game.options({})),
        players=("",) * SEATS,
        seed=SEED,
        clock=ClockSettings(),
        durability=Durability.MOVE,
        created=0.0,
    )


def lose_an_acknowledged_move(story: Story) -> None:
    """One more was acknowledged than the replay has."""
    story.witness.sent[LAST + 1] = (0, "bid 1 on C01")
    story.witness.acknowledged[LAST + 1] = "Accepted"


def lose_a_move_that_was_told(story: Story) -> None:
    """One more was told than the replay has."""
    story.witness.heard[LAST + 1] = (0, "bid 1 on C01")


def play_what_nobody_sent(story: Story) -> None:
    """A seat had sent another move."""
    del story.witness.acknowledged[3]
    story.witness.sent[3] = (story.witness.sent[3][0], "bid 1 on C99")


def acknowledge_another_move(story: Story) -> None:
    """A seat had sent another move, and was told that it was played."""
    story.witness.sent[3] = (story.witness.sent[3][0], "bid 1 on C99")


def play_a_move_twice(story: Story) -> None:
    """A move stands in the replay twice."""
    story.entries.insert(4, story.entries[4])


def leave_a_turn_out(story: Story) -> None:
    """A move that nobody heard of is missing."""
    del story.entries[4], story.witness.acknowledged[5], story.witness.heard[5]


def move_for_a_seat(story: Story) -> None:
    """A seat is said to have run out of time."""
    story.change(5, cause=Cause.TIMED_OUT)


def charge_for_the_absence(story: Story) -> None:
    """A move took longer than the referee was there."""
    story.change(5, time_used=1_000_000 + MARGIN)


def record_another_state(story: Story) -> None:
    """A state is not the one that comes out."""
    story.change(1, state_hash="0" * 16)


def end_otherwise(story: Story) -> None:
    """A seat was told other ranks."""
    story.witness.results[2] = match_pb2.MatchResult(ranks=[1, 1, 1, 1])


def leave_a_seat_untold(story: Story) -> None:
    """A seat was never told the end."""
    del story.witness.results[1]


def test_a_ladder_has_each_match_once_as_it_was_told() -> None:
    """
    A history without a flaw passes; a match that is missing, doubled, changed or at fault does not.
    """
    history = [
        RatedMatch(number, Result(match_id, ("a", "b"), (1, 2)), None)
        for number, match_id in enumerate(("m1", "m2"), 1)
    ]
    told: dict[str, tuple[int, ...]] = {"m1": (1, 2), "m2": (1, 2)}
    late = Result("m2", ("a", "b"), (1, 2), faults=(SeatFault(Seat(1), Fault.PLAYER, ""),))

    assert [] == list(history_faults(history, told))
    assert ["m2 is not rated, and its end was told"] == list(history_faults(history[:1], told))
    assert ["m1 is rated 2 times"] == list(history_faults([*history, history[0]], told))
    assert 1 == len(list(history_faults(history, told | {"m2": (2, 1)})))
    assert 1 == len(list(history_faults([history[0], history[1]._replace(result=late)], told)))


@pytest.mark.parametrize(
    ("forge", "broken"),
    [
        (lose_an_acknowledged_move, {Check.ACKNOWLEDGED}),
        (lose_a_move_that_was_told, {Check.HEARD}),
        (play_what_nobody_sent, {Check.ORDER}),
        (acknowledge_another_move, {Check.ACKNOWLEDGED, Check.ORDER}),
        # Of a file that has a turn twice only what comes before the second one is read.
        (play_a_move_twice, {Check.ACKNOWLEDGED, Check.HEARD, Check.VERIFIES, Check.SAME}),
        (leave_a_turn_out, {Check.ORDER, Check.VERIFIES, Check.SAME}),
        (move_for_a_seat, {Check.TIME, Check.VERIFIES}),
        (charge_for_the_absence, {Check.TIME}),
        (record_another_state, {Check.VERIFIES}),
        (end_otherwise, {Check.TOLD}),
        (leave_a_seat_untold, {Check.TOLD}),
    ],
)
def test_each_fault_breaks_the_checks_meant_for_it(
    story: Story, forge: Callable[[Story], None], broken: set[Check]
) -> None:
    """
    A match without a flaw passes, and no longer does once something is forged.
    """
    before = story.found()
    forge(story)

    assert set() == before
    assert broken == story.found()


def test_another_match_than_the_expected_one_is_noticed(story: Story) -> None:
    """
    A match that is sound in itself, but not the one that these players make of the seed.
    """
    del story.entries[-1]
    aborted = MatchResult(Status.ABORTED, 1.0, ranks=story.ending.ranks, scores=story.ending.scores)

    assert Check.SAME in story.found()
    assert Check.SAME in story._replace(ending=aborted).found()


def test_a_decision_comes_again_as_it_was_and_only_until_it_is_answered() -> None:
    """
    An answer is the same each time; where it cannot be, or was durable, the referee has forgotten.
    """
    turn, seat, text = expected(SEED).moves[0]
    move = wire_of(GAME).write_move(GAMES[GAME].parse(text))
    other = wire_of(GAME).write_move(GAMES[GAME].parse("bid 1 on C99"))
    witness = Witness(SEED, lambda: 0)

    def answer(offered: move_pb2.Move) -> move_pb2.Move:
        decision = match_pb2.Decision(turn=turn, legal_moves=[offered])
        return witness.answer(seat, decision).move

    assert move == answer(move) == answer(move)
    with pytest.raises(PlayerRefused, match="asked twice"):
        answer(other)
    with pytest.raises(PlayerRefused, match="without a legal move"):
        witness.answer(seat, match_pb2.Decision(turn=2))
    witness.acknowledged[turn] = "Accepted"
    with pytest.raises(Forgotten, match="acknowledged by Accepted"):
        answer(move)


def test_what_the_seats_are_told_has_no_gap_and_no_contradiction() -> None:
    """
    Each seat hears of each turn once, and all of them the same.
    """
    witness = Witness(SEED, lambda: 0)
    news = [
        match_pb2.PlayedMove(
            turn=turn, seat=seat, move=wire_of(GAME).write_move(GAMES[GAME].parse(text))
        )
        for turn, seat, text in expected(SEED).moves[:3]
    ]
    otherwise = match_pb2.PlayedMove(turn=1, seat=news[0].seat, move=news[1].move)

    assert 3 == witness.hear(0, 0, news)
    assert 3 == witness.hear(1, 1, news[1:])
    assert {turn: (seat, text) for turn, seat, text in expected(SEED).moves[:3]} == witness.heard
    with pytest.raises(PlayerRefused, match="told turn 3 after turn 1"):
        witness.hear(1, 1, news[2:])
    with pytest.raises(PlayerRefused, match="told turn 1 after turn 1"):
        witness.hear(1, 1, news)
    with pytest.raises(PlayerRefused, match="of turn 1 was told first"):
        witness.hear(2, 0, [otherwise])
