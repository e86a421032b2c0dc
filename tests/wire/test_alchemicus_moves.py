"""Moves of Alchemicus as messages: nothing that a client can send gets past without a canonical text."""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice, product
from typing import Any, Final, get_args

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.choices import CHOICES
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.refusals import Code
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from bessemer.v1 import alchemicus_pb2 as pb
from bessemer.v1 import furnace_pb2, move_pb2
from bessemer.wire.alchemicus import ALCHEMICUS_WIRE
from bessemer.wire.alchemicus_moves import MOST_ENTRIES, read_move, write_move
from tests.games.alchemicus.positions import SPIRIT, asked, play, position
from tests.games.alchemicus.walks import late_states, settings

FIELDS: Final = tuple(pb.AlchemicusMove.DESCRIPTOR.fields)
KINDS: Final = get_args(Move)
ANY_NUMBER: Final = st.integers(-(2**31), 2**31 - 1) | st.integers(-2, 20)
ANY_ENUM: Final = st.integers(-(2**31), 2**31 - 1) | st.integers(-1, 18)
GOOD_NUMBER: Final = st.integers(-999_999_999, 999_999_999)


def filled(
    descriptor: Any,  # noqa: ANN401 - of any message
    numbers: st.SearchStrategy[int],
    enums: dict[str, st.SearchStrategy[int]],
    most: int,
) -> st.SearchStrategy[dict[str, Any]]:
    """What a message of this kind could be made of; any field may be left out."""
    fields = {}
    for field in descriptor.fields:
        value: st.SearchStrategy[Any] = numbers
        if field.type == FieldDescriptor.TYPE_BOOL:
            value = st.booleans()
        elif field.enum_type is not None:
            value = enums[field.enum_type.name]
        fields[field.name] = st.lists(value, max_size=most) if field.is_repeated else value
    return st.fixed_dictionaries({}, optional=fields)


def sent(name: str, held: dict[str, Any]) -> move_pb2.Move:
    """A move of the kind `name` that holds this."""
    message = move_pb2.Move()
    inner = getattr(message.alchemicus, name)
    inner.SetInParent()
    inner.MergeFrom(type(inner)(**held))
    return message


@st.composite
def messages(draw: st.DrawFn) -> move_pb2.Move:
    """A move of any kind, of whatever a client can send."""
    enums = {"AlchemicusKind": ANY_ENUM, "AlchemicusGood": ANY_ENUM}
    field = draw(st.sampled_from(FIELDS))
    held = draw(filled(field.message_type, ANY_NUMBER, enums, MOST_ENTRIES + 2))
    return sent(field.name, held)


@st.composite
def good_messages(draw: st.DrawFn) -> move_pb2.Move:
    """A move of any kind with everything in its bounds."""
    enums = {"AlchemicusKind": st.integers(1, 16), "AlchemicusGood": st.integers(1, 5)}
    field = draw(st.sampled_from(FIELDS))
    held = draw(filled(field.message_type, GOOD_NUMBER, enums, 9))
    assert field.message_type is not None
    for part in field.message_type.fields:
        if part.enum_type is not None and not part.is_repeated:
            held.setdefault(part.name, 1)
    return sent(field.name, held)


def test_every_kind_of_move_has_a_field() -> None:
    """There are as many fields as kinds of move, and each move is written into its own."""
    kinds = {move: write_move(_any_of(move)).alchemicus.WhichOneof("move") for move in KINDS}

    assert {field.name for field in FIELDS} == set(kinds.values())
    assert len(FIELDS) == len(kinds)


def _any_of(kind: Any) -> Move:  # noqa: ANN401 - a class of moves
    """A move of this kind, found among the canonical texts of the game."""
    return next(move for move in map(ALCHEMICUS.parse, TEXTS) if type(move) is kind)


