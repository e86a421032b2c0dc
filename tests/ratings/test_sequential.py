"""The sequential test: what it computes, when it stops, how often it is wrong."""

import math
import random

import pytest

from bessemer.ladder.blocks import Seatings, compared_block, mirrored_block
from bessemer.ratings.scale import points_of, share_of
from bessemer.ratings.sequential import Hypotheses, SequentialTest, Verdict, block_score
from tools.sequential_simulation import Setting, block_scores, points_for, rates

MIRRORED = mirrored_block("A", "B", 4, Seatings.ROTATED)


def test_bounds_of_the_ratio() -> None:
    """Wald's bounds: at 5 % and 5 % the well-known 2.94."""
    question = Hypotheses()

    assert 2.94 == round(question.pass_at, 2)
    assert -2.94 == round(question.fail_at, 2)


@pytest.mark.parametrize(
    ("counts", "normalized", "published"),
    [
        # Both are reports of fastchess, in pairs of games won from 0 to 2 by halves.
        pytest.param((307, 619, 1202, 725, 353), 5.0, 2.95, id="passed"),
        pytest.param((84, 124, 343, 125, 164), 1.0, 0.54, id="running"),
    ],
)
def test_published_ratios(counts: tuple[int, ...], normalized: float, published: float) -> None:
    """On pairs of chess games the ratio is that of the engines' own test manager."""
    scores = [half / 4 for half, count in enumerate(counts) for _ in range(count)]
    mean = sum(scores) / len(scores)
    deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))
    # Those bounds are in normalized Elo: deviations of a single game, times 800 / ln 10.
    share = 0.5 + normalized * math.log(10) / 800 * deviation * math.sqrt(2)
    test = SequentialTest(Hypotheses(0.0, points_of(share), least_blocks=2, most_blocks=10**9))
    random.Random(1).shuffle(scores)
    for score in scores:
        test.add(score)

    assert test.log_likelihood_ratio == pytest.approx(published, abs=0.02)


def test_the_same_scores_the_same_ratio() -> None:
    """The ratio does not depend on the order, and is opposite for opposite scores."""
    scores = [0.2, 0.7, 0.5, 0.9, 0.6, 0.4]
    ways = [SequentialTest(Hypotheses(-30, 30)) for _ in range(3)]
    for score, back in zip(scores, reversed(scores), strict=True):
        ways[0].add(score)
        ways[1].add(back)
        ways[2].add(1 - score)

    assert ways[0].log_likelihood_ratio == pytest.approx(ways[1].log_likelihood_ratio)
    assert ways[0].log_likelihood_ratio == pytest.approx(-ways[2].log_likelihood_ratio)


@pytest.mark.parametrize(
    ("score", "verdict"),
    [
        pytest.param(1.0, Verdict.BETTER, id="always above"),
        pytest.param(0.0, Verdict.NOT_BETTER, id="always below"),
        pytest.param(0.5, Verdict.NOT_BETTER, id="always tied"),
    ],
)
def test_no_variance_at_all(score: float, verdict: Verdict) -> None:
    """Blocks that all come out the same are decided, and not before the least number of blocks."""
    test = SequentialTest(Hypotheses(0, 40))

    assert verdict == test.add_all([score] * 1000)
    assert test.question.least_blocks <= test.blocks < 200


def test_not_too_soon() -> None:
    """However clear it seems, nothing is decided before the variance can be known."""
    test = SequentialTest(Hypotheses(0, 400, least_blocks=10))

    assert Verdict.BETTER == test.add_all([1.0] * 100)
    assert 10 == test.blocks


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
        pytest.param({"alpha": 0.0}, id="alpha"),
        pytest.param({"beta": 0.5}, id="beta"),
        pytest.param({"least_blocks": 1}, id="one block"),
        pytest.param({"least_blocks": 50, "most_blocks": 40}, id="cap"),
    ],
)
def test_questions_that_make_no_sense(wrong: dict[str, float]) -> None:
    """They are refused."""
    with pytest.raises(ValueError, match=r"bounds|rates|blocks"):
        Hypotheses(**wrong)  # type: ignore[arg-type]


def test_block_score() -> None:
    """Every pair of an A and a B counts once, a tie half; others do not count."""
    matches = [
        (("A", "X", "B", "A"), (1, 2, 3, 3)),
        (("B", "A", "X", "Y"), (1, 4, 2, 2)),
    ]

    assert (1 + 0.5 + 0) / 3 == block_score(matches, "A", "B")
    assert 1.0 == block_score(matches, "A", "B") + block_score(matches, "B", "A")
    with pytest.raises(ValueError, match="never met"):
        block_score(matches, "A", "Z")


def test_equals_score_a_half() -> None:
    """In the blocks of a comparison A and B are alike: whatever the seats are worth, 50 %."""
    for block in (
        mirrored_block("A", "B", 3, Seatings.ROTATED),
        MIRRORED,
        compared_block("A", "B", ("X", "Y"), Seatings.ROTATED),
    ):
        assert points_for(block, 0.5) == pytest.approx(0.0, abs=1e-6)


def test_the_simulated_share_is_the_exact_one() -> None:
    """The simulation plays what it says: 2000 blocks within four deviations of the exact share."""
    points = points_for(MIRRORED, share_of(60))
    scores = block_scores(MIRRORED, points, random.Random(1))
    drawn = [next(scores) for _ in range(2000)]

    assert sum(drawn) / 2000 == pytest.approx(share_of(60), abs=4 * 0.3 / math.sqrt(2000))


@pytest.mark.parametrize(("at", "wrong"), [(0.0, Verdict.BETTER), (100.0, Verdict.NOT_BETTER)])
def test_errors_are_as_rare_as_promised(at: float, wrong: Verdict) -> None:
    """
    At each bound at most 5 % of the tests are wrong.

    Of 150 tests 7.5 would be; 17 or more would be in 1 of 1,000 runs if it were really 5 %
    (`tools/sequential_simulation.py` is sharper).
    """
    setting = Setting("quick", Hypotheses(0, 100), MIRRORED)
    measured = rates(setting, at, 150, random.Random(4))
    share = measured.passed if wrong is Verdict.BETTER else measured.failed

    assert share < 17 / 150
    assert 0.0 == measured.undecided
    # The interval is meant to hold at the moment of stopping, too.
    assert measured.covered > 0.9
