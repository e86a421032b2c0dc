"""What the views of all games have in common, against the rules themselves."""

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.choices import sample_answer
from bessemer.engine.errors import IllegalMove, NotOffered
from bessemer.engine.game import Seat
from bessemer.sdk.view import UNLIMITED, AnyView, view_class
from tests.games.walks import SETTINGS, Setting, Walk, Way, states

every_game = pytest.mark.parametrize("name", NAMES)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def seen(walk: Walk, seat: Seat | None, clock: float = UNLIMITED) -> AnyView:
    """What a bot in `seat` is shown."""
    return view_class(walk.game.name)(walk.game.view(walk.state, seat), clock)


def positions(setting: Setting) -> Iterator[tuple[Walk, AnyView]]:
    """Positions of a random match, also late ones, and what each seat that is asked sees."""
    for walk in states(setting, b"seen", Way.LATE):
        for seat in walk.asked:
            yield walk, seen(walk, seat)


def refusal(walk: Walk, seat: Seat, move: Any) -> IllegalMove | None:  # noqa: ANN401 - any game's
    """How the rules refuse a move."""
    try:
        walk.game.apply(walk.state, seat, move)
    except IllegalMove as error:
        return error
    return None


@every_game
def test_a_spectator_has_no_view_of_this_kind(name: str) -> None:
    """It would have nothing to decide."""
    setting = next(setting for setting in SETTINGS.values() if setting.game.name == name)
    walk = next(states(setting, b"watched"))
    with pytest.raises(ValueError, match="a spectator decides nothing"):
        seen(walk, None)


def test_a_game_that_is_not_there_has_no_view() -> None:
    """It is looked for by its name alone."""
    with pytest.raises(ImportError, match="chess"):
        view_class("chess")


@every_setting
def test_a_view_knows_what_the_rules_know(setting: Setting) -> None:
    """Each word of it is the state's own fact about our seat."""
    for walk, view in positions(setting):
        board, seat, count = walk.state.board, view.seat, setting.seats
        (kind,) = {asked.kind for asked in walk.game.decisions(walk.state)}

        assert GAMES[setting.game.name] is view.game
        assert (walk.game.view(walk.state, seat), board) == (view.seen, view.board)
        assert kind == view.phase
        assert (count, view.players[seat]) == (len(view.players), view.me)
        # The players of Brass hold bits; a view tells them in names, which a test of its own checks.
        assert board.players == view.players or setting.game.name == "brass"
        assert tuple((seat + ahead) % count for ahead in range(1, count)) == view.others
        assert [at for at, rank in enumerate(view.ranks()) if rank == 1] == list(view.leaders())
        assert view.round >= 1
        assert UNLIMITED == view.clock
        assert 7.5 == seen(walk, seat, 7.5).clock
        shown = repr(view)
        assert shown.startswith(f"<{type(view).__name__}: seat {seat}, ")
        assert shown.endswith(f"round {view.round}, {kind}>")


@every_setting
def test_the_last_round_is_known(setting: Setting) -> None:
    """A match ends in one, and never returns from it."""
    was_last = False
    for _, view in positions(setting):
        assert view.is_last_round or not was_last
        was_last = view.is_last_round
    capped = setting.game.name == "alchemicus"  # RULING alchemicus-round-cap: nobody sees it coming

    assert was_last or capped


@every_setting
def test_moves_are_the_games_own(setting: Setting) -> None:
    """The default move, the first legal moves and random ones."""
    rng = random.Random(3)
    for walk, view in positions(setting):
        legal = view.legal_moves(12)

        assert walk.game.default_move(walk.state, view.seat) == view.default_move()
        for move in (legal[0], legal[-1], view.random_move(rng)):
            assert refusal(walk, view.seat, move) is None


@every_setting
def test_a_move_can_be_made_by_choices(setting: Setting) -> None:
    """Whatever is taken leads to a legal move, and an earlier draft can be gone on from again."""
    rng = random.Random(5)
    for walk, view in positions(setting):
        draft, former = view.choices(), view.choices()
        while draft.choice is not None:
            former, draft = draft, draft.take(*sample_answer(draft.choice, rng.randrange))

        assert refusal(walk, view.seat, draft.move) is None
        if former.choice is not None:
            assert draft == former.take(*draft.path[-1])
            with pytest.raises(NotOffered, match="is not offered; take "):
                former.take("nothing of the kind")


