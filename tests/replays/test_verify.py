"""Verification: what is forged with care, hashes and all, still does not come out of the rules."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.matches.fingerprint import fingerprint
from bessemer.matches.records import Cause, Fault, MatchResult, MoveRecord, SeatFault, Status
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.replays.verify import Verification, verify
from tests.games.walks import option_texts
from tests.replays.make import Played, play
from tests.replays.script import Script

SCRIPT = Script(3, late=frozenset({5}))
PLAYED = play(SCRIPT)
FORFEITED = play(Script(3, silent=frozenset({1})))
ABORTED = play(Script(4, stop_after=30))


def verdict_on(played: Played) -> Verification:
    """What `verify` says of its file."""
    return verify(read_replay(played.replay))


def with_entry(played: Played, turn: int, change: Callable[[MoveRecord], MoveRecord]) -> Played:
    """The match with another entry at one turn."""
    entries = (change(entry) if entry.turn == turn else entry for entry in played.records)
    return played._replace(records=tuple(entries))


def with_ending(played: Played, **changes: object) -> Played:
    """The match with another ending."""
    return played._replace(result=replace(played.result, **changes))  # type: ignore[arg-type]


def with_spec(played: Played, **changes: object) -> Played:
    """The match with another header."""
    return played._replace(spec=replace(played.spec, **changes))  # type: ignore[arg-type]


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Any game with any options, late and silent seats, ended at any point."""
    game = draw(st.sampled_from(list(GAMES.values())))
    options = draw(st.sampled_from([tuple(texts.items()) for texts in option_texts(game)]))
    seats = draw(st.sampled_from(game.seats))
    return Script(
        seats,
        options,
        game=game.name,
        late=draw(st.frozensets(st.integers(1, 90), max_size=8)),
        silent=draw(st.frozensets(st.integers(0, seats - 1), max_size=2)),
        strike_limit=draw(st.integers(1, 4)),
        stop_after=draw(st.none() | st.integers(0, 100)),
    )


@settings(max_examples=60)
@given(scripts(), st.binary(max_size=3))
def test_every_match_verifies(script: Script, seed: bytes) -> None:
    """All options, late and silent seats, answers in any order, and ended at any point."""
    played = play(script, seed)

    assert (True, None) == (verdict_on(played).ok, verdict_on(played).turn)
    assert str(len(played.records)) in verdict_on(played).message


def first_played(played: Played, kind: str) -> MoveRecord:
    """The first move of its kind that a player made."""
    return next(
        entry
        for entry in played.records
        if entry.move.startswith(kind) and entry.cause is Cause.PLAYED
    )


BID = first_played(PLAYED, "bid")
PLAN = first_played(PLAYED, "plan")
LAST = max(PLAYED.records)
DEFAULT = next(entry for entry in FORFEITED.records if entry.cause is Cause.FORFEITED)
LATE = next(entry for entry in FORFEITED.records if entry.cause is Cause.TIMED_OUT)
NO_FAULTS: tuple[SeatFault, ...] = ()


