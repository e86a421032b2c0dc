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
from tests.wire.bad_moves import AT_THE_BOUNDS, BAD_MOVES, move_message
from tests.wire.walks import every_setting, matches

every_game = pytest.mark.parametrize("game", NAMES)

TEXTS: Final = {
    "furnace": (
        "bid 3 on C07", "bid 0 on C07", "compensation", "compensation 2 0", "line",
        "line C07 S1 C12", "plan", "plan C06; C28 2; S1 1 flip C28 C06; C15 2 1",
    ),
    "brass": (
        "build cotton at oldham.left with oldham, coal from wigan.left, iron from market",
        "build cotton at colne.left with coal and manchester, coal from bury.left",
        "build coal at wigan.left with wigan", "canal blackburn-wigan with oldham",
        "rail bolton-wigan coal to wigan from wigan.left with oldham",
        "rail bolton-wigan coal to wigan from market and bolton-bury coal to bury from bury.left with a",
        "develop cotton iron from market with oldham",
        "develop cotton iron from market and port iron from preston.bottom-right with oldham",
        "sell oldham.left to preston.top with oldham", "sell bury.left to distant",
        "loan 30 with oldham", "loan 0 with oldham", "pass with oldham", "stop",
        "remove oldham.left",
    ),
    "alchemicus": (
        "pass", "draw", "take Alembic for Horten", "draw noctis for Gloria",
        "golem on 3 paying Horten Domo", "golem at 5 paying Horten Domo",
        "mutabilus from 1.0 to 2 paying Domo", "spiritus on 1.3 paying Horten Domo",
        "homunculus undoes 1.3 paying Horten Domo", "homunculus banishes 0.0",
        "pactum paying Horten Domo Gloria", "infamia on 2 paying Horten", "give golem 3", "give",
        "give Horten Horten Domo Domo Infamia", "place 3", "place 0", "move 3", "move 0",
        "move 5 paying Horten Domo", "reward base", "reward noctis", "clear 1 paying Horten",
        "build Alembic paying Horten Domo Domo", "build Horten paying Domo razing 0",
        "spirit to Alembic", "spirit to Domo robbing 0", "acquire", "acquire 0 3",
        "transport 0 to 3", "transmute", "sell tincture from 4 at 1 for fame",
        "sell herb from 0 at 0 for cards", "buy to 3 paying Horten", "gift",
        "gift Horten Horten Horten Horten Horten", "gloria paying Horten", "discard",
        "discard Horten Domo",
    ),
}  # fmt: skip
"""By game: moves of every kind, also with zeros and empty lists, which protobuf does not write."""


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


@pytest.mark.parametrize(("game", "text"), [(game, text) for game in TEXTS for text in TEXTS[game]])
def test_moves_survive_the_wire(game: str, text: str) -> None:
    """What is not set stays apart from 0, and equal moves of different kinds stay apart."""
    wire, move = wire_of(game), GAMES[game].parse(text)
    encoded = wire.encode_move(move)
    read = wire.read_move(move_pb2.Move.FromString(encoded))

    assert (move, type(move)) == (read, type(read))
    assert encoded == wire.write_move(read).SerializeToString(deterministic=True)


@every_game
def test_every_kind_of_move_has_its_field(game: str) -> None:
    """There are as many fields as kinds of move, and each move is written into its own."""
    moves = {type(move): move for move in map(GAMES[game].parse, TEXTS[game])}
    fields = [
        getattr(wire_of(game).write_move(move), game).WhichOneof("move") for move in moves.values()
    ]

    assert set(get_args(import_module(f"bessemer.games.{game}.moves").Move)) == set(moves)
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
CARD: Final = st.from_regex(r"[A-Z][A-Z0-9_-]{0,15}", fullmatch=True)
WORD: Final = st.from_regex(r"[a-z][a-z_]{0,31}", fullmatch=True)
SPOT: Final = st.from_regex(r"[a-z][a-z_.-]{0,63}", fullmatch=True)
SPOTS: Final = frozenset({"space", "link", "coal", "iron", "mill", "buyer"})
MAY_BE_EMPTY: Final = frozenset({"BrassBuild.second_card", "BrassBuild.coal", "BrassBuild.iron",
                                 "BrassSell.card"})  # fmt: skip
"""Texts of Brass that a move can do without."""


def held(about: Descriptor, *, good: bool) -> st.SearchStrategy[dict[str, Any]]:
    """What a message of this kind could hold; if `good`, as a move has it."""
    always: dict[str, st.SearchStrategy[Any]] = {}
    perhaps: dict[str, st.SearchStrategy[Any]] = {}
    for entry in about.fields:
        value = values(entry, good=good)
        if entry.is_repeated:
            value = st.lists(value, max_size=5 if good else 8)
        is_needed = entry.containing_oneof is None and not entry.is_repeated
        (always if good and is_needed else perhaps)[entry.name] = value
    return st.fixed_dictionaries(always, optional=perhaps)


def values(entry: FieldDescriptor, *, good: bool) -> st.SearchStrategy[Any]:
    """What a field could hold."""
    if entry.message_type is not None:
        return held(entry.message_type, good=good)
    if entry.enum_type is not None:
        return st.integers(1, len(entry.enum_type.values) - 1) | (
            st.nothing() if good else ANY_NUMBER
        )
    if entry.type == FieldDescriptor.TYPE_BOOL:
        return st.booleans()
    assert entry.containing_type is not None
    of_brass = entry.containing_type.name.startswith("Brass")
    if entry.type == FieldDescriptor.TYPE_STRING:
        text = (SPOT if entry.name in SPOTS else WORD) if of_brass else CARD
        empty = f"{entry.containing_type.name}.{entry.name}" in MAY_BE_EMPTY
        return (
            text | (st.just("") if empty else st.nothing()) | (st.nothing() if good else ANY_TEXT)
        )
    return st.integers(0 if of_brass else -999_999_999, 999_999_999) if good else ANY_NUMBER


@st.composite
def messages(draw: st.DrawFn, *, good: bool) -> tuple[str, move_pb2.Move]:
    """A game and a move of any kind of it."""
    game = draw(st.sampled_from(NAMES))
    kind = draw(st.sampled_from(list(moves_of(game).fields)))
    assert kind.message_type is not None
    return game, move_message(game, {kind.name: draw(held(kind.message_type, good=good))})


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
    [(game, *case) for game, cases in BAD_MOVES.items() for case in cases],
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
    ("game", "sent"), [(game, sent) for game, cases in AT_THE_BOUNDS.items() for sent in cases]
)
def test_the_bounds_themselves_are_accepted(game: str, sent: dict[str, Any]) -> None:
    """The longest names and lists and the largest numbers are not too much."""
    message = move_message(game, sent)

    assert message == wire_of(game).write_move(wire_of(game).read_move(message))
