"""Moves of every game as messages: nothing that a client can send gets past without a canonical text."""

import random
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, islice, product
from typing import Any, Final, get_args

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.choices import CHOICES
from bessemer.games.alchemicus.moves import Build, Move
from bessemer.games.alchemicus.refusals import Code
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.v1 import move_pb2
from bessemer.wire.encode import field
from bessemer.wire.wire import wire_of
from tests.games.alchemicus.positions import SPIRIT, asked, play, position
from tests.games.alchemicus.walks import late_states, settings
from tests.games.brass.refusal_cases import CASES as BRASS_CASES
from tests.games.furnace.refusal_cases import CASES as FURNACE_CASES
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


# --- Where a refusal points to -------------------------------------------------------------------


def points_into(path: str, game: str, move: Any) -> bool:  # noqa: ANN401 - any game's
    """Whether `path` is that of a field of the message of `move`."""
    found: Any = wire_of(game).write_move(move)
    top, *names = re.findall(r"\w+", path)
    for name in names:
        if name.isdigit():
            found = found[int(name)]
        elif name in found.DESCRIPTOR.fields_by_name:
            found = getattr(found, name)
        else:
            return False
    return bool(top == "move")


@pytest.mark.parametrize(
    ("game", "case"),
    [("furnace", case) for case in FURNACE_CASES.values()]
    + [("brass", case) for case in BRASS_CASES.values()],
)
def test_a_refusal_points_into_the_message(game: str, case: Any) -> None:  # noqa: ANN401 - two classes
    """What the rules call the offending part is the path of a field of the message."""
    move = GAMES[game].parse(case.text)
    with pytest.raises(IllegalMove) as refused:
        GAMES[game].apply(case.state, Seat(case.seat), move)
    path = wire_of(game).path(move, refused.value.part)

    assert points_into(path, game, move)
    assert path.endswith(refused.value.part)
    assert move == wire_of(game).read_move(wire_of(game).write_move(move))


SOLD: Final = position("sale", rows={0: "Pergula Pergula Horten=herb Horten=herb Horten=herb"})
RARE: Final = (
    (play(SOLD, "sell herb from 2 at 1 for cards"), "sell herb from 3 at 1 for cards"),
    (position("move", fields=(7, SPIRIT)), "move 2"),
    (position("build", hands={0: "Horten Domo"}), "build Horten paying Domo razing 0"),
    (position("transport", rows={0: "Horten=herb Alembic Horten"}), "transport 0 to 2"),
    (
        position(
            "sale",
            rows={0: "Donarium Labrium=gold Pergula Horten=herb"},
            infamia=(1, 0, 0, 0),
            noctis="on",
            race="on",
        ),
        "sell gold from 1 at 0 for cards",
    ),
    (
        position("build", rows={0: "Horten " * 12}, hands={0: "Pergula Gloria*2"}),
        "build Pergula paying Gloria",
    ),
)
"""Positions whose refusals moves at random hardly ever meet: a full outlet, a field that is taken…"""


def at_random() -> Iterator[tuple[State, Move]]:
    """Positions of late play with moves of the kinds that are asked for, and some others."""
    rng, kinds = random.Random(3), get_args(Move)
    for number, setting in product(range(3), settings(4).values()):
        for walk in islice(late_states(setting, bytes([number])), number % 3, None, 3):
            asked_for = CHOICES[walk.state.board.phase].moves if walk.asked else ()
            for kind in sorted(asked_for, key=str):
                for tried in (kind, kind, kind, rng.choice(kinds)):
                    yield walk.state, any_move(tried, rng)


def any_move(kind: Any, rng: random.Random) -> Move:  # noqa: ANN401 - a class of moves
    """A move of this kind that means anything, and mostly nothing."""
    parts: list[Any] = []
    for name in kind._fields:
        match name:
            case "pay" | "cards":
                parts.append(tuple(rng.choices(tuple(Kind), k=rng.randrange(6))))
            case "card" | "fee" | "to":
                parts.append(rng.choice(tuple(Kind)))
            case "good":
                parts.append(rng.choice(tuple(Good)))
            case "buildings":
                parts.append((rng.randrange(12),))
            case "demolish" | "victim":
                parts.append(rng.choice((None, rng.randrange(4))))
            case "noctis" | "fame":
                parts.append(rng.random() < 0.5)
            case _:
                parts.append(rng.randrange(-1, 13))
    move: Move = kind(*parts)
    return move


def test_every_refusal_of_alchemicus_points_into_the_message() -> None:
    """Whichever rule is broken, the part at fault is a field of the message."""
    rare = ((state, ALCHEMICUS.parse(text)) for state, text in RARE)
    # Whoever is not asked is refused whatever the move is.
    missing = {code.value for code in Code} - {Code.NOT_ASKED.value}
    for state, move in chain(rare, at_random()):
        try:
            ALCHEMICUS.apply(state, Seat(asked(state)[0]), move)
        except IllegalMove as refused:
            path = wire_of("alchemicus").path(move, refused.part)
            missing.discard(refused.code)
            assert points_into(path, "alchemicus", move), path
        if not missing:
            break

    assert set() == missing


@pytest.mark.parametrize(
    ("text", "part", "path"),
    [
        ("bid 1 on C01", "", "move.furnace.bid"),
        ("compensation 1", "counts[0]", "move.furnace.compensation.counts[0]"),
        ("line S1", "line[0]", "move.furnace.chain_placement.line[0]"),
        ("plan C01; S1 1", "steps[1].counts[0]", "move.furnace.production_plan.steps[1].counts[0]"),
        ("stop", "", "move.brass.stop"),
        ("pass with oldham", "card", "move.brass.pass_action.card"),
        ("pass", "", "move.alchemicus.pass_on"),
        ("move 3", "distance", "move.alchemicus.walk.distance"),
    ],
)
def test_paths_begin_with_the_field_of_the_move(text: str, part: str, path: str) -> None:
    """A path is that of a request which holds the move as `move`."""
    game = path.split(".")[1]
    assert path == wire_of(game).path(GAMES[game].parse(text), part)
