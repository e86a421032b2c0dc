"""
The questions that lead to a move, one list for each kind of action.

A step reads from a legal move by which words one gets there; whoever asks keeps the moves that can
be reached by the word that was chosen. So every legal move can be built, and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bessemer.faces.brass.labels import NO_SECOND, STOP, TWO_CARDS
from bessemer.faces.brass.names import town_of
from bessemer.games.brass.moves import (
    Build,
    Canal,
    Develop,
    Loan,
    Move,
    Pass,
    Rails,
    Remove,
    Sell,
    Stop,
)

CARD_STEPS: Final = ("card", "pair", "other")
"""The steps that ask for cards."""

Answers = Mapping[str, str]
"""What was chosen so far, by step."""


class Step(NamedTuple):
    """One question."""

    name: str
    text: str
    words: Callable[[Any, Answers], Iterable[str]]
    """By which words a move is reached, after the answers so far; several if all mean the same."""
    default: str = ""


def _rest(items: Iterable[str], gone: str) -> Sequence[str]:
    """`items` less one of them."""
    left = list(items)
    left.remove(gone)
    return left


# --- Build ------------------------------------------------------------------------------------------


def _build_card(move: Build, _: Answers) -> Iterable[str]:
    return (TWO_CARDS if move.second_card else move.card,)


def _pair_card(move: Build, _: Answers) -> Iterable[str]:
    return (move.card, move.second_card) if move.second_card else ("",)


def _other_card(move: Build, answers: Answers) -> Iterable[str]:
    if not move.second_card:
        return ("",)
    return _rest((move.card, move.second_card), answers["pair"])


# --- Rails ------------------------------------------------------------------------------------------


def _second_link(move: Rails, _: Answers) -> Iterable[str]:
    return (move.second.link if move.second else NO_SECOND,)


def _second_coal(move: Rails, _: Answers) -> Iterable[str]:
    return (move.second.coal if move.second else "",)


# --- Develop ----------------------------------------------------------------------------------------


def _tiles(move: Develop) -> list[str]:
    return [part.industry for part in (move.first, move.second) if part]


def _irons(move: Develop) -> list[str]:
    return [part.iron for part in (move.first, move.second) if part]


def _second_tile(move: Develop, answers: Answers) -> Iterable[str]:
    return _rest(_tiles(move), answers["tile"]) or (NO_SECOND,)


def _second_iron(move: Develop, answers: Answers) -> Iterable[str]:
    return _rest(_irons(move), answers["iron"]) or ("",)


# --- All kinds --------------------------------------------------------------------------------------

_CARD: Final = Step("card", "which card do you discard?", lambda move, _: (move.card,))
_MILL: Final = Step("mill", "which mill sells?", lambda move, _: (move.mill,))
_BUYER: Final = Step("buyer", "who buys?", lambda move, _: (move.buyer,))

STEPS: Final[Mapping[str, tuple[Step, ...]]] = {
    "build": (
        Step("card", "with which card?", _build_card),
        Step("pair", "which card is the first of the two?", _pair_card),
        Step("other", "and the second?", _other_card),
        Step("industry", "which industry?", lambda move, _: (move.industry,)),
        Step("town", "where?", lambda move, _: (town_of(move.space),)),
        Step("space", "on which space?", lambda move, _: (move.space,)),
        Step("coal", "from where does the coal come?", lambda move, _: (move.coal,)),
        Step("iron", "from where does the iron come?", lambda move, _: (move.iron,)),
    ),
    "canal": (_CARD, Step("link", "which canal?", lambda move, _: (move.link,))),
    "rail": (
        _CARD,
        Step("link", "which rail?", lambda move, _: (move.first.link,)),
        Step("coal", "from where does the coal come?", lambda move, _: (move.first.coal,)),
        Step("second", "a second rail?", _second_link, NO_SECOND),
        Step("second_coal", "from where does the coal for the second come?", _second_coal),
    ),
    "develop": (
        _CARD,
        Step("tile", "which tile do you remove?", lambda move, _: _tiles(move)),
        Step("second", "a second tile?", _second_tile, NO_SECOND),
        Step("iron", "from where does the iron come?", lambda move, _: _irons(move)),
        Step("second_iron", "from where does the iron for the second come?", _second_iron),
    ),
    "sell": (_CARD, _MILL, _BUYER),
    "loan": (_CARD, Step("amount", "how much?", lambda move, _: (str(move.amount),))),
    "pass": (_CARD,),
    "sale": (
        Step(
            "mill",
            "which mill sells next?",
            lambda move, _: (STOP if isinstance(move, Stop) else move.mill,),
            STOP,
        ),
        Step(
            "buyer", "who buys?", lambda move, _: ("",) if isinstance(move, Stop) else (move.buyer,)
        ),
    ),
    "shortfall": (
        Step("space", "which tile do you remove to pay your debt?", lambda move, _: (move.space,)),
    ),
}
"""By what is done, an action or the answer to another question, in the order of asking."""

_WORDS: Final[Mapping[type[Move], str]] = {
    Build: "build",
    Canal: "canal",
    Rails: "rail",
    Develop: "develop",
    Sell: "sell",
    Loan: "loan",
    Pass: "pass",
    Stop: "sale",
    Remove: "shortfall",
}


def action_of(move: Move) -> str:
    """The list of steps that an action belongs to."""
    return _WORDS[type(move)]
