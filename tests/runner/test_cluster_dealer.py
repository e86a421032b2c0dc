"""Dealing a schedule out to workers who may not come back."""

from bessemer.ladder.schedule import Pairing
from bessemer.ratings.results import Result
from bessemer.runner.cluster.dispatcher import Dispatcher, InFlight, PackedBots
from bessemer.runner.plan import Format, Plan

PLAYERS = ("ann", "bob", "cid", "dan")


def dealer_of(plan: Plan, concurrency: int = 2) -> Dispatcher:
    """A dealer for a plan of which nothing was played."""
    schedule = plan.schedule(lambda _: (1500.0, 300.0), (), authors_apart=False)
    return Dispatcher(schedule, [PackedBots(name, "") for name in PLAYERS], concurrency)


def result_of(pairing: Pairing) -> Result:
    """The first seat wins."""
    ranks = tuple(range(1, len(pairing.seating) + 1))
    return Result("any", pairing.seating, ranks, block=pairing.block)


def played_out(dealer: Dispatcher) -> list[Pairing]:
    """Have one worker play all there is."""
    hand, played = InFlight(), []
    while not dealer.is_done:
        for pairing in dealer.deal(hand):
            dealer.played(hand, pairing, result_of(pairing))
            played.append(pairing)
    return played


def test_no_match_is_in_two_hands() -> None:
    """What one worker has, the other is not given."""
    dealer = dealer_of(Plan(Format.CONTINUOUS, PLAYERS, 2, "seed", matches=100))

    one, other = dealer.deal(InFlight()), dealer.deal(InFlight())

    assert one
    assert other
    assert not set(one) & set(other)


def test_a_hand_has_no_more_than_the_bots_can_take_and_a_few_that_wait() -> None:
    """A bot of concurrency 4 has 5 seats at a worker."""
    dealer = dealer_of(Plan(Format.CONTINUOUS, PLAYERS, 4, "seed", matches=100), concurrency=4)
    hand = InFlight()

    assert 5 == len(dealer.deal(hand))
    assert [] == dealer.deal(hand)


def test_what_a_lost_worker_had_is_dealt_again_and_nothing_else() -> None:
    """Every match of the plan gets one result, although a worker was lost with a full hand."""
    plan = Plan(Format.ROUND_ROBIN, PLAYERS, 2, "seed")
    whole = played_out(dealer_of(plan))
    dealer = dealer_of(plan)
    doomed = InFlight()
    had = dealer.deal(doomed)
    dealer.played(doomed, had[0], result_of(had[0]))

    assert len(had) - 1 == dealer.lost(doomed)

    assert sorted(whole) == sorted([had[0], *played_out(dealer)])


def test_a_continuous_ladder_makes_up_for_what_was_lost() -> None:
    """As many results as were asked for."""
    dealer = dealer_of(Plan(Format.CONTINUOUS, PLAYERS, 2, "seed", matches=10))
    doomed = InFlight()
    assert dealer.deal(doomed)

    dealer.lost(doomed)

    assert 10 == len(played_out(dealer))


def test_it_is_not_done_while_the_last_match_is_played() -> None:
    """A schedule with nothing left to draw may still get a match back."""
    dealer = dealer_of(Plan(Format.CONTINUOUS, PLAYERS, 4, "seed", matches=1))
    hand = InFlight()

    (last,) = dealer.deal(hand)

    assert not dealer.is_done
    dealer.played(hand, last, result_of(last))
    assert dealer.is_done
