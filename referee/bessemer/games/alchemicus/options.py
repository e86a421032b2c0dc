"""The options of a match, and which of them can be played together."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bessemer.engine.errors import BadOption
from bessemer.engine.game import Option, Seat
from bessemer.engine.options import ON_OFF, check_seats, on_off, read_texts
from bessemer.games.alchemicus.cards.deck import Deck, parse_deck, standard_deck
from bessemer.games.alchemicus.cards.kinds import GOLEM

SEATS: Final = range(2, 5)
STANDARD: Final = "standard"
RANDOM: Final = "random"

_LONGEST_NUMBER: Final = 6

OPTION_LIST: Final = (
    Option("bank", ON_OFF, "off", "five open cards, of which one may be bought instead of a draw"),
    Option("advanced_sale", ON_OFF, "off", "others may buy what is sold for cards"),
    Option("noctis", ON_OFF, "off", "the expansion Noctis: a second deck, played on others"),
    Option("race", ON_OFF, "off", "the Race for gold: who sells gold first wins; needs noctis"),
    Option("start", (RANDOM, "<a seat>"), RANDOM, "who begins"),
    Option(
        "round_cap",
        ("200", "<a number>"),
        "200",
        "after so many rounds the match ends as it stands; 0 is never",
        bounds=(1, 200),  # an endless match is for an organiser to ask for
    ),
    Option(
        "deck",
        (STANDARD, "<text of a deck>"),
        STANDARD,
        "costs, circles and the Noctis deck, in the form of deck.toml",
    ),
)


class Options(NamedTuple):
    """How a match differs from another."""

    bank: bool
    advanced_sale: bool
    noctis: bool
    race: bool
    start: Seat | None
    """`None` is drawn by lot."""
    round_cap: int
    deck: Deck


def read_options(given: Mapping[str, str]) -> Options:
    """The options written as `given`; see `Game.options`."""
    texts = read_texts("alchemicus", OPTION_LIST, given)
    if texts["race"] == "on" and texts["noctis"] == "off":
        # RULING alchemicus-race-noctis (R40): the Race gives cards of Noctis another meaning.
        raise BadOption("option race needs noctis=on: it is played with its cards", option="race")
    return Options(
        bank=texts["bank"] == "on",
        advanced_sale=texts["advanced_sale"] == "on",
        noctis=texts["noctis"] == "on",
        race=texts["race"] == "on",
        start=None if texts["start"] == RANDOM else Seat(_number("start", texts["start"])),
        round_cap=_number("round_cap", texts["round_cap"]),
        deck=standard_deck() if texts["deck"] == STANDARD else parse_deck(texts["deck"]),
    )


def write_options(options: Options) -> dict[str, str]:
    """All options as text; see `Game.option_texts`."""
    switches = {
        option.name: on_off(getattr(options, option.name))
        for option in OPTION_LIST
        if option.values == ON_OFF
    }
    return switches | {
        "start": RANDOM if options.start is None else str(options.start),
        "round_cap": str(options.round_cap),
        "deck": STANDARD if options.deck == standard_deck() else options.deck.text,
    }


def check_playable(options: Options, seats: int) -> None:
    """
    Refuse a match that cannot be set up.

    Raises:
        BadOption: naming the option at fault.
    """
    check_seats("alchemicus", SEATS, seats)
    if options.start is not None and options.start >= seats:
        raise BadOption(
            f"option start is a seat from 0 to {seats - 1}, not {options.start}", option="start"
        )
    if options.noctis and options.deck.copies[GOLEM] < seats:
        raise BadOption(
            f"bad deck: noctis, field Golem: {options.deck.copies[GOLEM]} copies, but each of "
            f"{seats} players begins with one",
            option="deck",
            card="noctis",
            field="Golem",
        )


def _number(name: str, text: str) -> int:
    """A number as it is written back: no sign, no leading zero."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise BadOption(f"option {name} is a whole number, not {text!r}", option=name)
    if str(int(text)) != text:
        raise BadOption(f"option {name} is written {int(text)}, not {text!r}", option=name)
    return int(text)