@pytest.mark.parametrize(
    ("forged", "turn", "said"),
    [
        pytest.param(
            with_spec(PLAYED, rules_version=7),
            None,
            "made by a later build, furnace rules version 7; this Bessemer reads furnace rules "
            "version 1: upgrade",
            id="rules-version",
        ),
        pytest.param(
            with_spec(PLAYED, options={**PLAYED.spec.options, "rounds": "9"}),
            None,
            "rounds is 3 or 4",
            id="option-value",
        ),
        pytest.param(
            with_spec(PLAYED, options={"rounds": "4"}), None, "options differ", id="options"
        ),
        pytest.param(with_spec(PLAYED, players=("alone",)), None, "2 to 4 players", id="players"),
        pytest.param(
            with_entry(PLAYED, BID.turn, lambda entry: entry._replace(move="bid 5 on C99")),
            BID.turn,
            "no disc worth 5",
            id="illegal-move",
        ),
        pytest.param(
            with_entry(PLAYED, BID.turn, lambda entry: entry._replace(move="bid  1")),
            BID.turn,
            "not a move of furnace",
            id="malformed-move",
        ),
        pytest.param(
            with_entry(
                PLAYED, BID.turn, lambda entry: entry._replace(seat=Seat((entry.seat + 1) % 3))
            ),
            BID.turn,
            "nobody was asked for this",
            id="seat",
        ),
        pytest.param(
            with_entry(PLAYED, BID.turn, lambda entry: entry._replace(seat=Seat(99))),
            BID.turn,
            "nobody was asked for this",
            id="no-such-seat",
        ),
        pytest.param(
            with_entry(PLAYED, BID.turn, lambda entry: entry._replace(state_hash="0" * 16)),
            BID.turn,
            f"recorded {'0' * 16}, came out {BID.state_hash}",
            id="state",
        ),
        pytest.param(
            with_entry(PLAYED, BID.turn, lambda entry: entry._replace(state_hash="")),
            BID.turn,
            "recorded 0 times, came out 1",
            id="no-state",
        ),
        pytest.param(
            PLAYED._replace(records=PLAYED.records[1:]), 2, "nobody was asked", id="turn-missing"
        ),
        pytest.param(
            PLAYED._replace(records=(*PLAYED.records, LAST._replace(turn=LAST.turn + 1))),
            LAST.turn + 1,
            "came out the end",
            id="turn-too-many",
        ),
        pytest.param(
            PLAYED._replace(records=PLAYED.records[:-1]),
            None,
            "recorded as finished, but it goes on",
            id="unfinished",
        ),
        pytest.param(
            with_entry(PLAYED, BID.turn, lambda entry: entry._replace(cause=Cause.TIMED_OUT)),
            BID.turn,
            "not the default move",
            id="no-default-move",
        ),
        pytest.param(
            with_entry(PLAYED, 5, lambda entry: entry._replace(cause=Cause.FORFEITED)),
            5,
            "0 timeouts, 3 allowed",
            id="forfeited-too-early",
        ),
        pytest.param(
            with_entry(FORFEITED, LATE.turn, lambda e: e._replace(cause=Cause.STILL_THINKING)),
            LATE.turn,
            "no decision of this seat timed out just before",
            id="still-thinking-about-nothing",
        ),
        pytest.param(
            with_entry(FORFEITED, DEFAULT.turn, lambda e: e._replace(cause=Cause.PLAYED)),
            DEFAULT.turn,
            "3 timeouts, 3 allowed",
            id="played-after-forfeit",
        ),
        pytest.param(with_ending(PLAYED, ranks=(1, 1, 1)), None, "the ranks differ", id="ranks"),
        pytest.param(with_ending(PLAYED, scores=(0, 0, 0)), None, "the scores differ", id="scores"),
        pytest.param(
            with_ending(FORFEITED, seat_faults=NO_FAULTS), None, "seats at fault", id="no-fault"
        ),
        pytest.param(
            with_ending(PLAYED, seat_faults=FORFEITED.result.seat_faults),
            None,
            "seats at fault",
            id="innocent",
        ),
        pytest.param(
            with_ending(PLAYED, fault=Fault.REFEREE), None, "a finished one is nobody's", id="fault"
        ),
        pytest.param(
            with_ending(ABORTED, ranks=(1, 2, 3, 4)), None, "ranks differ", id="aborted-with-ranks"
        ),
        pytest.param(
            with_ending(ABORTED, fault=None), None, "somebody's fault", id="aborted-by-nobody"
        ),
        pytest.param(
            ABORTED._replace(result=MatchResult(Status.FINISHED, 0.0)),
            None,
            "it goes on",
            id="aborted-as-finished",
        ),
    ],
)
def test_the_first_difference_is_named(forged: Played, turn: int | None, said: str) -> None:
    """With its turn, and what was recorded and what came out."""
    verdict = verdict_on(forged)

    assert not verdict.ok
    assert turn == verdict.turn
    assert said in str(verdict)


def test_the_seed_must_be_the_one_committed_to() -> None:
    """Another seed with its own hash would be another match; with the old hash it is a fraud."""
    whole = read_replay(PLAYED.replay)
    assert whole.header is not None
    other = replace(whole, header=replace(whole.header, commitment="0" * 64))

    assert "commitment is not that of the referee's secret" in str(verify(other))


