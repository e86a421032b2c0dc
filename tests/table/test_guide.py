"""The guided first matches: prepared, complete, and of use to those who go their own way."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bessemer.bots.lesson_partner import LessonPartner
from bessemer.bots.registry import seen
from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.faces.language import LANGUAGES, language
from bessemer.faces.lessons import Course, course_of, courses_of, taught_games
from bessemer.sdk.bot import MatchStart
from bessemer.sdk.connection.creation import seed_of
from bessemer.table.guide import Guide


def test_all_three_games_are_taught() -> None:
    """Whatever one game gets, all get: first the game that *Play* plays."""
    assert {"furnace", "brass", "alchemicus"} <= set(taught_games())
    for game in taught_games():
        first, *others = courses_of(game)
        assert (first.options, len(first.opponents), first.variant) == ({}, 1, None)
        assert all(other.options and other.variant for other in others)


def test_a_course_is_known_by_its_options() -> None:
    """Bots are told all options of a match; the lesson of a variant is that with its options."""
    for game in taught_games():
        rules = GAMES[game]
        for course in courses_of(game):
            assert course_of(game, rules.option_texts(rules.options(course.options))) is course


def decisions(game: str, course: Course, guide: Guide) -> Iterator[tuple[str, Any, Any]]:
    """The learner's decisions of the prepared match, each followed as the guide says."""
    rules, seats = GAMES[game], len(course.opponents) + 1
    state = rules.setup(rules.options(course.options), seats, Chance(seed_of(course.seed)))
    bots = {seat: LessonPartner(random.Random()) for seat in range(1, seats)}
    for seat, bot in bots.items():
        bot.begin(MatchStart("", game, seat, ("",) * seats, course.options))
    turn = 0
    while asked := rules.decisions(state):
        turn += 1
        seat, kind = asked[0]
        if seat == 0:
            guide.asked(turn, kind, rules.view(state, seat))
            proposed = guide.proposed
            if proposed is None:
                return
            yield kind, state, proposed.move
            move = proposed.move
            guide.played(move)
        else:
            move = bots[seat].decide(seen(rules, rules.view(state, seat)))
        state = rules.apply(state, seat, move)


COURSES = [(game, course) for game in taught_games() for course in courses_of(game)]


@pytest.mark.parametrize(
    ("game", "course"), COURSES, ids=[f"{game}-{course.variant}" for game, course in COURSES]
)
def test_every_kind_of_decision_comes_up(game: str, course: Course) -> None:
    """Whoever follows makes legal moves, is told every lesson, and then that this was all."""
    guide = Guide(GAMES[game], course)
    kinds, told = set(), []
    for kind, _, _ in decisions(game, course, guide):
        kinds.add(kind)
        assert guide.told is not None
        told.append(guide.told)

    assert len(told) == len(course.steps)
    if course.variant is None:
        assert kinds | course.left_out.keys() == set(GAMES[game].decision_kinds)
    assert not kinds & course.left_out.keys()
    assert guide.seen == course.lessons.keys()
    assert set(course.lessons) >= kinds or course.variant
    assert told[0].is_new or course.variant
    assert len(told[0].lines) > len(course.welcome)
    assert any("every kind of decision" in line for entry in told for line in entry.lines)
    assert not told[1].is_new or game != "furnace"


@pytest.mark.parametrize("game", taught_games())
def test_who_goes_another_way_is_told_what_comes_up(game: str) -> None:
    """The prepared answers end there, the lessons do not; the same turn is told once."""
    rules, course = GAMES[game], course_of(game)
    guide = Guide(rules, course)
    kind, state, proposed = next(decisions(game, course, guide))
    told, (asked, *_) = guide.told, rules.decisions(state)
    view = rules.view(state, asked.seat)
    guide.asked(guide.turn, kind, view)
    assert guide.told is told
    other = next(move for move in rules.legal_moves(state, asked.seat) if move != proposed)
    guide.played(other)
    last = [*course.lessons][-1]
    guide.asked(guide.turn + 1, last, view)

    assert guide.proposed is None
    assert guide.told is not None
    assert guide.told.is_new
    assert last in guide.seen


@pytest.mark.parametrize("code", LANGUAGES)
def test_lessons_in_every_language(code: str) -> None:
    """They are told in the language of the learner."""
    course = course_of("brass")
    guide = Guide(GAMES["brass"], course)
    with language(code):
        next(decisions("brass", course, guide))

    assert guide.told is not None
    assert (guide.told.title == "Building") == (code == "en")
