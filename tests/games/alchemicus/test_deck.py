"""The data that is assumed: the shipped file, and every way in which an own one can be wrong."""

import pickle
import re

import pytest

from bessemer.engine.errors import BadOption
from bessemer.engine.resources import shipped_text
from bessemer.games.alchemicus.cards.deck import Deck, parse_deck, standard_deck
from bessemer.games.alchemicus.cards.kinds import KIND_NAMES, Kind
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus import positions as at

SHIPPED = shipped_text("alchemicus", "deck.toml")


def changed(old: str, new: str) -> str:
    """The shipped file with one line changed."""
    assert old in SHIPPED
    return SHIPPED.replace(old, new)


# --- The shipped data ----------------------------------------------------------------------------


def test_shipped_costs() -> None:
    """1, 3 and 5 by tier, Gloria 5; the Noctis cards as the rulebook prints them."""
    costs = dict(zip(KIND_NAMES, standard_deck().costs, strict=True))

    assert costs == {
        "Horten": 1,
        "Metalle": 1,
        "Pergula": 1,
        "Alembic": 3,
        "Fornax": 3,
        "Taberna": 3,
        "Domo": 3,
        "Labrium": 5,
        "Donarium": 5,
        "Gloria": 5,
        "Golem": 2,
        "Mutabilus": 1,
        "Spiritus": 2,
        "Homunculus": 2,
        "Pactum": 3,
        "Infamia": 5,
    }
    assert 1 == standard_deck().cheapest


def test_shipped_circles() -> None:
    """Eight fields outside, five and the centre inside."""
    deck = standard_deck()

    assert "build spirit acquire transport transmute build sale gifts" == " ".join(deck.outer)
    assert "Horten Alembic Labrium Fornax Metalle" == " ".join(map(str, deck.inner))
    assert (1, Phase.SPIRIT) == (deck.spirit_field, deck.outer[1])


def test_shipped_noctis_deck() -> None:
    """54 cards."""
    copies = standard_deck().copies

    assert (12, 10, 10, 10, 6, 6) == copies[Kind.GOLEM :]
    assert (54, 140) == (sum(copies[Kind.GOLEM :]), sum(copies[: Kind.GOLEM]))


# --- Own decks -----------------------------------------------------------------------------------


def test_a_deck_of_ones_own_changes_the_game() -> None:
    """A Domo for 4, and the Spirit's field elsewhere."""
    text = changed("Domo = 3", "Domo = 4").replace(
        '"build", "spirit", "acquire"', '"spirit", "build", "acquire"'
    )
    state = at.position("build", hands={0: "Domo Horten*4"}, fields=(1, 3), deck=text)

    assert ["build Domo paying Horten Horten Horten Horten"] == at.legal(state, "build Domo")
    assert 0 == state.board.table.options.deck.spirit_field
    moving = at.position("move", fields=(7, 3), deck=text)
    assert (0, "spirit") == at.asked(at.play(moving, "move 1"))


def test_equal_facts_are_the_same_deck_whatever_the_comments() -> None:
    """Compared by digest; another cost is another deck. It cannot be changed, and survives a pickle."""
    bare = re.sub("#.*", "", SHIPPED)
    deck = parse_deck(bare)

    assert standard_deck() == deck
    assert hash(standard_deck()) == hash(deck)
    assert deck != parse_deck(changed("Domo = 3", "Domo = 4"))
    assert deck != parse_deck(changed("Golem = 12", "Golem = 11"))
    assert deck != parse_deck(changed('"sale", "gifts"', '"gifts", "sale"'))
    assert deck != parse_deck(changed('"Horten", "Alembic"', '"Alembic", "Horten"'))
    assert deck != "deck"
    assert deck == pickle.loads(pickle.dumps(deck))  # noqa: S301 - our own bytes
    assert f"Deck(digest='{deck.digest}')" == repr(deck)
    with pytest.raises(AttributeError, match="never changes"):
        deck.text = ""


def test_options_write_a_deck_as_its_text() -> None:
    """And the shipped one by its name."""
    own = changed("Domo = 3", "Domo = 4")
    options = ALCHEMICUS.options({"deck": own})

    assert own == ALCHEMICUS.option_texts(options)["deck"]
    assert options == ALCHEMICUS.options(ALCHEMICUS.option_texts(options))
    assert "standard" == ALCHEMICUS.option_texts(ALCHEMICUS.options({"deck": SHIPPED}))["deck"]


