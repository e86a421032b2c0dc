"""The set-up, the draw that begins a turn, and the bank."""

from collections import Counter

import pytest

from bessemer.engine.errors import BadOption
from bessemer.games.alchemicus.cards.kinds import COPIES, GOLEM, NOCTIS, Kind
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.setup import set_up
from bessemer.games.alchemicus.state import OFF
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import legal, match, play, position, refused, seed

PLAYERS = [2, 3, 4]


@pytest.mark.parametrize(("players", "pile"), [(2, 126), (3, 119), (4, 112)])
def test_case_1_t_setup(players: int, pile: int) -> None:
    """Five cards each, Horten and Pergula built, the Spirit on Labrium, pawns off, no Fame."""
    state = set_up(ALCHEMICUS.options({}), players, seed(1))

    assert pile == len(state.pile) == state.board.pile
    assert Kind.LABRIUM == state.board.spirit
    assert () == state.board.discard == state.board.bank
    for seat in range(players):
        assert 5 == at.size(state, seat)
        assert "Horten Pergula" == at.row(state, seat)
        assert OFF == at.field(state, seat)
        assert 0 == at.fame(state, seat)


@pytest.mark.parametrize(("players", "pile"), [(2, 121), (3, 114), (4, 107)])
def test_case_2_t_setup_with_the_bank(players: int, pile: int) -> None:
    """Five open cards come from the pile."""
    state = set_up(ALCHEMICUS.options({"bank": "on"}), players, seed(1))

    assert pile == len(state.pile) == state.board.pile
    assert 5 == len(state.board.bank)


@pytest.mark.parametrize("players", PLAYERS)
def test_case_3_t_the_deck_has_140_cards(players: int) -> None:
    """18, 18, 18, 14, 14, 14, 14, 10, 10 and 10, all of them on the table."""
    state = set_up(ALCHEMICUS.options({}), players, seed(1))
    everything = Counter(state.pile)
    everything.update(card for hand in state.hands for card in hand)
    everything.update(
        building.kind for player in state.board.players for building in player.buildings
    )

    assert [18, 18, 18, 14, 14, 14, 14, 10, 10, 10] == list(COPIES.values())
    assert 140 == everything.total()
    assert COPIES == everything


def test_case_4_t_the_draw_comes_by_itself() -> None:
    """In the base game there is nothing to choose: the first decision finds six cards."""
    state = match(3, start="1")

    assert (1, "move") == at.asked(state)
    assert [5, 6, 5] == [at.size(state, seat) for seat in range(3)]
    assert 118 == state.board.pile


def test_case_4_t_skipping_the_draw_is_illegal() -> None:
    """Where there is a choice, to draw nothing is none."""
    state = position("draw", bank="Domo*5", hands={0: "Horten"})

    assert (0, "draw") == at.asked(state)
    assert "must-act" == refused(state, "pass")
    assert "wrong-kind" == refused(state, "move 1")


def test_case_5_t_a_card_of_the_bank() -> None:
    """Its fee goes to the discard, the bank is filled again, and there is no other draw."""
    state = position(
        "draw",
        bank="Domo Domo Alembic Horten Labrium",
        hands={0: "Gloria*2 Metalle Horten Pergula"},
    )
    pile = state.board.pile
    after = play(state, "take Alembic for Gloria")

    assert "Horten Metalle Pergula Alembic Gloria" == at.hand(after, 0)
    assert "Gloria" == at.discard(after)
    assert 5 == len(after.board.bank)
    assert pile - 1 == after.board.pile
    assert at.cards("Domo Domo") == after.board.bank[:2]
    assert at.cards("Horten Labrium") == after.board.bank[3:]
    assert (0, "move") == at.asked(after)
    assert "wrong-kind" == refused(after, "take Domo for Horten")


def test_a_card_of_the_bank_must_be_there() -> None:
    """And so must the fee."""
    state = position("draw", bank="Domo*5", hands={0: "Gloria"})

    assert ["draw", "take Domo for Gloria", "take Domo for Domo"] == legal(state)
    assert "not-in-bank" == refused(state, "take Horten for Gloria")
    assert "not-in-hand" == refused(state, "take Domo for Horten")
    assert "no-card-to-draw" == refused(state, "draw noctis for Gloria")


@pytest.mark.parametrize("noctis", ["off", "on"])
def test_case_6_r_alchemicus_fee_of_an_empty_hand_is_the_card_taken(noctis: str) -> None:
    """RULING alchemicus-fee: it is taken first, and goes again; the bank is full as before."""
    state = position("draw", bank="Domo*2 Horten Domo*2", noctis=noctis, pile="Domo Gloria")
    after = play(state, "take Horten for Horten")

    assert ["draw", "take Horten for Horten", "take Domo for Domo"] == legal(state)
    assert (0, at.cards("Horten")) == (at.size(after, 0), after.board.discard)
    assert at.cards("Domo*2 Gloria Domo*2") == after.board.bank
    assert "not-in-hand" == refused(state, "take Horten for Domo")
    assert ((), at.cards("Domo")) == (after.board.shown[0], after.pile)


