"""Hints: what an answer does, in words; and a warning before what one would regret."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.engine.game import Seat
from bessemer.faces.hints import hint_of, hints_of, is_harmless, warning_of
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.brass.rules import BRASS
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.rules import FURNACE
from bessemer.table.answers.drafts import DONE, AnswerDraft
from bessemer.table.games import table_game
from tests.faces.cases import CASES, check
from tests.games.alchemicus.positions import BUILD, SALE, position
from tests.games.walks import Setting, Way, states

SOME: Final = 25
"""So many positions of a match are looked at."""
LONGEST: Final = 78
"""What fits beside an answer, or on a line of its own, in 80 columns."""


def drafts(setting: Setting, way: Way) -> Iterator[AnswerDraft]:
    """Answers in the making all through a match, step by step."""
    table, rng = table_game(setting.game.name), random.Random(3)
    match = [walk for walk in states(setting, b"hints", way) if walk.asked]
    for walk in match[:: 1 + len(match) // SOME]:
        draft = table.drafts.begin(setting.game.view(walk.state, walk.asked[0]))
        while (question := draft.question) is not None:
            yield draft
            words = [choice.word for choice in question.choices if not choice.why_not]
            draft = draft.chosen(rng.choice(words))
        yield draft


@pytest.mark.parametrize(("setting", "way"), CASES)
def test_hints_are_words_for_people(setting: Setting, way: Way) -> None:
    """Of every answer, possible or not, and of every warning; short enough for a line."""
    told = set()
    for draft in drafts(setting, way):
        for choice in draft.question.choices if draft.question else ():
            if hint := hint_of(draft, choice.word):
                check(hint)
                assert len(hint) <= LONGEST, hint
                assert choice.word != DONE
                told.add(draft.question and draft.question.name)
        if warning := warning_of(draft):
            check(warning)
            assert draft.move is not None
        for note in hints_of(setting.game.name).notes(draft.made.view):
            check(note.name)
            check(note.text)

    assert told or setting.game.name not in ("furnace", "brass", "alchemicus")


def test_there_are_hints_for_every_game() -> None:
    """Found by the game's name."""
    for game in NAMES:
        assert hints_of(game)


def test_walking_in_vain_is_warned_of() -> None:
    """To a field that does nothing for this player, and to no other."""
    state = position("move", hands={0: "Horten*3"}, rows={0: "Horten"}, fields=[BUILD, 0])
    begun = table_game("alchemicus").drafts.begin(ALCHEMICUS.view(state, Seat(0)))

    in_vain = "On transport you could do nothing now: carry herb to Alembic"
    warnings = [warning_of(begun.chosen(way)) for way in ("1", "2", "3")]

    assert ["", ""] == warnings[:2]
    assert warnings[2].startswith(in_vain)


def test_only_a_gain_is_harmless() -> None:
    """To acquire goods is; to decline that, to sell, and to build are not."""
    state = position("acquire", rows={0: "Horten Metalle"}, fields=[2, 0])
    draft = table_game("alchemicus").drafts.begin(ALCHEMICUS.view(state, Seat(0)))
    assert is_harmless(draft, "acquire")
    assert not is_harmless(draft, "pass")
    assert "gain none" in warning_of(draft.chosen("pass"))

    state = position("sale", rows={0: "Horten=herb Pergula"}, fields=[SALE, 0])
    draft = table_game("alchemicus").drafts.begin(ALCHEMICUS.view(state, Seat(0)))
    assert Phase.SALE is state.board.phase
    assert not any(is_harmless(draft, word) for word in ("herb.0", "pass"))


def test_a_bid_that_cannot_win_is_warned_of() -> None:
    """In Furnace: a lower disc on a card gets the compensation alone."""
    setting = Setting(FURNACE, FURNACE.options({"capitalists": "off"}), 3)
    state, seen = setting.begin(b"bid"), set()
    table = table_game("furnace").drafts
    while state.board.phase.value == "bid":
        (seat,) = state.board.waiting
        view = FURNACE.view(state, seat)
        for move in FURNACE.legal_moves(state, seat):
            assert isinstance(move, Bid)
            stack = view.board.row.stacks[view.board.row.cards.index(move.card)]
            leading = max((disc.value for disc in stack), default=0)
            warning = warning_of(table.from_move(view, move))
            assert bool(warning) == (move.value < leading)
            seen.add(bool(warning))
        state = FURNACE.apply(state, seat, [*FURNACE.legal_moves(state, seat)][-1])

    assert {True, False} == seen


def test_passing_in_brass_is_warned_of() -> None:
    """And nothing else is at the start of a match."""
    setting = Setting(BRASS, BRASS.options({}), 2)
    state = setting.begin(b"pass")
    view = BRASS.view(state, state.board.waiting[0])
    begun = table_game("brass").drafts.begin(view)

    assert "for nothing" in warning_of(begun.chosen(f"pass {view.hand[0]}"))
    assert not warning_of(begun.chosen(f"loan 10 {view.hand[0]}"))
