"""The searching bot of Alchemicus: its candidates, its value, and whole matches with few tries."""

import random
from pathlib import Path

import pytest

from bessemer.bots.alchemicus.candidates import candidates
from bessemer.bots.alchemicus.features import NAMES, features
from bessemer.bots.alchemicus.search import HABITS, SearchBot
from bessemer.bots.alchemicus.value import Weights, kind_of, read_weights, shipped, values
from bessemer.bots.registry import new_bot
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from bessemer.sdk.alchemicus import AlchemicusView
from tests.games.alchemicus.midgame import midgame
from tests.games.alchemicus.walks import MODULES
from tools import fit_alchemicus

ALL_MODULES = pytest.mark.parametrize("modules", MODULES, ids=" ".join)


def quick(seed: int) -> SearchBot:
    """A search as it is shipped, but with few tries."""
    return SearchBot(random.Random(seed), habits=HABITS._replace(width=2, tries=1), turns=1)


def middle(modules: dict[str, str], number: int) -> State:
    """A position where full rows, Golems, Spiritus and Infamia lie about."""
    options = ALCHEMICUS.options(modules | {"round_cap": "3"})
    return midgame(options, 3, Chance(b"middle %d" % number))


def view_of(state: State, clock: float = float("inf")) -> AlchemicusView:
    """The view of the seat that decides."""
    seat = ALCHEMICUS.decisions(state)[0].seat
    return AlchemicusView(ALCHEMICUS.view(state, seat), clock)


@ALL_MODULES
def test_every_candidate_is_legal(modules: dict[str, str]) -> None:
    """In positions of a whole match, whatever is played with."""
    player = new_bot("alchemicus", "greedy", random.Random(1))
    searched = 0
    for number in range(2):
        state = middle(modules, number)
        while ALCHEMICUS.decisions(state):
            view = view_of(state)
            found = candidates(view)
            searched += len(found) > 1
            assert [] == [move for move, _ in found if view.why_illegal(move)]
            state = ALCHEMICUS.apply(state, view.seat, player.decide(view))

    assert searched


@ALL_MODULES
def test_it_plays_to_the_end_and_is_repeatable(modules: dict[str, str]) -> None:
    """No illegal move, and with the same luck the same ones."""

    def moves() -> list[Move]:
        state, bot = middle(modules, 1), quick(2)
        others = new_bot("alchemicus", "greedy", random.Random(1))
        found = []
        while ALCHEMICUS.decisions(state):
            view = view_of(state)
            found.append((bot if view.seat == 0 else others).decide(view))
            state = ALCHEMICUS.apply(state, view.seat, found[-1])
        return found

    assert moves() == moves()


def test_with_hardly_any_time_left_it_answers_at_once() -> None:
    """As `greedy` does, without a playout."""
    bot = quick(2)

    bot.decide(view_of(middle({}, 1), 0.1))

    assert 0 == bot.positions


def test_a_table_is_worth_what_its_figures_are_worth() -> None:
    """Here a Fame is worth 1 and a card 0.1, early and late."""
    worth = {"fame": 1.0, "cards": 0.1}
    row = tuple(worth.get(name, 0.0) for name in NAMES)
    state = middle({}, 1)

    expected = [
        player.fame + 0.1 * len(hand)
        for player, hand in zip(state.board.players, state.hands, strict=True)
    ]
    assert expected == pytest.approx(values(state, Weights(row, row)))


@ALL_MODULES
def test_there_is_a_value_for_all_options(modules: dict[str, str]) -> None:
    """And every figure has a name."""
    state = middle(modules, 1)

    assert kind_of(state.board) in shipped()
    assert len(NAMES) == len(features(state, Seat(0)))


def test_the_file_of_the_value_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a script that gives the same numbers for the same matches."""
    texts = []
    for name in ("once", "again"):
        words = ["fit", "--matches", "1", "--kinds", "base", "--out", str(tmp_path / name)]
        monkeypatch.setattr("sys.argv", words)
        assert 0 == fit_alchemicus.main()
        texts.append((tmp_path / name).read_text())

    assert texts[0] == texts[1]
    assert {"base"} == {*read_weights(texts[0])}
