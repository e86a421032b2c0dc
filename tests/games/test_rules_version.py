"""
Recorded matches: what the rules of this version make of the same seeds, for every game.

If a test here fails, old replays would end differently, or the legal moves come in another order.
That may be right, but then the change raises `rules_version`, the changelog says so, and the new
figures are recorded.
"""

from hashlib import sha256
from itertools import islice
from typing import NamedTuple

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from tests.games.walks import examples_of

RULES_VERSIONS = {"furnace": 1, "brass": 1, "alchemicus": 1}


class Recorded(NamedTuple):
    """How a match ends: its scores, how many moves it takes, and a hash over their texts."""

    scores: tuple[int, ...]
    moves: int
    texts: str


# By game, seats and options.
RECORDED: dict[tuple[str, int, str], Recorded] = {
    ("furnace", 2, ""): Recorded((24, 15), 41, "e376baff6b42"),
    ("furnace", 3, ""): Recorded((53, 11, 9), 69, "a7864bab8194"),
    ("furnace", 4, ""): Recorded((18, 12, 18, 22), 90, "d80d9b09a5ae"),
    ("furnace", 2, "capitalists=off rounds=3"): Recorded((4, 16), 32, "41c838bff84c"),
    ("furnace", 3, "chain=on"): Recorded((26, 18, 12), 81, "4e694ef40c81"),
    ("furnace", 4, "chain=on capitalists=off"): Recorded((20, 28, 22, 24), 109, "a559c9b141bf"),
    ("brass", 2, ""): Recorded((2, 4), 74, "6b70afa289dd"),
    ("brass", 3, ""): Recorded((11, 0, 22), 105, "0ad7f855bd43"),
    ("brass", 4, ""): Recorded((11, 1, 14, 1), 110, "3730bc33a596"),
    ("alchemicus", 2, ""): Recorded((17, 7), 11, "ad250e24710a"),
    ("alchemicus", 3, ""): Recorded((17, 7, 5), 21, "f75e9d5f6f70"),
    ("alchemicus", 4, ""): Recorded((16, 7, 5, 2), 25, "3285a4406b39"),
    ("alchemicus", 2, "bank=on"): Recorded((15, 7), 14, "09fde67a9b1f"),
    ("alchemicus", 3, "advanced_sale=on"): Recorded((17, 7, 5), 21, "f75e9d5f6f70"),
    ("alchemicus", 4, "bank=on advanced_sale=on"): Recorded((15, 8, 5, 2), 37, "77efb3ee8f35"),
    ("alchemicus", 2, "noctis=on"): Recorded((5, 1), 24, "c85873899311"),
    ("alchemicus", 3, "noctis=on bank=on"): Recorded((5, 1, 16), 39, "8af6f2c788a7"),
    ("alchemicus", 4, "noctis=on race=on"): Recorded((0, 0, 0, 0), 48, "a4e6699ccd3f"),
    ("alchemicus", 2, "noctis=on race=on bank=on advanced_sale=on"): Recorded(
        (0, 0), 20, "e7d36b940b53"
    ),
}


def recorded_match(name: str, seats: int, variant: str) -> Recorded:
    """A match from its middle, or its beginning, whose moves are picked by a fixed pattern."""
    game = GAMES[name]
    options = game.options(dict(pair.split("=") for pair in variant.split()))
    state = examples_of(name).midgame(options, seats, Chance(b"recorded"))
    texts: list[str] = []
    while asked := game.decisions(state):
        seat = asked[len(texts) % len(asked)].seat
        # Some way down the list of legal moves, further down at each turn.
        *_, move = islice(game.legal_moves(state, seat), 1 + 97 * len(texts) % 401)
        texts.append(game.format(move))
        state = game.apply(state, seat, move)
    outcome = game.outcome(state)
    assert outcome is not None
    digest = sha256("\n".join(texts).encode()).hexdigest()[:12]
    return Recorded(outcome.scores, len(texts), digest)


@pytest.mark.parametrize(("name", "seats", "variant"), RECORDED)
def test_recorded_matches_end_as_they_did(name: str, seats: int, variant: str) -> None:
    """The same seed and the same choices give the moves and scores on record."""
    assert RECORDED[name, seats, variant] == recorded_match(name, seats, variant)


def test_the_figures_on_record_are_those_of_the_rules_versions() -> None:
    """Whoever raises a version records new figures; every game and seat count has some."""
    assert {name: game.rules_version for name, game in GAMES.items()} == RULES_VERSIONS
    assert {(name, seats) for name, game in GAMES.items() for seats in game.seats} == {
        (name, seats) for name, seats, _ in RECORDED
    }
