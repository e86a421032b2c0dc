"""Hidden things stay hidden, a seat may remember some, and resampling respects both."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus import hidden
from bessemer.games.alchemicus.cards.kinds import BASE_DECK, GOLEM, NOCTIS_DECK, Kind
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import Recalled, State, View
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import cards, match, play, position, seed
from tests.games.alchemicus.walks import walks
from tests.games.walks import Walk

SAMPLES = 40


def seen(state: State, seat: int | None) -> View:
    """The view of a seat."""
    return ALCHEMICUS.view(state, None if seat is None else Seat(seat))


def resampled(state: State, seat: int | None) -> Iterator[State]:
    """States that look the same to a seat."""
    view = seen(state, seat)
    for number in range(SAMPLES):
        yield ALCHEMICUS.resample(view, seed(number))


def viewers(state: State) -> tuple[int | None, ...]:
    """Everybody, and a spectator."""
    return (*range(len(state.hands)), None)


# --- Views ---------------------------------------------------------------------------------------


def table() -> State:
    """Three players in the middle of a match with everything in it."""
    return position(
        "build",
        players=3,
        hands={0: "Horten Domo*3 Golem", 1: "Gloria*2 Domo Pactum", 2: "Fornax*2 Infamia"},
        rows={0: "Horten=herb Labrium=gold", 1: "Alembic=tincture!", 2: "Fornax=ore~"},
        discard="Labrium Taberna",
        bank="Pergula*5",
        noctis_discard="Spiritus",
        noctis="on",
    )


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_alchemicus_hidden_things_do_not_show_in_a_view(viewer: int | None) -> None:
    """RULING alchemicus-hidden: each hidden thing is changed by hand, and the view is the same."""
    state = table()
    other = 1 if viewer == 0 else 0
    hands = list(state.hands)
    hands[other] = tuple(
        Kind.PACTUM if card >= GOLEM else Kind.HORTEN for card in state.hands[other]
    )
    recalled = list(state.recalled)
    recalled[other] = Recalled((Kind.DOMO,), (Kind.HORTEN,))
    changed = [
        state._replace(pile=tuple(reversed(state.pile))),
        state._replace(noctis_pile=tuple(reversed(state.noctis_pile))),
        state._replace(faces=(Kind.GLORIA,) * len(state.faces)),
        state._replace(chance=Chance(b"another")),
        state._replace(hands=tuple(hands)),
        state._replace(recalled=tuple(recalled)),
    ]

    for different in changed:
        assert different != state
        assert repr(seen(state, viewer)) == repr(seen(different, viewer))


def test_alchemicus_hidden_or_not_a_seat_sees_its_hand_and_a_spectator_none() -> None:
    """RULING alchemicus-hidden: sizes and backs of all hands, discards and the bank are open."""
    state = table()
    view = seen(state, 1)

    assert (1, state.hands[1]) == (view.seat, view.hand)
    assert () == seen(state, None).hand
    assert [(5, 1), (4, 1), (3, 1)] == [
        (player.cards, player.backs) for player in view.board.players
    ]
    assert ("Taberna Labrium", "Spiritus") == (
        at.words(view.board.discard),
        at.words(view.board.noctis_discard),
    )
    assert 5 == len(view.board.bank)


def test_no_kind_of_a_face_down_card_is_in_a_view() -> None:
    """Only what it is as a good, and a number to follow it by."""
    state = table()

    assert {1, 2} == {
        len(lying.cards)
        for player in seen(state, 0).board.players
        for building in player.buildings
        for lying in building.goods
    }
    assert all("faces" not in part._fields for part in (seen(state, 0), seen(state, 0).board))


# --- Resampling ----------------------------------------------------------------------------------


def everything(state: State) -> Counter[int]:
    """All cards, by kind."""
    board = state.board
    found: Counter[int] = Counter(
        [
            *state.pile,
            *state.noctis_pile,
            *board.discard,
            *board.noctis_discard,
            *board.bank,
            *(card for hand in state.hands for card in hand),
            *(face for face in state.faces if face >= 0),
        ]
    )
    for player in board.players:
        for building in player.buildings:
            found[building.kind] += 1
            found[GOLEM] += building.golems
            found[Kind.SPIRITUS] += building.spiritus
    return found


def test_what_nobody_sees_varies() -> None:
    """Hands, goods and the order of both piles; the own hand does not, and no card is lost."""
    state = table()
    samples = list(resampled(state, 0))

    assert 1 < len({sample.pile for sample in samples})
    assert 1 < len({sample.noctis_pile for sample in samples})
    assert 1 < len({sample.faces for sample in samples})
    assert 1 < len({tuple(sorted(sample.hands[1])) for sample in samples})
    assert 1 < len({tuple(sorted(sample.hands[2])) for sample in samples})
    assert {state.hands[0]} == {sample.hands[0] for sample in samples}
    for sample in samples:
        assert everything(state) == everything(sample)


def test_everybody_knows_the_first_golems() -> None:
    """One in each hand, until it is seen to leave."""
    state = match(3, start="0", noctis="on")
    for sample in resampled(state, 1):
        assert all(GOLEM in hand for hand in sample.hands)
    paid = play(state, "draw noctis for Golem")
    assert ((), (GOLEM,), (GOLEM,)) == paid.board.shown
    assert not all(GOLEM in sample.hands[0] for sample in resampled(paid, 1))


def test_everybody_knows_a_card_taken_from_the_bank() -> None:
    """Until one like it leaves the hand."""
    state = position("draw", bank="Labrium Pergula*4", hands={0: "Gloria Domo*3"})
    taken = play(state, "take Labrium for Gloria")
    for viewer in (1, None):
        assert all(Kind.LABRIUM in sample.hands[0] for sample in resampled(taken, viewer))

    build = position("build", hands={0: "Labrium Domo*5"})
    build = build._replace(board=build.board._replace(shown=((Kind.LABRIUM,), ())))
    built = play(build, "build Labrium paying Domo Domo Domo Domo Domo")
    assert ((), ()) == built.board.shown


def robbed() -> State:
    """Seat 0 has just taken the only card of seat 1, a Gloria; seat 2 looks on."""
    state = position(
        "spirit", players=3, rows={1: "Domo"}, hands={0: "Horten*3", 1: "Gloria", 2: "Horten"}
    )
    return play(state, "spirit to Domo robbing 1")


def test_a_stolen_card_is_known_to_thief_and_victim() -> None:
    """The victim finds it in the thief's hand always, others do not know."""
    state = robbed()

    assert all(Kind.GLORIA in sample.hands[0] for sample in resampled(state, 1))
    assert not all(Kind.GLORIA in sample.hands[0] for sample in resampled(state, 2))
    assert not all(Kind.GLORIA in sample.hands[0] for sample in resampled(state, None))


