"""Orders: one is found exactly if there is one."""

from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bessemer.bots.furnace.planning.hand import KINDS, Turn, Way
from bessemer.bots.furnace.planning.limits import NEVER
from bessemer.bots.furnace.planning.packed import packing
from bessemer.bots.furnace.planning.schedule import CardRole, Job, in_order


def random_job(rng: Random, number: int, role: CardRole) -> Job:
    """A job that takes some of everything and gives some of everything, maybe of the same."""
    need = tuple(rng.choice((0, 0, 1, 2)) for _ in range(KINDS))
    net = tuple(-amount + rng.choice((0, 0, 0, 1, 2)) for amount in need)
    return Job(role, Turn(f"C{number}", Way((), need, net), is_flipped=False), need, net)


def can_be_paid(stock: tuple[int, ...], jobs: tuple[Job, ...]) -> bool:
    """Whether jobs in this order never lack anything, and stand rightly around the start-up."""
    held = list(stock)
    for place, job in enumerate(jobs):
        later = {other.role for other in jobs[place + 1 :]}
        if job.role is CardRole.AFTER and CardRole.STARTUP in later:
            return False
        if job.role is CardRole.STARTUP and CardRole.BEFORE in later:
            return False
        for kind in range(KINDS):
            if held[kind] < job.need[kind]:
                return False
            held[kind] += job.net[kind]
    return True


@given(seed=st.integers(0, 2**32))
def test_an_order_is_found_exactly_if_there_is_one(seed: int) -> None:
    """Of up to six jobs all orders are tried; the one found is one of those that can be paid."""
    rng = Random(seed)
    roles = (CardRole.FREE, CardRole.FREE, CardRole.BEFORE, CardRole.AFTER)
    jobs = [random_job(rng, 0, CardRole.STARTUP)]
    jobs += [random_job(rng, number, rng.choice(roles)) for number in range(1, rng.randint(1, 6))]
    stock = tuple(rng.randrange(3) for _ in range(KINDS))
    found = in_order(stock, jobs, packing(KINDS, 50), NEVER)
    orders = [order for order in permutations(jobs) if can_be_paid(stock, order)]

    assert bool(orders) == found.is_payable
    assert sorted(job.turn for job in jobs) == sorted(found.turns)
    if found.is_payable:
        assert found.turns in [[job.turn for job in order] for order in orders]


def test_a_search_can_be_cut_short() -> None:
    """Given up too early, there is only an attempt: all jobs, in some order."""
    chain = [
        Job(CardRole.FREE, Turn(f"C{number}", Way((), (), ()), is_flipped=False), need, net)
        for number, (need, net) in enumerate(
            [((1, 0, 0, 0), (-1, 2, 0, 0)), ((0, 1, 0, 0), (2, -1, 0, 0))] * 2
        )
    ]
    short, whole = (
        in_order((1, 0, 0, 0), chain, packing(KINDS, 50), NEVER, most) for most in (1, None)
    )

    assert (False, True) == (short.is_payable, whole.is_payable)
    assert sorted(short.turns) == sorted(whole.turns)
