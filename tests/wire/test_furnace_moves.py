"""Moves of Furnace as messages: nothing that a client can send gets past without a canonical text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Bid, Move
from bessemer.games.furnace.rules import FURNACE
from bessemer.v1 import furnace_pb2, move_pb2
from bessemer.wire.furnace import FURNACE_WIRE
from bessemer.wire.furnace_moves import MOST_ENTRIES, read_move, write_move
from bessemer.wire.wire import field
from tests.games.furnace.refusal_cases import CASES, Case

good_cards = st.from_regex(r"[A-Z][A-Z0-9_-]{0,15}", fullmatch=True)
good_numbers = st.integers(-999_999_999, 999_999_999)
any_cards = good_cards | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
any_numbers = good_numbers | st.integers(-(2**31), 2**31 - 1)


def messages(
    cards: st.SearchStrategy[str], numbers: st.SearchStrategy[int]
) -> st.SearchStrategy[move_pb2.Move]:
    """A move of any kind, made of these cards and numbers."""
    steps = st.builds(
        furnace_pb2.FurnaceProductionStep,
        card=cards,
        counts=st.lists(numbers, max_size=3),
        flips=st.lists(cards, max_size=3),
    )
    bids = st.builds(furnace_pb2.FurnaceBid, value=numbers, card=cards)
    compensations = st.builds(furnace_pb2.FurnaceCompensation, counts=st.lists(numbers, max_size=9))
    lines = st.builds(furnace_pb2.FurnaceChainPlacement, line=st.lists(cards, max_size=9))
    plans = st.builds(furnace_pb2.FurnaceProductionPlan, steps=st.lists(steps, max_size=5))
    moves = (
        st.builds(furnace_pb2.FurnaceMove, bid=bids)
        | st.builds(furnace_pb2.FurnaceMove, compensation=compensations)
        | st.builds(furnace_pb2.FurnaceMove, chain_placement=lines)
        | st.builds(furnace_pb2.FurnaceMove, production_plan=plans)
    )
    return st.builds(move_pb2.Move, furnace=moves)


def message(text: str) -> move_pb2.Move:
    """The message of the move that is written as `text`."""
    return write_move(FURNACE.parse(text))


@given(message=messages(any_cards, any_numbers))
def test_whatever_is_accepted_has_a_canonical_text(message: move_pb2.Move) -> None:
    """Any message is either no move, or a move whose text and whose message lead back to it."""
    try:
        move = read_move(message)
    except MalformedMove:
        return

    assert move == FURNACE.parse(FURNACE.format(move))
    assert message == write_move(move)


@given(message=messages(good_cards, good_numbers))
def test_whatever_has_a_canonical_text_is_accepted(message: move_pb2.Move) -> None:
    """Ids in the form of ids and numbers of nine digits are never refused here."""
    assert message == write_move(read_move(message))


@pytest.mark.parametrize(
    "text",
    [
        "bid 3 on C07",
        "bid 0 on C07",
        "compensation",
        "compensation 2 0",
        "line",
        "line C07 S1 C12",
        "plan",
        "plan C06; C28 2; S1 1 flip C28 C06; C15 2 1",
    ],
)
def test_moves_survive_the_wire(text: str) -> None:
    """Also an empty list and a zero, which protobuf does not write, are still the same move."""
    move = FURNACE.parse(text)

    assert move == read_move(move_pb2.Move.FromString(write_move(move).SerializeToString()))


def bid(value: int, card: str) -> move_pb2.Move:
    """A bid, good or bad."""
    return move_pb2.Move(
        furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid(value=value, card=card))
    )


def plan(*steps: furnace_pb2.FurnaceProductionStep) -> move_pb2.Move:
    """A plan, good or bad."""
    return move_pb2.Move(
        furnace=furnace_pb2.FurnaceMove(
            production_plan=furnace_pb2.FurnaceProductionPlan(steps=list(steps))
        )
    )


STEP = furnace_pb2.FurnaceProductionStep


@pytest.mark.parametrize(
    ("message", "why"),
    [
        pytest.param(move_pb2.Move(), "set furnace", id="nothing"),
        pytest.param(move_pb2.Move.FromString(field(99, b"x")), "set furnace", id="another-game"),
        pytest.param(bid(1, ""), "'' is no card", id="no-card"),
        pytest.param(bid(1, "c07"), "'c07' is no card", id="small-letters"),
        pytest.param(bid(1, "C07\n"), "is no card", id="newline"),
        pytest.param(bid(1, "C07 C08"), "is no card", id="two-cards"),
        pytest.param(bid(1, "C0\u0661"), "is no card", id="foreign-digit"),
        pytest.param(bid(1, "C" * 17), "is no card", id="long-card"),
        pytest.param(bid(10**9, "C07"), "more than nine digits", id="large"),
        pytest.param(bid(-(10**9), "C07"), "more than nine digits", id="large-below-zero"),
        pytest.param(
            move_pb2.Move(
                furnace=furnace_pb2.FurnaceMove(
                    compensation=furnace_pb2.FurnaceCompensation(counts=[0, 10**9])
                )
            ),
            "more than nine digits",
            id="large-count",
        ),
        pytest.param(
            move_pb2.Move(
                furnace=furnace_pb2.FurnaceMove(
                    chain_placement=furnace_pb2.FurnaceChainPlacement(line=["x"])
                )
            ),
            "'x' is no card",
            id="bad-line",
        ),
        pytest.param(plan(STEP(card="x")), "'x' is no card", id="bad-step"),
        pytest.param(plan(STEP(card="S1", flips=["x"])), "'x' is no card", id="bad-flip"),
        pytest.param(
            plan(STEP(card="S1", counts=[-(10**9)])), "more than nine digits", id="bad-count"
        ),
    ],
)
def test_what_has_no_text_is_refused(message: move_pb2.Move, why: str) -> None:
    """A message that is no move is refused with a sentence that says why, every time it comes."""
    for _ in range(2):
        with pytest.raises(MalformedMove, match=re.escape(why)):
            read_move(message)


@pytest.mark.parametrize(
    "message",
    [bid(999_999_999, "C" * 16), bid(-999_999_999, "Z_-9")],
    ids=["highest", "lowest"],
)
def test_the_bounds_themselves_are_accepted(message: move_pb2.Move) -> None:
    """Nine digits and sixteen letters are not too many."""
    move = read_move(message)

    assert Bid(message.furnace.bid.value, message.furnace.bid.card) == move


def of_length(kind: str, entries: int) -> move_pb2.Move:
    """A move of so many entries."""
    match kind:
        case "counts":
            return message(" ".join(("compensation", *["1"] * entries)))
        case "line":
            return message(" ".join(("line", *["C01"] * entries)))
        case "steps":
            return message("plan " + "; ".join(["C01"] * entries))
        case "counts of a step":
            return message(" ".join(("plan C01", *["1"] * (entries - 1))))
        case "flips of a step":
            return message(" ".join(("plan C01 flip", *["C02"] * (entries - 1))))
        case _:
            return message(
                "plan " + "; ".join(["C01 1"] * (entries // 2) + ["C01"] * (entries % 2))
            )


@pytest.mark.parametrize(
    "kind", ["counts", "line", "steps", "counts of a step", "flips of a step", "all together"]
)
def test_moves_are_not_endless(kind: str) -> None:
    """Every list may be as long as any legal move could need, and no longer."""
    read_move(of_length(kind, MOST_ENTRIES))

    with pytest.raises(MalformedMove, match="at most 200 entries"):
        read_move(of_length(kind, MOST_ENTRIES + 1))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_refusal_points_into_the_message(case: Case) -> None:
    """What the rules call the offending part is the path of a field of the message."""
    move: Move = FURNACE.parse(case.text)
    with pytest.raises(IllegalMove) as refused:
        FURNACE.apply(case.state, Seat(case.seat), move)

    path = FURNACE_WIRE.path(move, refused.value.part)

    found: object = {"move": FURNACE_WIRE.write_move(move)}["move"]
    top, *names = re.findall(r"\w+", path)
    for name in names:
        found = found[int(name)] if name.isdigit() else getattr(found, name)  # type: ignore[index]
    assert "move" == top
    assert path.endswith(refused.value.part)


@pytest.mark.parametrize(
    ("text", "part", "path"),
    [
        ("bid 1 on C01", "", "move.furnace.bid"),
        ("bid 1 on C01", "card", "move.furnace.bid.card"),
        ("compensation 1", "counts[0]", "move.furnace.compensation.counts[0]"),
        ("line S1", "line[0]", "move.furnace.chain_placement.line[0]"),
        ("plan", "steps", "move.furnace.production_plan.steps"),
        (
            "plan C01; C02; S1 1",
            "steps[2].counts[0]",
            "move.furnace.production_plan.steps[2].counts[0]",
        ),
    ],
)
def test_paths_begin_with_the_field_of_the_move(text: str, part: str, path: str) -> None:
    """A path is that of a request which holds the move as `move`."""
    assert path == FURNACE_WIRE.path(FURNACE.parse(text), part)
