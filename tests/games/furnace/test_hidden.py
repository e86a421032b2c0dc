"""What is hidden: the order of the deck, the future of the die, and answers that are sealed."""

import random

import pytest

from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.positions import answer, bid, planning, position, seen

SEATS: tuple[int | None, ...] = (None, 0, 1, 2)


def settling() -> State:
    """Seats 1 and 2 are asked for a compensation on C02, 1I -> 1O."""
    state = position(3, row=("C02",), discs=("4", "3", "2"), stocks={1: "3I", 2: "2I"})
    return bid(state, "4 C02", "3 C02", "2 C02")


def placing() -> State:
    """Seats 0 and 2 have won two cards each and put them into their lines."""
    state = position(3, discs=("34", "", "34"), chain="on")
    return bid(state, "4 C01", "4 C02", "3 C03", "3 C04")


def producing() -> State:
    """Everybody plans; seat 0 has many plans."""
    return planning(position(3, owned={0: "C06 C28 C26"}, stocks={0: "3C + 2I", 1: "5C"}))


SEALED = [
    pytest.param(settling(), 1, ("compensation 0", "compensation 3"), id="compensation"),
    pytest.param(placing(), 2, ("line S3 C02 C04", "line C04 S3 C02"), id="placement"),
    pytest.param(
        producing(), 0, ("plan S1 0; C06; C28 0; C26", "plan C26; C28 2; C06; S1 2"), id="plan"
    ),
]


# --- Views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_view_hides_the_pile_and_the_chance(players: int) -> None:
    """Another order of the deck, another future: the same view, to the last character."""
    rng = random.Random(players)
    for turn in at.random_turns(at.match(players)):
        cards = list(at.pile(turn.after))
        rng.shuffle(cards)
        other = at.with_chance(at.with_pile(turn.after, cards), at.seed(rng.randrange(1000)))
        for seat in (None, *range(players)):
            assert repr(seen(turn.after, seat)) == repr(seen(other, seat))


@pytest.mark.parametrize(("state", "seat", "texts"), SEALED)
def test_view_hides_the_sealed_answers_of_others(
    state: State, seat: int, texts: tuple[str, str]
) -> None:
    """Only the seat itself sees what it has answered."""
    one, other = (answer(state, seat, text) for text in texts)
    assert at.asked(one)  # somebody still thinks
    for viewer in SEATS:
        same = repr(seen(one, viewer)) == repr(seen(other, viewer))
        assert same == (viewer != seat), viewer
        expected = texts[0] if viewer == seat else None
        assert at.seen_answer(seen(one, viewer)) == expected


def test_view_shows_what_lies_on_the_table() -> None:
    """The row, the discs and who looks; the seat is all in which views differ during bids."""
    state = bid(at.match(3), *[f"4 {at.row(at.match(3))[0]}"])
    for viewer in SEATS:
        view = seen(state, viewer)
        assert (view.seat, at.row(view)) == (viewer, at.row(state))
        assert view == seen(state, None)._replace(seat=view.seat)


def test_seats_whose_answers_are_sealed() -> None:
    """Sealed exactly from the answer to the end of the phase; bids never are."""
    state = producing()
    assert FURNACE.sealed(state) == ()
    state = answer(state, 2, "plan S3 0")
    assert FURNACE.sealed(state) == (2,)
    state = answer(state, 0, "plan S1 0; C06; C28 0; C26")
    assert FURNACE.sealed(state) == (0, 2)
    state = answer(state, 1, "plan S2 0")
    assert FURNACE.sealed(state) == ()
    assert FURNACE.sealed(bid(at.match(3), f"4 {at.row(at.match(3))[0]}")) == ()


# --- Resampling ----------------------------------------------------------------------------------


@pytest.mark.parametrize("chain", ["on", "off"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_resampled_state_looks_the_same(players: int, chain: str) -> None:
    """To the viewer nothing has changed, and the same cards are still to come."""
    for turn in at.random_turns(at.match(players, 1, chain=chain), 1):
        for seat in (None, *range(players)):
            view = seen(turn.after, seat)
            other = FURNACE.resample(view, at.seed(7))
            assert seen(other, seat) == view
            assert sorted(at.pile(other)) == sorted(at.pile(turn.after))
            assert at.all_companies(other) == at.all_companies(turn.after)
            assert FURNACE.sealed(other) == FURNACE.sealed(turn.after)
            assert FURNACE.decisions(other) == FURNACE.decisions(turn.after)


def test_resampling_covers_other_orders_of_the_deck() -> None:
    """Every card still to come is on top some time, and no order is kept."""
    state = at.match(2)
    view = seen(state, 0)
    others = [FURNACE.resample(view, at.seed(number)) for number in range(300)]

    assert {at.pile(other)[0] for other in others} == set(at.pile(state))
    assert len({at.pile(other) for other in others}) == 300
    assert len({at.chance_of(other) for other in others}) == 300
    assert FURNACE.resample(view, at.seed(1)) == others[1]


def test_resampled_future_is_not_the_real_one() -> None:
    """The chance of a resampled state goes on where the resampling stopped drawing."""
    state = at.match(2)
    other = FURNACE.resample(seen(state, 0), at.seed(5))

    assert at.chance_of(other) != at.chance_of(state)
    assert at.chance_of(other).seed == at.seed(5).seed
    assert at.chance_of(other).drawn == len(at.pile(state)) - 1


@pytest.mark.parametrize(("state", "seat", "texts"), SEALED)
def test_resampling_keeps_the_own_answer(state: State, seat: int, texts: tuple[str, str]) -> None:
    """The viewer's own sealed answer is known, and stays."""
    for text in texts:
        view = seen(answer(state, seat, text), seat)
        for number in range(10):
            other = FURNACE.resample(view, at.seed(number))
            assert at.sealed_answer(other, seat) == text
            # It takes effect as it would have.
            real = at.by_default(answer(state, seat, text), lambda s: not FURNACE.sealed(s))
            played = at.by_default(other, lambda s: not FURNACE.sealed(s))
            assert at.stock(played, seat) == at.stock(real, seat)
            assert at.line(played, seat) == at.line(real, seat)


@pytest.mark.parametrize(("state", "seat", "texts"), SEALED)
def test_resampling_draws_legal_answers_for_the_others(
    state: State, seat: int, texts: tuple[str, str]
) -> None:
    """Whatever another seat may have answered can come out, and it is legal."""
    for viewer in (None, *(other for other in at.asked(state) if other != seat)):
        view = seen(answer(state, seat, texts[0]), viewer)
        drawn = set()
        for number in range(60):
            text = at.sealed_answer(FURNACE.resample(view, at.seed(number)), seat)
            assert text is not None
            assert at.answer(state, seat, text)
            drawn.add(text)
        assert len(drawn) >= 4


def test_resampling_draws_no_answer_for_those_who_still_think() -> None:
    """Only answers that are in are drawn; who is asked stays asked."""
    state = answer(settling(), 1, "compensation 2")
    other = FURNACE.resample(seen(state, 0), at.seed(3))

    assert (at.asked(other), FURNACE.sealed(other)) == ((2,), (1,))
    assert at.sealed_answer(other, 2) is None
    assert at.sealed_answer(other, 0) is None


def test_resampled_state_can_be_played_on() -> None:
    """It is a full state: random play from it ends with a result."""
    for number, turn in enumerate(at.random_turns(at.match(2, 3), 3)):
        if number % 5 == 0:
            other = FURNACE.resample(seen(turn.after, 1), at.seed(number))
            end = at.random_end(other, number)
            assert FURNACE.outcome(end) is not None
            assert at.all_companies(end) == at.all_companies(turn.after)
