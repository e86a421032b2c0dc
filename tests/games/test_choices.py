"""What `Game.script` promises, held against every game of the catalogue; see `engine.scripts`."""

from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine import choices, drafts, scripts
from bessemer.engine.chance import Chance, Draws
from bessemer.engine.choices import Choice
from bessemer.engine.drafts import Draft
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from tests.games.samples import every_sample
from tests.games.walks import SETTINGS, Setting, Walk, states, walks

SMALL: Final = 200
"""Where fewer moves than this are legal, all are compared with all paths."""

every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def drafts_on_the_way(walk: Walk, seat: Seat, path: choices.Path) -> list[Draft[Any]]:
    """The draft before each answer of a path, and the one at its end."""
    draft = drafts.begin(walk.game, walk.game.view(walk.state, seat))
    found = [draft]
    for answer in path:
        draft = draft.take(*answer)
        found.append(draft)
    return found


def check_choice(choice: Choice) -> None:
    """A choice is well formed, and there is something to choose."""
    texts = [word.text for word in choice.words]
    assert choice.name
    assert len(set(texts)) == len(texts)
    assert all(texts)
    assert all(word.copies >= 1 for word in choice.words)
    assert 0 <= choice.least <= choice.most <= sum(word.copies for word in choice.words)
    assert len(list(islice(choices.answers(choice), 2))) == 2, "a question with one answer"


@settings(max_examples=200)
@given(walk=walks())
def test_all_paths_are_exactly_the_legal_moves(walk: Walk) -> None:
    """On small decisions every legal move, of equals the canonical one, is the end of one path."""
    for seat in walk.asked:
        view = walk.game.view(walk.state, seat)
        listed = list(islice(walk.game.legal_moves(walk.state, seat), SMALL))
        if len(listed) < SMALL:
            reached = list(islice(drafts.moves(walk.game, view), SMALL))

            assert len(set(reached)) == len(reached)
            assert {walk.game.canonical(view, move) for move in listed} == set(reached)
            for move in reached:
                walk.game.apply(walk.state, seat, move)


@every_setting
def test_no_choice_has_one_answer_and_none_is_a_dead_end(setting: Setting) -> None:
    """In whole matches, random answers to well-formed choices lead to a legal move."""
    for number in range(2):
        for walk in states(setting, bytes([number])):
            for seat in walk.asked:
                draws = Draws(Chance(b"answers")).below
                draft = drafts.begin(walk.game, walk.game.view(walk.state, seat))
                while draft.choice is not None:
                    check_choice(draft.choice)
                    draft = draft.take(*choices.sample_answer(draft.choice, draws))
                walk.game.apply(walk.state, seat, draft.move)


@every_setting
def test_the_first_words_lead_to_a_legal_move(setting: Setting) -> None:
    """Whoever takes the first answer everywhere makes a legal move in every decision of a match."""
    for walk in states(setting, b"first"):
        for seat in walk.asked:
            view = walk.game.view(walk.state, seat)
            walk.game.apply(walk.state, seat, scripts.first(walk.game.script(view)))


@every_setting
def test_a_spectator_chooses_nothing(setting: Setting) -> None:
    """What has no seat is told so by each game."""
    view = setting.game.view(setting.begin(b"spectator"), None)
    with pytest.raises(ValueError, match="a spectator decides nothing"):
        setting.game.script(view)


@every_setting
def test_every_move_is_read_back_into_its_path(setting: Setting) -> None:
    """In whole matches, the path of a sampled move leads to that move or to the canonical one."""
    for number in range(2):
        for walk in states(setting, b"path" + bytes([number])):
            for seat in walk.asked:
                view = walk.game.view(walk.state, seat)
                draws = Draws(Chance(b"moves")).below
                for move in (
                    walk.game.sample_move(walk.state, seat, draws),
                    walk.game.default_move(walk.state, seat),
                    scripts.sample(walk.game.script(view), draws),
                ):
                    path = drafts.path_of(walk.game, view, move)
                    draft = drafts.follow(walk.game, view, path)

                    assert draft.move == walk.game.canonical(view, move)
                    assert draft.path == path


