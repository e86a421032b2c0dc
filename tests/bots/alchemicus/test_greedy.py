"""The answers of the greedy bot where the answer is plain."""

import random

import pytest

from bessemer.bots.alchemicus.greedy import GreedyBot
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from bessemer.sdk.alchemicus import AlchemicusView
from tests.games.alchemicus.positions import (
    ACQUIRE,
    GIFTS,
    SALE,
    SECOND_BUILD,
    SPIRIT,
    TRANSMUTE,
    TRANSPORT,
    asked,
    position,
)

CHAIN = "Horten Metalle Alembic Fornax Labrium Donarium"


def answer(state: State) -> str:
    """The move that it plays, as text; the rules take it."""
    seat = Seat(asked(state)[0])
    bot = GreedyBot(random.Random(1))
    move = bot.decide(AlchemicusView(ALCHEMICUS.view(state, seat)))
    ALCHEMICUS.apply(state, seat, move)
    return ALCHEMICUS.format(move)


def ends_on(row: str, start: int) -> int:
    """The field to which it goes with such a row, the Spirit being in the centre."""
    state = position(
        "move", rows={0: row}, hands={0: "Gloria"}, fields=[start, SALE], spirit="Domo"
    )
    word, distance = answer(state).split()[:2]
    assert "move" == word
    return (start + int(distance)) % 8


# --- Moving --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "start", "field"),
    [
        pytest.param("Horten Metalle Pergula Taberna", SPIRIT, ACQUIRE, id="empty sources"),
        pytest.param("Horten=herb Alembic Taberna", ACQUIRE, TRANSPORT, id="a herb to carry"),
        pytest.param("Horten Alembic=herb Taberna", TRANSPORT, TRANSMUTE, id="a herb to boil"),
        pytest.param("Labrium=gold Donarium", SECOND_BUILD, SALE, id="gold to sell"),
    ],
)
def test_it_goes_where_production_pays(row: str, start: int, field: int) -> None:
    """The next step of the goods that lie there."""
    assert field == ends_on(row, start)


def test_it_does_not_pay_a_fame_to_walk_where_a_free_way_is_as_good() -> None:
    """A Fame is worth more than a turn."""
    state = position("move", rows={0: "Horten Pergula"}, fame=(3, 0), hands={0: "Gloria"})

    assert int(answer(state).split()[1]) <= 3


def test_it_is_not_stopped_by_surprise_in_the_race() -> None:
    """It reckons with the Golems that lie on the way."""
    row = "Labrium=gold Donarium"
    free = position("move", rows={0: row}, fields=[TRANSPORT, SALE], noctis="on", race="on")
    barred = position(
        "move", rows={0: row}, fields=[TRANSPORT, SALE], golems=(TRANSMUTE,), noctis="on", race="on"
    )

    assert "move 3" == answer(free)
    assert "move 3" != answer(barred)


@pytest.mark.parametrize(("infamia", "field"), [(0, SALE), (1, GIFTS)])
def test_it_clears_its_name_before_it_sells_gold_in_the_race(infamia: int, field: int) -> None:
    """A player who bears Infamia goes to where clearing it is cheap."""
    state = position(
        "move",
        rows={0: "Labrium=gold Donarium"},
        hands={0: "Pergula*5"},
        infamia=(infamia, 0),
        fields=[SECOND_BUILD, 0],
        noctis="on",
        race="on",
    )

    assert f"move {field - SECOND_BUILD}" == answer(state)


# --- The fields ----------------------------------------------------------------------------------


def test_it_builds_what_completes_its_chain() -> None:
    """The Labrium, paid with the cards that are of no use."""
    row = "Horten Metalle Alembic Fornax Donarium"
    state = position("build", rows={0: row}, hands={0: "Gloria Labrium Pergula*5"})

    assert answer(state).startswith("build Labrium ")
    assert "Gloria" in answer(state)


def test_it_builds_nothing_that_does_not_repay_itself() -> None:
    """When the match is nearly over cards are kept for Fame."""
    state = position("build", hands={0: "Horten Domo Metalle Pergula*3"}, fame=(19, 19))

    assert "pass" == answer(state)


def test_it_builds_in_its_last_turn_for_the_sake_of_a_tie() -> None:
    """Of equal Fame the dearer buildings win."""
    state = position("build", hands={0: "Domo Metalle Pergula*3"}, fame=(20, 20), ending=True)

    assert answer(state).startswith("build Domo ")


def test_it_replaces_what_it_needs_least() -> None:
    """With twelve buildings a stall too many makes room."""
    row = f"{CHAIN} Horten Metalle Alembic Fornax Pergula Pergula"
    state = position("build", rows={0: row}, hands={0: "Labrium Gloria*5"})

    assert answer(state).startswith("build Labrium ")
    assert answer(state).endswith(("10", "11"))


