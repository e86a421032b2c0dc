"""The set-up, the rounds, and who has won."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.chance import Chance
from bessemer.engine.game import Outcome, ranks
from bessemer.games.furnace.rules import FURNACE
from tests.games.furnace import positions as at
from tests.games.furnace.positions import FINANCIER

PLAYERS = (2, 3, 4)
STARTS_WITH = {"S1": "1C + 1I", "S2": "1C + 1I", "S3": "2C", "S4": "2C", "S5": "1U"}

# Drawn by hand from the words of the seed, as docs/chance.md says.
SET_UP_ON = (
    "S1 S5 S3",
    "K1 K5 K4",
    0,
    "C36 C35 C12 C16 C27 C19 C10",
    "C09 C13 C30 C03 C23 C21",
    45,
)
SET_UP_OFF = ("S1 S5 S3", 2, "C22 C16 C07 C35 C10 C24 C13", 41)

# --- The set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_a_startup_and_a_capitalist_of_their_own(players: int) -> None:
    """All distinct; over many matches every card comes to every seat."""
    startups, owners = set(), set()
    for number in range(60):
        state = at.match(players, number)
        assert players == len(set(at.startups(state))) == len(at.startups(state))
        assert players == len(set(at.capitalists(state))) == len(at.capitalists(state))
        startups |= set(enumerate(at.startups(state)))
        owners |= set(enumerate(at.capitalists(state)))

    assert {(seat, card) for seat in range(players) for card in STARTS_WITH} == startups
    assert {(seat, f"K{n}") for seat in range(players) for n in range(1, 6)} == owners


@pytest.mark.parametrize("players", PLAYERS)
def test_without_capitalists_nobody_owns_one(players: int) -> None:
    """And nobody has a fifth disc."""
    state = at.match(players, capitalists="off")

    assert ("",) * players == at.capitalists(state)
    assert {(1, 2, 3, 4)} == {at.hand(state, seat) for seat in range(max(3, players))}


@pytest.mark.parametrize("players", PLAYERS)
def test_financier_alone_has_the_neutral_disc(players: int) -> None:
    """The owner of K1 has five discs, everybody else, and the Agent, has four."""
    for number in range(20):
        state = at.match(players, number)
        sizes = [len(at.hand(state, seat)) for seat in range(max(3, players))]
        assert [
            5 if seat < players and at.capitalists(state)[seat] == FINANCIER else 4
            for seat in range(len(sizes))
        ] == sizes


@pytest.mark.parametrize(("players", "bidders"), [(2, 3), (3, 3), (4, 4)])
def test_agent_bids_beside_two_players_only(players: int, bidders: int) -> None:
    """A spare set of discs is in play if two are at the table, and not if there are more."""
    state = at.match(players, capitalists="off")

    assert at.hand(state, bidders - 1) == (1, 2, 3, 4)
    with pytest.raises(IndexError):
        at.hand(state, bidders)


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_gains_what_the_startup_starts_with(players: int) -> None:
    """Exactly that, and nothing owned, upgraded or gone yet."""
    for number in range(10):
        state = at.match(players, number)
        for seat, startup in enumerate(at.startups(state)):
            assert STARTS_WITH[startup] == at.stock(state, seat)
            assert (at.companies(state, seat), at.upgraded(state, seat)) == ((), ())
        assert (at.gone(state), at.round_number(state), at.die(state)) == ((), 1, 0)


def test_starting_goods_come_once() -> None:
    """A match of default moves with a deck of 1O cards: coal never comes again, tokens each round."""
    dull = [("1O", "1O", "1O")] * 24
    deck = at.deck_text(dull, startups=[("3C", "1I -> 2$ x2")] * 4, filler=0)
    state = at.match(2, deck=deck, capitalists="off")
    for number in range(1, 5):
        assert number == at.round_number(state)
        for seat in range(2):
            held = at.stock(state, seat).split(" + ")
            assert held[0] == "3C"
            assert (f"{number - 1}U" in held) == (number > 1)
        state = at.next_round(state)


def test_set_up_of_a_seed_is_fixed() -> None:
    """Replays rely on the order of the draws: start-ups, capitalists, companies, first player, cut."""
    state = FURNACE.setup(FURNACE.options({}), 3, Chance(b"bessemer"))
    assert (
        " ".join(at.startups(state)),
        " ".join(at.capitalists(state)),
        at.first(state),
        " ".join(at.row(state)),
        " ".join(at.pile(state)[:6]),
        at.chance_of(state).drawn,
    ) == SET_UP_ON
    state = FURNACE.setup(FURNACE.options({"capitalists": "off"}), 3, Chance(b"bessemer"))
    assert (
        " ".join(at.startups(state)),
        at.first(state),
        " ".join(at.row(state)),
        at.chance_of(state).drawn,
    ) == SET_UP_OFF


@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_may_be_first(players: int) -> None:
    """The first player is drawn among those at the table, and is asked first."""
    states = [at.match(players, number) for number in range(40)]

    assert set(range(players)) == {at.first(state) for state in states}
    assert all((at.first(state),) == at.asked(state) for state in states)


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_deck_is_in_play(players: int) -> None:
    """Row and pile together are the 36 companies, shuffled."""
    one, other = at.match(players, 1), at.match(players, 2)

    assert [f"C{number:02}" for number in range(1, 37)] == at.all_companies(one)
    assert at.pile(one) != at.pile(other)


# --- Rounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("players", PLAYERS)
def test_so_many_rounds_are_played_and_the_token_passes_left(players: int, rounds: int) -> None:
    """Each round the first player is the next seat clockwise; the last round ends the match."""
    state = at.match(players, rounds=str(rounds))
    started = at.first(state)
    for number in range(1, rounds + 1):
        assert (number, (started + number - 1) % players) == (
            at.round_number(state),
            at.first(state),
        )
        assert FURNACE.outcome(state) is None
        state = at.next_round(state)

    assert (rounds, ()) == (at.round_number(state), at.asked(state))
    assert (started + rounds - 1) % players == at.first(state)
    assert FURNACE.outcome(state) is not None


@pytest.mark.parametrize("players", PLAYERS)
def test_match_ends_after_the_last_plan_only(players: int) -> None:
    """While anybody still plans in the last round there is no outcome."""
    state = at.by_default(
        at.match(players), lambda later: (at.round_number(later), at.kind(later)) == (4, "plan")
    )
    for seat in range(players):
        assert FURNACE.outcome(state) is None
        state = at.answer(state, seat, at.default_text(state, seat))

    outcome = FURNACE.outcome(state)
    assert outcome is not None
    assert tuple(at.money(state, seat) for seat in range(players)) == outcome.scores


# --- Who has won ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        pytest.param([("1$", ""), ("3$", ""), ("2$", "")], (3, 1, 2), id="most-money"),
        pytest.param([("9C + 9O + 9I", "C01 C02"), ("1$", ""), ("", "")], (2, 1, 3), id="first"),
        pytest.param([("5$", "C01"), ("5$", "C02 C03"), ("5$", "")], (2, 1, 3), id="most-cards"),
        pytest.param(
            [("5$ + 9C", "C01"), ("5$", "C02 C03"), ("4$", "C04 C05 C06")],
            (2, 1, 3),
            id="cards-first",
        ),
        pytest.param(
            [("5$ + 1C", "C01"), ("5$ + 1I + 2O", "C02"), ("5$ + 2O", "C03")],
            (3, 1, 2),
            id="most-resources",
        ),
        pytest.param([("1C", ""), ("1I", ""), ("1O", "")], (1, 1, 1), id="resources-count-alike"),
        pytest.param(
            [("5$", "C01+"), ("5$", "C02"), ("5$", "")], (1, 1, 3), id="sides-do-not-count"
        ),
        pytest.param([("7$", ""), ("9$", ""), ("7$", ""), ("1$", "")], (2, 1, 2, 4), id="shared"),
        pytest.param([("", ""), ("", ""), ("", ""), ("", "")], (1, 1, 1, 1), id="all-equal"),
    ],
)
def test_ranks_go_by_money_then_cards_then_resources(
    standings: list[tuple[str, str]], expected: tuple[int, ...]
) -> None:
    """Still tied: the rank is shared, and the next one is left out (1, 1, 3)."""
    state = at.over(at.position(len(standings)), standings)
    scores = tuple(at.money(state, seat) for seat in range(len(standings)))

    assert Outcome(expected, scores) == FURNACE.outcome(state)


def test_furnace_tokens_do_not_break_a_tie() -> None:
    """RULING furnace-tokens: upgrade tokens are no resources."""
    state = at.over(at.position(2), [("5$ + 1C + 9U", "C01"), ("5$ + 2O", "C02")])
    assert Outcome((2, 1), (5, 5)) == FURNACE.outcome(state)

    state = at.over(at.position(2), [("5$ + 1C + 9U", "C01"), ("5$ + 1O", "C02")])
    assert Outcome((1, 1), (5, 5)) == FURNACE.outcome(state)


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        pytest.param([], (), id="nobody"),
        pytest.param([(3,)], (1,), id="alone"),
        pytest.param([(1,), (2,), (3,)], (3, 2, 1), id="ascending"),
        pytest.param([(2,), (2,), (1,)], (1, 1, 3), id="shared-first"),
        pytest.param([(3,), (2,), (2,), (2,), (1,)], (1, 2, 2, 2, 5), id="shared-middle"),
        pytest.param([(1, 9), (2, 0), (1, 8)], (2, 1, 3), id="lexicographic"),
    ],
)
def test_equal_entries_share_a_rank(
    standings: list[tuple[int, ...]], expected: tuple[int, ...]
) -> None:
    """The greatest first; whoever shares a rank leaves a gap behind it."""
    assert expected == ranks(standings)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=5))
def test_rank_is_one_more_than_those_who_are_better(standings: list[tuple[int, int]]) -> None:
    """Sorting and looking up where an entry first stands gives the same."""
    order = sorted(standings, reverse=True)

    assert tuple(order.index(entry) + 1 for entry in standings) == ranks(standings)


# --- Figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_random_play_has_the_figures_that_the_rules_expect(players: int) -> None:
    """Four bids and a plan of everybody a round, few answers; 7 to 9 companies, 4 to 5 flips."""
    asked, matches = Counter[tuple[int, str]](), 25
    won = flips = 0
    for number in range(matches):
        state = at.match(players, number, capitalists="off")
        for turn in at.random_turns(state, number):
            asked[at.round_number(turn.before), at.kind(turn.before)] += 1
            state = turn.after
        won += sum(len(at.companies(state, seat)) for seat in range(players))
        flips += sum(len(at.upgraded(state, seat)) for seat in range(players))

    for round_number in range(1, 5):
        assert asked[round_number, "bid"] == 4 * players * matches
        assert asked[round_number, "plan"] == players * matches
        assert 0 < asked[round_number, "compensation"] < players * matches
    assert 7 <= won / (players * matches) <= 9
    assert 3.5 <= flips / (players * matches) <= 5