TEXTS: Final = (
    "pass",
    "draw",
    "take Alembic for Horten",
    "draw noctis for Gloria",
    "golem on 3 paying Horten Domo",
    "golem at 5 paying Horten Domo",
    "mutabilus from 1.0 to 2 paying Domo",
    "spiritus on 1.3 paying Horten Domo",
    "homunculus undoes 1.3 paying Horten Domo",
    "homunculus banishes 0.0",
    "pactum paying Horten Domo Gloria",
    "infamia on 2 paying Horten",
    "give golem 3",
    "give Horten Horten Domo Domo Infamia",
    "place 3",
    "place 0",
    "move 3",
    "move 5 paying Horten Domo",
    "reward base",
    "reward noctis",
    "clear 1 paying Horten",
    "build Alembic paying Horten Domo Domo",
    "build Horten paying Domo razing 0",
    "spirit to Alembic",
    "spirit to Domo robbing 0",
    "acquire",
    "acquire 0 3",
    "transport 0 to 3",
    "transmute",
    "sell tincture from 4 at 1 for fame",
    "sell herb from 0 at 0 for cards",
    "buy to 3 paying Horten",
    "gift Horten Horten Horten Horten Horten",
    "gloria paying Horten",
    "discard Horten Domo",
)


@pytest.mark.parametrize("text", TEXTS)
def test_moves_survive_the_wire(text: str) -> None:
    """Also zeros and empty lists, which protobuf does not write; "none" stays apart from 0."""
    move = ALCHEMICUS.parse(text)

    assert move == read_move(move_pb2.Move.FromString(write_move(move).SerializeToString()))


def read_or_why(message: move_pb2.Move) -> Move | str:
    """The move in a message, or why it is none."""
    try:
        return read_move(message)
    except MalformedMove as error:
        return str(error)


@given(message=messages())
def test_whatever_is_accepted_has_a_canonical_text(message: move_pb2.Move) -> None:
    """Any message is either malformed, said with a path, or a move that leads back to it."""
    move = read_or_why(message)
    if isinstance(move, str):
        assert re.match(r"move\.alchemicus\.\w+\.\w+(\[\d+\])?: ", move)
    else:
        assert move == ALCHEMICUS.parse(ALCHEMICUS.format(move))
        assert message == write_move(move)


@given(message=good_messages())
def test_whatever_has_a_canonical_text_is_accepted(message: move_pb2.Move) -> None:
    """Kinds and goods that exist and numbers of nine digits are never refused here."""
    assert message == write_move(read_move(message))


@given(data=st.binary(max_size=60))
def test_no_bytes_do_harm(data: bytes) -> None:
    """Bytes that happen to be a message are a move or malformed, and nothing else."""
    message = move_pb2.Move()
    message.alchemicus.SetInParent()
    with suppress(DecodeError):
        message.alchemicus.MergeFromString(data)
    move = read_or_why(message)

    assert move.startswith("move.alchemicus") if isinstance(move, str) else type(move) in KINDS


def inside(**fields: Any) -> move_pb2.Move:  # noqa: ANN401 - any messages
    """A message of Alchemicus, good or bad."""
    return move_pb2.Move(alchemicus=pb.AlchemicusMove(**fields))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        pytest.param(move_pb2.Move(), "set alchemicus", id="nothing"),
        pytest.param(
            move_pb2.Move(furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid())),
            "set alchemicus",
            id="another-game",
        ),
        pytest.param(inside(), "move.alchemicus: nothing is set; set one of pass_on", id="no-kind"),
        pytest.param(
            inside(build=pb.AlchemicusBuild()),
            "move.alchemicus.build.card: 0 is no kind of card",
            id="unset-card",
        ),
        pytest.param(
            inside(build=pb.AlchemicusBuild(card=1, pay=[2, 17])),  # type: ignore[arg-type,list-item]
            "move.alchemicus.build.pay[1]: 17 is no kind of card",
            id="unknown-card",
        ),
        pytest.param(
            inside(sell=pb.AlchemicusSell(good=6)),  # type: ignore[arg-type]
            "move.alchemicus.sell.good: 6 is no good",
            id="unknown-good",
        ),
        pytest.param(
            inside(walk=pb.AlchemicusWalk(distance=10**9)),
            "move.alchemicus.walk.distance: 1000000000 has more than nine digits",
            id="large",
        ),
        pytest.param(
            inside(move_spirit=pb.AlchemicusMoveSpirit(to=1, victim=-(10**9))),  # type: ignore[arg-type]
            "move.alchemicus.move_spirit.victim: -1000000000 has more than nine digits",
            id="large-below-zero",
        ),
        pytest.param(
            inside(acquire=pb.AlchemicusAcquire(buildings=[0] * 201)),
            "move.alchemicus.acquire.buildings: a list has at most 200 entries, not 201",
            id="long",
        ),
        pytest.param(
            inside(gift=pb.AlchemicusGift(pay=[1] * 201)),  # type: ignore[list-item]
            "move.alchemicus.gift.pay: a list has at most 200 entries, not 201",
            id="long-payment",
        ),
    ],
)
def test_what_is_no_move_is_refused(message: move_pb2.Move, why: str) -> None:
    """A message that is no move is refused with a sentence that says where and why."""
    with pytest.raises(MalformedMove, match=re.escape(why)) as refused:
        read_move(message)

    path, _, _ = why.partition(": ")
    assert (path if path.startswith("move.") else "move") == refused.value.field


