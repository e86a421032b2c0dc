"""Plans: every format is fair, and is taken up again where it was left."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from bessemer.engine.game import Seat
from bessemer.ladder.formats.blocks import Seatings
from bessemer.ladder.lobby.schedule import Availability
from bessemer.ladder.tournament.plan import LadderPlan, OtherPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.results import Result
from tests.ladder.tournament.plans import SIX, begun, play


@pytest.mark.parametrize("format_", list(Format))
@pytest.mark.parametrize("seats", [2, 3])
def test_a_plan_is_as_long_as_it_says(format_: Format, seats: int) -> None:
    """Where that is known beforehand."""
    plan = LadderPlan(format_, SIX, seats, "seed", matches=17)

    played = play(begun(plan), SIX)

    assert played
    if plan.size is not None:
        assert len(played) == plan.size
    assert all(len(pairing.seating) <= seats for pairing, _ in played)


@pytest.mark.parametrize("format_", [one for one in Format if one is not Format.CONTINUOUS])
@pytest.mark.parametrize("after", [0, 1, 5, 1000])
def test_what_was_interrupted_goes_on_as_if_it_had_not_been(format_: Format, after: int) -> None:
    """
    The same matches from the same set-ups, none twice.

    Fresh processes may play a block that was begun, so not in the same order.
    """
    plan = LadderPlan(format_, SIX, 3, "seed")
    whole = play(begun(plan), SIX)

    first = play(begun(plan), SIX, most=after)
    rest = play(begun(plan, [result for _, result in first]), SIX)

    assert sorted(pairing for pairing, _ in first + rest) == sorted(pairing for pairing, _ in whole)


def test_a_continuous_ladder_counts_what_was_played_before() -> None:
    """And draws other set-ups than before."""
    plan = LadderPlan(Format.CONTINUOUS, SIX, 3, "seed", matches=10)
    first = play(begun(plan), SIX, most=4)
    rest = play(begun(plan, [result for _, result in first]), SIX)

    assert len(first) + len(rest) == 10
    seeds = [pairing.seed for pairing, _ in first + rest]
    assert all(pairing.is_repeatable for pairing, _ in first + rest)
    assert len(set(seeds)) == 10
    assert all(len(seed) >= 8 for seed in seeds)


def test_in_a_round_robin_of_two_everybody_meets_everybody_in_both_seats() -> None:
    """From one set-up each."""
    plan = LadderPlan(Format.ROUND_ROBIN, SIX, 2, "seed")

    met = Counter(pairing.seating for pairing, _ in play(begun(plan), SIX))

    assert all(met[pair] == met[pair[::-1]] == 1 for pair in combinations(SIX, 2))


def test_blocks_share_a_set_up_and_no_two_blocks_do() -> None:
    """All seatings of one seed are one block."""
    plan = LadderPlan(Format.SWISS, SIX, 3, "seed", seatings=Seatings.ALL)
    blocks: dict[str, set[bytes]] = {}
    for pairing, _ in play(begun(plan), SIX):
        blocks.setdefault(pairing.block, set()).add(pairing.seed)

    assert all(len(seeds) == 1 for seeds in blocks.values())
    assert len(set().union(*blocks.values())) == len(blocks)


def test_the_best_wins_a_knock_out() -> None:
    """Here the one who always wins."""
    plan = LadderPlan(Format.KNOCKOUT, SIX, 2, "seed")

    played = play(begun(plan), SIX)

    assert "a" in played[-1][0].seating


def test_a_gauntlet_is_one_against_all() -> None:
    """The first sits in every match."""
    plan = LadderPlan(Format.GAUNTLET, SIX, 3, "seed", rounds=2)

    assert all("a" in pairing.seating for pairing, _ in play(begun(plan), SIX))


def test_a_plan_goes_on_with_its_seed() -> None:
    """Whoever says the same again goes on with it; whoever says another thing is told."""
    plan = LadderPlan(Format.SWISS, SIX, 3, "")
    kept = replace(plan, seed="drawn")
    assert plan.continuing(kept) == kept

    with pytest.raises(OtherPlan, match="players"):
        LadderPlan(Format.SWISS, SIX[:4], 3, "").continuing(kept)


def test_a_continuous_plan_may_grow() -> None:
    """More matches, and other players: a ladder never ends."""
    kept = LadderPlan(Format.CONTINUOUS, SIX, 3, "drawn", matches=10)

    more = LadderPlan(Format.CONTINUOUS, SIX[:3], 3, "", matches=20).continuing(kept)

    assert (more.seed, more.matches, more.players) == ("drawn", 20, SIX[:3])


def test_set_ups_follow_from_the_seed_only_if_the_plan_is_repeatable() -> None:
    """A seed that somebody might guess decides who meets whom, and no card."""
    for format_ in Format:
        plans = [
            LadderPlan(format_, SIX, 3, "7", matches=5, secret=secret)
            for secret in ("", "one", "other")
        ]
        open_, one, other = ([pairing for pairing, _ in play(begun(plan), SIX)] for plan in plans)

        assert [each.seating for each in open_] == [each.seating for each in one]
        assert {True} == {each.is_repeatable for each in open_}
        assert {False} == {each.is_repeatable for each in one}
        guessed = {each.seed for each in open_}
        assert guessed.isdisjoint(each.seed for each in one)
        if format_ is not Format.CONTINUOUS:  # there the referee draws a secret for each match
            assert {each.seed for each in one}.isdisjoint(each.seed for each in other)


def test_a_plan_keeps_its_secret() -> None:
    """Whoever goes on without it, or wants the plan to be repeatable, may not."""
    plan = LadderPlan(Format.SWISS, SIX, 3, "7", secret="first")  # noqa: S106 - of a test

    again = LadderPlan(Format.SWISS, SIX, 3, "7", secret="drawn anew")  # noqa: S106 - of a test
    assert again.continuing(plan) == plan
    with pytest.raises(OtherPlan, match="--repeatable"):
        LadderPlan(Format.SWISS, SIX, 3, "7").continuing(plan)


@pytest.mark.parametrize("format_", [one for one in Format if one is not Format.CONTINUOUS])
def test_what_was_withheld_is_played_anew_once_after_an_interruption_too(format_: Format) -> None:
    """The history tells how often; the second time is the result."""
    plan = LadderPlan(format_, SIX, 2, "seed")
    there = [Availability(name, "", 9) for name in SIX]
    first = begun(plan).next_pairing(there)
    assert first is not None
    fault = SeatFault(Seat(0), Fault.NETWORK, "it did not reveal")
    lost = Result("w", first.seating, (2, 1), block=first.block, faults=(fault,), is_withheld=True)

    assert first == begun(plan, [lost]).next_pairing(there)
    assert first != begun(plan, [lost, lost]).next_pairing(there)
    live = begun(plan, [lost])
    assert first == live.next_pairing(there)
    live.played(first, lost)
    assert first != live.next_pairing(there)