@every_setting
def test_why_illegal_is_the_referees_own_word(setting: Setting) -> None:
    """For moves of every kind, in every phase, whatever is hidden from us."""
    rng = random.Random(4)
    moves = [move for *_, walk in [states(setting, b"others")] for _, move in walk.moves]
    agreed = set()
    for walk, view in positions(setting):
        for move in (view.default_move(), *rng.sample(moves, 3)):
            expected = refusal(walk, view.seat, move)
            assert str(expected) == str(view.why_illegal(move))
            agreed.add(expected.code if expected else None)

    codes = import_module(f"bessemer.games.{setting.game.name}.refusals").Code
    # A game with one kind of move has no wrong one.
    wrong_kind = {code.value for code in codes if code.name == "WRONG_KIND"}
    assert {None, *wrong_kind} <= agreed
    assert len(agreed) > 1


def readable(value: Any) -> bool:  # noqa: ANN401 - whatever a view answers
    """Whether a value holds no number that only the engine could read: no set as bits."""
    if isinstance(value, int):
        return abs(value) <= 10_000
    if isinstance(value, dict):
        return all(map(readable, [*value, *value.values()]))
    return not isinstance(value, tuple | list | frozenset) or all(map(readable, value))


def facts(view: AnyView) -> dict[str, Any]:
    """All that a view says of itself without being asked about anything in particular."""
    kind = type(view)
    names = [name for name in dir(kind) if isinstance(getattr(kind, name), property)]
    return {name: getattr(view, name) for name in names}


@every_setting
def test_a_view_answers_in_readable_values_before_a_move_and_after_it(setting: Setting) -> None:
    """A view after a move is a view like any other, of the same seat, in which nobody is asked."""
    rng = random.Random(8)
    told = 0
    for _, view in positions(setting):
        assert [] == [name for name, value in facts(view).items() if not readable(value)]
        for move in (view.default_move(), view.random_move(rng)):
            after = view.after(move)
            if after is None:
                continue
            told += 1
            assert (type(view), view.seat, view.clock) == (type(after), after.seat, after.clock)
            assert view.round == after.round
            assert [] == [name for name, value in facts(after).items() if not readable(value)]
            assert () == after.board.waiting
            assert [] == after.legal_moves(1)

    assert told > 10


@every_setting
def test_there_is_nothing_after_an_illegal_move(setting: Setting) -> None:
    """It is refused in the referee's own words."""
    rng = random.Random(9)
    moves = [move for *_, walk in [states(setting, b"others")] for _, move in walk.moves]
    refused = 0
    for walk, view in positions(setting):
        for move in rng.sample(moves, 3):
            expected = refusal(walk, view.seat, move)
            if expected is not None:
                refused += 1
                with pytest.raises(IllegalMove) as raised:
                    view.after(move)
                assert (expected.code, str(expected)) == (raised.value.code, str(raised.value))

    assert refused > 10


@every_game
def test_nothing_is_legal_for_whoever_is_not_asked(name: str) -> None:
    """A view of a seat whose turn it is not."""
    setting = next(setting for setting in SETTINGS.values() if setting.game.name == name)
    walk = next(states(setting, b"waiting"))
    (asked,) = walk.asked
    view = seen(walk, view_class(name)(walk.game.view(walk.state, asked)).others[0])
    why = view.why_illegal(seen(walk, asked).default_move())

    assert [] == view.legal_moves(5)
    assert why is not None
    assert f"{name}.not-asked" == why.code


@every_setting
def test_an_imagined_state_looks_like_the_view(setting: Setting) -> None:
    """So that a search may play on from it; the same luck imagines the same, other luck another."""
    different = 0
    for walk, view in positions(setting):
        imagined = view.imagine(random.Random(1))

        assert view.seen == walk.game.view(imagined, view.seat)
        assert imagined == view.imagine(random.Random(1))
        different += imagined != view.imagine(random.Random(2))
    assert different
