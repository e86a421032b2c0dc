"""A refusal has a stable code, the part at fault, and what would have been legal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.refusals import Code
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import answer, match, position
from tests.games.alchemicus.walks import walks
from tests.games.walks import Walk


def refusal(state: State, seat: int, text: str) -> IllegalMove:
    """The refusal of a move."""
    with pytest.raises(IllegalMove) as caught:
        answer(state, seat, text)
    return caught.value


def test_codes_are_stable() -> None:
    """Programs rely on them: one may be added, none is changed."""
    assert [code.value for code in Code] == [
        "alchemicus.not-asked",
        "alchemicus.wrong-kind",
        "alchemicus.must-act",
        "alchemicus.not-in-hand",
        "alchemicus.not-in-bank",
        "alchemicus.no-card-to-draw",
        "alchemicus.wrong-price",
        "alchemicus.no-such-seat",
        "alchemicus.no-such-building",
        "alchemicus.no-such-field",
        "alchemicus.no-target",
        "alchemicus.guarded",
        "alchemicus.field-taken",
        "alchemicus.wrong-distance",
        "alchemicus.no-fame",
        "alchemicus.not-a-building",
        "alchemicus.limit-reached",
        "alchemicus.not-at-limit",
        "alchemicus.spirit-stays",
        "alchemicus.no-theft",
        "alchemicus.wrong-buildings",
        "alchemicus.no-good",
        "alchemicus.no-route",
        "alchemicus.no-room",
        "alchemicus.not-an-outlet",
        "alchemicus.outlet-full",
        "alchemicus.not-traded-there",
        "alchemicus.infamous",
    ]


def test_a_seat_that_is_not_asked_learns_who_is() -> None:
    """Also a seat that is not there, and after the end."""
    state = match(2, start="0")
    over = at.until(match(2, round_cap="1"), "")

    for seat in (1, 2, -1):
        error = refusal(state, seat, "place 3")
        assert ("alchemicus.not-asked", "asked is 0") == (error.code, str(error)[-10:])
    assert "the match is over" in str(refusal(over, 0, "pass"))


@pytest.mark.parametrize(
    ("state", "text", "code", "part", "card", "missing"),
    [
        pytest.param(
            position("build", hands={0: "Alembic Domo*3"}),
            "build Alembic paying Domo Domo",
            "wrong-price", "pay", None, "1 cards",
            id="price",
        ),
        pytest.param(
            position("build", hands={0: "Alembic Domo*3"}),
            "build Alembic paying Domo Domo Gloria",
            "not-in-hand", "pay", "Gloria", "Gloria",
            id="payment",
        ),
        pytest.param(
            position("build", hands={0: "Alembic Domo*3"}),
            "build Labrium paying Domo Domo Domo",
            "not-in-hand", "card", "Labrium", "Labrium",
            id="card",
        ),
        pytest.param(
            position("draw", bank="Domo*5", hands={0: "Horten"}),
            "take Gloria for Horten",
            "not-in-bank", "card", "Gloria", "",
            id="bank",
        ),
        pytest.param(
            position("draw", bank="Domo*5", hands={0: "Horten"}),
            "take Domo for Gloria",
            "not-in-hand", "fee", "Gloria", "Gloria",
            id="fee",
        ),
        pytest.param(
            position("draw", bank="Domo*5", noctis="on"),
            "draw noctis for Horten",
            "not-in-hand", "fee", None, "1 card",
            id="no fee at all",
        ),
        pytest.param(position("move"), "move 4", "no-fame", "distance", None, "1 Fame", id="fame"),
        pytest.param(
            position("hand-limit", hands={0: "Domo*12"}),
            "discard Domo",
            "wrong-price", "cards", None, "1 cards",
            id="limit",
        ),
        pytest.param(
            position("sale", rows={0: "Pergula Horten=herb"}),
            "sell herb from 0 at 1 for cards",
            "not-an-outlet", "outlet", None, "",
            id="outlet",
        ),
        pytest.param(
            position("gloria", hands={0: "Domo*6"}),
            "gloria paying Domo Domo Domo Domo Domo",
            "not-in-hand", "", "Gloria", "Gloria",
            id="gloria",
        ),
    ],
)  # fmt: skip
def test_fields_of_a_refusal(
    state: State, text: str, code: str, part: str, card: str | None, missing: str
) -> None:
    """Which rule, which part, which card, what is missing; a person reads the same."""
    error = refusal(state, at.asked(state)[0], text)

    assert (f"alchemicus.{code}", part, card, missing) == (
        error.code,
        error.part,
        error.card,
        error.missing,
    )
    assert error.allowed
    assert (card or "") in str(error)
    assert f"may for instance '{error.allowed[0]}'" in str(error)


def test_moves_of_the_same_kind_are_told_where_there_are_any() -> None:
    """Ten of them at most; otherwise what else would be legal."""
    building = position("build", hands={0: "Horten Pergula Metalle Domo*3 Fornax Taberna Labrium"})
    wrong = refusal(building, 0, "build Alembic")
    kind = refusal(building, 0, "move 3")

    assert 10 == len(wrong.allowed)
    assert all(text.startswith("build") for text in wrong.allowed)
    assert "alchemicus.wrong-kind" == kind.code
    assert "pass" == kind.allowed[0]


def test_what_has_no_text_is_refused_like_everything_else() -> None:
    """A move built by a program may name anything."""
    state = position("build", hands={0: "Horten Domo"})

    with pytest.raises(IllegalMove, match="is never built"):
        at.make(state, moves.Build(Kind.GLORIA, (Kind.HORTEN,)))


@given(walk=walks(), other=walks(), data=st.data())
def test_what_a_refusal_allows_is_legal(walk: Walk, other: Walk, data: st.DataObject) -> None:
    """Every move that it tells is accepted."""
    for seat in walk.asked:
        candidates = [move for _, move in (*walk.moves, *other.moves)] or [moves.Pass()]
        move = data.draw(st.sampled_from(candidates))
        for text in allowed_instead(walk, seat, move):
            ALCHEMICUS.apply(walk.state, seat, ALCHEMICUS.parse(text))


def allowed_instead(walk: Walk, seat: Seat, move: moves.Move) -> tuple[str, ...]:
    """The refusal of a move; nothing if it is accepted."""
    try:
        ALCHEMICUS.apply(walk.state, seat, move)
    except IllegalMove as error:
        return error.allowed or ("nothing was told",)
    return ()