def test_another_seed_is_another_match() -> None:
    """Its cards are others, so that the recorded moves do not fit."""
    assert not verdict_on(with_spec(PLAYED, seed=b"other")).ok


def test_a_plan_changed_to_another_legal_one_is_found_where_states_are_compared() -> None:
    """A sealed answer carries no fingerprint of its own: the last of those given together does."""
    game = GAMES["furnace"]
    position = game.setup(game.options({}), 3, Chance(PLAYED.spec.seed))
    for entry in sorted(PLAYED.records):
        if entry.turn == PLAN.turn:
            break
        position = game.apply(position, entry.seat, game.parse(entry.move))
    other = next(
        text
        for text in map(game.format, game.legal_moves(position, PLAN.seat))
        if text != PLAN.move
    )
    forged = with_entry(PLAYED, PLAN.turn, lambda entry: entry._replace(move=other))
    verdict = verdict_on(forged)

    assert not verdict.ok
    assert verdict.turn is not None
    assert PLAN.turn <= verdict.turn <= PLAN.turn + 3


def test_a_state_within_sealed_answers_is_found() -> None:
    """In a match aborted while some answers were in, none of these can have had a fingerprint."""
    played = play(Script(4, options=(("capitalists", "off"),), stop_after=18))
    last = played.records[-1]
    assert last.state_hash == ""
    verdict = verdict_on(with_entry(played, last.turn, lambda e: e._replace(state_hash="0" * 16)))

    assert last.turn == verdict.turn


def test_a_match_that_never_started_has_no_moves() -> None:
    """Whoever records some is found out."""
    whole = read_replay(PLAYED.replay)
    assert whole.header is not None
    verdict = verify(replace(whole, header=replace(whole.header, started=None)))

    assert "has not started" in str(verdict)


def test_what_comes_before_the_damage_is_verified_first() -> None:
    """A false turn in the sound part of a damaged file is what is named."""
    forged = with_entry(PLAYED, 3, lambda entry: entry._replace(state_hash="0" * 16)).replay

    assert 3 == verify(read_replay(forged[:-10])).turn
    assert "line" in str(verify(read_replay(PLAYED.replay[:-10])))


def test_steps_have_the_state_before_and_after_each_turn() -> None:
    """For viewers and programs; each begins where the one before ended, the last is the end."""
    replay, game = read_replay(PLAYED.replay), GAMES["furnace"]
    steps = list(ReplayPlayer(replay).steps())

    assert replay.records == tuple(step.record for step in steps)
    assert [step.after for step in steps[:-1]] == [step.before for step in steps[1:]]
    for step in steps:
        assert step.record.move == game.format(step.move)
        assert step.after.state == game.apply(step.before.state, step.record.seat, step.move)
    states = [step.after.state for step in steps]
    assert [record.state_hash for record in PLAYED.records if record.state_hash] == [
        fingerprint(state) for state in states if not game.sealed(state)
    ]
    assert game.outcome(states[-1]) is not None


def test_a_step_knows_what_its_seat_was_asked_in() -> None:
    """Seats that are asked together are all asked before any of them has answered."""
    game = GAMES["furnace"]
    steps = list(ReplayPlayer(read_replay(PLAYED.replay)).steps())
    together = [step for step in steps if step.asked is not step.before.state]

    assert together
    for step in steps:
        assert not game.sealed(step.asked)
        assert step.record.turn == step.before.open[step.record.seat].turn


def test_steps_end_where_the_replay_differs() -> None:
    """With an error of ours, after all that could be shown."""
    forged = with_entry(PLAYED, 4, lambda entry: entry._replace(state_hash="0" * 16))
    steps = ReplayPlayer(read_replay(forged.replay)).steps()

    for _ in range(3):
        next(steps)
    with pytest.raises(ReplayDiffers, match="turn 4"):
        next(steps)
    with pytest.raises(ReplayDiffers, match="empty"):
        ReplayPlayer(read_replay(b""))
