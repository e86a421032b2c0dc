"""
A move as a path of small choices.

A game writes one script for a decision: a generator that yields one `Ask` after the other, is sent
the answer to each, and returns the move. It looks at nothing but the seat's view, and offers only
what leads to a legal move: all paths together are the legal moves, each once (up to `canonical`).

A choice with one possible answer is never put to anybody: it is answered here and stands in the
trail, but not in the path. So scripts need not care, and a path holds decisions alone.

    draft = begin(game, view)
    while draft.choice is not None:
        draft = draft.take(draft.choice.words[0].text)
    draft.move
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, NotOffered
from bessemer.engine.game import Below, Seat

MoveT = TypeVar("MoveT")

_make: Final = tuple.__new__
"""`_make(Ask, fields)` is `Ask(*fields)` at a third of the cost."""

Answer = tuple[str, ...]
"""The words taken in one choice: one, or the members of a set, in the order of the choice."""
Path = tuple[Answer, ...]
"""The answers to the choices that were put, from the first on."""


class Thing(NamedTuple):
    """Something on the board."""

    kind: str
    """The game's word for such things: "company", "space", "seat"."""
    id: str
    """Its name, as views and moves have it."""


class Word(NamedTuple):
    """One possible answer, or one possible member of a set."""

    text: str
    thing: Thing | None = None
    """What on the board it stands for; `None` for a number, a kind of action, "none"."""
    copies: int = 1
    """How often it may be taken: equal cards of a hand."""


class Choice(NamedTuple):
    """One small step on the way to a move; a plain value, with no text for people in it."""

    name: str
    """Stable: labels and policies go by it."""
    words: tuple[Word, ...]
    """In a stable order, what does least first."""
    least: int = 1
    most: int = 1
    """How many words are taken: where that is not one, a set, whose order means nothing."""
    about: Thing | None = None
    """What the choice is about, where the earlier answers do not say it."""

    @property
    def is_set(self) -> bool:
        """Whether any number of words but exactly one may be taken."""
        return (self.least, self.most) != (1, 1)


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


class Answered(NamedTuple):
    """A choice and its answer, taken by the seat or the only one possible."""

    choice: Choice
    answer: Answer


class NotNow(NamedTuple):
    """A word that is not offered, and why."""

    word: Word
    refusal: IllegalMove


# --- What scripts are made of --------------------------------------------------------------------


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


# --- The answers to one choice -------------------------------------------------------------------


def ordered(choice: Choice, taken: Iterable[str]) -> Answer:
    """The words taken, in the order of the choice; those that it does not offer come last."""
    places = {word.text: place for place, word in enumerate(choice.words)}
    return tuple(sorted(taken, key=lambda text: places.get(text, len(places))))


def first_answer(choice: Choice) -> Answer:
    """The fewest words that are enough, from the first on."""
    members = (word.text for word in choice.words for _ in range(word.copies))
    return tuple(text for text, _ in zip(members, range(choice.least), strict=False))


def only_answer(choice: Choice) -> Answer | None:
    """The answer where no other is possible; `None` where there is a choice."""
    least, most, offered = choice.least, choice.most, choice.words
    if least != most or 0 < least < len(offered):
        return None
    if least == 0 or len(offered) == 1 or least == sum(word.copies for word in offered):
        return first_answer(choice)
    return None


def answers(choice: Choice) -> Iterator[Answer]:
    """Every possible answer; of sets, the smallest first."""
    if not choice.is_set:
        yield from ((word.text,) for word in choice.words)
        return

    def sets(place: int, size: int) -> Iterator[Answer]:
        if size == 0:
            yield ()
        elif place < len(choice.words):
            text, _, copies = choice.words[place]
            for taken in range(min(copies, size), -1, -1):
                for rest in sets(place + 1, size - taken):
                    yield (text,) * taken + rest

    for size in range(choice.least, choice.most + 1):
        yield from sets(0, size)


def sample_answer(choice: Choice, below: Below) -> Answer:
    """Any possible answer, of a set each from exactly one sequence of numbers."""
    _, offered, least, most, _ = choice
    if least == most == 1:
        text: str = offered[below(len(offered))].text
        return (text,)
    size = least if least == most else least + below(most - least + 1)
    left = sum([word.copies for word in offered])
    taken: Answer = ()
    for text, _, copies in offered:
        left -= copies
        fewest, highest = max(0, size - left), min(copies, size)
        number = fewest if fewest == highest else fewest + below(highest - fewest + 1)
        taken += (text,) * number
        size -= number
    return taken


def check_answer(choice: Choice, taken: Sequence[str]) -> Answer:
    """
    The words taken, in the order of the choice.

    Raises:
        NotOffered: the choice does not offer a word, or not as often, or there are too few or many.
    """
    copies = {word.text: word.copies for word in choice.words}
    for text, number in Counter(taken).items():
        if text not in copies:
            raise not_offered(choice, f"{text!r} is not offered; {wanted(choice)}")
        if number > copies[text]:
            raise not_offered(choice, f"{text!r} may be taken {copies[text]} times, not {number}")
    if not choice.least <= len(taken) <= choice.most:
        raise not_offered(choice, f"{wanted(choice)}, not {len(taken)}")
    return ordered(choice, taken)


def wanted(choice: Choice) -> str:
    """The words to choose from and their number: "take 0 to 2 of a, b, c"."""
    bounds = f"{choice.least} to {choice.most}" if choice.most > choice.least else choice.least
    return f"take {bounds} of {', '.join(word.text for word in choice.words)}"


def not_offered(choice: Choice, why: str, place: int = 0) -> NotOffered:
    """The error of an answer that the choice does not offer."""
    texts = tuple(word.text for word in choice.words)
    return NotOffered(f"{choice.name}: {why}", choice=choice.name, place=place, allowed=texts)


# --- A move in the making ------------------------------------------------------------------------


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


# --- Every script ------------------------------------------------------------------------------------


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
