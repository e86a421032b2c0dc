"""Blocks, round robin, gauntlet, Swiss and knock-out."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from bessemer.ladder.formats.blocks import Seatings, block_of, compared_block, mirrored_block
from bessemer.ladder.formats.gauntlet import gauntlet
from bessemer.ladder.formats.grouping import pairs_avoiding
from bessemer.ladder.formats.knockout import Knockout
from bessemer.ladder.formats.meetings import Meeting
from bessemer.ladder.formats.round_robin import round_robin
from bessemer.ladder.formats.swiss import Swiss
from bessemer.ratings.results import Result


def names(count: int) -> list[str]:
    """Players by their seeds: the first is the best."""
    return [f"p{number:03}" for number in range(count)]


@pytest.mark.parametrize(
    ("seatings", "matches"), [(Seatings.ONE, 1), (Seatings.ROTATED, 4), (Seatings.ALL, 24)]
)
def test_blocks(seatings: Seatings, matches: int) -> None:
    """A block seats the same players in different orders; rotated or all, each in every seat alike."""
    block = block_of(("a", "b", "c", "d"), seatings)

    assert matches == len(set(block)) == len(block)
    assert all({"a", "b", "c", "d"} == set(seating) for seating in block)
    if seatings is not Seatings.ONE:
        for seat in range(4):
            assert {matches // 4} == set(Counter(match[seat] for match in block).values())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seatings", list(Seatings))
def test_mirrored_blocks(seats: int, seatings: Seatings) -> None:
    """Two players who share all seats have each seat equally often."""
    block = mirrored_block("A", "B", seats, seatings)

    for seat in range(seats):
        sat = Counter(seating[seat] for seating in block)
        assert sat["A"] == sat["B"] > 0
    assert all({"A", "B"} == set(seating) for seating in block)


@pytest.mark.parametrize("fixed", [(), ("X",), ("X", "Y")])
def test_compared_blocks(fixed: tuple[str, ...]) -> None:
    """With others in fixed numbers every seating has its mirror, in which only A and B change."""
    block = compared_block("A", "B", fixed, Seatings.ROTATED)
    swap = {"A": "B", "B": "A"}

    assert set(block) == {tuple(swap.get(who, who) for who in seating) for seating in block}
    for seat in range(2 + len(fixed)):
        sat = Counter(seating[seat] for seating in block)
        assert sat["A"] == sat["B"] > 0


@pytest.mark.parametrize("count", [2, 5, 8, 13])
def test_round_robin_of_two(count: int) -> None:
    """Every pair meets once, nobody plays twice in a round, seats come out even."""
    rounds = round_robin(names(count), 2, random.Random(1))
    matches = [match for each in rounds for match in each.matches]

    assert Counter(map(frozenset, matches)) == Counter(
        map(frozenset, combinations(names(count), 2))
    )
    for each in rounds:
        busy = [*each.resting, *(name for match in each.matches for name in match)]
        assert sorted(names(count)) == sorted(busy)
    first = Counter(match[0] for match in matches)
    assert all(abs(2 * first[name] - (count - 1)) <= 2 for name in names(count))


@pytest.mark.parametrize(("count", "seats"), [(16, 4), (10, 4), (12, 3), (11, 3)])
def test_round_robin_of_more(count: int, seats: int) -> None:
    """All play equally often but for one match, and pairs meet nearly equally often."""
    rounds = round_robin(names(count), seats, random.Random(2), rounds=12)
    plays = Counter(name for each in rounds for match in each.matches for name in match)
    met = Counter(
        frozenset(pair)
        for each in rounds
        for match in each.matches
        for pair in combinations(match, 2)
    )
    meetings = [met[frozenset(pair)] for pair in combinations(names(count), 2)]

    assert max(plays.values()) - min(plays.values()) <= 1
    assert all(len(each.resting) == count % seats for each in rounds)
    mean = sum(meetings) / len(meetings)
    assert max(meetings) <= mean + 2.5
    assert min(meetings) >= mean - 2.5


@pytest.mark.parametrize(("pool", "seats"), [(6, 2), (6, 4), (7, 4), (5, 3), (3, 4)])
def test_gauntlet(pool: int, seats: int) -> None:
    """The player sits in every match, and all of the pool meet it equally often but for one."""
    rounds = gauntlet("me", names(pool), seats, 5, random.Random(4))
    matches = [match for each in rounds for match in each.matches]
    met = Counter(name for match in matches for name in match if name != "me")

    assert all("me" in match and len(set(match)) == seats for match in matches)
    assert min(met.values()) >= 5
    assert max(met.values()) - min(met.values()) <= 1
    sat = Counter(match.index("me") for match in matches)
    assert max(sat.values()) - min(sat[seat] for seat in range(seats)) <= 1


def test_too_few_players() -> None:
    """It is said how many there are and how many it takes."""
    with pytest.raises(ValueError, match="3 players cannot fill 4 seats"):
        round_robin(names(3), 4, random.Random(1))


def met_once(*results: Result) -> Meeting:
    """A meeting of these matches."""
    return Meeting(results[0].players, results, len(results))


def play(swiss: Swiss, rounds: int, seats: int) -> Counter[frozenset[str]]:
    """Play rounds in which the better seed always wins; who met."""
    met: Counter[frozenset[str]] = Counter()
    for _ in range(rounds):
        for match in swiss.next_round().matches:
            assert seats == len(set(match))
            met.update(frozenset(pair) for pair in combinations(match, 2))
            ranks = tuple(1 + sorted(match).index(name) for name in match)
            swiss.record(met_once(Result("", match, ranks)))
    return met


@pytest.mark.parametrize(("count", "rounds"), [(200, 9), (33, 8), (8, 7), (6, 5), (7, 5), (10, 9)])
def test_swiss_without_rematches(count: int, rounds: int) -> None:
    """With two seats nobody meets anybody twice where that can be avoided, to the last round."""
    met = play(Swiss(names(count), 2, random.Random(5)), rounds, 2)

    assert {1} == set(met.values())
    assert rounds * (count // 2) == sum(met.values())


@pytest.mark.parametrize("count", [6, 8, 10])
def test_swiss_rematches_only_if_there_is_no_way_around(count: int) -> None:
    """To the last round of all: whenever two meet again, no pairing at all would have avoided it."""
    for seed in range(25):
        rng = random.Random(seed)
        swiss = Swiss(names(count), 2, rng)
        met: set[frozenset[str]] = set()
        for _ in range(count - 1):
            pairs = {frozenset(match) for match in swiss.next_round().matches}
            if pairs & met:
                assert pairs_avoiding(names(count), lambda *pair: frozenset(pair) in met) is None  # noqa: B023 - called at once
            met |= pairs
            for one, two in map(sorted, pairs):
                swiss.record(met_once(Result("", (one, two), rng.choice([(1, 2), (2, 1), (1, 1)]))))


def test_swiss_when_rematches_cannot_be_avoided() -> None:
    """Four players in a fifth round: they go on, as few rematches as can be."""
    met = play(Swiss(names(4), 2, random.Random(5)), 6, 2)

    assert {2} == set(met.values())


@pytest.mark.parametrize("count", [64, 50])
def test_swiss_of_four(count: int) -> None:
    """With four seats few pairs of 64 meet twice in six rounds, though the leaders stay together."""
    met = play(Swiss(names(count), 4, random.Random(6)), 6, 4)

    assert sum(times - 1 for times in met.values()) == 0


def test_swiss_finds_the_best() -> None:
    """Where the better always wins, the winner of enough rounds is the first seed."""
    swiss = Swiss(names(32)[::-1], 2, random.Random(7))
    play(swiss, 5, 2)

    assert "p000" == swiss.table()[0].player
    assert 5.0 == swiss.table()[0].points


def test_swiss_byes() -> None:
    """Nobody has a second bye before all have had one, the last in the table has it, and it is a win."""
    swiss = Swiss(names(5), 2, random.Random(8))
    resting: list[str] = []
    for _ in range(5):
        table = [row.player for row in swiss.table()]
        turn = swiss.next_round()
        without = [name for name in table if name not in resting]
        assert without[-1:] == list(turn.resting)
        resting += turn.resting
        for match in turn.matches:
            swiss.record(met_once(Result("", match, (1, 1))))

    assert sorted(names(5)) == sorted(resting)
    # Four ties and a bye.
    assert {3.0} == {row.points for row in swiss.table()}


def test_swiss_seats() -> None:
    """Everybody sits in every seat about equally often."""
    swiss = Swiss(names(16), 2, random.Random(9))
    first: Counter[str] = Counter()
    for _ in range(8):
        for match in swiss.next_round().matches:
            first[match[0]] += 1
            swiss.record(met_once(Result("", match, (1, 1))))

    assert all(3 <= first[name] <= 5 for name in names(16))


def test_swiss_blocks_and_tie_breaks() -> None:
    """A block gives the mean of its matches; among equals the stronger opponents decide."""
    swiss = Swiss(names(4), 2, random.Random(10))
    pairs = {frozenset(match) for match in swiss.next_round().matches}
    one, two = (sorted(pair) for pair in sorted(pairs, key=sorted))
    swiss.record(met_once(Result("", tuple(one), (1, 2)), Result("", tuple(one), (1, 1))))
    swiss.record(met_once(Result("", tuple(two), (1, 1)), Result("", tuple(two), (1, 1))))
    rows = {row.player: row for row in swiss.table()}

    assert 0.75 == rows[one[0]].points
    assert 0.25 == rows[one[1]].points
    assert 0.25 == rows[one[0]].buchholz


def test_pairs_avoiding_looks_at_everything() -> None:
    """It finds pairs exactly where there are some: compared with all orders of six players."""
    rng = random.Random(12)
    players = names(6)
    found = {True: 0, False: 0}
    for _ in range(200):
        bad = {frozenset(pair) for pair in combinations(players, 2) if rng.random() < 0.65}
        pairs = pairs_avoiding(players, lambda one, two, bad=bad: frozenset((one, two)) in bad)  # type: ignore[misc]
        possible = any(
            not {frozenset(order[at : at + 2]) for at in (0, 2, 4)} & bad
            for order in permutations(players)
        )
        assert possible == (pairs is not None)
        if pairs is not None:
            assert players == sorted(name for pair in pairs for name in pair)
            assert not {frozenset(pair) for pair in pairs} & bad
        found[possible] += 1

    assert min(found.values()) > 20


@pytest.mark.parametrize(
    ("count", "seats", "advance"),
    [(2, 2, 1), (8, 2, 1), (6, 2, 1), (13, 2, 1), (9, 3, 1), (11, 3, 1), (16, 4, 2), (21, 4, 2), (64, 4, 1), (23, 4, 1), (3, 4, 2)],
)  # fmt: skip
def test_knockout(count: int, seats: int, advance: int) -> None:
    """Where the better seed always wins the first seed wins, and only full groups meet after round one."""
    cup = Knockout(names(count), seats, advance)
    lost: Counter[str] = Counter()
    rounds = 0
    while cup.winner is None:
        turn = cup.next_round()
        playing = [name for group in turn.matches for name in group]
        assert len(playing) == len(set(playing))
        if rounds:
            assert () == turn.resting
            assert count < seats or {seats} == {len(group) for group in turn.matches}
        else:
            # The best have the byes, and everybody has something.
            assert list(turn.resting) == names(count)[: len(turn.resting)]
            assert sorted([*turn.resting, *playing]) == names(count)
        last = cup.is_final
        cup.record([sorted(group) for group in turn.matches])
        lost.update(
            name for group in turn.matches for name in sorted(group)[1 if last else advance :]
        )
        rounds += 1

    assert "p000" == cup.winner
    assert Counter(names(count)[1:]) == lost
    assert () == cup.next_round().matches


def test_knockout_is_the_usual_bracket() -> None:
    """Eight players: 1-8, 2-7, 3-6, 4-5; then the winners of 1-8 and 4-5, and of 2-7 and 3-6."""
    cup = Knockout("12345678", 2)

    assert (("1", "8"), ("2", "7"), ("3", "6"), ("4", "5")) == cup.next_round().matches
    # Upsets: the places in the bracket stay.
    cup.record([("8", "1"), ("2", "7"), ("6", "3"), ("4", "5")])
    assert [{"8", "4"}, {"2", "6"}] == [set(group) for group in cup.next_round().matches]


@pytest.mark.parametrize("count", [16, 21, 32, 29, 64])
def test_knockout_keeps_those_apart_who_met(count: int) -> None:
    """Two who went on from one group of four are not in one group in the next round."""
    cup = Knockout(names(count), 4, 2)
    first = cup.next_round().matches
    cup.record([sorted(group) for group in first])

    for group in cup.next_round().matches:
        assert all(len(set(group) & set(before)) <= 1 for before in first)


def test_knockout_refuses() -> None:
    """Results of other series, numbers that do not divide."""
    with pytest.raises(ValueError, match="not the series"):
        Knockout("1234", 2).record([("1", "2"), ("3", "4")])
    with pytest.raises(ValueError, match="divide"):
        Knockout("1234", 4, 3)
