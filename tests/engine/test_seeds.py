"""A seed is mixed as docs/chance.md says: its vectors, and the formulas written down a second time."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.seeds import commitment_to, mixed_seed, next_secret, substitute
from tests.engine.seeds import SEEDS

_PAGE: Final = (Path(__file__).parents[2] / "docs" / "chance.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table with this heading."""
    table = _PAGE[_PAGE.index(heading) :].split("\n\n")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


def in_hex(cell: str) -> list[bytes]:
    """What stands in a cell in hexadecimal."""
    return [bytes.fromhex(word) for word in re.findall(r"`([0-9a-f]+)`", cell)]


COMMITMENTS: Final = rows("| bytes | commitment |")
SUBSTITUTES: Final = rows("| secret | seat | substitute |")
NEXT: Final = rows("| secret | next secret |")
MIXED: Final = rows("| secret | bytes by seat | mixed seed |")


def test_the_page_has_vectors() -> None:
    """A table that was renamed would be no test."""
    assert (3, 6, 2, 4) == tuple(map(len, (COMMITMENTS, SUBSTITUTES, NEXT, MIXED)))


@pytest.mark.parametrize(("content", "commitment"), COMMITMENTS)
def test_a_commitment_is_the_published_one(content: str, commitment: str) -> None:
    """To the bit."""
    assert in_hex(commitment) == [commitment_to(in_hex(content)[0])]


@pytest.mark.parametrize(("secret", "seat", "content"), SUBSTITUTES)
def test_a_substitute_is_the_published_one(secret: str, seat: str, content: str) -> None:
    """To the bit."""
    assert in_hex(content) == [substitute(bytes.fromhex(SEEDS[secret.strip("`")]), int(seat))]


@pytest.mark.parametrize(("secret", "following"), NEXT)
def test_a_secret_is_followed_by_the_published_one(secret: str, following: str) -> None:
    """To the bit."""
    assert in_hex(following) == [next_secret(bytes.fromhex(SEEDS[secret.strip("`")]))]


@pytest.mark.parametrize(("secret", "contents", "seed"), MIXED)
def test_a_mixed_seed_is_the_published_one(secret: str, contents: str, seed: str) -> None:
    """To the bit."""
    assert in_hex(seed) == [mixed_seed(bytes.fromhex(SEEDS[secret.strip("`")]), in_hex(contents))]


def slow_hash(text: str, *parts: bytes) -> bytes:
    """As the page says it."""
    hashed = sha256()
    for part in (text.encode(), *parts):
        hashed.update(len(part).to_bytes(4, "big"))
        hashed.update(part)
    return hashed.digest()


@given(secret=st.binary(max_size=64), contents=st.lists(st.binary(max_size=20), max_size=5))
def test_everything_is_hashed_as_the_page_says(secret: bytes, contents: list[bytes]) -> None:
    """For any bytes, of any length."""
    assert slow_hash("bessemer chance seed", secret, *contents) == mixed_seed(secret, contents)
    for seat, content in enumerate(contents):
        number = seat.to_bytes(4, "big")
        assert slow_hash("bessemer chance commitment", content) == commitment_to(content)
        expected = slow_hash("bessemer chance substitute", secret, number)[:16]
        assert expected == substitute(secret, seat)


@given(
    one=st.lists(st.binary(max_size=4), max_size=4),
    other=st.lists(st.binary(max_size=4), max_size=4),
)
def test_no_two_lists_of_bytes_are_mixed_alike(one: list[bytes], other: list[bytes]) -> None:
    """Each part is told from the next by its length."""
    assert (one == other) == (mixed_seed(b"", one) == mixed_seed(b"", other))
