"""The small choices of Alchemicus; what holds for every game is in `tests/games/test_choices.py`."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine import choices, drafts
from bessemer.engine.choices import Thing
from bessemer.engine.drafts import Draft
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import ALEMBIC, DOMO, GOODS, HORTEN, KINDS
from bessemer.games.alchemicus.moves import Build, Pass
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.scripts.things import (
    BANK,
    BUILDING,
    CARD,
    DECK,
    FIELD,
    GOOD,
    PLACE,
    SEAT,
)
from bessemer.games.alchemicus.state import State, View
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import position
from tests.games.alchemicus.walks import walks
from tests.games.walks import Walk


def begun(state: State) -> Draft[Any]:
    """A new answer of the seat that is asked."""
    return drafts.begin(ALCHEMICUS, ALCHEMICUS.view(state, Seat(at.asked(state)[0])))


def words_of(draft: Draft[Any]) -> list[str]:
    """The words that the choice of a draft offers."""
    assert draft.choice is not None
    return [word.text for word in draft.choice.words]


def refusals(draft: Draft[Any]) -> dict[str, str]:
    """The other answers that you might think of, with the code of the refusal, less the game's name."""
    return {
        word.text: refusal.code.removeprefix("alchemicus.") for word, refusal in draft.not_now()
    }


def drafts_along(walk: Walk, data: st.DataObject) -> Iterator[Draft[Any]]:
    """The drafts along any answers of the seat that is asked."""
    for seat in walk.asked:
        draft = drafts.begin(ALCHEMICUS, ALCHEMICUS.view(walk.state, seat))
        yield draft
        while draft.choice is not None:
            answer = choices.sample_answer(
                draft.choice, lambda n: data.draw(st.integers(0, n - 1), label=f"below({n})")
            )
            draft = draft.take(*answer)
            yield draft


@given(walk=walks(), data=st.data())
def test_the_order_of_a_set_means_nothing(walk: Walk, data: st.DataObject) -> None:
    """A payment in any order has the same effect, and the same path."""
    for seat in walk.asked:
        view = ALCHEMICUS.view(walk.state, seat)
        move: Any = ALCHEMICUS.sample_move(
            walk.state, seat, lambda n: data.draw(st.integers(0, n - 1), label=f"below({n})")
        )
        for name in {"pay", "cards", "buildings"}.intersection(move._fields):
            mixed = tuple(data.draw(st.permutations(getattr(move, name))))
            other = move._replace(**{name: mixed})

            assert ALCHEMICUS.apply(walk.state, seat, move) == ALCHEMICUS.apply(
                walk.state, seat, other
            )
            assert drafts.path_of(ALCHEMICUS, view, move) == drafts.path_of(ALCHEMICUS, view, other)


@given(walk=walks(), data=st.data())
def test_what_is_not_offered_is_refused_at_every_step(walk: Walk, data: st.DataObject) -> None:
    """Along any answers, what is named as not possible is not offered, and `apply` refuses it."""
    for draft in drafts_along(walk, data):
        offered = words_of(draft) if draft.choice is not None else []
        named = [word.text for word, _ in draft.not_now()]

        assert not set(named) & set(offered)
        assert len(set(named)) == len(named)


@given(walk=walks(), data=st.data())
def test_words_stand_for_what_is_on_the_board(walk: Walk, data: st.DataObject) -> None:
    """Whatever a word stands for is there: a card so often in the hand, a good on its building."""
    for draft in drafts_along(walk, data):
        possible = draft.choice.words if draft.choice is not None else ()
        for word in (*possible, *(other for other, _ in draft.not_now())):
            if word.thing is not None:
                assert is_there(draft.view, word.thing, word.copies)


def is_there(view: View, thing: Thing, copies: int) -> bool:
    """Whether a thing lies open, or in the viewer's hand, so often."""
    board = view.board
    if thing.kind == BUILDING:
        seat, place = map(int, thing.id.split("."))
        return 0 <= place < len(board.players[seat].buildings)
    if thing.kind == GOOD:
        owner, where, good = thing.id.split(".")
        lying = board.players[int(owner)].buildings[int(where)].goods
        return GOODS[good] in [found.good for found in lying]
    if thing.kind in {CARD, BANK}:
        cards = view.hand if thing.kind == CARD else board.bank
        return Counter(cards)[KINDS[thing.id]] >= copies
    places = {
        DECK: {"base", "noctis"},
        FIELD: set(map(str, range(len(board.table.options.deck.outer)))),
        SEAT: set(map(str, range(len(board.players)))),
        PLACE: {"Domo", *map(str, board.table.options.deck.inner)},
    }
    return thing.id in places[thing.kind]


def test_alchemicus_asking_without_a_choice() -> None:
    """RULING alchemicus-asking: a player who is asked about a Gloria and holds none chooses nothing."""
    state = position("gloria", hands={0: "Domo*6"})
    draft = begun(state)

    assert (0, "gloria") == at.asked(state)
    assert draft.choice is None
    assert Pass() == draft.move
    assert ["pass", "play"] == words_of(begun(position("gloria", hands={0: "Gloria Domo*6"})))


def test_a_payment_is_one_choice_of_a_set() -> None:
    """Of equal cards a word has so many copies; how many are taken is the price."""
    draft = begun(position("build", hands={0: "Alembic Horten Domo*3"})).take("Alembic")

    assert draft.choice is not None
    assert ("pay", 3, 3) == (draft.choice.name, draft.choice.least, draft.choice.most)
    assert [("Horten", 1), ("Domo", 3)] == [(word.text, word.copies) for word in draft.choice.words]
    assert Build(ALEMBIC, (HORTEN, DOMO, DOMO)) == draft.take("Domo", "Horten", "Domo").move


