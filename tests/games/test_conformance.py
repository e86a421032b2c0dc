"""
What `Game` promises, held against every game of the catalogue, with all options and seat counts.

What is sampled and what a seat may see have suites of their own: `test_sampling.py` and
`test_views.py`.
"""

import pickle
from itertools import islice, permutations
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import BadOption, IllegalMove, MalformedMove
from bessemer.engine.game import Outcome, Seat
from tests.games.walks import SETTINGS, Setting, Walk, option_texts, states, walks

A_FEW: Final = 20
"""So many of the first legal moves are tried; composite moves can be astronomically many."""

SMALL: Final = 200
"""Where fewer moves than this are legal, the list is complete."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def a_few(walk: Walk, seat: Seat) -> list[Any]:
    """The first legal moves of `seat`."""
    return list(islice(walk.game.legal_moves(walk.state, seat), A_FEW))


def fingerprint(value: object) -> tuple[int, str]:
    """What changes if anything inside a value does."""
    return hash(value), repr(value)


# --- Whole matches -------------------------------------------------------------------------------


@every_setting
def test_a_match_ends_and_only_then_has_an_outcome(setting: Setting) -> None:
    """No decisions exactly when the outcome is set; decisions are by seat, each seat once."""
    for walk in states(setting, b"ends"):
        assert (walk.asked == ()) == (walk.game.outcome(walk.state) is not None)
        assert sorted(set(walk.asked)) == list(walk.asked)
        assert set(walk.asked) <= set(walk.seats)
        assert set(walk.game.sealed(walk.state)).isdisjoint(walk.asked)
        assert all(decision.kind for decision in walk.game.decisions(walk.state))


@every_setting
def test_a_seed_and_the_moves_are_the_whole_match(setting: Setting) -> None:
    """Played again from its seed, move by move in text, a match has equal states throughout."""
    *_, final = match = list(states(setting, b"again"))
    state = setting.begin(b"again")

    for walk, (seat, move) in zip(match, final.moves, strict=False):
        assert walk.state == state
        assert fingerprint(walk.state) == fingerprint(state)
        state = setting.game.apply(state, seat, setting.game.parse(setting.game.format(move)))

    assert fingerprint(final.state) == fingerprint(state)
    assert final.game.outcome(final.state) == setting.game.outcome(state)


@every_setting
def test_ranks_begin_at_one_and_leave_gaps_for_ties(setting: Setting) -> None:
    """A rank is one more than the number of better seats, and more points never rank lower."""
    for number in range(5):
        *_, final = states(setting, bytes([number]))
        outcome = final.game.outcome(final.state)

        assert isinstance(outcome, Outcome)
        ranks, scores = outcome
        assert len(final.seats) == len(ranks) == len(scores)
        assert ranks == tuple(1 + sum(other < own for other in ranks) for own in ranks)
        assert sorted(scores, reverse=True) == [
            score for _, score in sorted(zip(ranks, scores, strict=True), key=lambda pair: pair[0])
        ]


# --- Moves ---------------------------------------------------------------------------------------


@every_setting
def test_no_legal_move_is_listed_twice(setting: Setting) -> None:
    """Throughout whole matches, what is one and the same move is listed once."""
    for number in range(3):
        for walk in states(setting, bytes([number])):
            for seat in walk.asked:
                moves = list(islice(walk.game.legal_moves(walk.state, seat), 3 * A_FEW))
                assert list(dict.fromkeys(moves)) == moves


@given(walk=walks())
def test_whoever_is_asked_has_legal_moves(walk: Walk) -> None:
    """The first legal moves are all accepted, and in the same order every time."""
    for seat in walk.asked:
        moves = a_few(walk, seat)

        assert moves
        assert moves == a_few(walk, seat)
        for move in moves:
            walk.game.apply(walk.state, seat, move)


@given(walk=walks())
def test_the_default_move_is_legal(walk: Walk) -> None:
    """It is accepted, the same every time, and among the legal moves if these can be listed."""
    for seat in walk.asked:
        move = walk.game.default_move(walk.state, seat)
        listed = list(islice(walk.game.legal_moves(walk.state, seat), 1000))

        walk.game.apply(walk.state, seat, move)
        assert move == walk.game.default_move(walk.state, seat)
        assert len(listed) == 1000 or move in listed


@given(walk=walks())
def test_whoever_is_not_asked_may_do_nothing(walk: Walk) -> None:
    """No legal moves, and whatever they try is refused and changes nothing."""
    before = fingerprint(walk.state)
    made = [move for _, move in walk.moves]
    now = [move for seat in walk.asked for move in a_few(walk, seat)]

    for seat in (*walk.seats, Seat(walk.setting.seats), Seat(-1)):
        if seat in walk.asked:
            continue
        assert list(walk.game.legal_moves(walk.state, seat)) == []
        for move in made[-5:] + now:
            with pytest.raises(IllegalMove):
                walk.game.apply(walk.state, seat, move)

    assert before == fingerprint(walk.state)


@given(walk=walks(), other=walks())
def test_apply_accepts_exactly_the_legal_moves(walk: Walk, other: Walk) -> None:
    """A move of any other time or match is accepted if it is listed, and refused if it is not."""
    before = fingerprint(walk.state)
    moves = {move for _, move in walk.moves + other.moves if walk.game == other.game}

    for seat in walk.asked:
        listed = list(islice(walk.game.legal_moves(walk.state, seat), SMALL))
        for move in moves.difference(listed) if len(listed) < SMALL else ():
            with pytest.raises(IllegalMove) as refusal:
                walk.game.apply(walk.state, seat, move)
            assert refusal.value.code.startswith(f"{walk.game.name}.")

    assert before == fingerprint(walk.state)


@given(walk=walks())
def test_every_move_reads_back_as_itself(walk: Walk) -> None:
    """`parse` and `format` are each other's opposite, and the text is one line."""
    for seat in walk.asked:
        for move in (*a_few(walk, seat), walk.game.default_move(walk.state, seat)):
            text = walk.game.format(move)

            assert move == walk.game.parse(text)
            assert text == text.strip()
            assert len(text.splitlines()) == 1


