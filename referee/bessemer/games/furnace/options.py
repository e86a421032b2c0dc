"""The options of a match, and which of them can be played together."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bessemer.engine.errors import BadOption
from bessemer.engine.game import Option
from bessemer.engine.options import ON_OFF, check_seats, on_off, read_texts
from bessemer.games.furnace.deck import Deck, parse_deck, standard_deck

SEATS: Final = range(2, 5)
ROW_SIZE: Final = {2: 6, 3: 7, 4: 8}
"""How many companies are dealt to so many players."""

STANDARD: Final = "standard"

OPTION_LIST: Final = (
    Option("rounds", ("3", "4"), "4", "how many rounds are played; 3 is the short game"),
    Option("capitalists", ON_OFF, "on", "each player owns a capitalist"),
    Option("chain", ON_OFF, "off", "the chain variant: cards keep their order"),
    Option(
        "deck", (STANDARD, "<text of a deck>"), STANDARD, "the cards, in the form of cards.toml"
    ),
)


class Options(NamedTuple):
    """How a match differs from another."""

    rounds: int
    capitalists: bool
    chain: bool
    deck: Deck


def read_options(given: Mapping[str, str]) -> Options:
    """The options written as `given`; see `Game.options`."""
    texts = read_texts("furnace", OPTION_LIST, given)
    return Options(
        rounds=int(texts["rounds"]),
        capitalists=texts["capitalists"] == "on",
        chain=texts["chain"] == "on",
        deck=standard_deck() if texts["deck"] == STANDARD else parse_deck(texts["deck"]),
    )


def write_options(options: Options) -> dict[str, str]:
    """All options as text; see `Game.option_texts`."""
    return {
        "rounds": str(options.rounds),
        "capitalists": on_off(options.capitalists),
        "chain": on_off(options.chain),
        "deck": STANDARD if options.deck == standard_deck() else options.deck.text,
    }


def check_playable(options: Options, seats: int) -> None:
    """
    Refuse a match that its deck cannot supply.

    Raises:
        BadOption: naming what there is too little of.
    """
    check_seats("furnace", SEATS, seats)
    deck = options.deck
    needed = {
        "company": (len(deck.companies), options.rounds * ROW_SIZE[seats]),
        "startup": (len(deck.startups), seats),
        "capitalist": (len(deck.capitalists), seats if options.capitalists else 0),
    }
    for section, (there, wanted) in needed.items():
        if there < wanted:
            raise BadOption(
                f"bad deck: {there} {section} entries, but {seats} players and {options.rounds} "
                f"rounds need {wanted}",
                option="deck",
                card=section,
            )
