"""The matchmaker: most information, nobody starved, fair seats."""

import math
import random
from collections import Counter
from itertools import combinations
from statistics import fmean

import pytest

from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.formats.seating import SeatHistory
from bessemer.ladder.lobby.matchmaking import (
    Candidate,
    Matchmaker,
    MatchmakingSettings,
)


class ComingAndGoing:
    """200 players of whom about half are there, each with its own concurrency."""

    def __init__(self, settings: MatchmakingSettings, seed: int) -> None:
        self.rng = random.Random(seed)
        self.matchmaker = Matchmaker(settings)
        self.limits = {f"p{n:03}": self.rng.randint(1, 4) for n in range(200)}
        self.authors = {name: f"author-{n % 60}" for n, name in enumerate(self.limits)}
        self.means = {name: self.rng.gauss(1500, 200) for name in self.limits}
        self.deviations = {name: self.rng.uniform(40, 350) for name in self.limits}
        # Hermits: well known and far from all others, so that a match with them tells next to nothing.
        for hermit in range(10):
            self.means[f"p{hermit:03}"], self.deviations[f"p{hermit:03}"] = 3000.0, 30.0
        self.present = set(self.rng.sample(sorted(self.limits), 100))
        self.running: list[SeatOrder] = []
        self.drawn: list[SeatOrder] = []
        self.most_free = 0
        self.longest_wait = 0

    def candidates(self) -> list[Candidate]:
        """Who is there now."""
        busy = Counter(name for match in self.running for name in match)
        return [
            Candidate(
                name,
                self.means[name],
                self.deviations[name],
                self.limits[name] - busy[name],
                self.authors[name],
            )
            for name in sorted(self.present)
        ]

    def step(self) -> SeatOrder | None:
        """Somebody comes or goes, a match may end, and one is drawn."""
        changing = self.rng.choice(sorted(self.limits))
        if self.rng.random() < 0.3:
            self.present ^= {changing}
        while len(self.running) > self.rng.randint(10, 30):
            self.running.pop(self.rng.randrange(len(self.running)))
        there = self.candidates()
        self.most_free = max(self.most_free, sum(player.free > 0 for player in there))
        seating = self.matchmaker.draw(there, self.rng)
        if seating is not None:
            self.running.append(seating)
            self.drawn.append(seating)
        self.longest_wait = max(
            self.longest_wait, *(self.matchmaker.waited(player.name) for player in there)
        )
        return seating


def promised_wait(players: int, settings: MatchmakingSettings) -> int:
    """
    For how many matches a player can be passed over while `players` at most are free.

    While authors are kept apart only the one who has waited longest is sure of a seat each time.
    """
    too_long = max(1, math.ceil(settings.patience * players / settings.seats))
    return too_long + (players if settings.authors_apart else math.ceil(players / settings.seats))


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("patience", [2.0, 0.1])
def test_nobody_is_starved(apart: bool, patience: float) -> None:
    """
    Among 200 players who come and go nobody who is free waits longer than is promised.

    Not even hermits, and not even if with little patience nearly all are overdue at once.
    """
    settings = MatchmakingSettings(seats=4, authors_apart=apart, patience=patience)
    world = ComingAndGoing(settings, seed=1)
    for _ in range(1000):
        assert world.step() is not None

    assert world.longest_wait <= promised_wait(world.most_free, settings)
    # The promise was put to the test: patience did run out.
    assert world.longest_wait > settings.patience * 60 / 4


def test_nobody_plays_more_than_it_takes() -> None:
    """No player is ever seated above its own concurrency, nor twice in a match."""
    world = ComingAndGoing(MatchmakingSettings(seats=3), seed=2)
    for _ in range(500):
        world.step()
        busy = Counter(name for match in world.running for name in match)

        assert all(count <= world.limits[name] for name, count in busy.items())
        assert all(len(set(match)) == 3 for match in world.running)


def test_authors_apart() -> None:
    """If the organiser says so, bots of one author never meet; bots without an author may."""
    world = ComingAndGoing(MatchmakingSettings(seats=4, authors_apart=True), seed=3)
    for number in range(20):
        world.authors[f"p{number:03}"] = ""
    for _ in range(500):
        world.step()
    pairs = {pair for match in world.drawn for pair in combinations(match, 2)}

    assert not [pair for pair in pairs if world.authors[pair[0]] == world.authors[pair[1]] != ""]
    assert [pair for pair in pairs if world.authors[pair[0]] == world.authors[pair[1]] == ""]


def test_authors_together() -> None:
    """If the organiser does not mind, they do meet."""
    world = ComingAndGoing(MatchmakingSettings(seats=4), seed=3)
    for _ in range(500):
        world.step()
    pairs = {pair for match in world.drawn for pair in combinations(match, 2)}

    assert [pair for pair in pairs if world.authors[pair[0]] == world.authors[pair[1]]]


