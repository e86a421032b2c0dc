"""The memory, event by event."""

import pytest

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import BASE_DECK, NOCTIS_DECK, Kind
from bessemer.games.alchemicus.cards.memory import Memory
from bessemer.games.alchemicus.state import Recalled, Shuffle
from tests.games.alchemicus.positions import cards

HANDS = [cards("Domo Golem"), cards("Gloria Horten"), cards("Pactum")]
ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


def memory() -> Memory:
    """Three seats that remember nothing yet."""
    return Memory(((),) * 3, (None, None), (Recalled(),) * 3)


def counting() -> Memory:
    """Both piles were just made of their discards, and seat 1 drew from both since."""
    found = memory()
    found.shuffled(BASE_DECK, cards("Gloria Domo*2"), cards("Pergula Horten"), (3, 5), HANDS)
    found.shuffled(NOCTIS_DECK, cards("Infamia Golem"), cards("Golem"), (), HANDS)
    found.drew(ONE, Kind.DOMO)
    found.drew(ONE, Kind.INFAMIA)
    return found


def shuffle(found: Memory, deck: int) -> Shuffle:
    """The memory that everybody has of a pile."""
    there = found.shuffles[deck]
    assert there is not None
    return there


def test_a_shuffle_is_where_counting_begins() -> None:
    """The pool, what lay open, the goods, and how many cards of this deck each hand had."""
    found = memory()
    found.shuffled(BASE_DECK, cards("Gloria Domo*2"), cards("Pergula Horten"), (3, 5), HANDS)

    assert found.shuffles == (
        Shuffle(
            pool=cards("Domo*2 Gloria"),
            shown=(),
            outside=cards("Horten Pergula"),
            goods=(3, 5),
            held=(1, 2, 0),
            drawn=(0, 0, 0),
            robbed=(0, 0, 0),
        ),
        None,
    )
    assert [cards("Domo"), cards("Horten Gloria"), ()] == [own.held for own in found.recalled]


def test_the_decks_are_counted_apart() -> None:
    """A shuffle of one begins it again and leaves the other as it was."""
    found = counting()
    assert cards("Domo Infamia") == found.recalled[1].drawn
    assert cards("Domo Golem") == found.recalled[0].held
    assert ((0, 1, 0), (0, 1, 0)) == (shuffle(found, 0).drawn, shuffle(found, 1).drawn)
    noctis = found.shuffles[NOCTIS_DECK]
    found.shuffled(BASE_DECK, cards("Fornax"), (), (), [cards("Taberna Golem*2"), (), ()])

    assert noctis == found.shuffles[NOCTIS_DECK]
    assert cards("Infamia") == found.recalled[1].drawn
    assert cards("Taberna Golem") == found.recalled[0].held
    assert (0, 0, 0) == shuffle(found, BASE_DECK).drawn
    base = found.shuffles[BASE_DECK]
    found.shuffled(NOCTIS_DECK, cards("Pactum"), (), (), [(), cards("Domo"), ()])
    assert base == found.shuffles[BASE_DECK]
    assert ((), cards("Taberna")) == (found.recalled[1].drawn, found.recalled[0].held)


def test_before_a_shuffle_nothing_is_counted() -> None:
    """There is no pile whose cards anybody knows."""
    found = memory()
    found.drew(ONE, Kind.DOMO)
    found.dealt_open(Kind.DOMO)
    found.turned_up(3, Kind.DOMO)
    found.stolen(ZERO, ONE, Kind.DOMO)

    assert (None, None) == found.shuffles
    assert ((), ()) == (found.recalled[1].drawn, found.recalled[1].held)


def test_what_comes_out_of_the_pile_openly_is_shown() -> None:
    """A card of the bank, and a good laid down since; an older good was never in the pile."""
    found = counting()
    found.dealt_open(Kind.GLORIA)
    found.turned_up(4, Kind.DOMO)
    found.turned_up(3, Kind.METALLE)

    base = shuffle(found, BASE_DECK)
    assert cards("Gloria Domo") == base.shown
    assert cards("Horten Pergula Metalle") == base.outside
    assert (5,) == base.goods
    assert () == shuffle(found, NOCTIS_DECK).shown


def test_cards_shown_in_a_hand_leave_one_by_one() -> None:
    """Of two alike one stays known; what was not known changes nothing."""
    found = memory()
    for card in cards("Gloria Domo Gloria"):
        found.show(ONE, card)
    assert ((), cards("Domo Gloria*2"), ()) == found.shown
    found.left_hand(ONE, cards("Gloria Horten"))
    found.left_hand(TWO, cards("Gloria"))

    assert ((), cards("Domo Gloria"), ()) == found.shown


def test_a_shown_card_leaves_before_one_that_few_know_of() -> None:
    """Everybody knew of one Gloria, the victim of another: one is left, and the victim knows it."""
    found = memory()
    found.stolen(ZERO, ONE, Kind.GLORIA)
    found.show(ZERO, Kind.GLORIA)
    found.left_hand(ZERO, cards("Gloria"))

    assert ((), (), ()) == found.shown
    assert (cards("Gloria"), (), ()) == found.recalled[1].known
    found.left_hand(ZERO, cards("Gloria"))
    assert not found.recalled[1].known


def test_a_theft_loosens_what_was_counted() -> None:
    """For the others the shown cards of that back are as if never seen."""
    found = counting()
    for card in cards("Pergula Gloria Golem"):
        found.show(ONE, card)
    found.dealt_open(Kind.GLORIA)
    found.stolen(TWO, ONE, Kind.HORTEN)

    base = shuffle(found, BASE_DECK)
    assert ((), cards("Golem"), ()) == found.shown
    assert ((), cards("Horten")) == (base.shown, base.outside)
    assert (0, 2, 1) == base.robbed
    assert (0, 0, 0) == shuffle(found, NOCTIS_DECK).robbed
    assert ((), cards("Pergula Gloria"), ()) == found.recalled[2].known
    assert ((), (), cards("Horten")) == found.recalled[1].known
    assert () == found.recalled[0].known


@pytest.mark.parametrize("card", ["Horten", "Golem"])
def test_a_second_theft_makes_the_first_victim_doubt(card: str) -> None:
    """Its own card may have been stolen on; then it may be anywhere, if the back is the same."""
    found = counting()
    found.stolen(ZERO, ONE, Kind.DOMO)
    found.stolen(TWO, ZERO, cards(card)[0])

    if card == "Horten":
        assert () == found.recalled[1].known
        assert cards("Infamia") == found.recalled[1].drawn
    else:
        assert (cards("Domo"), (), ()) == found.recalled[1].known
        assert cards("Domo Infamia") == found.recalled[1].drawn
    assert cards("Horten Gloria") == found.recalled[1].held


def test_the_back_of_a_stolen_card_tells_which_deck_is_in_doubt() -> None:
    """After the theft of a Noctis card what was known of base cards still is, by everybody."""
    found = counting()
    found.stolen(ONE, ZERO, Kind.DOMO)
    found.stolen(ONE, ZERO, Kind.GOLEM)
    for card in cards("Pergula Golem"):
        found.show(ONE, card)
    found.stolen(TWO, ONE, Kind.PACTUM)

    assert ((), cards("Pergula"), ()) == found.shown
    assert ((), cards("Domo"), ()) == found.recalled[0].known
    assert ((), cards("Golem"), ()) == found.recalled[2].known
    assert (0, 1 + 1, 1) == shuffle(found, NOCTIS_DECK).robbed
    assert (0, 1, 0) == shuffle(found, BASE_DECK).robbed