def test_it_sends_the_spirit_where_it_hurts_others() -> None:
    """Not to what it uses itself."""
    rows = {0: "Horten Alembic Alembic", 1: "Horten Fornax Fornax"}

    assert "spirit to Fornax" == answer(position("spirit", rows=rows))


def test_it_robs_the_leader_from_the_centre() -> None:
    """Of those who own a Domo."""
    rows = {1: "Domo Domo", 2: "Domo Domo"}
    hands = {1: "Horten*3", 2: "Horten*2"}
    state = position("spirit", players=3, rows=rows, hands=hands, fame=(0, 2, 5))

    assert answer(state).startswith("spirit to Domo")
    assert answer(state).endswith("2")


def test_it_acquires_and_transmutes_always() -> None:
    """Both cost nothing."""
    assert answer(position("acquire")).startswith("acquire")
    assert answer(position("transmute", rows={0: "Alembic=herb"})).startswith("transmute")


def test_it_acquires_what_it_can_where_cards_are_short() -> None:
    """One card is left for two gardens."""
    state = position("acquire", rows={0: "Horten Horten"}, pile="Domo")

    assert answer(state) in ("acquire 0", "acquire 1")


def test_it_carries_to_where_the_other_half_lies() -> None:
    """Not to the empty Labrium, and before the raw goods."""
    row = "Horten=herb Alembic=tincture Labrium Labrium=metal"
    moved = answer(position("transport", rows={0: row}))

    assert ("1", "3") == (moved.split()[1], moved.split()[-1])


# --- Selling and buying --------------------------------------------------------------------------


def test_it_sells_gold_through_the_treasury_for_fame() -> None:
    """Five Fame, and not three."""
    state = position("sale", rows={0: "Labrium=gold Taberna Donarium"})
    after = ALCHEMICUS.apply(state, Seat(0), ALCHEMICUS.parse(answer(state)))

    assert 5 == after.board.players[0].fame


def test_it_keeps_what_the_next_step_needs() -> None:
    """A tincture that will be gold, a herb that will be a tincture."""
    row = "Horten=herb Metalle Alembic=tincture Fornax Labrium Taberna"

    assert "pass" == answer(position("sale", rows={0: row}))


def test_it_sells_everything_in_its_last_turn() -> None:
    """Nothing comes after it."""
    row = "Metalle Alembic=tincture Fornax Labrium Taberna"
    state = position("sale", rows={0: row}, fame=(10, 20), ending=True)
    after = ALCHEMICUS.apply(state, Seat(0), ALCHEMICUS.parse(answer(state)))

    assert 11 == after.board.players[0].fame


def test_it_wins_the_race_unless_it_bears_infamia() -> None:
    """Then it does not try."""
    row = "Labrium=gold Donarium Horten=herb Pergula"
    state = position("sale", rows={0: row}, noctis="on", race="on")
    infamous = position("sale", rows={0: row}, infamia=(1, 0), noctis="on", race="on")

    assert "gold" in answer(state)
    assert "gold" not in answer(infamous)


@pytest.mark.parametrize(("row", "buys"), [("Labrium Donarium", True), ("Horten Labrium", False)])
def test_it_buys_what_it_can_sell_for_more(row: str, buys: bool) -> None:
    """Gold for six cards is five Fame with a treasury, and little without an outlet."""
    state = position(
        "sale",
        rows={0: "Labrium=gold Pergula", 1: row},
        hands={1: "Horten*8"},
        advanced_sale="on",
    )
    offered = ALCHEMICUS.apply(state, Seat(0), ALCHEMICUS.parse("sell gold from 0 at 1 for cards"))

    assert (1, "buy-back") == asked(offered)
    assert buys == answer(offered).startswith("buy")


# --- Cards for Fame ------------------------------------------------------------------------------


@pytest.mark.parametrize(("fame", "gives"), [(0, False), (18, True)])
def test_it_gives_cards_away_when_fame_is_dear(fame: int, gives: bool) -> None:
    """Not while they can still build."""
    state = position("gifts", hands={0: "Domo*5"}, fame=(0, fame))

    assert gives == answer(state).startswith("gift")


@pytest.mark.parametrize(("fame", "plays"), [(0, False), (18, True)])
def test_it_plays_a_gloria_when_fame_is_dear(fame: int, plays: bool) -> None:
    """The same, for one card more."""
    state = position("gloria", hands={0: "Gloria Domo*5"}, fame=(0, fame))

    assert plays == answer(state).startswith("gloria")
    assert "pass" == answer(position("gloria", hands={0: "Domo*6"}, fame=(0, fame)))


def test_it_discards_what_it_needs_least() -> None:
    """Not the Domo, which is worth most early on."""
    state = position("hand-limit", hands={0: "Domo Pergula*11"})

    assert "Domo" not in answer(state)


# --- Before the move -----------------------------------------------------------------------------