WRONG = [
    ("Domo = 3", "Domo = -1", "costs", "Domo"),
    ("Domo = 3", "Domo = 10", "costs", "Domo"),
    ("Domo = 3", 'Domo = "3"', "costs", "Domo"),
    ("Domo = 3", "Domo = true", "costs", "Domo"),
    ("Domo = 3", "Domo = 3.5", "costs", "Domo"),
    ("Domo = 3", "Dome = 3", "costs", "Domo"),
    ("Domo = 3", "Domo = 3\nGloria = 5", "costs", "Gloria"),
    ("[costs]", "[cost]", "cost", ""),
    ("Golem = 12", "Golem = 100", "noctis", "Golem"),
    ("Golem = 12", "", "noctis", "Golem"),
    ("[noctis]", "[[noctis]]", "noctis", ""),
    ('"sale", "gifts"]', '"sale"]', "circles", "outer"),
    ('"sale", "gifts"]', '"sale", "gifts", "build"]', "circles", "outer"),
    ('"sale", "gifts"]', '"sale", "sale"]', "circles", "outer"),
    ('"transmute", "build"', '"transmute", "spirit"', "circles", "outer"),
    ('"sale", "gifts"]', '"sale", "draw"]', "circles", "outer"),
    ('"sale", "gifts"]', '"sale", 8]', "circles", "outer"),
    ('outer = ["build", "spirit", "acquire", "transport", "transmute", "build", "sale", "gifts"]',
     'outer = "build"', "circles", "outer"),
    ('"Fornax", "Metalle"]', '"Fornax"]', "circles", "inner"),
    ('"Fornax", "Metalle"]', '"Fornax", "Fornax"]', "circles", "inner"),
    ('"Fornax", "Metalle"]', '"Fornax", "Domo"]', "circles", "inner"),
    ('"Fornax", "Metalle"]', '"Fornax", ["Metalle"]]', "circles", "inner"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "section", "field"), WRONG)
def test_what_is_wrong_is_named(old: str, new: str, section: str, field: str) -> None:
    """The section and the field, in the message and for programs."""
    with pytest.raises(BadOption) as caught:
        parse_deck(changed(old, new))

    error = caught.value
    assert ("deck", section, field) == (error.option, error.card, error.field)
    assert f"bad deck: {section}" + (f", field {field}: " if field else ": ") in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[costs", "not TOML"),
        ("x" * 70_000, "too long"),
        ("a" * 501, "too long"),
        ("costs = " + "[" * 10_000, "too long"),
        ("a=" + "[\n" * 5_000, "not TOML"),
        ("", "bad deck: costs: must be a section"),
    ],
)
def test_what_is_no_deck_at_all_is_refused(text: str, message: str) -> None:
    """Whatever it is, with a sentence."""
    with pytest.raises(BadOption, match=message) as caught:
        ALCHEMICUS.options({"deck": text})

    assert "deck" == caught.value.option


def test_each_player_needs_a_golem() -> None:
    """Two Golems are enough for two, not for three; without Noctis nobody asks."""
    few = changed("Golem = 12", "Golem = 2")

    assert at.match(2, deck=few, noctis="on")
    assert at.match(3, deck=few)
    with pytest.raises(BadOption, match="Golem") as caught:
        at.match(3, deck=few, noctis="on")
    assert ("deck", "noctis", "Golem") == (
        caught.value.option,
        caught.value.card,
        caught.value.field,
    )


def test_a_deck_of_another_game_is_refused_by_name() -> None:
    """A Furnace deck has sections that this one does not have."""
    with pytest.raises(BadOption, match="startup"):
        parse_deck('[[startup]]\nid = "S1"\n')


# --- The other options ---------------------------------------------------------------------------


def test_defaults() -> None:
    """No module, a start by lot, two hundred rounds, the shipped data."""
    expected = Options(
        bank=False,
        advanced_sale=False,
        noctis=False,
        race=False,
        start=None,
        round_cap=200,
        deck=standard_deck(),
    )

    assert expected == ALCHEMICUS.options({})
    assert isinstance(expected.deck, Deck)


def test_listed_options() -> None:
    """Name, values and default of each, as the command lists them."""
    assert [option[:3] for option in ALCHEMICUS.option_list] == [
        ("bank", ("on", "off"), "off"),
        ("advanced_sale", ("on", "off"), "off"),
        ("noctis", ("on", "off"), "off"),
        ("race", ("on", "off"), "off"),
        ("start", ("random", "<a seat>"), "random"),
        ("round_cap", ("200", "<a number>"), "200"),
        ("deck", ("standard", "<text of a deck>"), "standard"),
    ]


@pytest.mark.parametrize("value", ["-1", "01", "1.5", "", "1234567", "٣", "None"])
@pytest.mark.parametrize("name", ["round_cap", "start"])
def test_numbers_are_written_in_one_way(name: str, value: str) -> None:
    """No sign, no leading zero, at most six digits."""
    with pytest.raises(BadOption) as caught:
        ALCHEMICUS.options({name: value})

    assert name == caught.value.option


@pytest.mark.parametrize(
    ("name", "value"), [("round_cap", "0"), ("round_cap", "999999"), ("start", "3")]
)
def test_numbers_read_back_as_they_are(name: str, value: str) -> None:
    """Zero among them."""
    options = ALCHEMICUS.options({name: value})

    assert value == ALCHEMICUS.option_texts(options)[name]
