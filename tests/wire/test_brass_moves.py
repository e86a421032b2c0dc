"""Moves of Brass as messages: nothing that a client can send gets past without a canonical text."""

import re

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.brass.moves import Loan, Move, Remove
from bessemer.games.brass.rules import BRASS
from bessemer.v1 import brass_pb2, move_pb2
from bessemer.wire.brass import BRASS_WIRE
from bessemer.wire.brass_moves import FIELDS, read_move, write_move
from bessemer.wire.wire import field
from tests.games.brass.refusal_cases import CASES, Case

pb = brass_pb2

good_words = st.from_regex(r"[a-z][a-z_]{0,31}", fullmatch=True)
good_spots = st.from_regex(r"[a-z][a-z_.-]{0,63}", fullmatch=True)
good_numbers = st.integers(0, 999_999_999)
any_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
any_numbers = good_numbers | st.integers(-(2**31), 2**31 - 1)


def messages(
    words: st.SearchStrategy[str],
    spots: st.SearchStrategy[str],
    numbers: st.SearchStrategy[int],
    *,
    always: bool,
) -> st.SearchStrategy[move_pb2.Move]:
    """A move of any kind, made of these names and numbers; unless `always`, parts may be missing."""
    perhaps = st.just("")
    missing = st.nothing() if always else st.none()
    rail = st.builds(pb.BrassRail, link=spots, end=words, coal=spots)
    tile = st.builds(pb.BrassDevelopment, industry=words, iron=spots)
    kinds: dict[str, st.SearchStrategy[object]] = {
        "build": st.builds(
            pb.BrassBuild,
            industry=words,
            space=spots,
            card=words,
            second_card=words | perhaps,
            coal=spots | perhaps,
            iron=spots | perhaps,
        ),
        "canal": st.builds(pb.BrassCanal, link=spots, card=words),
        "rails": st.builds(
            pb.BrassRails, first=rail | missing, second=rail | st.none(), card=words
        ),
        "develop": st.builds(
            pb.BrassDevelop, first=tile | missing, second=tile | st.none(), card=words
        ),
        "sell": st.builds(pb.BrassSell, mill=spots, buyer=spots, card=words | perhaps),
        "loan": st.builds(pb.BrassLoan, amount=numbers, card=words),
        "pass_action": st.builds(pb.BrassPass, card=words),
        "stop": st.builds(pb.BrassStop),
        "remove": st.builds(pb.BrassRemove, space=spots),
    }
    return st.one_of(
        [
            st.builds(move_pb2.Move, brass=st.builds(pb.BrassMove, **{kind: body}))
            for kind, body in kinds.items()
        ]
    )


@given(message=messages(good_words | any_texts, good_spots | any_texts, any_numbers, always=False))
def test_whatever_is_accepted_has_a_canonical_text(message: move_pb2.Move) -> None:
    """Any message is either no move, or a move whose text and whose message lead back to it."""
    try:
        move = read_move(message)
    except MalformedMove:
        return

    assert move == BRASS.parse(BRASS.format(move))
    assert message == write_move(move)


@given(message=messages(good_words, good_spots, good_numbers, always=True))
def test_whatever_has_a_canonical_text_is_accepted(message: move_pb2.Move) -> None:
    """Names in the form of names and numbers of nine digits are never refused here."""
    assert message == write_move(read_move(message))


@given(data=st.binary(max_size=60))
def test_any_bytes_are_a_move_or_malformed(data: bytes) -> None:
    """Whatever protobuf makes of bytes is read or refused as malformed, and in no other way."""
    try:
        message = move_pb2.Move.FromString(field(2, data))
    except DecodeError:
        return
    try:
        move = read_move(message)
    except MalformedMove:
        return

    assert move == BRASS.parse(BRASS.format(move))


@pytest.mark.parametrize(
    "text",
    [
        "build cotton at oldham.left with oldham, coal from wigan.left, iron from market",
        "build cotton at colne.left with coal and manchester, coal from bury.left",
        "build coal at wigan.left with wigan",
        "canal blackburn-wigan with oldham",
        "rail bolton-wigan coal to wigan from wigan.left with oldham",
        "rail bolton-wigan coal to wigan from market and bolton-bury coal to bury from bury.left with a",
        "develop cotton iron from market with oldham",
        "develop cotton iron from market and port iron from preston.bottom-right with oldham",
        "sell oldham.left to preston.top with oldham",
        "sell bury.left to distant",
        "loan 30 with oldham",
        "loan 0 with oldham",
        "pass with oldham",
        "stop",
        "remove oldham.left",
    ],
)
def test_moves_survive_the_wire(text: str) -> None:
    """Also an empty name and a zero, which protobuf does not write, are still the same move."""
    move = BRASS.parse(text)
    read = read_move(move_pb2.Move.FromString(write_move(move).SerializeToString()))

    assert move == read
    assert type(move) is type(read)


def sent(**kind: object) -> move_pb2.Move:
    """A move, good or bad."""
    return move_pb2.Move(brass=pb.BrassMove(**kind))  # type: ignore[arg-type] # any of its fields


