"""The sequential test: what it computes, when it stops, how often it is wrong."""

import math
import random
from itertools import product

import pytest

from bessemer.ladder.formats.blocks import Seatings, compared_block, mirrored_block
from bessemer.ratings.scale import share_of
from bessemer.ratings.sequential import Hypotheses, SequentialTest, Verdict, block_score
from tools.ratings.sequential import (
    FOUR,
    Scores,
    Setting,
    block_scores,
    disasters,
    matches,
    points_for,
    rates,
    windfalls,
)


def counted(scores: list[float], question: Hypotheses | None = None) -> SequentialTest:
    """A test that has counted all of them."""
    test = SequentialTest(question)
    for score in scores:
        test.add(score)
    return test


@pytest.mark.parametrize("lower", [-100.0, 0.0, 60.0])
def test_a_bet_at_the_bound_gains_nothing_on_average(lower: float) -> None:
    """
    The property on which all depends: at a bound the expected evidence is exactly 1.

    Over all sequences of five scores of 0, a half and 1 with that mean, by their probability.
    """
    share = share_of(lower)
    likely = {0.0: 1 - share - 0.1, 0.5: 0.2, 1.0: share - 0.1}
    expected = 0.0
    for scores in product(likely, repeat=5):
        test = counted(list(scores), Hypotheses(lower, lower + 50, alpha=1e-9, beta=1e-9))
        expected += math.prod(likely[score] for score in scores) * test.evidence_for

    assert expected == pytest.approx(1.0)


def test_the_same_scores_the_same_evidence() -> None:
    """The evidence does not depend on the order, and is that of B for the scores of B."""
    scores = [0.2, 0.7, 0.5, 0.9, 0.6, 0.4]
    asked = Hypotheses(-30, 30)
    one, back = counted(scores, asked), counted(scores[::-1], asked)
    others = counted([1 - score for score in scores], asked)

    assert one.evidence_for == pytest.approx(back.evidence_for)
    assert one.evidence_for == pytest.approx(others.evidence_against)
    assert one.share.low == pytest.approx(1 - others.share.high)


@pytest.mark.parametrize(
    ("score", "verdict"),
    [
        pytest.param(1.0, Verdict.BETTER, id="always above"),
        pytest.param(0.0, Verdict.NOT_BETTER, id="always below"),
        pytest.param(0.5, Verdict.NOT_BETTER, id="always tied"),
    ],
)
def test_no_variance_at_all(score: float, verdict: Verdict) -> None:
    """Blocks that all come out the same are decided, and not by the first few."""
    test = SequentialTest(Hypotheses(0, 40))

    assert verdict == test.add_all([score] * 1000)
    assert 5 < test.blocks < 60


def test_evidence_beyond_all_numbers() -> None:
    """A test that goes on after its verdict does not break."""
    test = counted([1.0] * 5000)

    assert test.evidence_for > 1e300
    assert test.share.low > 0.99
    assert test.share.high == 1.0


def test_the_cap() -> None:
    """What is not known by then stays undecided, and a verdict stays whatever comes after."""
    test = SequentialTest(Hypotheses(0, 5, most_blocks=20))

    assert Verdict.UNDECIDED == test.add_all([0.0, 1.0] * 20)
    assert 20 == test.blocks
    for _ in range(500):
        test.add(1.0)
    assert Verdict.UNDECIDED == test.verdict


def test_scores_are_shares() -> None:
    """Anything else is a mistake of the caller."""
    with pytest.raises(ValueError, match="not a share"):
        SequentialTest().add(1.5)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"lower": 40.0, "upper": 0.0}, id="bounds"),
        pytest.param({"upper": 1e6}, id="far"),
        pytest.param({"alpha": 0.0}, id="alpha"),
        pytest.param({"beta": 0.5}, id="beta"),
        pytest.param({"most_blocks": 0}, id="cap"),
    ],
)
def test_questions_that_make_no_sense(wrong: dict[str, float]) -> None:
    """They are refused."""
    with pytest.raises(ValueError, match=r"bounds|rates|block"):
        Hypotheses(**wrong)  # type: ignore[arg-type]


