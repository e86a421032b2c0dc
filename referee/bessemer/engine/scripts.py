"""
What a game's scripts are made of, and how one is run to its end.

A game writes one script for a decision: a generator that yields one `Ask` after the other, is sent
the answer to each, and returns the move. It looks at nothing but the seat's view, and offers only
what leads to a legal move: all paths together are the legal moves, each once (up to `canonical`).

A choice with one possible answer is never put to anybody: it is answered here and stands in the
trail, but not in the path. So scripts need not care, and a path holds decisions alone.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from bessemer.engine.choices import (
    Answer,
    Choice,
    Thing,
    Word,
    first_answer,
    only_answer,
    ordered,
    sample_answer,
)
from bessemer.engine.game import Below

MoveT = TypeVar("MoveT")


_make: Final = tuple.__new__
"""`_make(Ask, fields)` is `Ask(*fields)` at a third of the cost."""


# Any: a script reads and makes moves of the kind alone to which the earlier answers lead.
Others = Callable[[], Iterable[tuple[Word, Any]]]
"""All words that somebody might think of, each with a move that takes it. `apply` refuses the moves
of those that are not offered, and says why."""


class Ask(NamedTuple):
    """
    A choice as a script puts it, with two functions for the script's callers.

    They are called only while the script waits here, so they may use its variables.
    """

    choice: Choice
    read: Callable[[Any], Answer]
    """The answer of a finished move to this choice."""
    others: Others = tuple


Script = Generator[Ask, Answer, MoveT]


def words(texts: Iterable[object], kind: str = "") -> tuple[Word, ...]:
    """Words of these texts, which name things of that kind on the board, if one is given."""
    return tuple([_word(str(text), kind) for text in texts])


@lru_cache(maxsize=4096)
def _word(text: str, kind: str) -> Word:
    """Words are few and asked for all the time."""
    return Word(text, Thing(kind, text) if kind else None)


def one(
    name: str,
    offered: Sequence[Word],
    read: Callable[[Any], object],
    *,
    about: Thing | None = None,
    others: Others = tuple,
) -> Generator[Ask, Answer, str]:
    """Ask for one of the words; `read` says which of them a finished move has taken."""
    choice = _make(Choice, (name, tuple(offered), 1, 1, about))
    (word,) = yield _make(Ask, (choice, lambda move: (str(read(move)),), others))
    return word


def some(
    name: str,
    offered: Sequence[Word],
    read: Callable[[Any], Iterable[object]],
    *,
    least: int,
    most: int,
    about: Thing | None = None,
) -> Generator[Ask, Answer, Answer]:
    """Ask for a set of `least` to `most` of the words."""
    choice = _make(Choice, (name, tuple(offered), least, most, about))
    return (yield Ask(choice, lambda move: ordered(choice, map(str, read(move)))))


def walk(script: Script[MoveT], choose: Callable[[Choice], Answer]) -> MoveT:
    """The move of these answers, wherever there is a choice."""
    try:
        ask = next(script)
        while True:
            answer = only_answer(ask.choice)
            ask = script.send(choose(ask.choice) if answer is None else answer)
    except StopIteration as done:
        move: MoveT = done.value
        return move


def sample(script: Script[MoveT], below: Below) -> MoveT:
    """A legal move by random answers; every move can come out."""
    return walk(script, lambda choice: sample_answer(choice, below))


def first(script: Script[MoveT]) -> MoveT:
    """The move of the first answers."""
    return walk(script, first_answer)
