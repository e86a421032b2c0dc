"""Schedules: what is drawn next, what is drawn again, and what was played before."""

import random

from bessemer.engine.game import Seat
from bessemer.ladder.ladder import PairingLimits
from bessemer.ladder.lobby.continuous import Continuous, Limited
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Availability, Pairing, Rounds, block_pairings
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result

EVERYBODY = [Availability(name, "", 1) for name in "abcd"]


def result(pairing: Pairing) -> Result:
    """The first seat wins."""
    return Result("", pairing.seating, tuple(range(1, len(pairing.seating) + 1)))


def two_rounds(seen: list[list[str]]) -> "Rounds":
    """Two matches, then one between the winners."""

    def next_round(results: "list[Result]") -> list[Pairing]:
        seen.append([one.players[0] for one in results])
        if len(seen) == 1:
            return [Pairing(("a", "b"), b"1"), Pairing(("c", "d"), b"2")]
        if len(seen) == 2:
            return [Pairing((results[0].players[0], results[1].players[0]), b"3")]
        return []

    return Rounds(next_round)  # type: ignore[arg-type]


def test_a_round_begins_when_the_one_before_is_over() -> None:
    """Whoever is free sooner waits."""
    seen: list[list[str]] = []
    rounds = two_rounds(seen)
    first, second = rounds.next_pairing(EVERYBODY), rounds.next_pairing(EVERYBODY)
    assert first is not None
    assert second is not None
    assert rounds.next_pairing(EVERYBODY) is None

    rounds.played(second, result(second))
    assert rounds.next_pairing(EVERYBODY) is None
    rounds.played(first, result(first))

    last = rounds.next_pairing(EVERYBODY)
    assert last == Pairing(("a", "c"), b"3")
    assert not rounds.is_done
    rounds.played(last, result(last))
    assert rounds.is_done
    assert seen == [[], ["a", "c"], ["a"]]


def test_versions_of_one_name_have_one_author() -> None:
    """Where authors are kept apart they never meet, also if nobody said who wrote them."""
    settings = MatchmakingSettings(seats=2, authors_apart=True)
    drawn = Continuous(settings, Ratings().rating, random.Random(1))
    there = [Availability(name, "", 1) for name in ("anna:1", "anna:2", "anna", "bela")]
    pairings = [drawn.next_pairing(there) for _ in range(20)]

    assert all(pairing is not None and "bela" in pairing.seating for pairing in pairings)
    assert drawn.next_pairing(there[:3]) is None


def test_what_did_not_count_is_drawn_again() -> None:
    """At once, before anything else."""
    rounds = two_rounds([])
    first = rounds.next_pairing(EVERYBODY)
    assert first is not None
    rounds.played(first, None)

    assert rounds.next_pairing(EVERYBODY) == first


def test_who_is_busy_holds_up_nobody_else() -> None:
    """The next match whose players are there is drawn."""
    rounds = two_rounds([])

    drawn = rounds.next_pairing(
        [Availability("b", "", 1), Availability("c", "", 1), Availability("d", "", 1)]
    )

    assert drawn == Pairing(("c", "d"), b"2")


def test_a_player_with_two_seats_needs_room_for_both() -> None:
    """As in a comparison of two who share all seats."""
    pairings = [[Pairing(("a", "b", "a"))], []]
    rounds = Rounds(lambda _results: pairings.pop(0))

    assert rounds.next_pairing([Availability("a", "", 1), Availability("b", "", 1)]) is None
    assert rounds.next_pairing([Availability("a", "", 2), Availability("b", "", 1)]) is not None


def test_what_was_played_before_an_interruption_is_not_played_again() -> None:
    """Even if whole rounds were."""
    seen: list[list[str]] = []

    def next_round(results: "list[Result]") -> list[Pairing]:
        seen.append([one.match_id for one in results])
        return [Pairing(("a", "b"), b"1", f"block {len(seen)}")] if len(seen) < 4 else []

    known = {f"block {number}": Result(f"m{number}", ("a", "b"), (1, 2)) for number in (1, 2)}
    rounds = Rounds(next_round, lambda pairing: known.get(pairing.block))  # type: ignore[arg-type]

    assert seen == [[], ["m1"], ["m2"]]
    drawn = rounds.next_pairing(EVERYBODY)
    assert drawn is not None
    assert drawn.block == "block 3"


