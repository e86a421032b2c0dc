"""Answers in the making, for every game: whatever is chosen is legal, and what is legal can be said."""

import random
from itertools import islice
from typing import Final

import pytest

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.table.answers.drafts import AnswerDraft, NotPossible
from bessemer.table.games import table_game
from tests.games.walks import SETTINGS, Setting, Way
from tests.table.positions import positions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
CASES: Final = [
    pytest.param(setting, list(Way)[(number + number // 3) % 3], id=name)
    for number, (name, setting) in enumerate(SETTINGS.items())
]
"""Every setting with one way of playing; the ways take turns, not in step with the seats."""
every_setting = pytest.mark.parametrize(("setting", "way"), CASES)


def open_words(draft: AnswerDraft) -> list[str]:
    """The answers that are possible now; the question is one that can be shown."""
    question = draft.question
    assert question is not None
    assert question.text
    words = [choice.word for choice in question.choices if not choice.why_not]
    assert words
    assert not question.default or question.default in words
    for taken in (
        [one.word for one in question.choices],
        [one.key for one in question.choices if one.key],
    ):
        assert len(taken) == len(set(taken))
    return words


@every_setting
def test_whatever_is_chosen_becomes_a_legal_move(setting: Setting, way: Way) -> None:
    """What cannot be chosen, and nonsense, is refused; with the reason, and with real answers."""
    drafts, rng = table_game(setting.game.name).drafts, random.Random(5)
    for walk, seat, view in positions(setting, b"chosen", way):
        draft = drafts.begin(view)
        while (question := draft.question) is not None:
            words = open_words(draft)
            for choice in question.choices:
                if choice.why_not:
                    with pytest.raises(NotPossible) as refused:
                        draft.chosen(choice.word)
                    assert choice.why_not == str(refused.value)
            with pytest.raises(NotPossible) as refused:
                draft.chosen("nonsense")
            assert refused.value.instead
            draft.chosen(refused.value.instead[0])
            draft = draft.chosen(rng.choice(words))

        setting.game.apply(walk.state, seat, draft.move)


@every_setting
def test_every_legal_move_can_be_typed_and_drafted(setting: Setting, way: Way) -> None:
    """Its canonical text is read, and the draft made of it is that move or one that means the same."""
    game, table = setting.game, table_game(setting.game.name)
    rng = random.Random(6)
    for walk, seat, view in positions(setting, b"typed", way):
        move = game.sample_move(walk.state, seat, rng.randrange)

        assert move == table.typing.parse(view, game.format(move))
        assert game.canonical(view, move) == table.drafts.from_move(view, move).move
        assert game.default_move(walk.state, seat) == table.drafts.default_move(view)


@every_game
def test_every_suggestion_is_a_legal_move(game: AnyGame) -> None:
    """It becomes a whole draft, and comes with a word about it."""
    table = table_game(game.name)
    setting = next(one for one in SETTINGS.values() if one.game is game)
    for _, _, view in islice(positions(setting, b"advice", Way.RANDOM), 0, None, 8):
        move, why = table.typing.suggest(view, 0.1)

        assert game.canonical(view, move) == table.drafts.from_move(view, move).move
        assert why


@every_game
def test_a_spectator_is_not_asked(game: AnyGame) -> None:
    """There is nothing that it could answer."""
    table = table_game(game.name)
    setting = next(one for one in SETTINGS.values() if one.game is game)
    view = game.view(setting.begin(b"spectator"), None)

    for ask in (
        table.drafts.begin,
        table.drafts.default_move,
        lambda seen: table.typing.suggest(seen, 0.1),
    ):
        with pytest.raises(ValueError, match="spectator"):
            ask(view)