def test_case_6_r_alchemicus_fee_a_noctis_card_is_not_drawn_with_an_empty_hand() -> None:
    """RULING alchemicus-fee: there the discard comes first, so nothing is asked."""
    state = position("draw", noctis="on")
    bank = position("draw", bank="Domo*5", noctis="on")

    assert (0, "move") == at.asked(state)
    assert 1 == at.size(state, 0)
    assert () == state.board.discard
    assert (0, "draw") == at.asked(bank)
    assert "not-in-hand" == refused(bank, "draw noctis for Domo")


def test_alchemicus_fee_may_be_the_card_taken_or_its_like() -> None:
    """RULING alchemicus-fee: with a copy in the hand the two are the same, and the last one goes."""
    state = position("draw", bank="Domo*5", hands={0: "Horten Domo Gloria"})
    after = play(state, "take Domo for Domo")

    assert ["Horten", "Domo", "Gloria"] == [text.split()[-1] for text in legal(state, "take Domo")]
    assert at.cards("Horten Domo Gloria") == after.hands[0]
    assert "Domo" == at.discard(after)
    assert ((), ()) == after.board.shown


def test_the_fee_of_the_bank_may_be_a_noctis_card_and_goes_to_its_own_discard() -> None:
    """Every card pays one."""
    state = position("draw", bank="Domo*5", hands={0: "Golem"}, noctis="on")
    after = play(state, "take Domo for Golem")

    assert ("Domo", "", "Golem") == (at.hand(after, 0), at.discard(after), at.noctis_discard(after))


def test_case_60_t_a_noctis_card_for_a_fee() -> None:
    """Instead of the draw: one card less, one Noctis card more."""
    state = position("draw", hands={0: "Gloria Horten"}, noctis="on", noctis_pile="Golem Pactum")
    after = play(state, "draw noctis for Gloria")

    assert "Horten Pactum" == at.hand(after, 0)
    assert ("Gloria", 1) == (at.discard(after), after.board.noctis_pile)
    assert state.board.pile == after.board.pile


def test_nobody_is_asked_for_a_draw_where_no_noctis_card_is_left() -> None:
    """Then the base card is the only one, and everybody sees that."""
    state = position("draw", hands={0: "Gloria"}, noctis="on", noctis_pile="")

    assert (0, "move") == at.asked(state)
    assert 2 == at.size(state, 0)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("start", "begins"), [("0", 0), ("1", 1)])
def test_alchemicus_start_is_whom_the_options_name(players: int, start: str, begins: int) -> None:
    """RULING alchemicus-start: and then to the left."""
    state = match(players, start=start)
    order = []
    for _ in range(players):
        order.append(at.asked(state)[0])
        state = play(state, "place 7")
        state = at.until(state, "move")

    assert [(begins + ahead) % players for ahead in range(players)] == order


def test_alchemicus_start_is_else_drawn_by_lot() -> None:
    """RULING alchemicus-start: each seat begins about equally often."""
    begins = Counter(match(3, number).board.table.start for number in range(300))

    assert {0, 1, 2} == set(begins)
    assert min(begins.values()) > 70


def test_a_start_beyond_the_seats_is_refused() -> None:
    """There is no seat 2 among two."""
    with pytest.raises(BadOption) as caught:
        match(2, start="2")

    assert "start" == caught.value.option


# --- Noctis --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "pile"), [(2, 52), (3, 51), (4, 50)])
def test_case_59_t_a_alchemicus_first_golem_goes_into_the_hand(players: int, pile: int) -> None:
    """RULING alchemicus-first-golem: five base cards and a Golem; the rest is the pile."""
    state = set_up(ALCHEMICUS.options({"noctis": "on"}), players, seed(3))

    assert pile == len(state.noctis_pile) == state.board.noctis_pile
    for seat in range(players):
        player = state.board.players[seat]
        assert (6, 1) == (player.cards, player.backs)
        assert [GOLEM] == [card for card in state.hands[seat] if card in NOCTIS]
    assert 12 == Counter(state.noctis_pile)[GOLEM] + players


def test_the_setup_draws_from_chance_in_the_documented_order() -> None:
    """The base deck, the Noctis deck, who begins."""
    state = set_up(ALCHEMICUS.options({"noctis": "on", "bank": "on"}), 3, seed(4))
    base = [kind for kind in COPIES for _ in range(COPIES[kind] - 3 * (kind in (0, 2)))]
    shuffled, chance = seed(4).shuffled(base)
    night = "Golem*9 Mutabilus*10 Spiritus*10 Homunculus*10 Pactum*6 Infamia*6"
    noctis, chance = chance.shuffled(at.cards(night))
    start, chance = chance.below(3)
    dealt = list(shuffled)
    hands = [[dealt.pop() for _ in range(5)] for _ in range(3)]
    bank = tuple(dealt.pop() for _ in range(5))

    assert (tuple(dealt), noctis, start, chance, bank) == (
        state.pile,
        state.noctis_pile,
        state.board.table.start,
        state.chance,
        state.board.bank,
    )
    assert [(GOLEM, *reversed(hand)) for hand in hands] == list(state.hands)
