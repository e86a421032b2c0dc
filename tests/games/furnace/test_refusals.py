"""Refusals: what a program is told about an illegal move, and that all of it is true."""

from typing import TypeVar

import pytest

from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Compensation, Move, ProductionPlan, Step
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace.plans import CARDS
from tests.games.furnace.positions import refused
from tests.games.furnace.refusal_cases import CASES, Case

T = TypeVar("T")

every_case = pytest.mark.parametrize(
    "case", [pytest.param(case, id=name) for name, case in CASES.items()]
)

# --- What is told --------------------------------------------------------------------------------


@every_case
def test_refusal_names_the_rule_the_place_and_what_is_allowed(case: Case) -> None:
    """Code, part, step, card, missing and allowed, field by field; the state is as it was."""
    error = refused(case.state, case.seat, case.text)

    assert case.told == (
        error.code,
        error.part,
        error.step,
        error.card,
        error.missing,
        error.allowed,
    )


def test_every_code_is_provoked() -> None:
    """There is no code without a case."""
    assert set(Code) == {case.code for case in CASES.values()}


def test_codes_are_stable() -> None:
    """Programs rely on these texts."""
    assert [code.value for code in Code] == [
        "furnace.not-asked",
        "furnace.wrong-kind",
        "furnace.no-such-disc",
        "furnace.not-in-row",
        "furnace.own-disc-there",
        "furnace.value-taken",
        "furnace.counts-missing",
        "furnace.counts-extra",
        "furnace.over-limit",
        "furnace.overspent",
        "furnace.not-own-card",
        "furnace.card-twice",
        "furnace.card-missing",
        "furnace.order-changed",
        "furnace.flip-elsewhere",
        "furnace.flip-startup",
        "furnace.flip-twice",
        "furnace.already-upgraded",
    ]


@every_case
def test_message_tells_a_person_the_same(case: Case) -> None:
    """The sentence names the step, the card and what was missing."""
    message = str(refused(case.state, case.seat, case.text))

    assert (case.card or "") in message
    assert case.missing in message
    if case.part == "steps":
        assert case.step is not None
        assert f"after {case.step - 1} steps" in message
    elif case.step:
        assert f"step {case.step}, " in message
    else:
        assert "step" not in message


# --- That it is true -----------------------------------------------------------------------------


def whole_move(text: str) -> Move | None:
    """The move that `text` is, if it is a whole one and not a part."""
    try:
        return FURNACE.parse(text)
    except MalformedMove:
        return None


def put_in_place(move: Move, part: str, text: str) -> Move:
    """`move` with `text` in place of `part`."""
    place = [int(number) for number in part.replace("]", "[").split("[")[1::2]]
    match move, part.rsplit(".", maxsplit=1)[-1].partition("[")[0]:
        case Compensation(counts), "counts":
            return Compensation(_with(counts, place[0], int(text)))
        case ProductionPlan(steps), "steps":
            return ProductionPlan((*steps, Step(text)))
        case ProductionPlan(steps), "card":
            step = steps[place[0]]._replace(card=text)
        case ProductionPlan(steps), "counts" if len(place) == 1:
            step = steps[place[0]]._replace(counts=tuple(map(int, text.split())))
        case ProductionPlan(steps), "counts":
            step = steps[place[0]]
            step = step._replace(counts=_with(step.counts, place[1], int(text)))
        case ProductionPlan(steps), "flips":
            step = steps[place[0]]
            step = step._replace(flips=_with(step.flips, place[1], text))
        case _:
            raise AssertionError(part)
    return ProductionPlan(_with(steps, place[0], step))


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def where_refused(state: State, seat: int, move: Move) -> tuple[str, int | None] | None:
    """The part and the step that are refused, or None if the move is legal."""
    try:
        FURNACE.apply(state, Seat(seat), move)
    except IllegalMove as error:
        return error.part, error.step
    return None


@every_case
def test_what_is_allowed_is_legal(case: Case) -> None:
    """A whole move is accepted; a part, put in its place, is not what is refused any more."""
    for text in case.allowed:
        if move := whole_move(text):
            assert where_refused(case.state, case.seat, move) is None
        else:
            move = put_in_place(FURNACE.parse(case.text), case.part, text)
            assert (case.part, case.step) != where_refused(case.state, case.seat, move)


PARTS = {
    name: case
    for name, case in CASES.items()
    if case.part.endswith(("]", ".card")) and not case.part.startswith("line")
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in PARTS.items()])
def test_nothing_else_is_allowed_there(case: Case) -> None:
    """Of all counts, or all cards, exactly those listed are not refused in that place."""
    tried = map(str, range(-2, 12)) if "counts" in case.part else CARDS
    move = FURNACE.parse(case.text)
    possible = [
        text
        for text in tried
        if (case.part, case.step)
        != where_refused(case.state, case.seat, put_in_place(move, case.part, text))
    ]

    assert sorted(case.allowed) == sorted(possible)


def test_steps_without_their_flips_are_legal() -> None:
    """Where companies cannot be flipped, nothing is what is allowed."""
    case = CASES["flip-elsewhere"]
    move = FURNACE.parse(case.text.replace(" flip C06", ""))

    assert where_refused(case.state, case.seat, move) is None
