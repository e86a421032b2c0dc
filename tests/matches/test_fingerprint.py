"""Fingerprints: one text for one value, in every process."""

import pickle
import subprocess
import sys
from enum import Enum, IntEnum, StrEnum
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from bessemer.matches.fingerprint import Fingerprints, canonical, fingerprint
from tests.games.walks import SETTINGS, Setting, states


class Colour(Enum):
    RED = 1


class Size(IntEnum):
    BIG = 3


class Word(StrEnum):
    BID = "bid"


class Point(NamedTuple):
    x: Any
    y: Any


class Deck:
    """Something that knows a digest of itself."""

    def __init__(self, digest: Any) -> None:  # noqa: ANN401 - also wrong ones
        self.digest = digest


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(-17, "-17", id="number"),
        pytest.param(1 << 80, "1208925819614629174706176", id="large-number"),
        pytest.param(True, "true", id="true"),
        pytest.param(None, "null", id="none"),
        pytest.param('a"b\\', '"a\\"b\\\\"', id="text-with-quotes"),
        pytest.param("é\n", '"é\\n"', id="text-not-ascii"),
        pytest.param(b"\x00\xff", '"AP8="', id="bytes"),
        pytest.param(Colour.RED, "1", id="enum"),
        pytest.param(Size.BIG, "3", id="int-enum"),
        pytest.param(Word.BID, '"bid"', id="str-enum"),
        pytest.param((), "[]", id="empty-tuple"),
        pytest.param((1, (2,)), "[1,[2]]", id="tuple"),
        pytest.param(Point(1, "x"), '[1,"x"]', id="named-tuple"),
        pytest.param(frozenset({"b", "a", "c"}), '["a","b","c"]', id="set"),
        pytest.param(Deck("5e0c"), '"5e0c"', id="digest"),
    ],
)
def test_each_kind_of_value_has_its_text(value: object, text: str) -> None:
    """The texts of the module's docstring and of docs/replay-format.md."""
    assert text.encode() == canonical(value)
    assert sha256(text.encode()).hexdigest()[:16] == fingerprint(value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(object(), id="object"),
        pytest.param((1, (object(),)), id="inside"),
        pytest.param(Deck(7), id="digest-that-is-no-text"),
    ],
)
def test_what_has_no_text_is_refused(value: object) -> None:
    """Nothing is fingerprinted by its address or by a text that could change."""
    with pytest.raises(TypeError):
        fingerprint(value)


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_every_move_changes_the_fingerprint_and_equal_states_have_the_same(
    setting: Setting,
) -> None:
    """No two states that follow one another look alike, and the way to a state leaves no trace."""
    once, again = ([walk.state for walk in states(setting, b"seed")] for _ in range(2))

    assert list(map(fingerprint, once)) == list(map(fingerprint, again))
    for before, after in pairwise(once):
        assert fingerprint(before) != fingerprint(after)


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_the_quick_way_agrees_with_the_definition(setting: Setting) -> None:
    """State by state, also when states are left out, repeated, equal copies or of other matches."""
    quick = Fingerprints()
    story = [walk.state for walk in states(setting, b"seed")]
    other = [walk.state for walk in states(setting, b"another")]
    copies = [pickle.loads(pickle.dumps(state)) for state in story[::9]]  # noqa: S301 - our own
    for state in (*story, *story[::3], *reversed(story[::5]), *copies, *other, story[0], (1, "x")):
        assert fingerprint(state) == quick.of(state)


def test_another_process_finds_the_same_fingerprint() -> None:
    """Hashes of texts differ from process to process; fingerprints do not."""
    program = (
        "from bessemer.engine.catalogue import GAMES\n"
        "from bessemer.engine.chance import Chance\n"
        "from bessemer.matches.fingerprint import fingerprint\n"
        "game = GAMES['furnace']\n"
        "print(fingerprint(game.setup(game.options({}), 4, Chance(b'seed'))))\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert 1 == len(found)