RAIL = pb.BrassRail(link="bolton-wigan", end="wigan", coal="market")


@pytest.mark.parametrize(
    ("message", "path", "why"),
    [
        pytest.param(move_pb2.Move(), "", "set brass", id="nothing"),
        pytest.param(move_pb2.Move.FromString(field(99, b"x")), "", "set brass", id="another-game"),
        pytest.param(sent(), ".brass", "set one of build, canal", id="no-kind"),
        pytest.param(
            move_pb2.Move.FromString(field(2, field(99, b"x"))),
            ".brass",
            "set one of build, canal",
            id="unknown-kind",
        ),
        pytest.param(
            sent(build=pb.BrassBuild()), ".brass.build.industry", "it is not set", id="build"
        ),
        pytest.param(
            sent(build=pb.BrassBuild(industry="Coal", space="wigan.left", card="wigan")),
            ".brass.build.industry",
            "'Coal' is no name",
            id="capital",
        ),
        pytest.param(
            sent(build=pb.BrassBuild(industry="coal", space="wigan.left", card="c", coal="a b")),
            ".brass.build.coal",
            "'a b' is no name",
            id="two-words",
        ),
        pytest.param(
            sent(canal=pb.BrassCanal(link="bolton-wigan")),
            ".brass.canal.card",
            "it is not set",
            id="no-card",
        ),
        pytest.param(
            sent(rails=pb.BrassRails(card="wigan")),
            ".brass.rails.first.link",
            "it is not set",
            id="no-rail",
        ),
        pytest.param(
            sent(rails=pb.BrassRails(first=RAIL, second=pb.BrassRail(), card="wigan")),
            ".brass.rails.second.link",
            "it is not set",
            id="empty-second-rail",
        ),
        pytest.param(
            sent(develop=pb.BrassDevelop(first=pb.BrassDevelopment(industry="port"))),
            ".brass.develop.first.iron",
            "it is not set",
            id="no-iron",
        ),
        pytest.param(
            sent(sell=pb.BrassSell(mill="bury.left", buyer="distant\n")),
            ".brass.sell.buyer",
            "is no name",
            id="newline",
        ),
        pytest.param(
            sent(loan=pb.BrassLoan(amount=10**9, card="wigan")),
            ".brass.loan.amount",
            "1000000000 is not from 0 to 999999999",
            id="large",
        ),
        pytest.param(
            sent(loan=pb.BrassLoan(amount=-10, card="wigan")),
            ".brass.loan.amount",
            "-10 is not from 0",
            id="below-zero",
        ),
        pytest.param(
            sent(pass_action=pb.BrassPass(card="w" * 33)),
            ".brass.pass_action.card",
            "is no name",
            id="long-card",
        ),
        pytest.param(
            sent(remove=pb.BrassRemove(space="s" * 65)),
            ".brass.remove.space",
            "is no name",
            id="long-space",
        ),
    ],
)
def test_what_has_no_text_is_refused(message: move_pb2.Move, path: str, why: str) -> None:
    """A message that is no move is refused with its field and the reason, every time it comes."""
    for _ in range(2):
        with pytest.raises(MalformedMove, match=re.escape(why)) as refused:
            read_move(message)

        assert f"move{path}" == refused.value.field


def test_the_bounds_themselves_are_accepted() -> None:
    """Nine digits, a card of 32 letters and a space of 64 are not too many."""
    loan, remove = Loan(999_999_999, "w" * 32), Remove("s" * 64)

    assert loan == read_move(write_move(loan))
    assert remove == read_move(write_move(remove))


def test_every_kind_of_move_has_its_field() -> None:
    """All fields of the oneof are kinds of move, and all kinds have one."""
    fields = pb.BrassMove.DESCRIPTOR.oneofs_by_name["move"].fields

    assert [field.name for field in fields] == list(FIELDS.values())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_refusal_points_into_the_message(case: Case) -> None:
    """What the rules call the offending part is the path of a field of the message."""
    move: Move = BRASS.parse(case.text)
    with pytest.raises(IllegalMove) as refused:
        BRASS.apply(case.state, Seat(case.seat), move)

    path = BRASS_WIRE.path(move, refused.value.part)

    found: object = BRASS_WIRE.write_move(move)
    top, *names = path.split(".")
    for name in names:
        found = getattr(found, name)
    assert "move" == top
    assert path.endswith(refused.value.part)


@pytest.mark.parametrize(
    ("text", "part", "path"),
    [
        ("stop", "", "move.brass.stop"),
        ("pass with oldham", "card", "move.brass.pass_action.card"),
        ("loan 30 with oldham", "amount", "move.brass.loan.amount"),
        (
            "rail bolton-wigan coal to wigan from market with oldham",
            "first.coal",
            "move.brass.rails.first.coal",
        ),
    ],
)
def test_paths_begin_with_the_field_of_the_move(text: str, part: str, path: str) -> None:
    """A path is that of a request which holds the move as `move`."""
    assert path == BRASS_WIRE.path(BRASS.parse(text), part)
