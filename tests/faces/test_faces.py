"""What every game's face promises: pure text, a sentence for every move, nothing that is hidden."""

import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from typing import Any, Final

import pytest

import bessemer.faces
from bessemer.engine.catalogue import GAMES, NAMES, AnyGame
from bessemer.faces.face import face_of
from bessemer.faces.players import LETTERS, Players
from tests.faces.cases import CASES, check
from tests.games.walks import SETTINGS, Setting, Way, states

PLAYERS: Final = Players(("Ada", "Bob", "Cleo", "Dot"), 0)
EVERY: Final = 5
"""Of the positions of a match one of so many is described in full."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_setting = pytest.mark.parametrize(("setting", "way"), CASES)


def modules() -> list[str]:
    """Every module of the faces."""
    found = pkgutil.walk_packages(bessemer.faces.__path__, "bessemer.faces.")
    return [module.name for module in found]


def test_faces_load_nothing_that_draws_or_connects() -> None:
    """Not even by way of what they import, in an interpreter that has loaded nothing before."""
    code = (
        f"import importlib, sys\nfor name in {modules()!r}: importlib.import_module(name)\n"
        "print([name for name in ('rich', 'textual', 'grpc', 'google.protobuf') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


def test_faces_know_views_alone() -> None:
    """No module of theirs can name a game's state, where what is hidden lies."""
    for name in modules():
        assert not {"State", "Game", "GAMES"} & set(vars(import_module(name))), name


def test_there_is_a_face_for_every_game_and_for_no_other() -> None:
    """Found by the name of the game."""
    assert all(face_of(game).help() for game in NAMES)
    with pytest.raises(KeyError):
        face_of("os")


@every_game
def test_help_fits_a_narrow_window(game: AnyGame) -> None:
    """No line of it is broken."""
    assert max(map(len, face_of(game.name).help())) <= 88


@every_setting
def test_scores_lead_to_the_result(setting: Setting, way: Way) -> None:
    """A number for every seat at every moment; at the end they are those of the outcome."""
    game, face = setting.game, face_of(setting.game.name)
    for walk in states(setting, b"scores", way):
        view = game.view(walk.state, None)
        outcome = game.outcome(walk.state)
        assert len(face.scores(view)) == len(face.in_sight(view)) == setting.seats
        check(face.score_name(view))
        if outcome is not None:
            assert outcome.scores == face.scores(view) == face.in_sight(view)


@every_setting
def test_all_that_happens_is_told_in_sentences(setting: Setting, way: Way) -> None:
    """To every seat and to spectators, whoever moves: rounds go up, and nobody needs the state."""
    game, face = setting.game, face_of(setting.game.name)
    match = list(states(setting, b"told", way))
    rounds = [face.round_of(game.view(walk.state, None)) for walk in match]
    for number, (before, after) in enumerate(pairwise(match)):
        seat, move = after.moves[-1]
        viewers = before.viewers if not number % EVERY else (seat, None)
        for viewer in viewers:
            old, new = game.view(before.state, viewer), game.view(after.state, viewer)
            check(face.describe_move(move, seat, old, PLAYERS))
            for sentence in face.describe_changes(old, new, PLAYERS):
                check(sentence)
            check(face.heading(old))
            assert set(before.asked) == set(face.waiting(old))
        check(face.describe_move(move, seat, None, PLAYERS))
        if not number % EVERY:
            for viewer in viewers:
                for sentence in face.describe_table(game.view(before.state, viewer), PLAYERS):
                    check(sentence)

    assert rounds == sorted(rounds)
    assert rounds[0] >= 1
    check(face.heading(game.view(match[-1].state, None)))


@every_game
def test_nothing_changes_between_a_view_and_itself(game: AnyGame) -> None:
    """A table that is shown again is no news."""
    setting = next(one for one in SETTINGS.values() if one.game is game)
    view: Any
    for walk in states(setting, b"same"):
        view = game.view(walk.state, walk.asked[0] if walk.asked else None)
        assert [] == face_of(game.name).describe_changes(view, view, PLAYERS)


def test_ten_players_are_told_apart() -> None:
    """By their letters, for those who see no colours."""
    assert len(set(LETTERS)) >= 10


@every_setting
def test_a_result_is_explained_for_every_player(setting: Setting, way: Way) -> None:
    """A sentence for each seat with the score that the outcome has; in a race, who made it."""
    game, face = setting.game, face_of(setting.game.name)
    first, *_, last = states(setting, b"result", way)
    outcome = game.outcome(last.state)
    told = face.describe_result(game.view(last.state, None), PLAYERS)

    assert [] == face.describe_result(game.view(first.state, None), PLAYERS)
    assert outcome is not None
    assert len(outcome.scores) == len(told)
    for seat, (score, sentence) in enumerate(zip(outcome.scores, told, strict=True)):
        check(sentence)
        assert sentence.startswith(PLAYERS.title(seat))
        if "sold" not in sentence:
            assert re.search(rf"\b{score}\b", sentence), sentence
