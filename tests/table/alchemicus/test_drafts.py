"""Answers in the making: whatever is chosen step by step is legal, and all that is legal can be."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from typing import get_args

import pytest

from bessemer.engine import drafts, scripts
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import KINDS
from bessemer.games.alchemicus.moves import Move, Pass
from bessemer.games.alchemicus.notation import parse_move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import Player, State, View
from bessemer.table.answers.drafts import AnswerDraft, DraftQuestion, NotPossible
from bessemer.table.games import table_game
from tests.games.alchemicus.positions import BUILD, GIFTS, answer, position
from tests.terminal.alchemicus.examples import (
    ALL,
    NOCTIS,
    RACE,
    asked_views,
    first_views,
    seat_of,
    view_in,
)

FEW = 150
ENOUGH = 15
GAME = table_game("alchemicus")


def begun(view: View) -> AnswerDraft:
    """A new answer."""
    return GAME.drafts.begin(view)


def possible(question: DraftQuestion) -> list[str]:
    """The words that can be chosen."""
    return [choice.word for choice in question.choices if not choice.why_not]


def reachable(draft: AnswerDraft, known: set[object]) -> set[Move]:
    """Every move that some answers lead to; the order of a payment is tried only once."""
    here = (draft.made.path, draft.picked, draft.move)
    if here in known:
        return set()
    known.add(here)
    if draft.question is None:
        assert draft.move is not None
        return {draft.move}
    found = [reachable(draft.chosen(word), known) for word in possible(draft.question)]
    return set().union(*found)


def hand_made() -> Iterator[View]:
    """Positions that random play seldom comes to, or with hands that leave too many choices."""
    goods = "Horten=herb Alembic=tincture Metalle=ore! Labrium=gold~"
    own = "Horten Pergula Alembic Metalle Fornax=metal~"
    sale = position(
        "sale",
        players=3,
        hands={1: "Horten*2 Domo*2", 2: "Domo*3 Gloria*2"},
        rows={0: "Alembic=tincture Taberna", 1: "Labrium Alembic", 2: "Labrium=metal"},
        advanced_sale="on",
    )
    states = (
        position("hand-limit", hands={0: "Horten*4 Domo*4 Labrium*4"}),
        position(
            "clearing",
            hands={0: "Horten*7 Domo*2"},
            fields=(GIFTS, BUILD),
            infamia=(2, 0),
            noctis="on",
            race="on",
        ),
        position(
            "noctis", hands={0: "Mutabilus Domo Horten"}, rows={0: own, 1: goods}, noctis="on"
        ),
        position(
            "noctis",
            players=3,
            hands={0: "Homunculus Spiritus Domo*2"},
            rows={0: own, 1: goods, 2: goods},
            noctis="on",
            race="on",
        ),
        answer(sale, 0, "sell tincture from 0 at 1 for cards"),
    )
    for state in states:
        yield ALCHEMICUS.view(state, state.board.waiting[0])


def test_what_can_be_chosen_is_what_is_legal() -> None:
    """Where not too many moves are legal, the answers lead to exactly these: to all kinds of move."""
    compared: Counter[object] = Counter()
    kinds: set[type] = set()
    for view in chain(first_views(), hand_made(), asked_views(seed=100)):
        board = view.board
        options = board.table.options
        where = board.phase, options.noctis, options.race
        if compared[where] == ENOUGH:
            continue
        legal = set(islice(drafts.moves(ALCHEMICUS, view), FEW + 1))
        if len(legal) <= FEW:
            compared[where] += 1
            kinds |= set(map(type, legal))
            assert legal == reachable(begun(view), set())

    assert set(get_args(Move)) == kinds


def with_player(view: View, **changes: object) -> View:
    """The view with something else before its own seat."""
    board, seat = view.board, seat_of(view)
    player: Player = board.players[seat]._replace(**changes)  # type: ignore[arg-type]
    players = (*board.players[:seat], player, *board.players[seat + 1 :])
    return view._replace(board=board._replace(players=players))


def test_too_few_cards_for_all_sources_let_the_owner_choose() -> None:
    """One question for each card that is left."""
    view = view_in(Phase.ACQUIRE)
    own = view.board.players[seat_of(view)].buildings
    source = next(one for one in own if str(one.kind) == "Horten")._replace(goods=())
    board = view.board._replace(pile=2, discard=(), bank=(), spirit=KINDS["Domo"])
    view = with_player(view._replace(board=board), buildings=(source,) * 4)

    assert set(drafts.moves(ALCHEMICUS, view)) == reachable(begun(view), set())


def test_the_thirteenth_building_takes_the_place_of_another() -> None:
    """Which one is asked before the payment."""
    view = view_in(Phase.BUILD)
    own = view.board.players[seat_of(view)].buildings
    hand = (KINDS["Horten"], KINDS["Domo"], KINDS["Gloria"])
    full = with_player(view._replace(hand=hand), buildings=(own * 12)[:12], cards=3)
    draft = begun(full).chosen("horten 11")

    assert draft.question is not None
    assert ["Domo", "Gloria"] == possible(draft.question)
    assert parse_move("build Horten paying Domo razing 11") == draft.chosen("domo").move


@pytest.mark.parametrize("options", [ALL, NOCTIS, RACE], ids=["all", "noctis", "race"])
def test_every_legal_move_can_be_typed_and_drafted(options: dict[str, str]) -> None:
    """Its canonical text is read in capitals too, and the draft made of it is that move."""
    rng = random.Random(6)
    for phase in (Phase.MOVE, Phase.BUILD, Phase.SPIRIT, Phase.SALE):
        view = view_in(phase, options)
        move = scripts.sample(ALCHEMICUS.script(view), rng.randrange)

        assert move == GAME.typing.parse(view, ALCHEMICUS.format(move))
        assert move == GAME.typing.parse(view, ALCHEMICUS.format(move).upper())
        assert move == GAME.drafts.from_move(view, move).move


def test_noctis_cards_are_played_by_their_names() -> None:
    """The name of the card is the verb; a Golem that is given up is named by its building."""
    view = view_in(Phase.NOCTIS, NOCTIS)

    for text in (
        "golem on 1 paying Horten Golem",
        "pactum paying Domo Domo Domo",
        "give golem 3",
        "give Horten Golem Golem Golem Golem",
    ):
        move = GAME.typing.parse(view, text.title())
        assert move is not None
        assert text == ALCHEMICUS.format(move)


@pytest.mark.parametrize("text", ["", "what", "3", "build", "move three", "pay Horten"])
def test_what_is_no_move_is_none(text: str) -> None:
    """A word alone answers a question instead."""
    assert GAME.typing.parse(view_in(Phase.MOVE), text) is None


def test_several_answers_at_once() -> None:
    """Words in a row, each as short as it is clear."""
    view = view_in(Phase.BUILD)
    hand = tuple(KINDS[name] for name in ("Alembic", "Horten", "Domo", "Donarium", "Donarium"))
    view = with_player(view._replace(hand=hand), cards=5)
    draft = begun(view).chosen("al hor don don")

    assert parse_move("build Alembic paying Horten Donarium Donarium") == draft.move


def test_what_is_not_possible_says_why() -> None:
    """A distance that costs a Fame, for somebody who has none."""
    view = with_player(view_in(Phase.MOVE, number=9), fame=0)
    with pytest.raises(NotPossible, match="4 fields cost a Fame"):
        begun(view).chosen("4")


def test_an_illegal_move_is_refused_in_the_words_of_the_rules() -> None:
    """With what would be legal."""
    view = view_in(Phase.MOVE, number=9)
    with pytest.raises(NotPossible, match="a pawn moves 1 to 5 fields, not 7") as refused:
        GAME.drafts.from_move(view, ALCHEMICUS.parse("move 7"))

    assert "move 1" in refused.value.instead


def test_a_complete_answer_takes_no_more_words() -> None:
    """It says so."""
    draft = begun(view_in(Phase.GIFTS)).chosen("pass")

    assert Pass() == draft.move
    with pytest.raises(NotPossible, match="complete"):
        draft.chosen("pass")


# --- What people had before their answers came from the rules ------------------------------------


def labels(draft: AnswerDraft) -> dict[str, str]:
    """What the question shows for each word, and why not."""
    assert draft.question is not None
    return {choice.word: choice.why_not or choice.label for choice in draft.question.choices}


@pytest.mark.parametrize(
    ("state", "word", "why"),
    [
        pytest.param(
            position("gloria", hands={0: "Domo*6"}),
            "play",
            "Gloria is not in the hand",
            id="gloria",
        ),
        pytest.param(
            position("build", hands={0: "Gloria Labrium"}),
            "Labrium",
            "the price is 5 cards, not 1",
            id="build",
        ),
        pytest.param(
            position("noctis", hands={0: "Mutabilus Domo*2"}, noctis="on"),
            "Mutabilus",
            "there is nothing to play Mutabilus on",
            id="noctis",
        ),
    ],
)
def test_whoever_can_only_pass_is_asked_and_told_why(state: State, word: str, why: str) -> None:
    """RULING alchemicus-asking: the question is put, Enter passes, and the reasons are there."""
    draft = begun(ALCHEMICUS.view(state, Seat(0)))

    assert draft.question is not None
    assert ["pass"] == possible(draft.question)
    assert "pass" == draft.question.default
    assert labels(draft)[word].startswith(why)
    assert draft.move is None
    with pytest.raises(NotPossible, match=why):
        draft.chosen(word[:3].lower())
    assert Pass() == draft.chosen("no").move
    assert draft.chosen("pass").question is None


def test_players_are_named_by_their_letters() -> None:
    """As everywhere on the table; the number that moves have for them will do as well."""
    rows = {1: "Alembic", 2: "Fornax Domo! Labrium"}
    state = position("noctis", players=3, hands={0: "Spiritus Domo*2"}, rows=rows, noctis="on")
    draft = begun(ALCHEMICUS.view(state, Seat(0)))

    assert {"1": "B", "2": "C"} == labels(draft.chosen("spir"))
    for text in ("spir c lab", "spir 2 2"):
        assert parse_move("spiritus on 2.2 paying Domo Domo") == draft.chosen(text).move
    with pytest.raises(NotPossible, match="a Golem guards that building"):
        draft.chosen("spir c 1")


def test_a_place_that_is_closed_is_not_the_beginning_of_another() -> None:
    """Building 1 is full, or stores nothing: it is refused, though building 10 has room."""
    for first, why in (
        ("Alembic=herb", "building 1 has no room for herb"),
        ("Domo", "'1' is none of the answers"),
    ):
        row = f"Horten=herb {first} Alembic{' Domo' * 7} Alembic"
        draft = begun(ALCHEMICUS.view(position("transport", rows={0: row}), Seat(0)))
        with pytest.raises(NotPossible, match=why):
            draft.chosen("herb.0 1")
    assert parse_move("transport 0 to 10") == draft.chosen("herb.0 10").move


def test_declining_has_a_key_also_where_the_first_player_has_its() -> None:
    """Seat 0 has the key 0; nobody is then robbed by n."""
    hands, rows = {0: "Horten", 2: "Domo"}, {0: "Domo", 2: "Domo"}
    state = position("spirit", players=3, hands=hands, rows=rows, active=1)
    question = begun(ALCHEMICUS.view(state, Seat(1))).chosen("domo").question

    assert question is not None
    assert {"0": "A, 1 card", "2": "C, 1 card", "n": ""} == {
        choice.key: choice.label for choice in question.choices
    }


def test_a_payment_tells_what_is_missing_and_what_is_there() -> None:
    """Card by card; Enter takes of what is held most often."""
    hand = {0: "Alembic Horten Metalle Domo*3"}
    draft = begun(ALCHEMICUS.view(position("build", hands=hand), Seat(0))).chosen("alembic")

    assert draft.question is not None
    assert "Alembic: pay 3 cards." == draft.question.text
    assert {"Horten": "", "Metalle": "", "Domo": "Domo x3"} == labels(draft)
    assert "Domo" == draft.question.default
    draft = draft.chosen("Domo")
    assert draft.question is not None
    assert "Alembic: pay 2 cards more; paid so far: Domo." == draft.question.text
    assert {"Horten": "", "Metalle": "", "Domo": "Domo x2"} == labels(draft)


def test_a_card_that_cannot_pay_is_a_slip() -> None:
    """It does not choose another building, though it could have been one before."""
    hand = {0: "Alembic Horten Metalle Domo*3"}
    draft = begun(ALCHEMICUS.view(position("build", hands=hand), Seat(0))).chosen("alembic")

    with pytest.raises(NotPossible, match="none of the answers"):
        draft.chosen("alembic")
