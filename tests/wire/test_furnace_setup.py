"""The set-up of Furnace as a message."""

from bessemer.games.furnace.rules import FURNACE
from bessemer.v1 import furnace_pb2, move_pb2
from bessemer.wire.furnace import FURNACE_WIRE
from tests.games.furnace.positions import deck_text
from tests.wire.furnace_messages import amounts_message, effect_message


def test_the_set_up_tells_the_switches() -> None:
    """Rounds, capitalists and the chain variant are those of the options."""
    for rounds in ("3", "4"):
        for capitalists in ("on", "off"):
            for chain in ("on", "off"):
                options = FURNACE.options(
                    {"rounds": rounds, "capitalists": capitalists, "chain": chain}
                )
                setup = FURNACE_WIRE.setup(options).furnace

                assert (int(rounds), capitalists == "on", chain == "on") == (
                    setup.rounds,
                    setup.capitalists,
                    setup.chain,
                )


def test_the_set_up_holds_every_card() -> None:
    """All companies and start-ups, in the order of the deck, with what they do."""
    own = deck_text([("2C", "1O -> 4$ x1", "3C + 1I")], filler=31)
    for text in ("standard", own):
        options = FURNACE.options({"deck": text, "capitalists": "off"})
        setup = FURNACE_WIRE.setup(options).furnace

        assert [
            furnace_pb2.FurnaceCompany(
                card=company.id,
                name=company.name,
                compensation=effect_message(company.compensation),
                basic=effect_message(company.basic),
                additional=effect_message(company.additional),
            )
            for company in options.deck.companies.values()
        ] == list(setup.companies)
        assert [
            furnace_pb2.FurnaceStartup(
                card=startup.id,
                starts_with=amounts_message(startup.starts_with),
                trade=effect_message(startup.trade),
            )
            for startup in options.deck.startups.values()
        ] == list(setup.startups)


def test_whoever_asks_gets_a_message_of_their_own() -> None:
    """Changing one answer does not change the next."""
    options = FURNACE.options({})
    first = FURNACE_WIRE.setup(options)
    copy = move_pb2.Setup.FromString(first.SerializeToString())
    first.Clear()

    assert copy == FURNACE_WIRE.setup(options)
