"""Groups of players for one round, so that the pairs who meet cost as little as can be found."""

from collections.abc import Callable, Sequence
from itertools import combinations

PairCost = Callable[[str, str], float]
"""What it costs if two players meet; the same in either order."""

Groups = list[list[str]]


def grouped(players: Sequence[str], seats: int, cost: PairCost) -> Groups:
    """
    All `players`, a multiple of `seats`, in groups of so many, at a low total cost.

    First each in turn takes those who cost least; then any two players of different groups change
    places while that is cheaper. Two seats: where fewer than half of all others cost much,
    no pair that costs much remains, for some exchange would always avoid it.

    Raises:
        ValueError: not a multiple.
    """
    if len(players) % seats:
        raise ValueError(f"{len(players)} players cannot make groups of {seats}")
    rest = list(players)
    groups: Groups = []
    while rest:
        group = [rest.pop(0)]
        while len(group) < seats:
            best = min(rest, key=lambda player: sum(cost(player, other) for other in group))
            rest.remove(best)
            group.append(best)
        groups.append(group)
    while _exchanged(groups, cost):
        pass
    return groups


def pairs_avoiding(
    players: Sequence[str], avoid: Callable[[str, str], bool], tries: int = 100_000
) -> Groups | None:
    """
    All `players` in pairs none of which is to be avoided, or `None` if there are no such pairs.

    Who has fewest partners left chooses first. After so many tries it gives up: also `None`.
    """
    left = tries

    def paired(rest: frozenset[str]) -> Groups | None:
        nonlocal left
        if not rest:
            return []
        left -= 1
        choices = {
            player: [other for other in order if other in rest and other in open_to[player]]
            for player in order
            if player in rest
        }
        first = min(choices, key=lambda player: len(choices[player]))
        for other in choices[first]:
            if left <= 0:
                return None
            others = paired(rest - {first, other})
            if others is not None:
                return [[first, other], *others]
        return None

    order = list(players)
    open_to = {
        player: {other for other in order if other != player and not avoid(player, other)}
        for player in order
    }
    return paired(frozenset(order))


def _exchanged(groups: Groups, cost: PairCost) -> bool:
    """Make every exchange that is cheaper, once around; whether there was one."""
    any_better = False
    for one, two in combinations(groups, 2):
        for here in range(len(one)):
            for there in range(len(two)):
                if _gain(one, here, two, there, cost) > 1e-9:
                    one[here], two[there] = two[there], one[here]
                    any_better = True
    return any_better


def _gain(one: list[str], here: int, two: list[str], there: int, cost: PairCost) -> float:
    mine, yours = one[here], two[there]
    gain = 0.0
    for at, other in enumerate(one):
        if at != here:
            gain += cost(mine, other) - cost(yours, other)
    for at, other in enumerate(two):
        if at != there:
            gain += cost(yours, other) - cost(mine, other)
    return gain
