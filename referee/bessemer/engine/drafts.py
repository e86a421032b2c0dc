"""
A move in the making: from answers to the move, from a move to its answers, and every move.

    draft = begin(game, view)
    while draft.choice is not None:
        draft = draft.take(draft.choice.words[0].text)
    draft.move
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.choices import (
    Answer,
    Answered,
    Choice,
    Path,
    Word,
    answers,
    check_answer,
    only_answer,
)
from bessemer.engine.errors import IllegalMove, NotOffered
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Ask, Script, walk

MoveT = TypeVar("MoveT")


class NotNow(NamedTuple):
    """A word that is not offered, and why."""

    word: Word
    refusal: IllegalMove


class Draft(NamedTuple, Generic[MoveT]):
    """A move in the making: a value, so you can take steps back if you keep the earlier ones."""

    game: AnyGame
    view: Any
    path: Path
    """The answers so far to the choices that were put."""
    trail: tuple[Answered, ...]
    """All choices so far, also those that left nothing to choose."""
    choice: Choice | None
    """The next choice; `None` when it is a whole move."""
    move: MoveT | None
    """The move that it has become; `None` while there is a choice."""

    def take(self, *taken: str) -> "Draft[MoveT]":
        """
        The draft after one answer to its choice.

        Raises:
            NotOffered: the choice does not offer that, or there is none left.
        """
        return follow(self.game, self.view, (*self.path, taken))

    def not_now(self) -> tuple[NotNow, ...]:
        """
        The words that the choice does not offer, although somebody might think of them, and why.

        If the move consists of one choice with one answer, the words for that one.
        """
        script = self.game.script(self.view)
        if self.choice is not None:
            ask = _run(script, self.path)[1]
        elif len(self.trail) == 1 and not self.path:
            ask = next(script)
        else:
            return ()
        assert ask is not None, "there is a choice"
        offered = {word.text for word in ask.choice.words}
        return tuple(
            NotNow(word, _refusal(self.game, self.view, move))
            for word, move in ask.others()
            if word.text not in offered
        )


def begin(game: AnyGame, view: Any) -> Draft[Any]:  # noqa: ANN401 - any game's view
    """A new answer to what the view's seat is asked."""
    return follow(game, view, ())


def follow(game: AnyGame, view: Any, path: Iterable[Sequence[str]]) -> Draft[Any]:  # noqa: ANN401
    """
    The draft after these answers.

    Raises:
        NotOffered: one of them is not offered there, or there are more than choices.
    """
    trail, ask, move = _run(game.script(view), path)
    taken = tuple(answered.answer for answered in trail if only_answer(answered.choice) is None)
    return Draft(game, view, taken, trail, None if ask is None else ask.choice, move)


def _run(
    script: Script[MoveT], path: Iterable[Sequence[str]]
) -> tuple[tuple[Answered, ...], Ask | None, MoveT | None]:
    """How far the answers lead: all that is answered, and the next question or the move."""
    trail: list[Answered] = []
    given = iter(path)
    number = 0
    try:
        ask = next(script)
        while True:
            answer = only_answer(ask.choice)
            if answer is None:
                taken = next(given, None)
                if taken is None:
                    return tuple(trail), ask, None
                try:
                    answer = check_answer(ask.choice, taken)
                except NotOffered as refused:
                    refused.place = number
                    raise
                number += 1
            trail.append(Answered(ask.choice, answer))
            ask = script.send(answer)
    except StopIteration as done:
        if next(given, None) is not None:
            raise NotOffered(
                f"the move is complete after {number} answers: send no more", place=number
            ) from None
        return tuple(trail), None, done.value


def moves(game: AnyGame, view: Any, start: Path = ()) -> Iterator[Any]:  # noqa: ANN401 - any game's
    """Every move that a path with this start leads to, lazily, in the order of the words."""
    # A generator cannot be copied, so the script runs once for each move: along the answers that
    # the move shares with the one before, then by the first answers.
    path: list[Answer] = list(start)
    others: list[Iterator[Answer]] = [iter(()) for _ in start]

    def choose(choice: Choice) -> Answer:
        answer = next(along, None)
        if answer is None:
            others.append(answers(choice))
            answer = next(others[-1])
            path.append(answer)
        return answer

    while True:
        along = iter(path)
        yield walk(game.script(view), choose)
        while path:
            following = next(others[-1], None)
            if following is not None:
                path[-1] = following
                break
            path.pop()
            others.pop()
        else:
            return


def path_of(game: AnyGame, view: Any, move: Any) -> Path:  # noqa: ANN401 - any game's
    """
    The path that leads to `move`, or to the move that means the same.

    Raises:
        IllegalMove: no path does: the rules refuse it.
    """
    check(game, view, move)
    return path_towards(game, view, game.canonical(view, move))


def path_towards(game: AnyGame, view: Any, move: Any) -> Path:  # noqa: ANN401 - any game's
    """The answers that `move` has given, up to the first that is not offered."""
    script, path = game.script(view), []
    try:
        ask = next(script)
        while True:
            answer = check_answer(ask.choice, ask.read(move))
            if only_answer(ask.choice) is None:
                path.append(answer)
            ask = script.send(answer)
    except (StopIteration, NotOffered):
        return tuple(path)


def check(game: AnyGame, view: Any, move: Any) -> None:  # noqa: ANN401 - any game's
    """
    Let the rules say whether the view's seat may make `move`.

    Raises:
        IllegalMove: it may not.
    """
    # What is legal follows from the view alone, so any state that looks like it will do.
    game.apply(game.resample(view, Chance(b"")), Seat(view.seat), move)


def _refusal(game: AnyGame, view: Any, move: Any) -> IllegalMove:  # noqa: ANN401 - any game's
    try:
        check(game, view, move)
    except IllegalMove as refused:
        return refused
    raise AssertionError(f"{move} is legal, so it should be offered")
