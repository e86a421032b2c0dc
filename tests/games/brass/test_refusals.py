"""Refusals: what a program is told about an illegal move, and that all of it is true."""

import pytest

from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.brass.moves import Move
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import State
from tests.games.brass.positions import refused
from tests.games.brass.refusal_cases import CASES, Case

every_case = pytest.mark.parametrize(
    "case", [pytest.param(case, id=name) for name, case in CASES.items()]
)


@every_case
def test_refusal_names_the_rule_the_place_and_what_is_allowed(case: Case) -> None:
    """Code, part, card, missing and allowed, field by field; the state is as it was."""
    error = refused(case.state, case.text, case.seat)

    assert case.told == (error.code, error.part, error.card, error.missing, error.allowed)


@every_case
def test_message_tells_a_person_the_same(case: Case) -> None:
    """One line that names the piece."""
    message = str(refused(case.state, case.text, case.seat))

    assert len(message.splitlines()) == 1
    assert (case.card or "") in message


def test_every_code_is_provoked() -> None:
    """There is no code without a case."""
    assert set(Code) == {case.code for case in CASES.values()}


def test_codes_are_stable() -> None:
    """Programs rely on these texts."""
    assert [code.value for code in Code] == [
        "brass.not-asked",
        "brass.wrong-kind",
        "brass.no-such-card",
        "brass.card-missing",
        "brass.card-extra",
        "brass.two-actions",
        "brass.wrong-town",
        "brass.wrong-industry",
        "brass.out-of-reach",
        "brass.no-such-industry",
        "brass.stack-empty",
        "brass.never-built",
        "brass.wrong-era",
        "brass.no-such-space",
        "brass.wrong-symbol",
        "brass.one-per-town",
        "brass.port-order",
        "brass.space-taken",
        "brass.level-too-low",
        "brass.cubes-left",
        "brass.no-coal",
        "brass.wrong-coal",
        "brass.wrong-iron",
        "brass.overspent",
        "brass.no-such-link",
        "brass.link-taken",
        "brass.link-apart",
        "brass.no-marker",
        "brass.wrong-end",
        "brass.wrong-mill",
        "brass.wrong-buyer",
        "brass.market-closed",
        "brass.wrong-amount",
        "brass.too-deep",
        "brass.too-late",
        "brass.wrong-tile",
    ]


def whole_move(text: str) -> Move | None:
    """The move that `text` is, if it is a whole one and not a part."""
    try:
        return BRASS.parse(text)
    except MalformedMove:
        return None


def put_in_place(move: Move, part: str, text: str) -> Move:
    """`move` with `text` in place of `part`."""
    value: object = int(text) if part == "amount" else text
    outer, _, inner = part.partition(".")
    if inner:
        value = getattr(move, outer)._replace(**{inner: value})
    changed: Move = move._replace(**{outer: value})  # type: ignore[arg-type]
    return changed


def where_refused(state: State, seat: int, move: Move) -> str | None:
    """The part that is refused, or None if the move is legal."""
    try:
        BRASS.apply(state, Seat(seat), move)
    except IllegalMove as error:
        return error.part
    return None


@every_case
def test_what_is_allowed_is_legal(case: Case) -> None:
    """A whole move is accepted; a part, put in its place, is not what is refused any more."""
    for text in case.allowed:
        if (move := whole_move(text)) is not None:
            assert where_refused(case.state, case.seat, move) is None
        else:
            move = put_in_place(BRASS.parse(case.text), case.part, text)
            assert case.part != where_refused(case.state, case.seat, move)
