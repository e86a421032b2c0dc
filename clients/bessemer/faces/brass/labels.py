"""The text beside the key of an answer, and the answer in words afterwards."""

from collections.abc import Mapping
from typing import Final

from bessemer.engine.choices import Answer, Word
from bessemer.engine.game import Seat
from bessemer.faces.brass.names import (
    both,
    card_name,
    industry_name,
    kind_text,
    link_name,
    source_text,
    space_name,
)
from bessemer.faces.language import Key, key, key_in, tr, tr_key
from bessemer.faces.players import LETTERS
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.geography import INDUSTRY, SPACE
from bessemer.games.brass.board.income import INCOME, after_loan
from bessemer.games.brass.board.stacks import TOPS, kind_of
from bessemer.games.brass.moves import DISTANT
from bessemer.games.brass.scripts.kinds import BUILD_TWO_CARDS
from bessemer.games.brass.scripts.things import NONE, STOP
from bessemer.games.brass.state import Board

_WORDS: Final[Mapping[str, Key]] = {
    BUILD_TWO_CARDS: key("build with two cards"),
    NONE: key("no second rail"),
    STOP: key("sell no more"),
    "build": key_in("action", "build"),
    "canal": key_in("action", "canal"),
    "rail": key_in("action", "rail"),
    "develop": key_in("action", "develop"),
    "sell": key_in("action", "sell"),
    "loan": key_in("action", "loan"),
    "pass": key_in("action", "pass"),
}
"""The names of actions, and of other words that are no place or tile."""


def choice_label(board: Board, seat: Seat, name: str, word: Word, picked: Answer = ()) -> str:
    """A word of the choice `name` with what you want to know before taking it."""
    text = word.text
    if text in _WORDS:
        return tr_key(_WORDS[text])
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
            return both(tiles)
        case "second_coal":
            return ""
        case "link" | "second_link":
            return link_name(word)
        case "space" | "mill" | "tile":
            return space_name(word)
        case "buyer":
            if word == DISTANT:
                return tr("to the distant market")
            return tr("to {space}", space=space_name(word))
        case "coal":
            return tr("coal from {source}", source=source_text(board, word, name))
        case "iron":
            return tr("iron from {source}", source=source_text(board, word, name))
        case _:
            return word


def _top_tile(board: Board, seat: Seat, industry: str, below: int) -> str:
    """The top tile of a stack, or the one so many below it."""
    number = INDUSTRY[industry]
    kind = TOPS[number][board.players[seat].stacks[number] - below]
    return kind_text(kind) if kind else industry_name(industry)


def _space(board: Board, seat: Seat, space: str) -> str:
    """A space, and the tile on it: a mill to sell, a tile to replace or to give up."""
    tile = board.land.tiles[SPACE[space]]
    if tile is None:
        return space_name(space)
    kind = kind_of(tile)
    named = {"space": space_name(space), "tile": kind_text(kind)}
    if board.players[seat].money < 0:
        return tr("{space} ({tile}, gives £{refund})", refund=kind.cost // 2, **named)
    return tr("{space} ({tile})", **named)


def _buyer(board: Board, buyer: str) -> str:
    if buyer == DISTANT and board.cotton == CLOSED:
        return tr("distant market")
    if buyer == DISTANT:
        return tr(
            "distant market (now +{bonus} income spaces; a tile is drawn first)",
            bonus=BONUS[board.cotton],
        )
    tile = board.land.tiles[SPACE[buyer]]
    assert tile is not None, "a port that buys is there"
    return tr("{owner}'s port at {space}", owner=LETTERS[tile.owner], space=space_name(buyer))


def _loan(board: Board, seat: Seat, amount: int) -> str:
    income = board.players[seat].income
    after = after_loan(income, amount)
    if after is None:
        return f"£{amount}"
    return tr(
        "£{amount} (income {before} to {after})",
        amount=amount,
        before=INCOME[income],
        after=INCOME[after],
    )
