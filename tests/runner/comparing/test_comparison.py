"""Comparisons: blocks are mirrored, counted in their order, and the trial ends when it knows."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bessemer.engine.game import Seat
from bessemer.ladder.lobby.schedule import Availability, Pairing
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.results import Result
from bessemer.ratings.sequential import Hypotheses, Verdict
from bessemer.runner.bots.bot_specs import BotSpec, bot_digest, shipped_bot
from bessemer.runner.comparing.comparison import Comparison, OtherComparison, Trial
from tests.ladder.drawing import drawn

OFFERS = [Availability(name, "", 9) for name in "abcd"]


def comparison(
    fixed: tuple[str, ...] = ("c", "d"), seats: int = 4, blocks: int = 200
) -> Comparison:
    """Of a and b."""
    return Comparison("a", "b", fixed, seats, "seed", Hypotheses(most_blocks=blocks))


def result(pairing: Pairing, order: str) -> Result:
    """Ranks by who comes first in `order`."""
    ranks = tuple(order.index(name) + 1 for name in pairing.seating)
    return Result("", pairing.seating, ranks, block=pairing.block)


def test_in_a_block_the_two_have_the_same_seats_as_often() -> None:
    """With others, and sharing all seats."""
    for one in (comparison(), comparison((), 4), comparison((), 3), comparison(("c",), 3)):
        pairings = one.block(0)
        seats = Counter(
            (name, seat) for pairing in pairings for seat, name in enumerate(pairing.seating)
        )
        for seat in range(one.seats):
            assert seats["a", seat] == seats["b", seat]
        assert len({pairing.seed for pairing in pairings}) == 1
        assert one.block(1)[0].seed != pairings[0].seed


def test_in_a_match_no_instance_sits_twice() -> None:
    """With others, and sharing all seats; and there are no more of them than are needed."""
    for one in (comparison(), comparison((), 4), comparison((), 3), comparison((), 2)):
        matches = [pairing.places for pairing in one.block(0)]

        assert all(len(set(places)) == len(places) for places in matches)
        assert {place for places in matches for place in places} == {
            (name, instance) for name, count in one.instances.items() for instance in range(count)
        }


def test_a_block_has_one_match_until_all_bots_are_restarted() -> None:
    """As many blocks as were counted, but some at first, are played side by side."""
    trial = Trial(comparison((), 2))
    first = []
    while (pairing := trial.next_pairing(OFFERS)) is not None:
        first.append(pairing)

    assert len(first) == len({pairing.block for pairing in first}) == 16
    trial.played(first[0], None)
    assert trial.next_pairing(OFFERS) is None, "its cards may have been seen"
    assert trial.needs_restart
    trial.restarted()
    assert trial.next_pairing(OFFERS) == first[0]
    second = [trial.next_pairing(OFFERS) for _ in first[1:]]
    assert [one.block for one in second if one] == [one.block for one in first[1:]]
    assert not {one.seating for one in second if one} & {first[0].seating}


def test_results_of_a_later_block_are_known_before_those_of_an_earlier_one() -> None:
    """Blocks are played side by side: after a stop the first may have no result, and the third some."""
    one = comparison()
    past = [result(pairing, "acdb") for pairing in one.block(2)[:3]]
    trial = Trial(one, past)

    assert 3 == trial.matches
    assert 0 == trial.test.blocks


def test_a_trial_of_unequals_ends_soon() -> None:
    """When one is always placed above the other."""
    trial = Trial(comparison())
    while (pairing := drawn(trial, OFFERS)) is not None:
        trial.played(pairing, result(pairing, "acdb"))

    assert trial.test.verdict is Verdict.BETTER
    assert trial.decided.is_set()
    assert trial.test.blocks < 30


def test_a_trial_of_equals_says_no() -> None:
    """It is not better by so much."""
    rng = random.Random(1)
    trial = Trial(comparison(blocks=2000))
    while (pairing := drawn(trial, OFFERS)) is not None:
        trial.played(pairing, result(pairing, "".join(rng.sample("abcd", 4))))

    assert trial.test.verdict is Verdict.NOT_BETTER


def test_blocks_count_in_their_order_and_not_as_they_end() -> None:
    """Those that end soonest may be of a kind."""
    trial = Trial(comparison())
    size, most = len(comparison().block(0)), 16
    matches = [drawn(trial, OFFERS) for _ in range(most * size)]
    there = [pairing for pairing in matches if pairing is not None]
    blocks = [
        pairing
        for block in list(dict.fromkeys(pairing.block for pairing in there))[:3]
        for pairing in there
        if pairing.block == block
    ]
    assert len(blocks) == 24 == 3 * size

    for pairing in blocks[size:]:  # the second and the third block end first
        trial.played(pairing, result(pairing, "abcd"))
    assert trial.test.blocks == 0
    for pairing in blocks[:size]:
        trial.played(pairing, result(pairing, "bacd"))

    assert trial.test.blocks == 3
    assert trial.matches == 24


def test_a_match_that_did_not_count_is_played_again() -> None:
    """As soon as no process is left that has seen its cards, before any other."""
    trial = Trial(comparison())
    pairing = trial.next_pairing(OFFERS)
    assert pairing is not None
    trial.played(pairing, None)
    trial.restarted()

    assert trial.next_pairing(OFFERS) == pairing
    assert trial.matches == 0


def test_a_trial_that_was_stopped_goes_on_to_the_same_end() -> None:
    """Wherever it stops: no match is played twice, and verdict and evidence are the same."""
    rng = random.Random(5)
    whole = Trial(comparison(blocks=40))
    past: list[Result] = []
    while (pairing := drawn(whole, OFFERS)) is not None:
        past.append(result(pairing, "".join(rng.sample("abcd", 4))))
        whole.played(pairing, past[-1])

    for stop in (0, 1, 8, 13, len(past) - 1, len(past)):
        played = list(past[:stop])
        rng.shuffle(played)  # in which order they ended does not matter
        trial, rest = Trial(comparison(blocks=40), played), list(past[stop:])
        assert trial.matches == stop
        while (pairing := drawn(trial, OFFERS)) is not None:
            same = next(
                one for one in rest if (one.block, one.players) == (pairing.block, pairing.seating)
            )
            rest.remove(same)
            trial.played(pairing, same)
        assert trial.decided.is_set()
        assert (trial.test.verdict, trial.matches) == (whole.test.verdict, whole.matches)
        assert trial.test.evidence_for == pytest.approx(whole.test.evidence_for)


def test_a_comparison_is_kept_with_its_seed(tmp_path: Path) -> None:
    """The same one goes on with the seed that it began with; any other is refused by name."""
    file = tmp_path / "comparison.json"
    asked = replace(comparison(), seed="")
    facts = asked.facts({"bots": ["1", "2"]})
    begun = asked.kept_in(file, facts, "new")
    more = replace(asked, question=Hypotheses(most_blocks=99))

    assert begun.seed == "new"
    assert asked.kept_in(file, facts, "newer") == begun
    assert more.kept_in(file, more.facts({"bots": ["1", "2"]}), "newer").seed == "new"
    with pytest.raises(OtherComparison, match=r"other bots\): give another --data"):
        asked.kept_in(file, asked.facts({"bots": ["1", "3"]}), "newer")


def test_a_bot_whose_program_has_changed_is_another(tmp_path: Path) -> None:
    """Its own file or one beside it; what is of another kind does not matter."""
    for name in ("bot.py", "brain.py", "notes.txt"):
        (tmp_path / name).write_text("1", encoding="utf-8")
    bot = BotSpec("bot", ("python", str(tmp_path / "bot.py")), tmp_path)
    digests = [bot_digest(bot)]
    for name in ("notes.txt", "brain.py", "bot.py"):
        (tmp_path / name).write_text("2", encoding="utf-8")
        digests.append(bot_digest(bot))

    assert digests[0] == digests[1]
    assert len(set(digests)) == 3
    assert bot_digest(shipped_bot("greedy")) == bot_digest(shipped_bot("greedy"))
    assert bot_digest(shipped_bot("greedy")) != bot_digest(shipped_bot("random"))


def test_a_match_that_is_withheld_is_played_again_once() -> None:
    """The second time it counts as ranked: a comparison ends, whoever withholds."""
    trial = Trial(comparison(blocks=1))
    first = trial.next_pairing(OFFERS)
    assert first is not None
    fault = SeatFault(Seat(0), Fault.PLAYER, "it did not reveal")
    lost = replace(result(first, "abcd"), faults=(fault,), is_withheld=True)
    trial.played(first, lost)

    assert 0 == trial.matches
    trial.restarted()
    assert first == trial.next_pairing(OFFERS)
    trial.played(first, lost)
    assert 1 == trial.matches
