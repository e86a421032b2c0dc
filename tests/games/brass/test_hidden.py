"""What is hidden: hands, the deck, the cards set aside and the distant tiles."""

from collections import Counter

import pytest

from bessemer.engine.chance import Draws
from bessemer.engine.game import Seat
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.rules import BRASS
from tests.games.brass.positions import chance, match, play, position, random_states

VIEWERS = (None, 0, 1, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_hide_hands_deck_aside_and_distant_tiles(players: int) -> None:
    """With each of them changed by hand, what another seat sees is the same to the letter."""
    for number, state in enumerate(random_states(players, 1)):
        draws = Draws(chance(number))
        hidden = [*state.hands[1], *state.deck, *state.aside]
        mixed = draws.shuffled(hidden)
        first, size = len(state.hands[1]), len(state.deck)
        other = state._replace(
            hands=(state.hands[0], tuple(sorted(mixed[:first])), *state.hands[2:]),
            deck=mixed[first : first + size],
            aside=mixed[first + size :],
            distant=draws.shuffled(state.distant),
            chance=chance(7),
        )
        for viewer in (None, *(seat for seat in range(players) if seat != 1)):
            seat = None if viewer is None else Seat(viewer)
            assert repr(BRASS.view(state, seat)) == repr(BRASS.view(other, seat))


def test_view_shows_ones_own_hand_alone() -> None:
    """A spectator sees none."""
    state = match(3)

    assert [BRASS.view(state, Seat(seat)).hand for seat in range(3)] == list(state.hands)
    assert BRASS.view(state, None).hand == ()
    assert BRASS.view(state, None).seat is None
    assert BRASS.view(state, Seat(1)).board == state.board


def test_brass_shown_cards_lie_open() -> None:
    """Every card played is seen by all, and how many cards each seat holds."""
    state = position(hands={0: "bury bolton wigan"})
    after = play(state, "pass with bury", "loan 10 with wigan")

    for viewer in VIEWERS:
        board = BRASS.view(after, None if viewer is None else Seat(viewer)).board
        assert board.discards[-2:] == ("bury", "wigan")
        assert board.cards == (1, 8, 8)


def test_drawn_distant_tiles_lie_open() -> None:
    """What is drawn is known; what is to come is not."""
    state = position(
        hands={0: "bury bolton"},
        tiles="0 cotton1 colne.left",
        links="1 colne-yorkshire",
    )
    after = play(state, "sell colne.left to distant with bury")

    assert BRASS.view(after, Seat(2)).board.drawn == state.distant[:1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_resampled_state_has_every_card_and_tile_once(players: int) -> None:
    """All that was seen stays where it is; the rest is somewhere it could be."""
    for number, state in enumerate(random_states(players, 0)):
        if number % 5:
            continue
        for viewer in (None, *range(players)):
            seat = None if viewer is None else Seat(viewer)
            other = BRASS.resample(BRASS.view(state, seat), chance(number))
            cards = [card for hand in other.hands for card in hand]
            cards += [*other.deck, *other.aside, *other.board.discards]

            assert Counter(cards) == Counter(SETTINGS[players].cards)
            assert tuple(map(len, other.hands)) == other.board.cards
            assert len(other.deck) == other.board.deck
            assert len(other.aside) == len(state.aside)
            assert sorted(other.distant) == sorted(state.distant)
            assert other.board is state.board
            if viewer is not None:
                assert other.hands[viewer] == state.hands[viewer]


def test_resampling_varies_all_that_is_hidden() -> None:
    """Other hands, deck, cards aside, distant tiles and future; every unseen card comes anywhere."""
    state = match(3)
    view = BRASS.view(state, Seat(0))
    others = [BRASS.resample(view, chance(number)) for number in range(200)]

    assert len({other.hands[1] for other in others}) == 200
    assert len({other.deck for other in others}) == 200
    assert len({other.aside for other in others}) == 200
    assert len({other.distant for other in others}) > 150
    assert len({other.chance for other in others}) == 200
    unseen = set((Counter(SETTINGS[3].cards) - Counter(state.hands[0])).elements())
    assert {card for other in others for card in other.hands[1]} == unseen
    assert {card for other in others for card in other.aside} == unseen


def test_resampling_respects_the_cards_that_were_seen() -> None:
    """A town whose every card was played or is in one's own hand is in no other hand."""
    state = position(hands={0: "bury bolton bolton wigan", 1: "manchester port"})
    state = play(state, "pass with bury", "pass with bolton")
    for number in range(100):
        other = BRASS.resample(BRASS.view(state, Seat(0)), chance(number))
        elsewhere = [*other.hands[1], *other.hands[2], *other.deck, *other.aside]
        assert "bury" not in elsewhere
        assert "bolton" not in elsewhere


def test_resampled_future_is_not_the_real_one() -> None:
    """Its chance goes on where the resampling stopped drawing."""
    state = match(3)
    other = BRASS.resample(BRASS.view(state, Seat(0)), chance(5))

    assert other.chance.seed == chance(5).seed
    assert other.chance.drawn > 0