@given(walk=walks(), data=st.data())
def test_a_canonical_move_has_the_same_effect(walk: Walk, data: st.DataObject) -> None:
    """It is legal, its own canonical move, and leads to the same state once nothing is sealed."""
    for seat in walk.asked:
        view = walk.game.view(walk.state, seat)
        move = data.draw(st.sampled_from(list(islice(walk.game.legal_moves(walk.state, seat), 50))))
        same = walk.game.canonical(view, move)

        assert same == walk.game.canonical(view, same)
        assert settled(walk, seat, move) == settled(walk, seat, same)


def settled(walk: Walk, seat: Seat, move: Any) -> Any:  # noqa: ANN401 - any game's
    """The state after a move and, where answers are sealed, the default moves of the others."""
    game = walk.game
    state = game.apply(walk.state, seat, move)
    while game.sealed(state):
        other = game.decisions(state)[0].seat
        state = game.apply(state, other, game.default_move(state, other))
    return state


@given(walk=walks(), data=st.data())
def test_what_is_not_offered_is_refused_by_the_rules(walk: Walk, data: st.DataObject) -> None:
    """Whatever a choice on any path names as not possible is none of its words; `apply` says why."""
    for seat in walk.asked:
        view = walk.game.view(walk.state, seat)
        rng = data.draw(st.randoms(use_true_random=False))
        move = scripts.sample(walk.game.script(view), rng.randrange)
        path = drafts.path_of(walk.game, view, move)
        for draft in drafts_on_the_way(walk, seat, path):
            offered = {word.text for word in draft.choice.words} if draft.choice else set()
            for word, refusal in draft.not_now():
                assert word.text not in offered
                assert refusal.code.startswith(f"{walk.game.name}.")
                assert str(refusal)


@given(walk=walks())
def test_choices_follow_from_what_the_seat_sees(walk: Walk) -> None:
    """Whatever is hidden from a seat, it is offered the same words in the same order."""
    for seat in walk.asked:
        view = walk.game.view(walk.state, seat)
        path = drafts.path_of(walk.game, view, walk.game.default_move(walk.state, seat))
        for hidden in (b"one", b"other"):
            looks_alike = walk.game.view(walk.game.resample(view, Chance(hidden)), seat)
            for draft in drafts_on_the_way(walk, seat, path):
                again = drafts.follow(walk.game, looks_alike, draft.path)
                assert (draft.choice, draft.move) == (again.choice, again.move)


@settings(max_examples=100)
@given(walk=walks())
def test_samplers_reach_the_same_moves_as_the_choices(walk: Walk) -> None:
    """A game's own quick sampler and random choices have the same support on small decisions."""
    for seat in walk.asked:
        view = walk.game.view(walk.state, seat)
        reached = list(islice(drafts.moves(walk.game, view), SMALL))
        if len(reached) < SMALL:
            samples = list(islice(every_sample(walk, seat), 100 * SMALL))

            assert len(samples) < 100 * SMALL
            assert {walk.game.canonical(view, move) for move in samples} == set(reached)


@given(walk=walks())
def test_an_illegal_move_has_no_path(walk: Walk) -> None:
    """A move of another time that the rules refuse now is refused with their reason."""
    for seat in walk.asked:
        view = walk.game.view(walk.state, seat)
        for _, move in walk.moves[-5:]:
            refused = refusal_of(walk, seat, move)
            if refused is not None:
                with pytest.raises(IllegalMove) as found:
                    drafts.path_of(walk.game, view, move)
                assert refused.code == found.value.code


def refusal_of(walk: Walk, seat: Seat, move: Any) -> IllegalMove | None:  # noqa: ANN401
    """How the rules refuse a move; `None` if they do not."""
    try:
        walk.game.apply(walk.state, seat, move)
    except IllegalMove as refused:
        return refused
    return None
