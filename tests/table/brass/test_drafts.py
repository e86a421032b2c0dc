"""Answers in the making: whatever is chosen becomes a legal move, and every legal move can be said."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.drafts import follow, path_of
from bessemer.engine.game import Seat
from bessemer.faces.brass.costs import cost_of
from bessemer.faces.brass.questions import cost_text
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.moves import Build, Canal, Develop, Loan, Move, Pass, Rails, Sell
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, State, View
from bessemer.table.answers.drafts import AnswerDraft, NotPossible
from bessemer.table.games import table_game
from tests.games.brass.positions import position
from tests.terminal.brass.examples import asked_states, states, view_in

GUIDE = Path(__file__).parents[3] / "docs" / "playing.md"
GAME = table_game("brass")
begin = GAME.drafts.begin
SEATS = (2, 3, 4)
FEW = 150
"""Of so many legal moves all can be tried."""
MATCHES = {Phase.ACTION: 2, Phase.SALE: 60}
"""How many matches of random play have enough of each; few sales go on."""


def words_of(draft: AnswerDraft) -> list[str]:
    """The answers that are possible now."""
    assert draft.question is not None
    return [choice.word for choice in draft.question.choices if not choice.why_not]


def all_moves(draft: AnswerDraft) -> Iterator[Move]:
    """Every move that can be built, one way or another."""
    if draft.move is not None:
        yield draft.move
        return
    for word in words_of(draft):
        yield from all_moves(draft.chosen(word))


@pytest.mark.parametrize("seats", SEATS)
def test_whole_matches_can_be_played_by_choosing(seats: int) -> None:
    """Any answer to any question leads to a legal move, which costs what the draft says."""
    rng, decisions, kinds = random.Random(seats), 0, set[type[Move]]()
    for seed in range(7):
        state = BRASS.setup(BRASS.options({}), seats, Chance(b"walk %d" % seed))
        while asked := BRASS.decisions(state):
            seat = asked[0].seat
            draft = begin(BRASS.view(state, seat))
            while (question := draft.question) is not None:
                words = words_of(draft)
                assert not question.default or question.default in words
                assert len({choice.key for choice in question.choices}) == len(question.choices)
                draft = draft.chosen(rng.choice(words))
            assert draft.move is not None
            cost, spent = cost_of(state.board, seat, draft.move), state.board.players[seat].spent
            if told := cost_text(draft.made.view, draft.trail):
                assert f"£{cost} of £{state.board.players[seat].money}" == told
            else:
                assert not cost
            is_last = len(state.board.order) == state.board.turn + 1
            state = BRASS.apply(state, seat, draft.move)
            if not is_last:
                assert spent + cost == state.board.players[seat].spent
            decisions += 1
            kinds.add(type(draft.move))
    assert decisions > 500
    assert kinds >= {Build, Canal, Rails, Develop, Loan, Pass, Sell}


@pytest.mark.parametrize("seats", SEATS)
def test_what_can_be_built_is_what_is_legal(seats: int) -> None:
    """Where there are few moves: those that a draft can become do all that the legal ones do."""
    seen = 0
    for state in states(seats, seed=5):
        for seat in state.board.waiting:
            legal = list(islice(BRASS.legal_moves(state, seat), FEW))
            if len(legal) == FEW:
                continue
            offered = set(all_moves(begin(BRASS.view(state, seat))))

            assert offered <= set(legal)
            assert after(state, seat, legal) == after(state, seat, offered)
            seen += 1
    assert seen > 10


def after(state: State, seat: Seat, moves: list[Move] | set[Move]) -> set[State]:
    """All states that `moves` lead to; two rails may name either end for the same cube."""
    return {BRASS.apply(state, seat, move) for move in moves}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("phase", [Phase.ACTION, Phase.SALE])
def test_every_legal_move_can_be_typed_drafted_and_said(seats: int, phase: Phase) -> None:
    """By its canonical text, at once, and answer by answer, all to the same effect."""
    draws, seen = Draws(Chance(b"moves")), 0
    for seed in range(MATCHES[phase]):
        for state, seat in asked_states(phase, seats, seed):
            view = BRASS.view(state, seat)
            for _ in range(4):
                move = BRASS.sample_move(state, seat, draws.below)
                drafted = GAME.drafts.from_move(view, move)
                stepped = said(begin(view), view, move)

                assert move == GAME.typing.parse(view, BRASS.format(move))
                assert drafted.move == stepped.move
                assert after(state, seat, [move]) == after(state, seat, [stepped.move])
                seen += 1
    assert seen > 15


def said(draft: AnswerDraft, view: View, move: Move) -> AnswerDraft:
    """The draft after the answers that lead to `move`, one word at a time."""
    path = path_of(BRASS, view, move)
    for length in range(len(path)):
        choice = follow(BRASS, view, path[:length]).choice
        assert choice is not None
        for word in path[length]:
            if draft.made.choice == choice:  # what is left of a set may be clear
                draft = draft.chosen(word)
        if draft.move is None and draft.picked:
            draft = draft.chosen("done")
    return draft


@pytest.mark.parametrize("seats", SEATS)
def test_a_cost_beside_a_word_is_the_least_that_it_leads_to(seats: int) -> None:
    """Some move that can still be made costs that, and none costs less; less than there is."""
    seen = 0
    for state in islice(states(seats, seed=5), 0, None, 3):
        for seat in state.board.waiting:
            if len(list(islice(BRASS.legal_moves(state, seat), FEW))) == FEW:
                continue
            for draft in all_drafts(begin(BRASS.view(state, seat))):
                assert draft.question is not None
                for choice in draft.question.choices:
                    _, is_paid, cost = choice.label.rpartition(" £")
                    if is_paid and cost.isdecimal() and draft.trail and not choice.why_not:
                        moves = all_moves(draft.chosen(choice.word))
                        assert int(cost) == min(cost_of(state.board, seat, m) for m in moves)
                        seen += 1
    assert seen > 20


def all_drafts(draft: AnswerDraft) -> Iterator[AnswerDraft]:
    """Every draft on the way to a move, whatever is chosen."""
    if draft.move is None:
        yield draft
        for word in words_of(draft):
            yield from all_drafts(draft.chosen(word))


def test_a_debt_is_paid_with_any_tile() -> None:
    """The question offers every tile of the seat, with what it brings."""
    seen = 0
    for seed in range(40):
        for state, seat in asked_states(Phase.SHORTFALL, 4, seed):
            draft = begin(BRASS.view(state, seat))
            assert draft.question is not None
            assert all("gives £" in choice.label for choice in draft.question.choices)
            assert set(BRASS.legal_moves(state, seat)) == set(all_moves(draft))
            seen += 1
    assert seen


def test_several_answers_may_be_typed_at_once_and_cut_short() -> None:
    """The same as one after the other; what is clear need not be written out."""
    view = view_in(Phase.ACTION, 12)
    card = view.hand[-1]
    together = begin(view).chosen(f"loan 10 {card[:5].upper()}")

    assert Loan(10, card) == together.move
    assert together.made == begin(view).chosen("loan").chosen("10").chosen(card).made


@pytest.mark.parametrize(
    ("typed", "era", "move"),
    [
        ("build oldham cotton oldham.l", "canal", "build cotton at oldham.left with oldham"),
        ("canal bolton-b coal", "canal", "canal bolton-bury with coal"),
        ("loan 30 bury", "canal", "loan 30 with bury"),
        (
            *("develop port cotton iron", "canal"),
            "develop cotton iron from market and port iron from market with iron",
        ),
        ("develop port done iron", "canal", "develop port iron from market with iron"),
        (
            *("rail bolton-w none bury", "rail"),
            "rail bolton-wigan coal to bolton from bolton.top-left with bury",
        ),
    ],
)
def test_what_the_guide_shows_can_be_typed(typed: str, era: str, move: str) -> None:
    """Each line of `docs/playing.md` means what stands beside it."""
    state = position(
        era=era,
        hands={0: "bury coal iron oldham"},
        tiles="0 coal2 bolton.top-left",
        owns={0: {"money": 50}},
    )
    assert typed in GUIDE.read_text("utf-8")

    assert move == str(begin(BRASS.view(state, Seat(0))).chosen(typed).move)


def test_a_set_ends_where_the_next_answer_is_no_member() -> None:
    """One tile and the card to discard, without a word between them that says so."""
    view = view_in(Phase.ACTION, 2)
    card = next(card for card in view.hand if card not in INDUSTRIES)
    together = begin(view).chosen(f"develop port {card}")

    assert isinstance(together.move, Develop)
    assert (None, card) == (together.move.second, together.move.card)
    with pytest.raises(NotPossible, match="nonsense"):
        begin(view).chosen("develop port nonsense")


def test_two_tiles_can_be_named_in_either_order() -> None:
    """Both ways lead to the one that the rules list."""
    view = view_in(Phase.ACTION, 2)
    draft = begin(view).chosen("develop")

    one = draft.chosen("port").chosen("cotton").chosen(view.hand[0])
    assert one.move == draft.chosen("cotton").chosen("port").chosen(view.hand[0]).move
    assert one.move is not None
    assert one.move in set(all_moves(draft))


def test_what_is_not_possible_is_greyed_with_the_reason() -> None:
    """And choosing it all the same is refused with that reason and with what is possible."""
    refused = set()
    for state, seat in asked_states(Phase.ACTION, 4, seed=3):
        draft = begin(BRASS.view(state, seat))
        if draft.question is None:  # nothing is possible but to pass with the last card
            continue
        for choice in draft.question.choices:
            if choice.why_not:
                with pytest.raises(NotPossible) as error:
                    draft.chosen(choice.word)
                assert choice.why_not == str(error.value)
                assert set(words_of(draft)) == set(error.value.instead)
                refused.add(choice.word)
    assert {"build", "build_two_cards", "canal", "rail", "sell"} <= refused


def test_a_card_that_builds_nothing_is_greyed() -> None:
    """The others can be chosen."""
    greyed = 0
    for state, seat in asked_states(Phase.ACTION, 4, seed=2):
        draft = begin(BRASS.view(state, seat))
        if draft.question is None or "build" not in words_of(draft):
            continue
        draft = draft.chosen("build")
        if draft.made.choice is None or draft.made.choice.name != "card":
            continue
        assert draft.question is not None
        assert set(BRASS.view(state, seat).hand) == {
            choice.word for choice in draft.question.choices
        }
        for choice in draft.question.choices:
            if choice.why_not:
                with pytest.raises(NotPossible) as refused:
                    draft.chosen(choice.word)
                assert choice.why_not == str(refused.value)
                greyed += 1
    assert greyed > 5


def test_a_complete_move_takes_no_more_answers() -> None:
    """It is to be sent, or a step taken back."""
    view = view_in(Phase.ACTION)
    draft = begin(view).chosen("pass").chosen(view.hand[0])

    with pytest.raises(NotPossible, match="complete"):
        draft.chosen(view.hand[0])


def test_an_illegal_move_is_refused_in_the_words_of_the_rules() -> None:
    """With what would be legal."""
    view = view_in(Phase.ACTION)
    with pytest.raises(NotPossible, match="no loan of £40") as refused:
        GAME.drafts.from_move(view, Loan(40, view.hand[0]))

    assert ("10", "20", "30") == refused.value.instead


@pytest.mark.parametrize("text", ["", "what", "oldham", "loan", "bid 3 on C07"])
def test_what_is_no_move_is_none(text: str) -> None:
    """A word alone answers a question instead."""
    assert GAME.typing.parse(view_in(Phase.ACTION), text) is None
