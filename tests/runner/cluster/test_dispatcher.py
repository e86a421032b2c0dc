"""Spreading a schedule over workers that may be lost."""

from collections import Counter

from bessemer.ladder.lobby.schedule import Pairing
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.cluster.dispatcher import Dispatcher, InFlight

PLAYERS = ("ann", "bob", "cid", "dan")


def dispatcher_of(plan: LadderPlan, concurrency: int = 2) -> Dispatcher:
    """A dispatcher for a plan of which nothing was played."""
    schedule = plan.schedule(Ratings().rating, (), authors_apart=False)
    bots = [BotSpec(name, ()) for name in PLAYERS]
    return Dispatcher(schedule, bots, concurrency, plan.instances)


def result_of(pairing: Pairing) -> Result:
    """The first seat wins."""
    ranks = tuple(range(1, len(pairing.seating) + 1))
    return Result("any", pairing.seating, ranks, block=pairing.block)


def played_out(dispatcher: Dispatcher) -> list[Pairing]:
    """Have one worker play all there is."""
    in_flight, played = InFlight(), []
    while not dispatcher.is_done:
        if dispatcher.needs_restart:
            dispatcher.restarted()
        for pairing in dispatcher.assign(in_flight):
            dispatcher.on_match_ended(in_flight, pairing, result_of(pairing))
            played.append(pairing)
    return played


def test_no_match_is_at_two_workers() -> None:
    """What one worker has, the other is not given."""
    dispatcher = dispatcher_of(LadderPlan(Format.CONTINUOUS, PLAYERS, 2, "seed", matches=100))

    one, other = dispatcher.assign(InFlight()), dispatcher.assign(InFlight())

    assert one
    assert other
    assert not set(one) & set(other)


def test_a_worker_has_no_more_matches_than_the_bots_can_take_and_a_few_that_wait() -> None:
    """A bot of concurrency 4 has 5 seats at a worker."""
    dispatcher = dispatcher_of(
        LadderPlan(Format.CONTINUOUS, PLAYERS, 4, "seed", matches=100), concurrency=4
    )
    in_flight = InFlight()

    assert 5 == len(dispatcher.assign(in_flight))
    assert [] == dispatcher.assign(in_flight)


def test_what_a_lost_worker_had_is_assigned_again_and_nothing_else() -> None:
    """Every match of the plan gets one result, although a worker was lost with many of them."""
    plan = LadderPlan(Format.ROUND_ROBIN, PLAYERS, 2, "seed")
    whole = played_out(dispatcher_of(plan))
    dispatcher = dispatcher_of(plan)
    doomed = InFlight()
    had = dispatcher.assign(doomed)
    dispatcher.on_match_ended(doomed, had[0], result_of(had[0]))

    assert len(had) - 1 == dispatcher.on_worker_lost(doomed)

    assert sorted(whole) == sorted([had[0], *played_out(dispatcher)])


def test_a_continuous_ladder_makes_up_for_what_was_lost() -> None:
    """As many results as were asked for."""
    dispatcher = dispatcher_of(LadderPlan(Format.CONTINUOUS, PLAYERS, 2, "seed", matches=10))
    doomed = InFlight()
    assert dispatcher.assign(doomed)

    dispatcher.on_worker_lost(doomed)

    assert 10 == len(played_out(dispatcher))


def test_it_is_not_done_while_the_last_match_is_played() -> None:
    """A schedule with nothing left to draw may still get a match back."""
    dispatcher = dispatcher_of(LadderPlan(Format.CONTINUOUS, PLAYERS, 4, "seed", matches=1))
    in_flight = InFlight()

    (last,) = dispatcher.assign(in_flight)

    assert not dispatcher.is_done
    dispatcher.on_match_ended(in_flight, last, result_of(last))
    assert dispatcher.is_done


def test_a_block_is_over_wherever_its_matches_are_played() -> None:
    """Not before the last of them has a result, also if a worker is lost meanwhile."""
    dispatcher = dispatcher_of(LadderPlan(Format.ROUND_ROBIN, PLAYERS, 2, "seed"), concurrency=1)
    one, other = InFlight(), InFlight()
    first = dispatcher.assign(one)
    block = first[0].block
    assert block not in {pairing.block for pairing in dispatcher.assign(other)}

    dispatcher.on_match_ended(one, first[0], result_of(first[0]))
    assert not dispatcher.is_over(block)
    dispatcher.on_worker_lost(one)
    dispatcher.on_worker_lost(other)
    assert not dispatcher.is_over(block)
    played_out(dispatcher)

    assert dispatcher.is_over(block)


def test_no_bot_has_more_seats_than_it_may_and_a_few_that_wait() -> None:
    """All of them as its only instance, which sees no set-up twice."""
    dispatcher = dispatcher_of(LadderPlan(Format.GAUNTLET, PLAYERS, 2, "seed"), concurrency=4)
    given = dispatcher.assign(InFlight())
    seats = Counter(place for pairing in given for place in pairing.places)

    assert max(seats.values()) == 5
    assert {instance for _, instance in seats} == {0}
    assert len({pairing.block for pairing in given}) == len(given)


def test_bots_are_restarted_when_no_worker_plays_any_longer() -> None:
    """Only then matches of the same set-ups are assigned, wherever the others were played."""
    dispatcher = dispatcher_of(LadderPlan(Format.ROUND_ROBIN, PLAYERS, 2, "seed"), concurrency=9)
    one, other = InFlight(), InFlight()
    first = dispatcher.assign(one)
    assert dispatcher.assign(other) == []
    assert not dispatcher.needs_restart

    for pairing in first:
        dispatcher.on_match_ended(one, pairing, result_of(pairing))
    assert dispatcher.needs_restart
    assert dispatcher.assign(other) == []
    dispatcher.restarted()

    assert {pairing.block for pairing in dispatcher.assign(other)} == {one.block for one in first}
