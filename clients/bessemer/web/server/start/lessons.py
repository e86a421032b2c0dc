"""Guided first matches on the pages: which match is created, and what guides its seat."""

from bessemer.faces.lessons import Course, course_named, course_of, taught_games
from bessemer.web.server.seat.plans import Plan
from bessemer.web.server.start.table_book import Table


def lesson_plan(game: str, variant: str = "") -> Plan | None:
    """A guided match of a game: the first, or that of a variant; `None` if there is no such lesson."""
    course = course_named(game, variant) if game in taught_games() else None
    if course is None:
        return None
    return Plan(game=game, others=[*course.opponents], options=dict(course.options), is_lesson=True)


def lesson_of(table: Table) -> Course | None:
    """
    What guides the learner at a table; `None` if it is no lesson.

    Where nobody could prepare the match, all is told as it comes up, and no answers are shown.
    """
    if not table.plan.is_lesson:
        return None
    course = course_of(table.plan.game, table.plan.options)
    return course if table.is_prepared else course._replace(steps=())


def seed_of_bots(table: Table) -> int | None:
    """What lets bots play a prepared match as it was prepared."""
    return course_of(table.plan.game, table.plan.options).seed if table.is_prepared else None