def test_the_bounds_themselves_are_accepted() -> None:
    """Two hundred entries and nine digits are not too many."""
    longest = inside(acquire=pb.AlchemicusAcquire(buildings=[999_999_999] * MOST_ENTRIES))

    assert longest == write_move(read_move(longest))


# --- Where a refusal points to -------------------------------------------------------------------


def resolved(path: str, move: Move) -> bool:
    """Whether `path` is that of a field of the message of `move`."""
    found: Any = {"move": write_move(move)}
    for name in path.split("."):
        if not (
            name in found if isinstance(found, dict) else name in found.DESCRIPTOR.fields_by_name
        ):
            return False
        found = found[name] if isinstance(found, dict) else getattr(found, name)
    return True


def refusal(state: State, move: Move) -> IllegalMove | None:
    """How a move of the seat that is asked is refused."""
    try:
        ALCHEMICUS.apply(state, Seat(asked(state)[0]), move)
    except IllegalMove as refused:
        return refused
    return None


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


def rare() -> Iterator[tuple[State, Move]]:
    """Those positions with the moves that are refused in them."""
    for state, text in RARE:
        yield state, ALCHEMICUS.parse(text)


def at_random() -> Iterator[tuple[State, Move]]:
    """Positions of late play with moves of the kinds that are asked for, and some others."""
    rng = random.Random(3)
    for number, setting in product(range(3), settings(4).values()):
        for walk in islice(late_states(setting, bytes([number])), number % 3, None, 3):
            kinds = CHOICES[walk.state.board.phase].moves if walk.asked else ()
            for kind in sorted(kinds, key=str):
                for tried in (kind, kind, kind, rng.choice(KINDS)):
                    yield walk.state, any_move(tried, rng)


def any_move(kind: Any, rng: random.Random) -> Move:  # noqa: ANN401 - a class of moves
    """A move of this kind that means anything, and mostly nothing."""
    values: list[Any] = []
    for name in kind._fields:
        match name:
            case "pay" | "cards":
                values.append(tuple(rng.choices(tuple(Kind), k=rng.randrange(6))))
            case "card" | "fee" | "to":
                values.append(rng.choice(tuple(Kind)))
            case "good":
                values.append(rng.choice(tuple(Good)))
            case "buildings":
                values.append((rng.randrange(12),))
            case "demolish" | "victim":
                values.append(rng.choice((None, rng.randrange(4))))
            case "noctis" | "fame":
                values.append(rng.random() < 0.5)
            case _:
                values.append(rng.randrange(-1, 13))
    move: Move = kind(*values)
    return move


def test_every_refusal_points_into_the_message() -> None:
    """Whichever rule is broken, the part at fault is a field of the message."""
    # Whoever is not asked is refused whatever the move is.
    missing = {code.value for code in Code} - {Code.NOT_ASKED.value}
    for state, move in chain(rare(), at_random()):
        if (refused := refusal(state, move)) is not None:
            path = ALCHEMICUS_WIRE.path(move, refused.part)
            missing.discard(refused.code)
            assert resolved(path, move), path
        if not missing:
            break

    assert set() == missing


@pytest.mark.parametrize(
    ("text", "part", "path"),
    [
        ("pass", "", "move.alchemicus.pass_on"),
        ("move 3", "distance", "move.alchemicus.walk.distance"),
        ("build Horten paying Domo", "pay", "move.alchemicus.build.pay"),
        ("homunculus banishes 0.3", "building", "move.alchemicus.banish.building"),
    ],
)
def test_paths_begin_with_the_field_of_the_move(text: str, part: str, path: str) -> None:
    """A path is that of a request which holds the move as `move`."""
    assert path == ALCHEMICUS_WIRE.path(ALCHEMICUS.parse(text), part)
