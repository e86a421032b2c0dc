"""What stands beside the key of an answer, and how an answer is told afterwards."""

from collections.abc import Mapping
from typing import Final

from bessemer.engine.game import Seat
from bessemer.faces.brass.names import (
    card_name,
    kind_text,
    link_name,
    place_name,
    source_text,
    space_name,
)
from bessemer.faces.players import LETTERS
from bessemer.games.brass.actions.sell_cotton import BONUS
from bessemer.games.brass.board.geography import INDUSTRY, SPACE
from bessemer.games.brass.board.income import INCOME, after_loan
from bessemer.games.brass.board.stacks import TOPS, kind_of
from bessemer.games.brass.moves import DISTANT
from bessemer.games.brass.state import Board

TWO_CARDS: Final = "two"
"""In place of a card: two of them, for a build anywhere."""
NO_SECOND: Final = "none"
"""In place of a second rail or a second tile."""
STOP: Final = "stop"


def choice_label(board: Board, seat: Seat, step: str, word: str, answers: Mapping[str, str]) -> str:
    """An answer with what one wants to know before taking it."""
    if word in (NO_SECOND, STOP):
        return "no second" if word == NO_SECOND else "sell no more"
    match step:
        case "card" | "pair" | "other":
            return "two cards: anywhere" if word == TWO_CARDS else card_name(word)
        case "industry":
            return _top_tile(board, seat, word, 0)
        case "tile" | "second" if word in INDUSTRY:
            return _top_tile(board, seat, word, int(answers.get("tile") == word))
        case "coal" | "iron" | "second_coal" | "second_iron":
            return source_text(board, word, "iron" if "iron" in step else "coal")
        case "town":
            return place_name(word)
        case "link" | "second":
            return link_name(word)
        case "space" | "mill":
            return _space(board, seat, word)
        case "buyer":
            return _buyer(board, word)
        case _:
            return _loan(board, seat, int(word))


def answer_label(board: Board, seat: Seat, step: str, word: str) -> str:
    """An answer that was given, no card, in a few words; empty if it says nothing."""
    if word in ("", NO_SECOND):
        return ""
    match step:
        case "industry":
            return _top_tile(board, seat, word, 0)
        case "town" | "second_coal" | "second_iron":
            return ""
        case "link" | "second" if word not in INDUSTRY:
            return link_name(word)
        case "space" | "mill":
            return space_name(word)
        case "coal" | "iron":
            return f"{step} from {source_text(board, word, step)}"
        case _:
            return word


def _top_tile(board: Board, seat: Seat, industry: str, below: int) -> str:
    """The top tile of a stack, or the one so many below it."""
    number = INDUSTRY[industry]
    kind = TOPS[number][board.players[seat].stacks[number] - below]
    assert kind is not None, "what can be chosen has a tile"
    return kind_text(kind)


def _space(board: Board, seat: Seat, space: str) -> str:
    """A space, and the tile on it: a mill to sell, a tile to replace or to give up."""
    tile = board.land.tiles[SPACE[space]]
    if tile is None:
        return space_name(space)
    kind = kind_of(tile)
    worth = f", gives £{kind.cost // 2}" if board.players[seat].money < 0 else ""
    return f"{space_name(space)} ({kind_text(kind)}{worth})"


def _buyer(board: Board, buyer: str) -> str:
    if buyer == DISTANT:
        return f"distant market (now +{BONUS[board.cotton]} income spaces; a tile is drawn first)"
    tile = board.land.tiles[SPACE[buyer]]
    assert tile is not None, "a port that buys is there"
    return f"{LETTERS[tile.owner]}'s port at {space_name(buyer)}"


def _loan(board: Board, seat: Seat, amount: int) -> str:
    income = board.players[seat].income
    after = after_loan(income, amount)
    assert after is not None, "what can be borrowed leaves an income"
    return f"£{amount} (income {INCOME[income]} to {INCOME[after]})"
