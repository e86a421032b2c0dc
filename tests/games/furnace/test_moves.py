"""The canonical text of a move: one text for each move, and no other is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.errors import MalformedMove
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    Step,
)
from bessemer.games.furnace.rules import FURNACE

cards = st.sampled_from(("C07", "S1", "K5", "C", "X_-9", "A0", "ABCDEFGHIJKLMNOP", "FLIP"))
numbers = st.integers(-999_999_999, 999_999_999) | st.integers(-1, 9)
counts = st.lists(numbers, max_size=4).map(tuple)
steps = st.builds(Step, cards, counts, st.lists(cards, max_size=3).map(tuple))
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Bid, numbers, cards),
    st.builds(Compensation, counts),
    st.builds(ChainPlacement, st.lists(cards, max_size=5).map(tuple)),
    st.builds(ProductionPlan, st.lists(steps, max_size=5).map(tuple)),
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        pytest.param("bid 3 on C07", Bid(3, "C07"), id="bid"),
        pytest.param("compensation 2 0", Compensation((2, 0)), id="compensation"),
        pytest.param("compensation", Compensation(()), id="compensation-of-nothing"),
        pytest.param("line C07 S1 C12", ChainPlacement(("C07", "S1", "C12")), id="line"),
        pytest.param("line", ChainPlacement(()), id="empty-line"),
        pytest.param(
            "plan C06; C28 2; S1 1 flip C28 C06; C15 2 1",
            ProductionPlan(
                (
                    Step("C06"),
                    Step("C28", (2,)),
                    Step("S1", (1,), ("C28", "C06")),
                    Step("C15", (2, 1)),
                )
            ),
            id="plan",
        ),
        pytest.param("plan", ProductionPlan(()), id="empty-plan"),
        pytest.param("plan S1", ProductionPlan((Step("S1"),)), id="step-without-counts"),
        pytest.param(
            "plan S1 flip C06", ProductionPlan((Step("S1", (), ("C06",)),)), id="flip-without-count"
        ),
        pytest.param("bid -1 on X_-9", Bid(-1, "X_-9"), id="negative-and-odd-id"),
        pytest.param(
            "bid 999999999 on ABCDEFGHIJKLMNOP", Bid(999_999_999, "ABCDEFGHIJKLMNOP"), id="longest"
        ),
    ],
)
def test_texts_of_moves(text: str, move: Move) -> None:
    """Each kind as it is documented, both ways."""
    found = FURNACE.parse(text)

    assert move == found
    assert type(move) is type(found)
    assert text == FURNACE.format(move)


@given(moves)
def test_every_move_reads_back(move: Move) -> None:
    """As an equal move of the same kind; even one that no rule would allow."""
    found = FURNACE.parse(FURNACE.format(move))

    assert move == found
    assert type(move) is type(found)


@given(moves, moves)
def test_different_moves_have_different_texts(one: Move, other: Move) -> None:
    """Whoever compares texts compares moves."""
    same = one == other and type(one) is type(other)

    assert same == (FURNACE.format(one) == FURNACE.format(other))


MALFORMED = [
    "",
    " ",
    "pass",
    "None",
    "bid",
    "bid 3",
    "bid 3 on",
    "bid on C07",
    "bid C07 on 3",
    "bid 3 on C07 C08",
    "bid 3 on c07",
    "bid 3 on 7",
    "bid 3 on C07\n",
    "\nbid 3 on C07",
    " bid 3 on C07",
    "bid 3 on C07 ",
    "bid  3 on C07",
    "bid\t3 on C07",
    "bid\u00a03 on C07",
    "Bid 3 on C07",
    "BID 3 ON C07",
    "bid 03 on C07",
    "bid +3 on C07",
    "bid -0 on C07",
    "bid --1 on C07",
    "bid 3.0 on C07",
    "bid 3_0 on C07",
    "bid 1000000000 on C07",
    "bid \u0663 on C07",
    "bid \uff13 on C07",
    "bid 3 on ABCDEFGHIJKLMNOPQ",
    "bid 3 on -C07",
    "bid 3 on _C",
    "bid 3 on C\u00d6L",
    "bid 3 on C07; bid 4 on C08",
    "compensation ",
    "compensation  1",
    "compensation 1  0",
    "compensation 1,0",
    "compensation 01",
    "compensation -",
    "compensation C07",
    "compensation1",
    "compensations 1",
    "line ",
    "line c07",
    "line C07  S1",
    "line C07, S1",
    "line C07; S1",
    "line 1",
    "lineC07",
    "plan ",
    "plan;",
    "plan ;",
    "planC06",
    "plan C06;",
    "plan C06; ",
    "plan ; C06",
    "plan C06;C28 2",
    "plan C06 ; C28 2",
    "plan C06;  C28 2",
    "plan  C06",
    "plan C06, C28 2",
    "plan 2 C06",
    "plan C06 02",
    "plan C06 -0",
    "plan C06 1 C28",
    "plan C06 flip",
    "plan C06 flip ",
    "plan flip C06",
    "plan C06 flip 1",
    "plan C06 flip C28 1",
    "plan C06 flip C28 flip C15",
    "plan C06 flip C28, C15",
    "plan C06 Flip C28",
    "plan C06  flip C28",
    "plan c06",
    "plan C06\n",
    "[3, 'C07']",
    "\x00",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_no_canonical_text_is_malformed(text: str) -> None:
    """Also if it is almost one: a space, a zero, a letter too many."""
    with pytest.raises(MalformedMove):
        FURNACE.parse(text)


def test_message_shows_what_was_read_and_the_forms() -> None:
    """Only the beginning of a long text is repeated."""
    with pytest.raises(MalformedMove) as caught:
        FURNACE.parse("bid three on C07" + "!" * 5000)

    assert "'bid three on C07!!!" in str(caught.value)
    assert "bid 3 on C07" in str(caught.value)
    assert len(str(caught.value)) < 300


@given(moves, st.data())
def test_changed_text_is_malformed_or_the_text_of_another_move(
    move: Move, data: st.DataObject
) -> None:
    """Wherever a character is put in, left out or doubled, one text is one move."""
    text = FURNACE.format(move)
    place = data.draw(st.integers(0, len(text)))
    put_in = data.draw(st.sampled_from((" ", "0", "-", ";", "1", "C", "\n", "flip ", "; ", "")))
    left_out = data.draw(st.integers(0, 1))
    changed = text[:place] + put_in + text[place + left_out :]
    try:
        found = FURNACE.parse(changed)
    except MalformedMove:
        return
    assert changed == FURNACE.format(found)
    assert (changed == text) == (found == move and type(found) is type(move))