def test_it_takes_a_card_of_the_bank_that_it_needs() -> None:
    """The last part of its chain."""
    row = "Horten Metalle Alembic Fornax Donarium"
    state = position("draw", rows={0: row}, hands={0: "Gloria*3"}, bank="Labrium Pergula")
    dull = position("draw", rows={0: row}, hands={0: "Gloria*3"}, bank="Gloria Gloria")

    assert "Labrium" in answer(state)
    assert "Gloria" not in answer(dull)


@pytest.mark.parametrize(
    ("hand", "row", "target", "begins"),
    [
        pytest.param(
            "Homunculus Horten*3", "Horten", "Labrium=gold", "homunculus undoes 1.0", id="undo gold"
        ),
        pytest.param(
            "Spiritus Horten*3", "Horten", "Labrium=tincture+metal", "spiritus on 1.0", id="foil"
        ),
        pytest.param("Spiritus Horten*3", "Horten", "Labrium", "pass", id="nothing to foil"),
        pytest.param(
            "Mutabilus Horten*2", "Alembic", "Horten=herb", "mutabilus from 1.0 to 0", id="take"
        ),
        pytest.param("Pactum Horten*3", "Horten", "Horten", "pass", id="no Pactum"),
        pytest.param(
            "Homunculus Horten*3",
            "Labrium=tincture+metal~",
            "",
            "homunculus banishes 0.0",
            id="banish",
        ),
    ],
)
def test_it_plays_noctis_cards_that_are_worth_it(
    hand: str, row: str, target: str, begins: str
) -> None:
    """Between two, the other's loss is its own gain."""
    state = position(
        "noctis",
        rows={0: f"{row} Donarium", 1: f"{target} Donarium"},
        hands={0: hand},
        fame=(5, 10),
        noctis="on",
    )

    assert answer(state).startswith(begins)


def test_it_guards_its_gold_where_many_noctis_cards_are_about() -> None:
    """And nothing where there are none."""
    row = "Labrium=gold Donarium"
    hand = "Golem Pergula*4"
    danger = position(
        "noctis", rows={0: row}, hands={0: hand, 1: "Homunculus*6"}, fame=(5, 5), noctis="on"
    )
    calm = position("noctis", rows={0: row}, hands={0: hand}, fame=(5, 5), noctis="on")

    assert answer(danger).startswith("golem on 0")
    assert "pass" == answer(calm)


def test_it_bars_the_sale_of_gold_in_the_race() -> None:
    """Infamia for the player who is about to win."""
    hands = {0: "Infamia Pergula*6"}
    state = position(
        "noctis", rows={1: "Labrium=gold Donarium"}, hands=hands, noctis="on", race="on"
    )
    idle = position("noctis", rows={1: "Labrium Donarium"}, hands=hands, noctis="on", race="on")

    assert answer(state).startswith("infamia on 1")
    assert "pass" == answer(idle)


@pytest.mark.parametrize(
    ("row", "hand", "fame", "begins"),
    [
        pytest.param("Horten! Labrium=gold!", "Domo*5", 5, "give golem 0", id="an idle Golem"),
        pytest.param("Horten", "Pergula*9", 18, "give", id="cards late"),
        pytest.param("Horten", "Domo Labrium Taberna Alembic Metalle", 1, "pass", id="no cards"),
    ],
)
def test_it_defends_itself_when_the_loss_is_worth_more(
    row: str, hand: str, fame: int, begins: str
) -> None:
    """With a Golem that guards little, with cards when Fame is dear, or not at all."""
    state = position(
        "noctis",
        rows={0: "Horten", 1: row},
        hands={0: "Infamia Horten*5", 1: hand},
        fame=(0, fame),
        noctis="on",
    )
    pay = " ".join(["Horten"] * 5)
    struck = ALCHEMICUS.apply(state, Seat(0), ALCHEMICUS.parse(f"infamia on 1 paying {pay}"))

    assert (1, "defence") == asked(struck)
    assert answer(struck).startswith(begins)


@pytest.mark.parametrize(
    ("row", "field", "clears"),
    [
        pytest.param("Labrium=gold Donarium", GIFTS, True, id="gold, cheap"),
        pytest.param("Labrium=gold Donarium", ACQUIRE, True, id="gold, dear"),
        pytest.param("Labrium Donarium", ACQUIRE, False, id="no gold yet"),
        pytest.param("Horten", GIFTS, False, id="no chain"),
    ],
)
def test_it_clears_infamia_when_it_hinders(row: str, field: int, clears: bool) -> None:
    """Before gold is sold, and sooner only where it is cheap."""
    state = position(
        "clearing",
        rows={0: row},
        hands={0: "Pergula*8"},
        infamia=(1, 0),
        fields=[field, 0],
        noctis="on",
        race="on",
    )

    assert clears == answer(state).startswith("clear")
