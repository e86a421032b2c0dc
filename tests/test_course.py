"""A competition from its first match to its champion: a small one, with all that goes wrong in a large one."""

import asyncio
from contextlib import closing
from pathlib import Path

from tests.storage.postgres import fresh_postgres
from tools.trials.course import Course, CoursePlan, run

SMALL = CoursePlan(bots=4, hosted=1, people=1, swiss=4, knockout=2, matches=3)


def test_a_course_ends_with_a_champion_and_loses_nothing(tmp_path: Path) -> None:
    """A season at two referees, of which one is killed and one upgraded; a Swiss, a knock-out, the pages."""
    with fresh_postgres() as url:
        course = Course(url, tmp_path, SMALL)
        with closing(course.store):
            found = asyncio.run(run(course))

    assert [] == course.faults
    assert found["champion"] in course.tokens
    assert "1" == found["knockout: matches"]
    assert (tmp_path / "pages" / "index.html").exists()
