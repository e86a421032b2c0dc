"""What pages wish at a seat, what is refused, and how the answer in the making changes by it."""

from typing import Any, Final

import msgspec

from bessemer.engine.choices import Thing
from bessemer.faces.language import tr
from bessemer.table.model import TableModel
from bessemer.v1 import match_pb2

GREETINGS: Final = {
    "hello": match_pb2.GREETING_HELLO,
    "good_game": match_pb2.GREETING_GOOD_GAME,
    "thanks": match_pb2.GREETING_THANKS,
}
"""What people can say, by the word of the page's script."""


TAKE_BACK: Final = ("take_back", "agree", "decline")
"""What pages wish about taking moves back."""


class ActRefused(Exception):
    """What a page wished is not possible; the message says why, `status` is that of HTTP."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Wish(msgspec.Struct):
    """What a page wishes."""

    do: str
    tab: str
    turn: int = 0
    word: str = ""
    thing: str = ""
    path: tuple[tuple[str, ...], ...] = ()
    picked: tuple[str, ...] = ()
    answers: int = 0
    stage: int | None = None
    order: tuple[str, ...] = ()
    earlier: tuple[tuple[tuple[str, ...], ...], ...] = ()
    wish: int = 0
    """The number of a wish to take back that is agreed to or declined."""
    since: int = 0
    """The turn of the first answer that a page remembers."""


def check_turn(model: TableModel, wish: Wish) -> None:
    """
    Refuse what is not about the open decision.

    Raises:
        ActRefused: there is none, or another one.
    """
    if model.stopped and model.result is None:
        raise ActRefused(409, model.stopped)
    if model.is_over:
        raise ActRefused(409, tr("The match is over."))
    if not model.turn:
        raise ActRefused(409, tr("You are not asked for anything now."))
    if wish.turn != model.turn:
        raise ActRefused(409, tr("The match has gone on meanwhile: look again."))
    if model.is_sent:
        raise ActRefused(409, tr("Your answer is sent already."))


def change_answer(model: TableModel, wish: Wish) -> None:
    """
    Change the answer in the making. What the rules do not allow is told by the desk's notice.

    Raises:
        ActRefused: nobody can wish that.
    """
    match wish.do:
        case "choose":
            _choose(model, wish)
        case "undo":
            model.undo()
        case "back":
            model.go_back(wish.answers, wish.stage)
        case "restart":
            model.restart()
        case "reorder":
            model.reorder(wish.order)
        case "restore":
            played = wish.turn - wish.since if wish.since else 0
            model.restore(wish.path, wish.picked, wish.earlier, played)
        case "go_on":
            model.go_on()
        case "put_first":
            model.put_first(wish.stage or 0)
        case "leave_out":
            model.leave_out(wish.stage or 0)
        case _:
            raise ActRefused(400, tr("{what} is nothing that can be done.", what=repr(wish.do)))


def _choose(model: TableModel, wish: Wish) -> None:
    """An answer, or something on the board to begin with."""
    if wish.thing:
        model.begin_with(Thing(*wish.thing.partition(":")[::2]))
    else:
        model.choose(wish.word)


def said_by(event: match_pb2.MatchEvent) -> dict[str, Any]:
    """Who has greeted, with which word."""
    words = {value: word for word, value in GREETINGS.items()}
    return {"number": event.number, "seat": event.seat, "word": words.get(event.greeting, "")}