@given(walk=walks(), data=st.data())
def test_what_is_no_move_is_refused_as_malformed(walk: Walk, data: st.DataObject) -> None:
    """A text near that of a move is either the canonical text of another or malformed."""
    texts = [walk.game.format(move) for seat in walk.asked for move in a_few(walk, seat)]
    text = data.draw(st.sampled_from(["", *texts]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    wrong = data.draw(st.sampled_from(["", " ", ";", "-", "0", "٣", "9" * 20, "x", "\n", text]))
    changed = text[:start] + wrong + text[end:]

    try:
        move = walk.game.parse(changed)
    except MalformedMove:
        return
    assert changed == walk.game.format(move)


# --- Values --------------------------------------------------------------------------------------


@given(walk=walks())
def test_nothing_changes_a_state(walk: Walk) -> None:
    """Whatever is asked of a state, it stays as it was, and so do its views."""
    game, state = walk.game, walk.state
    before = fingerprint(state)
    views = [game.view(state, viewer) for viewer in walk.viewers]
    seen = [fingerprint(view) for view in views]

    for seat in walk.asked:
        for move in (*a_few(walk, seat), game.sample_move(state, seat, lambda _: 0)):
            game.apply(state, seat, move)
        game.default_move(state, seat)
    for view in views:
        game.resample(view, Chance(b"other"))
    game.sealed(state), game.outcome(state), game.decisions(state)

    assert before == fingerprint(state)
    assert seen == [fingerprint(view) for view in views]


@given(walk=walks())
def test_states_and_views_survive_a_pickle(walk: Walk) -> None:
    """A copy is equal, looks the same, and the match goes on from it as from the original."""
    copy = pickle.loads(pickle.dumps(walk.state))  # noqa: S301 - our own bytes

    assert walk.state == copy
    assert fingerprint(walk.state) == fingerprint(copy)
    for viewer in walk.viewers:
        view = walk.game.view(walk.state, viewer)
        assert view == pickle.loads(pickle.dumps(view))  # noqa: S301 - our own bytes
    for seat in walk.asked:
        move = walk.game.default_move(copy, seat)
        assert walk.game.apply(walk.state, seat, move) == walk.game.apply(copy, seat, move)


# --- Simultaneous decisions ----------------------------------------------------------------------


@settings(max_examples=60)
@given(walk=walks(simultaneous=True), data=st.data())
def test_simultaneous_answers_may_come_in_any_order(walk: Walk, data: st.DataObject) -> None:
    """Whoever answers first, the state after all answers is the same."""
    game = walk.game
    moves = {seat: data.draw(st.sampled_from(a_few(walk, seat))) for seat in walk.asked}
    ends = set()

    for order in permutations(walk.asked):
        state = walk.state
        for place, seat in enumerate(order):
            assert set(order[place:]) == {decision.seat for decision in game.decisions(state)}
            assert order[:place] == () or set(order[:place]) <= set(game.sealed(state))
            assert a_few(walk, seat) == list(islice(game.legal_moves(state, seat), A_FEW))
            state = game.apply(state, seat, moves[seat])
        ends.add((state, repr(state)))

    assert len(ends) == 1


# --- Options -------------------------------------------------------------------------------------


@every_game
def test_options_are_written_as_they_are_read(game: AnyGame) -> None:
    """Every combination of values survives its text; what is not given is the default."""
    defaults = {option.name: option.default for option in game.option_list}

    assert defaults == game.option_texts(game.options({}))
    for texts in option_texts(game):
        options = game.options(texts)
        assert texts == game.option_texts(options)
        assert options == game.options(game.option_texts(options))


@every_game
def test_options_that_cannot_be_are_refused(game: AnyGame) -> None:
    """An unknown name, or a value that the option does not have, is a bad option and named."""
    for name in ("nonsense", *(option.name for option in game.option_list)):
        with pytest.raises(BadOption) as refusal:
            game.options({name: "nonsense"})
        assert name == refusal.value.option


@every_game
def test_too_few_and_too_many_seats_are_refused(game: AnyGame) -> None:
    """Only the seat counts of the game can be set up."""
    assert game.seats
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadOption):
            Setting(game, game.options({}), seats).begin(b"seed")
