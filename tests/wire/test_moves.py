"""Moves of every game as messages: nothing that a client can send gets past without a canonical text."""

import re
from importlib import import_module
from typing import Any, Final, get_args

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.errors import MalformedMove
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.moves import Build
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.v1 import move_pb2
from bessemer.wire.encode import field
from bessemer.wire.wire import wire_of
from tests.games.walks import Setting
from tests.wire.messages import messages_of, move_message
from tests.wire.walks import every_setting, matches

every_game = pytest.mark.parametrize("game", NAMES)


def moves_of(game: str) -> Descriptor:
    """The message of the moves of a game."""
    found = move_pb2.Move.DESCRIPTOR.fields_by_name[game].message_type
    assert found is not None
    return found


# --- There and back ------------------------------------------------------------------------------


@every_setting
def test_moves_of_random_play_survive_the_wire(setting: Setting) -> None:
    """Every move comes out as it went in; written it is what protobuf itself would write."""
    wire = wire_of(setting.game.name)
    for walk in matches(setting, b"moves"):
        if walk.moves:
            _, move = walk.moves[-1]
            encoded = wire.encode_move(move)
            message = move_pb2.Move.FromString(encoded)

            assert (move, type(move)) == (wire.read_move(message), type(wire.read_move(message)))
            assert encoded == message.SerializeToString(deterministic=True)
            assert message == wire.write_move(move)
            assert setting.game.name == message.WhichOneof("move")


@pytest.mark.parametrize(
    ("game", "text"), [(game, text) for game in NAMES for text in messages_of(game).TEXTS]
)
def test_moves_survive_the_wire(game: str, text: str) -> None:
    """Unset fields stay apart from 0, and equal moves of different kinds stay apart."""
    wire, move = wire_of(game), GAMES[game].parse(text)
    encoded = wire.encode_move(move)
    read = wire.read_move(move_pb2.Move.FromString(encoded))

    assert (move, type(move)) == (read, type(read))
    assert encoded == wire.write_move(read).SerializeToString(deterministic=True)


@every_game
def test_every_kind_of_move_has_its_field(game: str) -> None:
    """There are as many fields as kinds of move, and each move is written into its own."""
    moves = {type(move): move for move in map(GAMES[game].parse, messages_of(game).TEXTS)}
    fields = [
        getattr(wire_of(game).write_move(move), game).WhichOneof("move") for move in moves.values()
    ]

    declared = import_module(f"bessemer.games.{game}.moves").Move
    assert set(get_args(declared) or [declared]) == set(moves)
    assert sorted(about.name for about in moves_of(game).fields) == sorted(fields)


@pytest.mark.parametrize("answer", [None, 3, "move 3", (3, ()), [3]], ids=repr)
@every_game
def test_what_is_no_move_is_not_written(game: str, answer: object) -> None:
    """Whatever a bot answers with, it is an error of the kinds that the SDK blames on the bot."""
    with pytest.raises(TypeError, match=f"not a move of {game}"):
        wire_of(game).write_move(answer)


@pytest.mark.parametrize(
    ("game", "text", "wrong"),
    [
        ("furnace", "bid 3 on C07", {"value": "3"}),
        ("furnace", "bid 3 on C07", {"value": 2**31}),
        ("furnace", "bid 3 on C07", {"card": 7}),
        ("brass", "loan 30 with oldham", {"amount": None}),
        ("alchemicus", "build Horten paying Domo", {"card": "Horten"}),
        ("alchemicus", "build Horten paying Domo", {"card": 300}),
        ("alchemicus", "build Horten paying Domo", {"pay": None}),
    ],
)
def test_a_wrong_part_is_not_written(game: str, text: str, wrong: dict[str, Any]) -> None:
    """Neither is a move with a part that no message can hold."""
    move = GAMES[game].parse(text)._replace(**wrong)
    with pytest.raises((TypeError, ValueError)):
        wire_of(game).write_move(move)


def test_a_bot_may_write_lists() -> None:
    """A list in place of a tuple is written all the same."""
    plan = ProductionPlan([Step("S1", [1], ["C07"]), Step("C07")])  # type: ignore[arg-type]
    build = Build(Kind.DOMO, [Kind.HORTEN])  # type: ignore[arg-type]

    assert "plan S1 1 flip C07; C07" == str(
        wire_of("furnace").read_move(wire_of("furnace").write_move(plan))
    )
    assert Build(Kind.DOMO, (Kind.HORTEN,)) == wire_of("alchemicus").read_move(
        wire_of("alchemicus").write_move(build)
    )


# --- Whatever is sent ----------------------------------------------------------------------------

ANY_NUMBER: Final = st.integers(-(2**31), 2**31 - 1) | st.integers(-2, 20)
ANY_TEXT: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def held(game: str, about: Descriptor, *, good: bool) -> st.SearchStrategy[dict[str, Any]]:
    """A value that a message of this kind could hold; if `good`, as a move has it."""
    always: dict[str, st.SearchStrategy[Any]] = {}
    perhaps: dict[str, st.SearchStrategy[Any]] = {}
    for entry in about.fields:
        value = values(game, entry, good=good)
        if entry.is_repeated:
            value = st.lists(value, max_size=5 if good else 8)
        is_needed = entry.containing_oneof is None and not entry.is_repeated
        (always if good and is_needed else perhaps)[entry.name] = value
    return st.fixed_dictionaries(always, optional=perhaps)


