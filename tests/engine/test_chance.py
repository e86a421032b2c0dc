"""
Chance follows its specification to the bit, and every draw is fair.

The vectors are for copying into another language; `docs/chance.md` has the same as tables. The
stream is written down here a second time, word by word, from the specification alone.
"""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.chance import Chance, Draws
from tests.engine.seeds import SEEDS

SPECIFICATION: Final = Path(__file__).parents[2] / "docs" / "chance.md"


# The seed, its commitment and its first five words.
WORDS: Final = (
    (
        "zeros",
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "2c34ce1df23b838c 5abf2a7f6437cca3 d3067ed509ff25f1 1df6b11b582b51eb 08e00266fff0aacc",
    ),
    (
        "ascending",
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        "a9d6e500293a88bd 38cbe213d07ab71f 8cb2258552072a01 bdf1c40be527f4d0 6061c4386d7a1788",
    ),
    (
        "name",
        "9e5027f4efd35002bb70302915379001d9fca5f7274af34e57de4ce8da7d8951",
        "fbba3d8db19f2d85 c3ad7b922a86be35 a165f1c5c3c0c106 f8ea3a9767d54e55 2bc20e97b2d8aa37",
    ),
)

# The seed, the words drawn before, n, the result and the words drawn after.
BELOW: Final = (
    ("zeros", 0, 6, 0, 1),
    ("zeros", 1, 6, 3, 2),
    ("zeros", 2, 6, 3, 3),
    ("zeros", 3, 6, 5, 4),
    ("zeros", 4, 36, 32, 5),
    ("zeros", 7, 18446744073709551616, 16702050338276205798, 8),
    ("ascending", 0, 1, 0, 1),
    ("ascending", 0, 36, 1, 1),
    ("ascending", 5, 1000, 598, 6),
    ("ascending", 6, 4294967296, 1973881847, 7),
    ("ascending", 1099511627779, 1000, 257, 1099511627780),
    ("name", 0, 6, 1, 1),
    ("name", 0, 9223372036854775809, 3153098733816162871, 5),
    ("name", 3, 9223372036854775809, 3153098733816162871, 5),
    ("name", 5, 9223372036854775809, 78123651776516638, 6),
)

# The seed, the words drawn before, the order of 0, 1, 2, … and the words drawn after.
SHUFFLED: Final = (
    ("zeros", 0, "0", 0),
    ("zeros", 0, "7 6 9 5 4 2 3 1 0 8", 9),
    ("ascending", 0, "7 2 0 6 3 8 5 9 4 1", 9),
    ("ascending", 3, "3 4 1 0 2", 7),
    ("name", 0, "4 0 5 7 9 1 2 8 6 3", 9),
    ("name", 2, "0 4 6 2 1 3 5", 8),
)

seeds = st.binary(max_size=40)
drawn_before = st.integers(0, 50)
bounds = st.one_of(st.integers(1, 40), st.integers(1, 2**64))


# --- The specification, a second time ------------------------------------------------------------


def stream(seed: bytes) -> Iterator[int]:
    """Every word of the stream, from the first."""
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).hexdigest()
        for word in re.findall(".{16}", digest):
            yield int(word, 16)
        block += 1


def slow_below(words: Iterator[int], n: int) -> int:
    """The next word that is not rejected, reduced."""
    return next(word for word in words if word < 2**64 - 2**64 % n) % n