def test_seats_are_balanced() -> None:
    """Everybody sits in every seat about equally often: counts differ by two at most."""
    world = ComingAndGoing(MatchmakingSettings(seats=4), seed=4)
    for _ in range(1500):
        world.step()
    sat = {name: [0, 0, 0, 0] for name in world.limits}
    for match in world.drawn:
        for seat, name in enumerate(match):
            sat[name][seat] += 1

    assert max(max(seats) - min(seats) for seats in sat.values()) <= 2


def test_seats_are_balanced_against_each_other() -> None:
    """Where each alone has had every seat equally often, it counts who sat where against whom."""
    history = SeatHistory()
    for seating in (("a", "b"), ("c", "a"), ("b", "d"), ("d", "c")):
        history.add(seating)

    assert {("b", "a")} == {history.seated(("a", "b"), random.Random(n)) for n in range(9)}


def test_seats_alternate() -> None:
    """Those who meet again and again have each seat equally often against each other."""
    history = SeatHistory()
    rng = random.Random(1)
    first = Counter[str]()
    for _ in range(40):
        for other in ("b", "c"):
            seating = history.seated(("a", other), rng)
            history.add(seating)
            first[seating[0] + seating[1]] += 1

    assert {"ab": 20, "ba": 20, "ac": 20, "ca": 20} == dict(first)


def test_the_unknown_play_first() -> None:
    """Of a newcomer least is known: until that changes he sits in nearly every match."""
    settings = MatchmakingSettings(seats=4)
    matchmaker = Matchmaker(settings)
    rng = random.Random(5)
    players = [Candidate(f"p{n:02}", 1500.0, 50.0) for n in range(30)]
    players.append(Candidate("new", 1500.0, 350.0))
    seated = sum("new" in (matchmaker.draw(players, rng) or ()) for _ in range(14))

    assert seated >= 12


def test_near_neighbours_meet() -> None:
    """The strengths in a match are much closer together than those of players drawn by lot."""
    world = ComingAndGoing(MatchmakingSettings(seats=4), seed=6)
    for _ in range(600):
        world.step()

    def spread(match: SeatOrder) -> float:
        return fmean(
            abs(world.means[one] - world.means[two]) for one, two in combinations(match, 2)
        )

    by_lot = fmean(spread(tuple(world.rng.sample(sorted(world.limits), 4))) for _ in range(600))
    assert fmean(map(spread, world.drawn)) < 0.75 * by_lot


@pytest.mark.parametrize(("seats", "least"), [(2, 0.15), (4, 0.5)])
def test_groups_far_apart_still_meet(seats: int, least: float) -> None:
    """Less often than by lot, which is 1/2 and 7/8, but often enough to measure how far apart they are."""
    matchmaker = Matchmaker(MatchmakingSettings(seats=seats))
    rng = random.Random(11)
    means = {f"p{n:02}": 1300.0 + 400.0 * (n % 2) for n in range(60)}
    players = [Candidate(name, mean, 60.0) for name, mean in means.items()]
    drawn = [matchmaker.draw(players, rng) or () for _ in range(300)]
    mixed = fmean(len({means[name] for name in match}) > 1 for match in drawn)

    assert least < mixed < {2: 0.4, 4: 0.8}[seats]


def test_opponents_vary() -> None:
    """Equals meet each other more evenly than by lots alone, by which these differ by ten or so."""
    matchmaker = Matchmaker(MatchmakingSettings(seats=2))
    rng = random.Random(7)
    players = [Candidate(name, 1500.0, 80.0) for name in "abcdef"]
    met = Counter(frozenset(matchmaker.draw(players, rng) or ()) for _ in range(150))

    assert 15 == len(met)
    assert max(met.values()) - min(met.values()) <= 6


def test_too_few() -> None:
    """Where a match cannot be filled none is drawn, be it for want of players, room or authors."""
    rng = random.Random(8)
    two = [Candidate("a", 1500.0, 100.0, author="x"), Candidate("b", 1500.0, 100.0, author="x")]

    assert Matchmaker(MatchmakingSettings(seats=3)).draw(two, rng) is None
    assert Matchmaker(MatchmakingSettings(seats=2, authors_apart=True)).draw(two, rng) is None
    busy = [two[0], Candidate("b", 1500.0, 100.0, free=0)]
    assert Matchmaker(MatchmakingSettings(seats=2)).draw(busy, rng) is None


def test_the_same_luck_draws_the_same() -> None:
    """Nothing but `rng` is random, and the order in which candidates are named does not matter."""
    players = [Candidate(f"p{n}", 1500.0 + 10 * n, 60.0 + n) for n in range(9)]
    drawn = []
    for order in (players, players[::-1]):
        matchmaker, rng = Matchmaker(MatchmakingSettings(seats=3)), random.Random(9)
        drawn.append([matchmaker.draw(order, rng) for _ in range(20)])

    assert drawn[0] == drawn[1]


