"""Whole matches told in every language: no English word is left in any sentence."""

import random
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Final

import pytest

from bessemer.engine.game import Seat
from bessemer.faces.face import face_of
from bessemer.faces.hints import hint_of, hints_of, warning_of
from bessemer.faces.language import ENGLISH, LANGUAGES, language
from bessemer.faces.totals import totals_of
from bessemer.table.games import table_game
from bessemer.terminal.drawing import TableDrawing
from tests.faces.english_words import ALIKE, NAMES, PLAYERS, words
from tests.games.walks import SETTINGS, Setting, Walk, Way, states

OTHERS: Final = tuple(code for code in LANGUAGES if code != ENGLISH)
MATCHES: Final = {
    "furnace 2 chain-on": Way.BUSY,
    "furnace 3": Way.RANDOM,
    "brass 2": Way.LATE,
    "brass 4": Way.BUSY,
    "alchemicus 2 bank-on": Way.BUSY,
    "alchemicus 3 bank-on advanced_sale-on noctis-on": Way.BUSY,
    "alchemicus 4 advanced_sale-on noctis-on": Way.LATE,
    "alchemicus 2 bank-on noctis-on race-on": Way.BUSY,
    "alchemicus 4 advanced_sale-on noctis-on race-on": Way.LATE,
}
"""By setting, how it is played: together they come to most sentences."""
ASKED: Final = {"furnace": 2, "brass": 4, "alchemicus": 1}
"""Of the positions of a match one of so many is asked about, by game."""
DRAWN: Final = 12
"""One of so many is drawn and described in full."""
TYPED: Final = re.compile(r"'[^']*'")
"""Moves in quotes, which are typed the same in every language."""


def texts(setting: Setting, match: list[Walk]) -> Iterator[str]:
    """All that people are told and asked; the same pieces in the same order in every language."""
    game, face = setting.game, face_of(setting.game.name)
    drawing: TableDrawing = import_module(f"bessemer.terminal.{game.name}.drawing").DRAWING
    yield "\n".join([*face.help(), *drawing.help()])
    rng = random.Random(7)
    for number, (before, after) in enumerate(pairwise(match)):
        seat, move = after.moves[-1]
        old, new = game.view(before.state, seat), game.view(after.state, seat)
        yield face.heading(old)
        yield face.describe_move(move, seat, old, PLAYERS)
        yield face.describe_move(move, seat, None, PLAYERS)
        yield from face.describe_changes(old, new, PLAYERS)
        if not number % ASKED[game.name]:
            yield from asked(setting, before, seat, rng)
        if not number % DRAWN:
            for view in (old, game.view(before.state, None)):
                yield from face.describe_table(view, PLAYERS)
                yield from (f"{name}: {note}" for name, note in hints_of(game.name).notes(view))
                for lines in (
                    drawing.table(view, PLAYERS, 130),
                    drawing.own(view, 130),
                    drawing.players(view, PLAYERS, 130, ["1:00"] * setting.seats),
                    drawing.holdings(view, PLAYERS, 130),
                ):
                    yield "\n".join(line.plain for line in lines)
    end = game.view(match[-1].state, None)
    yield from (face.heading(end), face.score_name(end), *face.describe_result(end, PLAYERS))


def asked(setting: Setting, walk: Walk, seat: Seat, rng: random.Random) -> Iterator[str]:
    """The questions of one answer, with the labels of all that can be said to them."""
    game = table_game(setting.game.name)
    draft = game.drafts.begin(setting.game.view(walk.state, seat))
    while (question := draft.question) is not None:
        yield question.text
        for choice in question.choices:
            yield from (choice.label, TYPED.sub("", choice.why_not), hint_of(draft, choice.word))
        yield from (total.name for total in totals_of(draft.made.game.name, draft))
        possible = [choice.word for choice in question.choices if not choice.why_not]
        draft = draft.chosen(rng.choice(possible))
    yield warning_of(draft)


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_told_without_a_word_of_english(name: str) -> None:
    """A word that the same text has in English, too, is a name or happens to be the same."""
    setting = SETTINGS[name]
    match = list(states(setting, b"no English", MATCHES[name]))
    english = list(texts(setting, match))
    assert len(english) > 200
    for code in OTHERS:
        with language(code):
            told = list(texts(setting, match))
        assert len(told) == len(english)
        for text, original in zip(told, english, strict=True):
            left = words(text) & words(original) - NAMES - ALIKE[code]
            assert not left, f"{code}: {sorted(left)} in {text!r}"


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game", sorted({name.partition(" ")[0] for name in MATCHES}))
def test_help_is_translated_and_fits_a_narrow_window(game: str, code: str) -> None:
    """No line of it is broken; of what is typed the examples stay as they are."""
    typing = table_game(game).typing
    with language(code):
        told = (*face_of(game).help(), *typing.help())
    english = (*face_of(game).help(), *typing.help())

    assert max(map(len, told)) <= 88
    assert told[0] != english[0]
    assert told[-len(typing.help())] != typing.help()[0]