def values(game: str, entry: FieldDescriptor, *, good: bool) -> st.SearchStrategy[Any]:
    """A value that a field could hold."""
    if entry.message_type is not None:
        return held(game, entry.message_type, good=good)
    if entry.enum_type is not None:
        return st.integers(1, len(entry.enum_type.values) - 1) | (
            st.nothing() if good else ANY_NUMBER
        )
    if entry.type == FieldDescriptor.TYPE_BOOL:
        return st.booleans()
    assert entry.containing_type is not None
    of_game = messages_of(game)
    if entry.type == FieldDescriptor.TYPE_STRING:
        form = of_game.FORMS.get(entry.name, of_game.FORMS[""])
        text: st.SearchStrategy[str] = st.from_regex(form, fullmatch=True)
        if f"{entry.containing_type.name}.{entry.name}" in of_game.MAY_BE_EMPTY:
            text |= st.just("")
        return text if good else text | ANY_TEXT
    return st.integers(of_game.LOWEST, 999_999_999) if good else ANY_NUMBER


@st.composite
def messages(draw: st.DrawFn, *, good: bool) -> tuple[str, move_pb2.Move]:
    """A game and a move of any kind of it."""
    game = draw(st.sampled_from(NAMES))
    kind = draw(st.sampled_from(list(moves_of(game).fields)))
    assert kind.message_type is not None
    return game, move_message(game, {kind.name: draw(held(game, kind.message_type, good=good))})


def read_or_why(game: str, message: move_pb2.Move) -> Any:  # noqa: ANN401 - any game's move
    """The move in a message, or why it is none."""
    try:
        return wire_of(game).read_move(message)
    except MalformedMove as error:
        return str(error)


@given(sent=messages(good=False))
def test_whatever_is_accepted_has_a_canonical_text(sent: tuple[str, move_pb2.Move]) -> None:
    """Any message is either malformed, said with a path, or a move that leads back to it."""
    game, message = sent
    move = read_or_why(game, message)
    if isinstance(move, str):
        assert re.match(rf"move\.{game}\.\w+(\.\w+(\[\d+\])?)+: ", move)
    else:
        assert move == GAMES[game].parse(GAMES[game].format(move))
        assert message == wire_of(game).write_move(move)


@given(sent=messages(good=True))
def test_whatever_has_a_canonical_text_is_accepted(sent: tuple[str, move_pb2.Move]) -> None:
    """Names in their form, enums that exist and numbers of nine digits are never refused here."""
    game, message = sent
    assert message == wire_of(game).write_move(wire_of(game).read_move(message))


@given(game=st.sampled_from(NAMES), data=st.binary(max_size=60))
def test_any_bytes_are_a_move_or_malformed(game: str, data: bytes) -> None:
    """Whatever protobuf makes of bytes is read or refused as malformed, and in no other way."""
    number = move_pb2.Move.DESCRIPTOR.fields_by_name[game].number
    try:
        message = move_pb2.Move.FromString(field(number, data))
    except DecodeError:
        return
    move = read_or_why(game, message)
    if not isinstance(move, str):
        assert move == GAMES[game].parse(GAMES[game].format(move))


@pytest.mark.parametrize(
    ("game", "sent", "path", "why"),
    [(game, *case) for game in NAMES for case in messages_of(game).BAD_MOVES],
)
def test_what_is_no_move_is_refused(game: str, sent: dict[str, Any], path: str, why: str) -> None:
    """With the field and the reason, every time it comes."""
    for _ in range(2):
        with pytest.raises(MalformedMove, match=re.escape(why)) as refused:
            wire_of(game).read_move(move_message(game, sent))

        assert f"move.{game}{path}" == refused.value.field


@every_game
def test_nothing_is_no_move(game: str) -> None:
    """Nor is a move of another game, or a kind of move that nobody knows."""
    other = next(name for name in NAMES if name != game)
    for message in (move_pb2.Move(), move_pb2.Move.FromString(field(99, b"x")),
                    move_message(other, {})):  # fmt: skip
        with pytest.raises(MalformedMove, match=f"no move of {game}: set {game}") as refused:
            wire_of(game).read_move(message)
        assert "move" == refused.value.field
    number = move_pb2.Move.DESCRIPTOR.fields_by_name[game].number
    with pytest.raises(MalformedMove, match="nothing is set; set one of"):
        wire_of(game).read_move(move_pb2.Move.FromString(field(number, field(99, b"x"))))


@pytest.mark.parametrize(
    ("game", "sent"), [(game, sent) for game in NAMES for sent in messages_of(game).AT_THE_BOUNDS]
)
def test_the_bounds_themselves_are_accepted(game: str, sent: dict[str, Any]) -> None:
    """The longest names and lists and the largest numbers are not too much."""
    message = move_message(game, sent)

    assert message == wire_of(game).write_move(wire_of(game).read_move(message))