GUARDED = "Alembic=herb! Taberna"
night = partial(position, noctis="on")
race = partial(night, race="on")


@pytest.mark.parametrize(
    ("state", "path", "expected"),
    [
        pytest.param(
            night("draw", hands={0: "Domo"}, bank="Horten", noctis_pile=""),
            [],
            {"noctis": "no-card-to-draw"},
            id="no Noctis card is left",
        ),
        pytest.param(
            night("noctis", hands={0: "Infamia Golem Domo*2"}, fame=(1, 1)),
            [],
            {"Infamia": "wrong-price"},
            id="a Noctis card that cannot be paid",
        ),
        pytest.param(
            night(
                "noctis",
                hands={0: "Mutabilus Spiritus Homunculus Infamia Golem Domo*6"},
                rows={1: GUARDED},
            ),
            [],
            {
                "Mutabilus": "guarded",
                "Spiritus": "guarded",
                "Homunculus": "no-target",
                "Infamia": "no-target",
            },
            id="Noctis cards without a target",
        ),
        pytest.param(
            night(
                "noctis",
                players=4,
                hands={0: "Spiritus Domo*2"},
                rows={1: "Alembic Fornax! Taberna Labrium", 2: GUARDED, 3: "Fornax"},
            ),
            ["Spiritus"],
            {"2": "guarded"},
            id="a player whose buildings are guarded",
        ),
        pytest.param(
            night(
                "noctis",
                hands={0: "Spiritus Domo*2"},
                rows={1: "Alembic Fornax! Taberna Labrium"},
            ),
            ["Spiritus"],
            {"1": "guarded", "2": "no-target"},
            id="buildings that no Spiritus goes on",
        ),
        pytest.param(
            position("move", fields=[0, at.SPIRIT]),
            [],
            {"1": "field-taken", "4": "no-fame", "5": "no-fame"},
            id="a barred field, and too far a walk",
        ),
        pytest.param(
            race("move", fields=[0, at.SPIRIT], hands={0: "Gloria*2 Domo"}),
            [],
            {"1": "field-taken", "5": "wrong-price"},
            id="in the Race too few cards",
        ),
        pytest.param(
            position("move", fields=[-1, at.SPIRIT], turns=(0, 1)),
            [],
            {str(at.SPIRIT): "field-taken"},
            id="a field that somebody stands on",
        ),
        pytest.param(
            race("clearing", fields=[at.GIFTS, 0], hands={0: "Domo*7"}, infamia=(2, 0)),
            [],
            {"2": "wrong-price"},
            id="cards for one Infamia alone",
        ),
        pytest.param(
            position("build", hands={0: "Horten Donarium"}),
            [],
            {"Donarium": "wrong-price"},
            id="a building that cannot be paid",
        ),
        pytest.param(
            position("spirit", spirit="Alembic"),
            [],
            {"Alembic": "spirit-stays"},
            id="the Spirit must move",
        ),
        pytest.param(
            position("spirit", players=3, hands={1: "Domo", 2: "Domo"}, rows={2: "Domo"}),
            ["Domo"],
            {"1": "no-theft"},
            id="a player without a Domo",
        ),
        pytest.param(
            position(
                "transport",
                rows={0: "Horten=herb Alembic Alembic Alembic=herb Metalle=ore Fornax=ore"},
            ),
            [],
            {"herb.3": "no-route", "ore.4": "no-room", "ore.5": "no-route"},
            id="goods that go nowhere",
        ),
        pytest.param(
            position("transport", rows={0: "Horten=herb Alembic Alembic Alembic=herb"}),
            ["herb.0"],
            {"3": "no-room"},
            id="a full building",
        ),
        pytest.param(
            at.play(
                position("sale", rows={0: "Horten=herb Horten=herb Labrium=gold Pergula Donarium"}),
                "sell herb from 0 at 3 for cards",
            ),
            [],
            {"herb.1": "outlet-full"},
            id="goods that no outlet takes now",
        ),
        pytest.param(
            position("sale", rows={0: "Horten=herb Pergula Taberna Donarium"}),
            ["herb.0"],
            {"3": "not-traded-there"},
            id="an outlet that does not take the good",
        ),
        pytest.param(
            race(
                "sale",
                rows={0: "Labrium=gold Horten=herb Pergula Donarium"},
                infamia=(1, 0),
            ),
            [],
            {"gold.0": "infamous"},
            id="gold of an infamous player in the Race",
        ),
    ],
)
def test_what_is_not_offered_is_told_with_the_reason_that_fits(
    state: State, path: list[str], expected: dict[str, str]
) -> None:
    """Each word that one might think of is refused with the code that says why."""
    draft = begun(state)
    for word in path:
        draft = draft.take(word)

    assert expected == refusals(draft)


def test_defending_without_a_golem_or_cards() -> None:
    """A player with only one way to defend sees why the other is closed."""
    hands = {0: "Infamia Domo*5", 1: "Domo*5"}
    dark = night("noctis", hands=hands, fame=(0, 1))
    struck = at.play(dark, "infamia on 1 paying Domo Domo Domo Domo Domo")

    assert {"golem": "no-target"} == refusals(begun(struck))
    guarded = night(
        "noctis",
        hands=hands | {1: "Domo"},
        rows={1: "Domo!"},
        fame=(0, 1),
    )
    struck = at.play(guarded, "infamia on 1 paying Domo Domo Domo Domo Domo")
    assert {"cards": "wrong-price"} == refusals(begun(struck))
