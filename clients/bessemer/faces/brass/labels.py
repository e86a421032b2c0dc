"""What stands beside the key of an answer, and how an answer is told afterwards."""

from typing import Final

from bessemer.engine.choices import Answer, Word
from bessemer.engine.game import Seat
from bessemer.faces.brass.names import (
    card_name,
    kind_text,
    link_name,
    source_text,
    space_name,
)
from bessemer.faces.players import LETTERS
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.geography import INDUSTRY, SPACE
from bessemer.games.brass.board.income import INCOME, after_loan
from bessemer.games.brass.board.stacks import TOPS, kind_of
from bessemer.games.brass.moves import DISTANT
from bessemer.games.brass.scripts.action import BUILD_TWO_CARDS
from bessemer.games.brass.scripts.things import NONE, STOP
from bessemer.games.brass.state import Board

_WORDS: Final = {
    BUILD_TWO_CARDS: "build with two cards",
    NONE: "no second rail",
    STOP: "sell no more",
}


def choice_label(board: Board, seat: Seat, name: str, word: Word, picked: Answer = ()) -> str:
    """A word of the choice `name` with what one wants to know before taking it."""
    text = word.text
    if text in _WORDS:
        return _WORDS[text]
    match name:
        case "card":
            return card_name(text)
        case "cards":
            return f"{card_name(text)} x{word.copies}" if word.copies > 1 else card_name(text)
        case "industry" | "tiles":
            return _top_tile(board, seat, text, picked.count(text))
        case "coal" | "iron" | "second_coal":
            return source_text(board, text, "iron" if name == "iron" else "coal")
        case "link" | "second_link":
            return link_name(text)
        case "space" | "mill" | "tile":
            return _space(board, seat, text)
        case "buyer":
            return _buyer(board, text)
        case "amount":
            return _loan(board, seat, int(text))
        case _:
            return text


def answer_label(board: Board, seat: Seat, name: str, answer: Answer) -> str:
    """An answer that was given, no card, in a few words; empty if it says nothing."""
    if answer in ((), (NONE,)):
        return ""
    (word, *more) = answer
    match name:
        case "industry":
            return _top_tile(board, seat, word, 0)
        case "tiles":
            tiles = [_top_tile(board, seat, word, 0)]
            tiles += [_top_tile(board, seat, other, int(other == word)) for other in more]
            return " and ".join(tiles)
        case "second_coal":
            return ""
        case "link" | "second_link":
            return link_name(word)
        case "space" | "mill" | "tile":
            return space_name(word)
        case "buyer":
            return f"to {'the distant market' if word == DISTANT else space_name(word)}"
        case "coal" | "iron":
            return f"{name} from {source_text(board, word, name)}"
        case _:
            return word


def _top_tile(board: Board, seat: Seat, industry: str, below: int) -> str:
    """The top tile of a stack, or the one so many below it."""
    number = INDUSTRY[industry]
    kind = TOPS[number][board.players[seat].stacks[number] - below]
    return kind_text(kind) if kind else industry


def _space(board: Board, seat: Seat, space: str) -> str:
    """A space, and the tile on it: a mill to sell, a tile to replace or to give up."""
    tile = board.land.tiles[SPACE[space]]
    if tile is None:
        return space_name(space)
    kind = kind_of(tile)
    worth = f", gives £{kind.cost // 2}" if board.players[seat].money < 0 else ""
    return f"{space_name(space)} ({kind_text(kind)}{worth})"


def _buyer(board: Board, buyer: str) -> str:
    if buyer == DISTANT and board.cotton == CLOSED:
        return "distant market"
    if buyer == DISTANT:
        return f"distant market (now +{BONUS[board.cotton]} income spaces; a tile is drawn first)"
    tile = board.land.tiles[SPACE[buyer]]
    assert tile is not None, "a port that buys is there"
    return f"{LETTERS[tile.owner]}'s port at {space_name(buyer)}"


def _loan(board: Board, seat: Seat, amount: int) -> str:
    income = board.players[seat].income
    after = after_loan(income, amount)
    return (
        f"£{amount}" if after is None else f"£{amount} (income {INCOME[income]} to {INCOME[after]})"
    )