def test_a_stolen_card_that_is_seen_to_leave_is_forgotten() -> None:
    """The thief pays with it."""
    state = robbed()
    known = state.recalled[1].known
    build = state._replace(board=state.board._replace(active=Seat(0)))
    build = at.entering(build, "build")
    after = play(build, "build Horten paying Gloria")

    assert ((Kind.GLORIA,), (), ()) == known
    assert () == after.recalled[1].known


def test_a_theft_makes_others_doubt_what_they_knew() -> None:
    """A card known to be in the victim's hand may be the stolen one; the thief knows better."""
    state = position(
        "spirit", players=3, rows={1: "Domo"}, hands={1: "Gloria Horten Golem"}, noctis="on"
    )
    state = state._replace(board=state.board._replace(shown=((), at.cards("Gloria Golem"), ())))
    state = at.drawing(state, 3, 1)
    after = play(state, "spirit to Domo robbing 1")

    assert "Horten" == at.hand(after, 0)
    assert ((), (GOLEM,), ()) == after.board.shown
    assert ((), (Kind.GLORIA,), ()) == after.recalled[0].known
    assert () == after.recalled[2].known
    assert ((Kind.HORTEN,), (), ()) == after.recalled[1].known


# --- Counting cards ------------------------------------------------------------------------------


def test_after_a_reshuffle_everybody_knows_what_is_in_the_pile() -> None:
    """Exactly the discards; so the unseen rest is in hands and under goods."""
    state = at.until(match(4, number=1), "move")
    while state.board.shuffles[BASE_DECK] is None:
        state = play(state, at.default(state))
    shuffle = state.board.shuffles[BASE_DECK]
    assert shuffle is not None
    drawn = sum(shuffle.drawn)
    for viewer in viewers(state):
        for sample in resampled(state, viewer):
            assert Counter(sample.pile) <= Counter(shuffle.pool)
            assert len(shuffle.pool) - drawn == len(sample.pile)
            assert everything(state) == everything(sample)