def slow_shuffled(words: Iterator[int], size: int) -> list[int]:
    """An order of 0 to size - 1."""
    items = list(range(size))
    for last in reversed(range(1, size)):
        other = slow_below(words, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def slow_from(seed: bytes, drawn: int) -> Iterator[int]:
    """The stream without its first words."""
    words = stream(seed)
    for _ in range(drawn):
        next(words)
    return words


# --- Vectors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "commitment", "words"), WORDS)
def test_the_words_and_the_commitment_of_a_seed(seed: str, commitment: str, words: str) -> None:
    """`below(2**64)` is the bare word; the commitment is the SHA-256 of the seed."""
    chance = Chance(bytes.fromhex(SEEDS[seed]))
    draws = Draws(chance)

    assert words == " ".join(f"{draws.below(2**64):016x}" for _ in range(5))
    assert commitment == chance.commitment


@pytest.mark.parametrize(("seed", "before", "n", "result", "after"), BELOW)
def test_below_gives_the_published_results(
    seed: str, before: int, n: int, result: int, after: int
) -> None:
    """The result and the words spent, rejected ones included, are those on record."""
    bits = bytes.fromhex(SEEDS[seed])

    assert (result, Chance(bits, after)) == Chance(bits, before).below(n)


@pytest.mark.parametrize(("seed", "before", "order", "after"), SHUFFLED)
def test_shuffled_gives_the_published_orders(
    seed: str, before: int, order: str, after: int
) -> None:
    """The order and the words spent are those on record."""
    bits, expected = bytes.fromhex(SEEDS[seed]), tuple(map(int, order.split()))

    assert (expected, Chance(bits, after)) == Chance(bits, before).shuffled(range(len(expected)))


def test_the_specification_prints_these_vectors() -> None:
    """The tables of `docs/chance.md` are the vectors above, row by row."""
    rows = [
        re.findall(r"[^|`]*[^|` ]", line.replace("` `", " "))
        for line in SPECIFICATION.read_text(encoding="utf-8").splitlines()
        if line.startswith(tuple(f"| {name} |" for name in SEEDS))
    ]
    printed = [tuple(cell.strip() for cell in row) for row in rows]

    assert printed == [
        *((seed, SEEDS[seed], commitment, words) for seed, commitment, words in WORDS),
        *(tuple(map(str, row)) for row in BELOW),
        *(tuple(map(str, row)) for row in SHUFFLED),
    ]


# --- The stream, at any place and for any bound --------------------------------------------------


@given(seed=seeds, drawn=drawn_before, many=st.lists(bounds, max_size=12))
def test_draws_follow_the_specification_from_any_place(
    seed: bytes, drawn: int, many: list[int]
) -> None:
    """A run of draws begun inside a block is the same as the slow reading of the stream."""
    words, draws = slow_from(seed, drawn), Draws(Chance(seed, drawn))

    assert [slow_below(words, n) for n in many] == [draws.below(n) for n in many]


@given(seed=seeds, drawn=drawn_before, many=st.lists(bounds, max_size=12))
def test_one_draw_at_a_time_is_the_same_as_a_run_of_draws(
    seed: bytes, drawn: int, many: list[int]
) -> None:
    """`Chance.below` and `Draws.below` agree, and leave the same rest, after every draw."""
    chance = Chance(seed, drawn)
    draws = Draws(chance)

    for n in many:
        result, chance = chance.below(n)

        assert result == draws.below(n)
        assert chance == draws.rest


@given(seed=seeds, drawn=drawn_before, size=st.integers(0, 40))
def test_shuffled_follows_the_specification(seed: bytes, drawn: int, size: int) -> None:
    """The order is a permutation, the same by value and by run, and that of the slow reading."""
    order, rest = Chance(seed, drawn).shuffled(range(size))
    draws = Draws(Chance(seed, drawn))

    assert list(range(size)) == sorted(order)
    assert slow_shuffled(slow_from(seed, drawn), size) == list(order)
    assert (order, rest) == (draws.shuffled(range(size)), draws.rest)


def test_half_of_the_words_are_rejected_where_they_must_be() -> None:
    """Below 2**63 + 1 every word from there on is thrown away: of 4,000 about half."""
    draws = Draws(Chance(b"rejection"))

    results = [draws.below(2**63 + 1) for _ in range(2000)]

    assert 3800 < draws.rest.drawn < 4200
    words = islice(stream(b"rejection"), draws.rest.drawn)
    assert [word for word in words if word <= 2**63] == results


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_what_no_word_can_decide_is_refused(n: int) -> None:
    """There is no draw below 0 or less, nor among more values than a word has."""
    chance = Chance(b"")

    with pytest.raises(ValueError, match=f"cannot draw below {n}"):
        chance.below(n)
    with pytest.raises(ValueError, match=f"cannot draw below {n}"):
        Draws(chance).below(n)


def test_a_refused_draw_spends_nothing() -> None:
    """After a refusal the stream goes on where it was."""
    draws = Draws(Chance(b"", 5))

    with pytest.raises(ValueError, match="cannot draw"):
        draws.below(0)

    assert Chance(b"", 5) == draws.rest


# --- Fairness ------------------------------------------------------------------------------------


def chi_square(counts: Counter[int], kinds: int) -> float:
    """How far the counts are from all equal."""
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


def test_a_die_is_fair() -> None:
    """6,000 throws of a six: chi-square with 5 degrees stays below its 0.1 % point."""
    draws = Draws(Chance(b"a fair die"))

    assert chi_square(Counter(draws.below(6) for _ in range(6000)), 6) < 20.5


def test_large_bounds_are_as_fair_as_small_ones() -> None:
    """Below 3 * 2**62 all thirds are equally likely; without the rejection one would be half."""
    draws = Draws(Chance(b"three quarters"))

    assert chi_square(Counter(draws.below(3 << 62) >> 62 for _ in range(3000)), 3) < 13.8


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    """4,800 shuffles of four: chi-square with 23 degrees stays below its 0.1 % point."""
    draws = Draws(Chance(b"four cards"))
    orders = Counter(draws.shuffled("abcd") for _ in range(4800))
    places = {order: number for number, order in enumerate(sorted(orders))}

    assert len(orders) == 24
    assert chi_square(Counter({places[order]: n for order, n in orders.items()}), 24) < 49.7
