"""The set-up of Alchemicus as a message."""

from bessemer.engine.resources import shipped_text
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.v1 import alchemicus_pb2 as pb
from bessemer.v1 import move_pb2
from bessemer.wire.alchemicus import ALCHEMICUS_WIRE
from tests.games.alchemicus.walks import MODULES
from tests.wire.alchemicus_messages import kinds_message


def test_the_set_up_tells_the_modules() -> None:
    """Bank, advanced sale, Noctis, the Race and the most rounds are those of the options."""
    for modules in MODULES:
        setup = ALCHEMICUS_WIRE.setup(ALCHEMICUS.options(modules | {"round_cap": "7"})).alchemicus

        assert 7 == setup.round_cap
        for name in ("bank", "advanced_sale", "noctis", "race"):
            assert (modules.get(name) == "on") == getattr(setup, name)


def test_the_set_up_holds_cards_and_circles() -> None:
    """Every kind with its cost and number, and both circles, of the deck that is played."""
    own = shipped_text("alchemicus", "deck.toml").replace("Labrium = 5", "Labrium = 7")
    for text, cost in (("standard", 5), (own, 7)):
        deck = ALCHEMICUS.options({"deck": text}).deck
        setup = ALCHEMICUS_WIRE.setup(ALCHEMICUS.options({"deck": text})).alchemicus

        assert [
            (f"ALCHEMICUS_KIND_{kind.name}", deck.costs[kind], deck.copies[kind]) for kind in Kind
        ] == [
            (pb.AlchemicusKind.Name(facts.kind), facts.cost, facts.copies) for facts in setup.cards
        ]
        assert cost == setup.cards[Kind.LABRIUM].cost
        assert [f"ALCHEMICUS_PHASE_{field.name}" for field in deck.outer] == [
            pb.AlchemicusPhase.Name(field) for field in setup.outer
        ]
        assert kinds_message(deck.inner) == list(setup.inner)


def test_whoever_asks_gets_a_message_of_their_own() -> None:
    """Changing one answer does not change the next."""
    options = ALCHEMICUS.options({})
    first = ALCHEMICUS_WIRE.setup(options)
    copy = move_pb2.Setup.FromString(first.SerializeToString())
    first.Clear()

    assert copy == ALCHEMICUS_WIRE.setup(options)