def test_the_past_is_remembered() -> None:
    """Matches of before count for seats and opponents: a restart changes neither."""
    matchmaker = Matchmaker(MatchmakingSettings(seats=2))
    for _ in range(1000):
        matchmaker.add(("a", "b"))
    players = [Candidate(name, 1500.0, 100.0) for name in ("a", "b", "c")]
    rng = random.Random(10)
    drawn = [matchmaker.draw(players, rng) for _ in range(10)]

    assert 0 == sum(set(match or ()) == {"a", "b"} for match in drawn)


def test_matches_are_made_about_those_who_are_not_known_well_enough() -> None:
    """The others play with them, and nothing is drawn if there is nobody else; a person always plays."""
    maker, luck = Matchmaker(MatchmakingSettings(seats=2)), random.Random(5)
    settled = [Candidate(name, 1500.0, 20.0, is_settled=True) for name in "abcd"]
    unknown = Candidate("new", 1500.0, 300.0)
    drawn = [maker.draw([*settled, unknown], luck) for _ in range(40)]

    assert all(seating is not None and "new" in seating for seating in drawn)
    assert {"a", "b", "c", "d", "new"} == {name for seating in drawn for name in seating or ()}
    assert maker.draw(settled, luck) is None
    person = Candidate("zoe", 1500.0, 20.0, is_person=True, is_settled=True)
    assert "zoe" in (maker.draw([*settled, person], luck) or ())


def bots(free: int, with_people: int = 0) -> list[Candidate]:
    """Four bots of whom nothing is known yet, each with so many seats free."""
    return [Candidate(name, 1500.0, 350.0, free, name, False, with_people) for name in "abcd"]


def test_a_person_who_waits_comes_first() -> None:
    """However well known, and however long bots have waited; two people have a match each."""
    maker, luck = Matchmaker(MatchmakingSettings(seats=2)), random.Random(5)
    for _ in range(50):
        maker.draw(bots(free=1), luck)
    people = [Candidate(name, 1500.0, 20.0, 1, name, is_person=True) for name in ("zoe", "yan")]

    drawn = [maker.draw([*bots(free=1), *people], luck) for _ in range(20)]

    assert all(seating is not None and {"zoe", "yan"} & set(seating) for seating in drawn)


def test_a_person_without_opponents_keeps_no_bot_from_playing() -> None:
    """Here the only others are the person's own bots, who never meet him."""
    settings = MatchmakingSettings(seats=2, authors_apart=True)
    person = Candidate("zoe", 1500.0, 350.0, 1, "zoe", is_person=True)
    others = [Candidate("a", 1500.0, 350.0, 1, "zoe"), Candidate("b", 1500.0, 350.0, 1, "ben")]

    assert {"zoe", "b"} == set(Matchmaker(settings).draw([person, *others], random.Random(1)) or ())
    alone = [Candidate("a", 1500.0, 350.0, 1, "zoe")]
    assert Matchmaker(settings).draw([person, *alone], random.Random(1)) is None
    three = MatchmakingSettings(seats=3, authors_apart=True)
    names = ("b", "c", "d")
    strangers = [
        Candidate(name, 1500.0, 350.0, 1, "zoe" if name == "d" else name) for name in names
    ]
    assert {"b", "c", "zoe"} == set(
        Matchmaker(three).draw([person, *strangers], random.Random(1)) or ()
    )
    assert {"b", "c", "d"} == set(Matchmaker(three).draw(strangers, random.Random(1)) or ())


@pytest.mark.parametrize(
    ("free", "with_people", "plays"),
    [
        pytest.param(2, 0, False, id="both-are-kept"),
        pytest.param(3, 0, True, id="one-more"),
        pytest.param(2, 1, True, id="one-of-the-kept-is-used"),
        pytest.param(1, 1, False, id="the-other-is-kept"),
        pytest.param(1, 3, True, id="all-are-used"),
    ],
)
def test_seats_that_are_kept_for_people_are_not_taken_by_bots(
    free: int, with_people: int, plays: bool
) -> None:
    """Two of each bot's; those in matches with people count as used, and people may have any."""
    settings = MatchmakingSettings(seats=2, kept_for_people=2)
    there = bots(free, with_people)

    assert plays is (Matchmaker(settings).draw(there, random.Random(1)) is not None)
    person = Candidate("zoe", 1500.0, 350.0, 1, "zoe", is_person=True)
    drawn = Matchmaker(settings).draw([*there, person], random.Random(1))
    assert drawn is not None
    assert "zoe" in drawn