def test_the_interval_is_what_is_not_refuted() -> None:
    """
    A test against a share inside the interval has too little evidence, outside enough.

    So a verdict and the interval that is shown with it say the same.
    """
    rng = random.Random(2)
    scores = [rng.choice((0.0, 0.25, 0.5, 0.75, 1.0, 1.0)) for _ in range(300)]
    found = counted(scores).points
    for off, is_refuted in ((-1e-6, True), (1e-6, False)):
        at_low = counted(scores, Hypotheses(found.low + off, 2000.0))
        at_high = counted(scores, Hypotheses(-2000.0, found.high - off))
        assert is_refuted == (at_low.evidence_for >= 20)
        assert is_refuted == (at_high.evidence_against >= 20)


def test_without_blocks_nothing_is_known() -> None:
    """The interval holds everything, before the first block and after it."""
    assert SequentialTest().share == (0.5, 0.0, 1.0)
    assert counted([0.0]).share[:2] == (0.0, 0.0)


def test_block_score() -> None:
    """Every pair of an A and a B counts once, a tie half; others do not count."""
    played = [
        (("A", "X", "B", "A"), (1, 2, 3, 3)),
        (("B", "A", "X", "Y"), (1, 4, 2, 2)),
    ]

    assert (1 + 0.5 + 0) / 3 == block_score(played, "A", "B")
    assert 1.0 == block_score(played, "A", "B") + block_score(played, "B", "A")
    with pytest.raises(ValueError, match="never met"):
        block_score(played, "A", "Z")


def test_equals_score_a_half() -> None:
    """In the blocks of a comparison A and B are alike: whatever the seats are worth, 50 %."""
    for block in (
        mirrored_block("A", "B", 3, Seatings.ROTATED),
        FOUR,
        compared_block("A", "B", ("X", "Y"), Seatings.ROTATED),
    ):
        assert points_for(block, 0.5) == pytest.approx(0.0, abs=1e-6)


def test_the_simulated_share_is_the_exact_one() -> None:
    """The simulation plays what it says: 2000 blocks within four deviations of the exact share."""
    share = share_of(60)
    for scores, deviation in (
        (block_scores(FOUR, points_for(FOUR, share), random.Random(1)), 0.3),
        (disasters(share, random.Random(1)), 0.2),
        (windfalls(share, random.Random(1)), 0.2),
    ):
        drawn = [next(scores) for _ in range(2000)]
        assert sum(drawn) / 2000 == pytest.approx(share, abs=4 * deviation / math.sqrt(2000))


@pytest.mark.parametrize(("at", "wrong"), [(0.0, Verdict.BETTER), (100.0, Verdict.NOT_BETTER)])
@pytest.mark.parametrize("alike", [0.3, 0.9])
def test_errors_are_as_rare_as_promised(alike: float, at: float, wrong: Verdict) -> None:
    """
    At each bound at most 5 % of the tests are wrong, however much luck a block shares.

    Of 150 tests 7.5 would be; 17 or more would be in 1 of 1,000 runs if it were really 5 %
    (`tools/ratings/sequential.py` is sharper).
    """
    setting = Setting("quick", Hypotheses(0, 100), matches(FOUR, alike))
    measured = rates(setting, at, 150, random.Random(4))
    share = measured.passed if wrong is Verdict.BETTER else measured.failed

    assert share < 17 / 150
    assert 0.0 == measured.undecided
    # The interval is meant to hold at the moment of stopping, too.
    assert measured.covered > 0.85


@pytest.mark.parametrize(
    ("scores", "at", "wrong"),
    [
        pytest.param(disasters, 0.0, Verdict.BETTER, id="of A, who is even"),
        pytest.param(windfalls, 40.0, Verdict.NOT_BETTER, id="of B, who is 40 behind"),
    ],
)
def test_rare_disasters_deceive_nobody(scores: Scores, at: float, wrong: Verdict) -> None:
    """Scores far from normal, of which a few blocks say nothing: at most 5 % of the tests are wrong."""
    measured = rates(Setting("", Hypotheses(0, 40), scores), at, 200, random.Random(8))
    share = measured.passed if wrong is Verdict.BETTER else measured.failed

    assert share < 21 / 200  # 21 and more in 1 of 1,000 runs, if it were really 5 %
