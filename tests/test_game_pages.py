"""What docs/games/<game>.md says of each game is so."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from google.protobuf import json_format

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.production import produced
from bessemer.games.furnace.state import Player
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of

PAGES: Final = Path(__file__).parents[1] / "docs" / "games"

every_game = pytest.mark.parametrize("game", NAMES)


def page(game: str) -> str:
    """The page of a game."""
    return (PAGES / f"{game}.md").read_text(encoding="utf-8")


def messages(game: str) -> list[move_pb2.Move]:
    """The examples of moves as messages, in the order of the page; raises if one is none."""
    blocks = re.findall(r"^```json (Moves?)\n(.*?)^```", page(game), re.DOTALL | re.MULTILINE)
    return [
        json_format.Parse(example, move_pb2.Move())
        for name, block in blocks
        # A block of "Moves" has one in each line.
        for example in (block.splitlines() if name == "Moves" else [block])
    ]


def moves(game: str) -> list[Any]:
    """The examples as the rules know moves."""
    return [wire_of(game).read_move(message) for message in messages(game)]


@every_game
def test_there_is_an_example_of_every_move_as_a_message(game: str) -> None:
    """Each kind is shown once, in the order of the fields of the message."""
    about = move_pb2.Move.DESCRIPTOR.fields_by_name[game].message_type
    assert about is not None
    shown = [getattr(message, game).WhichOneof("move") for message in messages(game)]

    assert [field.name for field in about.fields] == shown


@every_game
def test_the_options_are_those_of_the_game(game: str) -> None:
    """Each option stands in the table with its values and its default, and nothing else does."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| `(\w+)` \| \S", page(game), re.MULTILINE)
    # What stands for a value that cannot be listed, `<a seat>`, is prose on the page.
    told = [
        (option.name, ", ".join(_value(value) for value in option.values), option.default)
        for option in GAMES[game].option_list
    ]

    assert told == rows


def _value(value: str) -> str:
    return value.strip("<>") if value.startswith("<") else f"`{value}`"


@every_game
def test_the_codes_are_those_of_the_rules(game: str) -> None:
    """Every code of an illegal move is listed, once."""
    codes = import_module(f"bessemer.games.{game}.refusals").Code

    assert sorted(codes) == sorted(re.findall(rf"`({game}\.[a-z-]+)`", page(game)))


def test_the_worked_plan_of_furnace_is_legal_and_ends_as_told() -> None:
    """The example of a production plan, run by the rules: 3 coal and 4 money are left."""
    game = GAMES["furnace"]
    (plan,) = [move for move in moves("furnace") if isinstance(move, ProductionPlan)]
    board = game.setup(game.options({}), 2, Chance(b"any seed")).board
    player = Player(Stock(coal=1, iron=1), ("C36", "C32"), (), ())
    table = board.table._replace(startups=("S4", "S1"))
    board = board._replace(table=table, players=(player, board.players[1]))
    after = produced(board, Seat(0), plan)

    assert (Stock(coal=3, money=4), ("C32",)) == (after.stock, after.upgraded)
