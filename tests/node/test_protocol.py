"""What docs/protocol.md says of the API is so."""

import re
from importlib import import_module
from typing import Final

import grpc
import pytest
from google.protobuf import json_format, message
from google.protobuf.descriptor import Descriptor

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.production import produced
from bessemer.games.furnace.state import Player
from bessemer.rpc.access.limits import Limits
from bessemer.rpc.errors import VERDICTS
from bessemer.v1 import error_reason_pb2, match_service_pb2, move_pb2
from bessemer.wire.wire import wire_of
from tests.node.installed import ROOT

TEXT: Final = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES: Final = [
    ("Move" if name == "Moves" else name, example)
    for name, block in re.findall(r"```json (\w+)\n(.*?)```", TEXT, re.DOTALL)
    # A block of "Moves" has one in each line.
    for example in (block.splitlines() if name == "Moves" else [block])
]
MESSAGES: Final = {
    "CreateMatchRequest": match_service_pb2.CreateMatchRequest,
    "Move": move_pb2.Move,
}


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_is_a_message(name: str, example: str) -> None:
    """Every example has only fields that the message has."""
    message = json_format.Parse(example, MESSAGES[name]())

    assert message.ByteSize() > 0


def kind_of(move: message.Message) -> tuple[str, ...]:
    """The field of `Move` that is set and, where a game has one field for all, that within it."""
    if "move" not in move.DESCRIPTOR.oneofs_by_name:
        return ()
    name = move.WhichOneof("move")
    return (name, *kind_of(getattr(move, name)))


def all_kinds(descriptor: Descriptor | None) -> list[tuple[str, ...]]:
    """Every kind of move, in the order of the fields."""
    if descriptor is None or "move" not in descriptor.oneofs_by_name:
        return [()]
    return [
        (field.name, *rest) for field in descriptor.fields for rest in all_kinds(field.message_type)
    ]


def test_there_is_an_example_of_every_move() -> None:
    """Each kind is shown once."""
    shown = [
        kind_of(json_format.Parse(example, move_pb2.Move()))
        for name, example in EXAMPLES
        if name == "Move"
    ]

    assert all_kinds(move_pb2.Move.DESCRIPTOR) == shown


def test_the_table_of_reasons_is_that_of_the_referee() -> None:
    """Every reason with its status, in the order of the enum."""
    table = re.findall(r"^\| `([A-Z_]+)` \| `([A-Z_]+)` \| \S", TEXT, re.MULTILINE)
    by_reason: dict[int, grpc.StatusCode] = dict(VERDICTS.values())
    values = error_reason_pb2.ErrorReason.DESCRIPTOR.values[1:]

    assert [
        (value.name.removeprefix("ERROR_REASON_"), by_reason[value.number].name) for value in values
    ] == table


@pytest.mark.parametrize("game", GAMES)
def test_the_codes_are_those_of_the_rules(game: str) -> None:
    """Every code of an illegal move is listed, once."""
    codes = import_module(f"bessemer.games.{game}.refusals").Code

    assert sorted(codes) == sorted(re.findall(rf"`({game}\.[a-z-]+)`", TEXT))


def test_every_method_is_explained() -> None:
    """No call of MatchService is left out."""
    service = match_service_pb2.DESCRIPTOR.services_by_name["MatchService"]

    assert [] == [method.name for method in service.methods if method.name not in TEXT]


def test_the_limits_are_the_shipped_ones() -> None:
    """The table has the defaults."""
    limits = Limits()

    assert f"{limits.requests_per_second:g} a second, {limits.burst} after a rest |" in TEXT
    assert f"| streams at once | {limits.streams} |" in TEXT
    assert f"| matches created and not over | {limits.matches} |" in TEXT


def test_the_options_are_those_of_the_game() -> None:
    """Each option is named with its default."""
    for option in GAMES["furnace"].option_list:
        assert re.search(rf"`{option.name}` [^()]*\({option.default}\)", TEXT)


def test_the_worked_plan_is_legal_and_ends_as_told() -> None:
    """The example of a production plan, run by the rules: 3 coal and 4 money are left."""
    game = GAMES["furnace"]
    plan = next(example for _, example in EXAMPLES if "productionPlan" in example)
    move = wire_of("furnace").read_move(json_format.Parse(plan, move_pb2.Move()))
    assert isinstance(move, ProductionPlan)
    board = game.setup(game.options({}), 2, Chance(b"any seed")).board
    player = Player(Stock(coal=1, iron=1), ("C36", "C32"), (), ())
    table = board.table._replace(startups=("S4", "S1"))
    board = board._replace(table=table, players=(player, board.players[1]))
    after = produced(board, Seat(0), move)

    assert (Stock(coal=3, money=4), ("C32",)) == (after.stock, after.upgraded)


def test_the_picture_lines_up() -> None:
    """The three lines of life run straight down; only remarks cross the middle one."""
    (picture,) = re.findall(r"```\n(seat 0 .*?)```", TEXT, re.DOTALL)
    first, *lines = picture.splitlines()
    middle = first.index("referee") + len("referee") // 2
    left, right = first.index("seat 0") + 2, first.index("seat 1") + 2

    for line in lines:
        ends = [left, right] if ".." in line else [left, middle, right]
        assert ends == [at for at, sign in enumerate(line) if sign == "|"]
