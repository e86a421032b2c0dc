"""`bessemer learn` as its user has it: a real referee, real bots, a learner who follows."""

import subprocess

import pytest

from bessemer.faces.lessons import Course, courses_of, taught_games
from tests.terminal.on_a_terminal import COMMAND

COURSES = [
    pytest.param(game, course, id=f"{game} {course.name}".strip())
    for game in taught_games()
    for course in courses_of(game)
]


@pytest.mark.parametrize(("game", "course"), COURSES)
def test_the_prepared_match_is_the_same_on_a_real_referee(game: str, course: Course) -> None:
    """Every prepared answer is possible when it is shown, and every lesson is told; then one leaves."""
    typed = "suggest\nsend\n" * len(course.steps) + "quit\n"
    done = subprocess.run(
        [*COMMAND, "learn", game, "--variant", course.name, "--plain"],
        input=typed,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Suggested: what this lesson shows.") == len(course.steps)
    for lesson in course.lessons.values():
        assert done.stdout.count(f"» {lesson.what}") == 1
    assert "That was every kind of decision of this match." in done.stdout
    assert "Not possible" not in done.stdout
    options = "".join(f" --option {name}={value}" for name, value in course.options.items())
    assert f"bessemer play --game {game}{options} --versus greedy" in done.stdout


def test_a_lesson_that_there_is_not() -> None:
    """It is wrong usage, and the sentence has those that there are."""
    done = subprocess.run(
        [*COMMAND, "learn", "brass", "--variant", "noctis"],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert "brass has no lesson 'noctis'" in done.stderr
    assert "alchemicus: bank, noctis, race" in done.stderr
