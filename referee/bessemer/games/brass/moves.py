"""
The kinds of move and their one canonical text.

An action names its card last, or, where more follows, before that:

    build cotton at oldham.left with oldham, coal from wigan.left, iron from market
    build cotton at colne.left with coal and manchester, coal from bury.left
    canal blackburn-wigan with oldham
    rail bolton-wigan coal to wigan from wigan.left with oldham
    rail bolton-wigan coal to wigan from market and bolton-bury coal to bury from market with oldham
    develop cotton iron from market and port iron from preston.bottom-right with oldham
    sell oldham.left to preston.top with oldham
    loan 30 with oldham
    pass with oldham

Going on with a sale, or ending it, takes no card; nor does removing a tile for a debt:

    sell bury.left to distant
    stop
    remove oldham.left
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from bessemer.engine.errors import MalformedMove

MARKET: Final = "market"
"""In place of a tile: the cube is bought from the demand track."""
DISTANT: Final = "distant"
"""In place of a port: the cotton is sold to the distant market."""


class Build(NamedTuple):
    """Put the top tile of one stack on a space."""

    industry: str
    space: str
    card: str
    second_card: str = ""
    """Given, this is two actions in one."""
    coal: str = ""
    iron: str = ""

    def __str__(self) -> str:
        industry, space, card, second, coal, iron = self
        return (
            f"build {industry} at {space} with {card}"
            f"{second and f' and {second}'}"
            f"{coal and f', coal from {coal}'}"
            f"{iron and f', iron from {iron}'}"
        )


class Canal(NamedTuple):
    """Build one canal."""

    link: str
    card: str

    def __str__(self) -> str:
        return f"canal {self.link} with {self.card}"


class Rail(NamedTuple):
    """One rail, the end that its coal comes to, and where that comes from."""

    link: str
    end: str
    coal: str

    def __str__(self) -> str:
        return f"{self.link} coal to {self.end} from {self.coal}"


class Rails(NamedTuple):
    """Build one rail or, one after the other, two."""

    first: Rail
    second: Rail | None
    card: str

    def __str__(self) -> str:
        more = f" and {self.second}" if self.second else ""
        return f"rail {self.first}{more} with {self.card}"


class Development(NamedTuple):
    """The top tile of one stack thrown away, and where its iron comes from."""

    industry: str
    iron: str

    def __str__(self) -> str:
        return f"{self.industry} iron from {self.iron}"


class Develop(NamedTuple):
    """Throw away one top tile or two."""

    first: Development
    second: Development | None
    card: str

    def __str__(self) -> str:
        more = f" and {self.second}" if self.second else ""
        return f"develop {self.first}{more} with {self.card}"


class Sell(NamedTuple):
    """Sell the cotton of one mill to a port or to the distant market."""

    mill: str
    buyer: str
    card: str = ""
    """Only the first sale of an action takes one."""

    def __str__(self) -> str:
        return f"sell {self.mill} to {self.buyer}{self.card and f' with {self.card}'}"


class Stop(NamedTuple):
    """Sell no more."""

    def __bool__(self) -> bool:
        return True  # a move like any other, although there is nothing in it

    def __str__(self) -> str:
        return "stop"


class Loan(NamedTuple):
    """Take a loan of 10, 20 or 30."""

    amount: int
    card: str

    def __str__(self) -> str:
        return f"loan {self.amount} with {self.card}"


class Pass(NamedTuple):
    """Do nothing; the card goes all the same."""

    card: str

    def __str__(self) -> str:
        return f"pass with {self.card}"


class Remove(NamedTuple):
    """Give up a tile to pay a debt."""

    space: str

    def __str__(self) -> str:
        return f"remove {self.space}"


Action = Build | Canal | Rails | Develop | Sell | Loan | Pass
Move = Action | Stop | Remove


def cards_of(move: Move) -> tuple[str, ...]:
    """The cards that a move takes out of the hand, in alphabetical order."""
    match move:
        case Build() if move.second_card:
            return tuple(sorted((move.card, move.second_card)))
        case Stop() | Remove():
            return ()
        case _:
            return (move.card,) if move.card else ()


_WORD: Final = r"[a-z][a-z_]{0,31}"
_SPOT: Final = r"[a-z][a-z_.-]{0,63}"
_RAIL: Final = rf"({_SPOT}) coal to ({_WORD}) from ({_SPOT})"
_DEVELOPMENT: Final = rf"({_WORD}) iron from ({_SPOT})"


def _loan(amount: str, card: str) -> Loan:
    return Loan(int(amount), card)


def _rails(*parts: str) -> Rails:
    return Rails(Rail(*parts[:3]), Rail(*parts[3:6]) if parts[3] else None, parts[6])


def _develop(*parts: str) -> Develop:
    second = Development(*parts[2:4]) if parts[2] else None
    return Develop(Development(*parts[:2]), second, parts[4])


@cache
def _forms() -> dict[Callable[..., Move], re.Pattern[str]]:
    """How each kind is written, by what makes it of the parts; most processes never read a move."""
    return {
        Build: re.compile(
            rf"build ({_WORD}) at ({_SPOT}) with ({_WORD})(?: and ({_WORD}))?"
            rf"(?:, coal from ({_SPOT}))?(?:, iron from ({_SPOT}))?"
        ),
        Canal: re.compile(rf"canal ({_SPOT}) with ({_WORD})"),
        _rails: re.compile(rf"rail {_RAIL}(?: and {_RAIL})? with ({_WORD})"),
        _develop: re.compile(rf"develop {_DEVELOPMENT}(?: and {_DEVELOPMENT})? with ({_WORD})"),
        Sell: re.compile(rf"sell ({_SPOT}) to ({_SPOT})(?: with ({_WORD}))?"),
        Stop: re.compile(r"stop"),
        _loan: re.compile(rf"loan (\d{{1,9}}) with ({_WORD})"),
        Pass: re.compile(rf"pass with ({_WORD})"),
        Remove: re.compile(rf"remove ({_SPOT})"),
    }


_EXAMPLES: Final = (
    "'build cotton at oldham.left with oldham, coal from wigan.left', 'canal blackburn-wigan with "
    "oldham', 'rail bolton-wigan coal to wigan from market with oldham', 'develop cotton iron from "
    "market with oldham', 'sell oldham.left to preston.top with oldham', 'loan 30 with oldham', "
    "'pass with oldham', 'stop' or 'remove oldham.left'"
)


def parse_move(text: str) -> Move:
    """
    The move that `text` is the canonical text of.

    Raises:
        MalformedMove: no move is written so.
    """
    # What is almost canonical ("loan 030", digits of another script) is refused like any other.
    move = _read(text)
    if move is None or str(move) != text:
        raise MalformedMove(f"not a move of brass: {text[:80]!r}; write {_EXAMPLES}")
    return move


def _read(text: str) -> Move | None:
    for make, form in _forms().items():
        if found := form.fullmatch(text):
            return make(*(part or "" for part in found.groups()))
    return None