def test_the_next_match_of_a_block_comes_when_the_one_before_is_over() -> None:
    """And all processes were restarted, whoever is free; the first asks its seats for the bytes of all."""
    block = block_pairings((("a", "b"), ("b", "a")), b"1", "block")
    rounds = Rounds(lambda results: [] if results else block)
    there = [Availability(name, "", 2, number) for name in "ab" for number in (0, 1)]

    assert block[0] == rounds.next_pairing(there)
    assert rounds.next_pairing(there) is None
    rounds.played(block[0], None)
    assert (None, True) == (rounds.next_pairing(there), rounds.needs_restart)
    rounds.restarted()
    assert block[0] == rounds.next_pairing(there)
    assert rounds.next_pairing(there) is None


def test_a_ladder_of_so_many_matches_makes_up_for_those_that_did_not_count() -> None:
    """And never draws one too many."""
    endless = Continuous(MatchmakingSettings(seats=2), Ratings().rating, random.Random(1))
    limited = Limited(endless, 2)
    first, second = limited.next_pairing(EVERYBODY), limited.next_pairing(EVERYBODY)
    assert first is not None
    assert second is not None
    assert limited.is_done
    assert limited.next_pairing(EVERYBODY) is None

    limited.played(first, None)
    assert not limited.is_done
    again = limited.next_pairing(EVERYBODY)
    assert again is not None
    limited.played(again, result(again))
    assert limited.is_done


def withheld(pairing: Pairing, seat: int = 1) -> Result:
    """The match was not played, since this seat withheld its bytes."""
    ranks = tuple(1 + (other == seat) for other in range(len(pairing.seating)))
    fault = SeatFault(Seat(seat), Fault.PLAYER, "it did not reveal")
    return Result(
        "", pairing.seating, ranks, block=pairing.block, faults=(fault,), is_withheld=True
    )


def test_a_match_that_is_withheld_is_drawn_again_once() -> None:
    """The second time it is decided: who withheld is placed last, and the next round begins."""
    seen: list[list[str]] = []
    rounds = two_rounds(seen)
    first, second = rounds.next_pairing(EVERYBODY), rounds.next_pairing(EVERYBODY)
    assert first is not None
    assert second is not None
    rounds.played(first, withheld(first))
    rounds.played(second, withheld(second))
    assert [first, second] == sorted(
        [rounds.next_pairing(EVERYBODY) or first, rounds.next_pairing(EVERYBODY) or first]
    )

    rounds.played(second, result(second))
    rounds.played(first, withheld(first))

    assert rounds.next_pairing(EVERYBODY) == Pairing(("a", "c"), b"3")


def test_a_ladder_of_so_many_matches_makes_up_for_those_that_were_withheld() -> None:
    """However often that is: each is a loss for who withheld, and no match."""
    endless = Continuous(MatchmakingSettings(seats=2), Ratings().rating, random.Random(1))
    limited = Limited(endless, 1)
    for _ in range(3):
        drawn = limited.next_pairing(EVERYBODY)
        assert drawn is not None
        limited.played(drawn, withheld(drawn))

    assert not limited.is_done


def test_a_limited_ladder_ends_when_enough_is_known_of_all_its_players() -> None:
    """Even if not all of its matches were drawn; of all who take part, not of those who are there."""
    ratings = Ratings()
    endless = Continuous(
        MatchmakingSettings(seats=2),
        ratings.rating,
        random.Random(1),
        limits=lambda: PairingLimits(until=450),
    )
    limited, there = Limited(endless, 100, "abc"), [Availability(name, "", 1) for name in "ab"]
    while (pairing := limited.next_pairing(there)) is not None:
        limited.played(pairing, result(pairing))
        ratings.add(result(pairing))
    assert not limited.is_done

    there.append(Availability("c", "", 1))
    while (pairing := limited.next_pairing(there)) is not None:
        limited.played(pairing, result(pairing))
        ratings.add(result(pairing))
    assert limited.is_done
    assert 0 < ratings.rating("a").matches < 50