def test_what_a_seat_drew_since_is_in_the_pile_no_more() -> None:
    """The pile was two cards: who drew one knows the other, who did not does not."""
    state = position(
        "draw", players=3, pile="Metalle", discard="Gloria Labrium", hands={0: "Horten"}
    )
    shuffle = state.board.shuffles[BASE_DECK]
    assert shuffle is not None
    assert at.cards("Labrium Gloria") == shuffle.pool
    state = at.entering(state._replace(board=state.board._replace(active=Seat(1))), "draw")
    (left,) = state.pile
    (drawn,) = state.hands[1]

    assert (drawn,) == state.recalled[1].drawn
    assert {(left,)} == {sample.pile for sample in resampled_here(state, 1)}
    assert {(left,), (drawn,)} == {sample.pile for sample in resampled_here(state, 2)}
    assert {(left,), (drawn,)} == {sample.pile for sample in resampled_here(state, None)}


def resampled_here(state: State, seat: int | None) -> Iterator[State]:
    """The same, for a position made by hand in which not all cards are on the table."""
    missing = Counter(dict(enumerate(state.board.table.options.deck.copies)))
    missing.subtract(everything(state))
    # What is nowhere is put where everybody sees it.
    away = tuple(
        Kind(kind) for kind, number in missing.items() if kind < GOLEM for _ in range(number)
    )
    shuffle = state.board.shuffles[BASE_DECK]
    assert shuffle is not None
    known = shuffle._replace(outside=(*shuffle.outside, *away))
    board = state.board._replace(discard=(*state.board.discard, *away), shuffles=(known, None))
    return resampled(state._replace(board=board), seat)


def test_a_hand_that_drew_nothing_since_has_nothing_of_the_pile() -> None:
    """Seat 0 drew its card before; seat 1 drew one since and may hold it, or have paid with it."""
    state = position("draw", players=3, pile="Metalle", discard="Gloria*10", hands={1: "Horten*2"})
    state = at.entering(state._replace(board=state.board._replace(active=Seat(1))), "draw")
    state = play(at.entering(state, "build"), "build Horten paying Horten")
    assert (cards("Metalle"), cards("Gloria"), cards("Gloria")) == state.hands
    for viewer in (2, None):
        for sample in resampled_here(state, viewer):
            assert {Kind.GLORIA} == set(sample.pile)
            assert Kind.GLORIA not in sample.hands[0]


def test_a_good_laid_down_since_is_of_the_pile_and_an_older_one_is_not() -> None:
    """Everybody sees when a card is laid down, and when it is turned up."""
    state = position(
        "draw",
        pile="Metalle",
        discard="Gloria*6",
        rows={0: "Horten Metalle=ore Pergula"},
        spirit="Domo",
    )
    state = at.entering(
        state._replace(
            board=state.board._replace(
                players=(
                    state.board.players[0]._replace(field=at.ACQUIRE),
                    *state.board.players[1:],
                )
            )
        ),
        "acquire",
    )
    state = play(state, "acquire")
    for sample in resampled_here(state, None):
        assert [Kind.METALLE, Kind.GLORIA] == list(sample.faces)
    sale = at.entering(state._replace(board=state.board._replace(active=Seat(0))), "sale")
    shuffle = play(sale, "sell herb from 0 at 2 for cards").board.shuffles[BASE_DECK]
    assert shuffle is not None
    assert (Kind.GLORIA,) == shuffle.shown


def consistent(view: View, state: State, deck: int) -> None:
    """The truth lies within the bounds that a viewer knows."""
    shuffle = view.board.shuffles[deck]
    others = [Seat(seat) for seat in range(len(state.hands)) if seat != view.seat]
    known = {seat: hidden._known(view, seat) for seat in others}
    unseen = hidden._unseen(view, deck, known)
    new, old, either = map(Counter, hidden._by_origin(view, unseen, shuffle, deck))

    assert min(unseen.values()) >= 0
    assert Counter(unseen) + Counter() == new + old + either
    for seat in others:
        assert Counter(known[seat]) <= Counter(state.hands[seat])
    if shuffle is not None:
        pile = Counter(state.noctis_pile if deck else state.pile)
        assert pile <= new + either
        assert Counter(Kind(state.faces[number]) for number in shuffle.goods) <= old + either


@given(walk=walks(), number=st.integers(0, 1000))
def test_the_truth_is_never_excluded(walk: Walk, number: int) -> None:
    """Also in a resampled state, whatever another seat knows there."""
    for viewer in walk.viewers:
        view = ALCHEMICUS.view(walk.state, viewer)
        other = ALCHEMICUS.resample(view, seed(number))
        for deck in (BASE_DECK, NOCTIS_DECK):
            consistent(view, walk.state, deck)
            for second in walk.viewers:
                consistent(ALCHEMICUS.view(other, second), other, deck)
        assert everything(walk.state) == everything(other)
