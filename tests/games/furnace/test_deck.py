"""Decks: the shipped cards, and every way in which somebody's own can be wrong."""

import pytest

from bessemer.engine.errors import BadOption
from bessemer.games.furnace.deck import (
    Capitalist,
    Company,
    Deck,
    Startup,
    parse_deck,
    standard_deck,
)
from bessemer.games.furnace.effects import COAL, IRON, MONEY, OIL, TOKENS, Effect
from bessemer.games.furnace.rules import FURNACE
from tests.games.furnace import positions as at

# --- The shipped deck ----------------------------------------------------------------------------


def test_shipped_deck_has_36_companies_5_startups_and_5_capitalists() -> None:
    """C01 to C36, S1 to S5 and K1 to K5, in this order."""
    deck = standard_deck()

    assert [f"C{number:02}" for number in range(1, 37)] == list(deck.companies)
    assert [f"S{number}" for number in range(1, 6)] == list(deck.startups)
    assert tuple(Capitalist) == deck.capitalists
    assert [owner.value for owner in deck.capitalists] == ["K1", "K2", "K3", "K4", "K5"]
    assert all(card == deck.companies[card].id for card in deck.companies)
    assert all(card == deck.startups[card].id for card in deck.startups)


def effect(takes: str, gives: str, limit: int = 0) -> Effect:
    """An effect from letters: "CCI" is two coal and one iron."""
    goods = {"C": COAL, "I": IRON, "O": OIL, "U": TOKENS, "$": MONEY}
    left = tuple((goods[good], takes.count(good)) for good in dict.fromkeys(takes))
    right = tuple((goods[good], gives.count(good)) for good in dict.fromkeys(gives))
    return Effect(left, right, limit, (*((good, -n) for good, n in left), *right))


@pytest.mark.parametrize(
    "card",
    [
        Company(
            "C02", "Oil merchant II", effect("I", "O"), effect("O", "$$$$", 1), effect("", "ICC")
        ),
        Company("C06", "Colliery I", effect("", "CC"), effect("", "CC"), effect("", "CCC")),
        Company(
            "C09", "Colliery IV", effect("", "CC"), effect("", "CC"), effect("IO", "$$$$$$$", 2)
        ),
        Company(
            "C14",
            "Coal merchant III",
            effect("O", "III"),
            effect("CC", "$$", 2),
            effect("C", "I", 4),
        ),
        Company(
            "C15",
            "Coal distillery I",
            effect("O", "III"),
            effect("CC", "O", 2),
            effect("CI", "$$$$", 3),
        ),
        Company("C22", "Iron mine I", effect("", "I"), effect("", "I"), effect("CO", "$$$$$$", 2)),
        Company(
            "C27",
            "Machine works I",
            effect("I", "U"),
            effect("I", "U", 1),
            effect("CCC", "$$$$", 3),
        ),
        Company(
            "C34",
            "Shaft sinkers II",
            effect("I", "CCCC"),
            effect("I", "CCCC", 1),
            effect("U", "$$$$$", 2),
        ),
    ],
    ids=lambda card: card.id,
)
def test_companies_as_printed(card: Company) -> None:
    """Typed a second time from the list of cards."""
    assert card == standard_deck().companies[card.id]


def test_startups_as_printed() -> None:
    """What each starts with, and its trade."""
    expected = [
        Startup("S1", ((COAL, 1), (IRON, 1)), effect("CC", "$$", 2)),
        Startup("S2", ((COAL, 1), (IRON, 1)), effect("O", "$$$$", 1)),
        Startup("S3", ((COAL, 2),), effect("CCC", "$$$$", 1)),
        Startup("S4", ((COAL, 2),), effect("I", "$$", 2)),
        Startup("S5", ((TOKENS, 1),), effect("CI", "$$$$", 1)),
    ]
    assert expected == list(standard_deck().startups.values())


def test_lines_that_run_in_production() -> None:
    """A start-up gains 1U and trades on either side; a company runs one line, upgraded two."""
    deck = standard_deck()

    assert (effect("", "U"), effect("CC", "$$", 2)) == deck.basic_lines["S1"]
    assert (effect("", "U"), effect("CC", "$$", 2)) == deck.upgraded_lines["S1"]
    assert (effect("CC", "O", 2),) == deck.basic_lines["C15"]
    assert (effect("CC", "O", 2), effect("CI", "$$$$", 3)) == deck.upgraded_lines["C15"]
    assert {*deck.startups, *deck.companies} == set(deck.basic_lines) == set(deck.upgraded_lines)


# --- Equal decks ---------------------------------------------------------------------------------

SMALL = """
[[startup]]
id = "S1"
starts_with = "1C + 1I"
trade = "2C -> 2$ x2"
[[company]]
id = "X1"
compensation = "1I -> 1O"
basic = "2C"
additional = "1I -> 2$ x4"
[[company]]
id = "X2"
compensation = "2C"
basic = "2C -> 1O x2"
additional = "1O"
[[capitalist]]
id = "K1"
"""


def changed(old: str, new: str) -> Deck:
    """The small deck with one change."""
    assert SMALL.count(old) == 1
    return parse_deck(SMALL.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('basic = "2C"\n', 'basic = "2C" # a comment\n', id="comment"),
        pytest.param('basic = "2C"\n', 'basic = " 2C "\n', id="spaces"),
        pytest.param('"1I -> 1O"', '"1I->1O"', id="spaces-in-an-effect"),
        pytest.param('id = "X1"', 'id = "X1"\nsource = "C"\nwas = "basic was 3C"', id="sources"),
        pytest.param('id = "X1"', 'id = "X1"\nname = "X1"', id="name-that-is-the-id"),
        pytest.param('id = "K1"', 'id = "K1"\nname = "F"\nrule = "r"\nsource = "A"', id="K"),
        pytest.param('id = "S1"', 'id = "S1"\nname = "First"', id="name-of-a-start-up"),
    ],
)
def test_same_facts_are_the_same_deck(old: str, new: str) -> None:
    """Comments, spaces and sources are no facts: equal, with the same hash; the text is kept."""
    deck, other = parse_deck(SMALL), changed(old, new)

    assert deck == other
    assert hash(deck) == hash(other)
    assert deck.text == SMALL
    assert other.text != SMALL


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('basic = "2C"\n', 'basic = "3C"\n', id="amount"),
        pytest.param('id = "X1"', 'id = "X3"', id="id"),
        pytest.param('id = "X1"', 'id = "X1"\nname = "Mine"', id="name"),
        pytest.param("x4", "x3", id="limit"),
        pytest.param('"1C + 1I"', '"1C"', id="start"),
        pytest.param("2$ x2", "3$ x2", id="trade"),
        pytest.param("K1", "K2", id="capitalist"),
    ],
)
def test_other_facts_are_another_deck(old: str, new: str) -> None:
    """Any fact that differs makes another deck; and a deck is no other thing."""
    assert parse_deck(SMALL) != changed(old, new)
    assert parse_deck(SMALL) != parse_deck(SMALL).digest


def test_repr_of_a_deck_is_short() -> None:
    """A state is printed with its deck: one digest, not 36 cards."""
    deck = parse_deck(SMALL)

    assert f"Deck(digest={deck.digest!r})" == repr(deck)
    assert repr([Capitalist.FINANCIER, Capitalist.UNDERWRITER]) == "[K1, K3]"


def test_deck_cannot_be_changed() -> None:
    """It is shared by every state of a match."""
    with pytest.raises(AttributeError, match="never changes"):
        parse_deck(SMALL).text = ""


def test_optional_fields_and_empty_decks() -> None:
    """A company without a name is called by its id; what a deck lacks only the set-up misses."""
    assert parse_deck(SMALL).companies["X1"].name == "X1"
    assert changed('id = "X1"', 'id = "X1"\nname = "Mine"').companies["X1"].name == "Mine"
    empty = parse_deck("")
    assert (empty.startups, empty.companies, empty.capitalists) == ({}, {}, ())


@pytest.mark.parametrize("name", ["A", "ABCDEFGHIJKLMNOP", "Z9_-"])
def test_ids_that_a_move_can_name(name: str) -> None:
    """A capital letter, then up to 15 of A-Z, 0-9, _ and -."""
    assert name in changed("X1", name).companies


# --- Bad decks -----------------------------------------------------------------------------------

BAD = [
    # Form.
    pytest.param('id = "X1"', "id = X1", "", "", id="no-toml"),
    pytest.param("[[capitalist]]", "[[merchant]]", "merchant", "", id="unknown-section"),
    pytest.param("[[capitalist]]", "[capitalist]", "capitalist", "", id="no-list"),
    pytest.param('[[capitalist]]\nid = "K1"', "[[capitalist]]", "a capitalist without an id", "id", id="no-id"),
    pytest.param('id = "X1"\n', "", "a company without an id", "id", id="company-without-id"),
    pytest.param('id = "X1"', "id = 7", "company 7", "id", id="id-no-text"),
    pytest.param('id = "S1"', 'id = ""', "startup ''", "id", id="id-empty"),
    pytest.param('id = "X1"', 'id = "x1"', "company 'x1'", "id", id="id-small-letter"),
    pytest.param('id = "X1"', 'id = "1X"', "company '1X'", "id", id="id-digit-first"),
    pytest.param('id = "X1"', 'id = "X 1"', "company 'X 1'", "id", id="id-space"),
    pytest.param('id = "X1"', f'id = "{"X" * 17}"', f"company '{'X' * 17}'", "id", id="id-long"),
    pytest.param('starts_with = "1C + 1I"\n', "", "S1", "starts_with", id="no-starts-with"),
    pytest.param('trade = "2C -> 2$ x2"\n', "", "S1", "trade", id="no-trade"),
    pytest.param('compensation = "1I -> 1O"\n', "", "X1", "compensation", id="no-compensation"),
    pytest.param('basic = "2C"\n', "", "X1", "basic", id="no-basic"),
    pytest.param('additional = "1O"\n', "", "X2", "additional", id="no-additional"),
    pytest.param('id = "X1"', 'id = "X1"\ncolour = "red"', "X1", "colour", id="unknown-field"),
    pytest.param('id = "S1"', 'id = "S1"\nbasic = "2C"', "S1", "basic", id="field-of-another-kind"),
    pytest.param('id = "K1"', 'id = "K1"\nwas = "K2"', "K1", "was", id="capitalist-unknown-field"),
    pytest.param('basic = "2C"\n', "basic = 2\n", "X1", "basic", id="line-no-text"),
    pytest.param('id = "X1"', 'id = "X1"\nname = 3', "X1", "name", id="name-no-text"),
    # Ids unique, capitalists K1 to K5.
    pytest.param('id = "X2"', 'id = "X1"', "X1", "id", id="company-twice"),
    pytest.param('id = "X2"', 'id = "S1"', "S1", "id", id="company-like-a-start-up"),
    pytest.param('id = "K1"', 'id = "X2"', "X2", "id", id="capitalist-like-a-company"),
    pytest.param('id = "K1"', 'id = "K1"\n[[capitalist]]\nid = "K1"', "K1", "id", id="K-twice"),
    pytest.param('id = "K1"', 'id = "K6"', "K6", "id", id="capitalist-unknown"),
    # Amounts at least 1.
    pytest.param('"1C + 1I"', '"0C + 1I"', "S1", "starts_with", id="start-of-0"),
    pytest.param('"2C -> 2$ x2"', '"2C -> 0$ x2"', "S1", "trade", id="trade-for-0"),
    pytest.param('"1I -> 1O"', '"0I -> 1O"', "X1", "compensation", id="compensation-for-0"),
    pytest.param('basic = "2C"\n', 'basic = "0C"\n', "X1", "basic", id="basic-of-0"),
    pytest.param('"1O"\n', '"1O + 0C"\n', "X2", "additional", id="additional-of-0"),
    pytest.param('basic = "2C"\n', 'basic = "-1C"\n', "X1", "basic", id="negative"),
    # A limit on every basic, additional and trade processing, none on a compensation.
    pytest.param('"2C -> 2$ x2"', '"2C -> 2$"', "S1", "trade", id="trade-without-limit"),
    pytest.param('"2C -> 1O x2"', '"2C -> 1O"', "X2", "basic", id="basic-without-limit"),
    pytest.param('"1I -> 2$ x4"', '"1I -> 2$"', "X1", "additional", id="additional-without-limit"),
    pytest.param('"1I -> 1O"', '"1I -> 1O x2"', "X1", "compensation", id="compensation-with-limit"),
    pytest.param('"1I -> 1O"', '"2C x2"', "X1", "compensation", id="paid-extraction-with-limit"),
    pytest.param('"2C -> 1O x2"', '"2C -> 1O x0"', "X2", "basic", id="limit-of-0"),
    pytest.param('"1I -> 1O"', '"1I -> 1O x0"', "X1", "compensation", id="compensation-limit-of-0"),
    pytest.param('basic = "2C"\n', 'basic = "2C x0"\n', "X1", "basic", id="extraction-limit-of-0"),
    pytest.param('basic = "2C"\n', 'basic = "2C x2"\n', "X1", "basic", id="extraction-with-limit"),
    pytest.param('"2C -> 2$ x2"', '"2$"', "S1", "trade", id="trade-that-extracts"),
    pytest.param('"2C -> 2$ x2"', '"2$ x2"', "S1", "trade", id="trade-without-price"),
    # Money never left of an arrow, no resource on both sides.
    pytest.param('"2C -> 2$ x2"', '"2$ -> 2C x2"', "S1", "trade", id="trade-spends-money"),
    pytest.param('"1I -> 2$ x4"', '"1I + 1$ -> 2C x4"', "X1", "additional", id="spends-money-too"),
    pytest.param('"1I -> 1O"', '"1$ -> 1O"', "X1", "compensation", id="compensation-spends-money"),
    pytest.param('"2C -> 1O x2"', '"2C -> 3C x2"', "X2", "basic", id="both-sides"),
    pytest.param('"1I -> 2$ x4"', '"1I + 1C -> 2$ + 1C x4"', "X1", "additional", id="both-sides-too"),
    # No effect at all.
    pytest.param('"1C + 1I"', '"1C + 1C"', "S1", "starts_with", id="start-named-twice"),
    pytest.param('"1C + 1I"', '"2C -> 1I"', "S1", "starts_with", id="start-with-an-arrow"),
    pytest.param('"1C + 1I"', '""', "S1", "starts_with", id="start-empty"),
    pytest.param('"1I -> 1O"', '"1I -> 1X"', "X1", "compensation", id="unknown-resource"),
    pytest.param('basic = "2C"\n', 'basic = ""\n', "X1", "basic", id="empty-line"),
    pytest.param('"1O"\n', '"coal"\n', "X2", "additional", id="words"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "card", "field"), BAD)
def test_bad_deck_names_the_card_and_the_field(old: str, new: str, card: str, field: str) -> None:
    """Whatever is wrong is a bad option that says where; the same when it is given as an option."""
    assert SMALL.count(old) == 1
    text = SMALL.replace(old, new)
    with pytest.raises(BadOption) as caught:
        parse_deck(text)
    with pytest.raises(BadOption) as given:
        FURNACE.options({"deck": text})

    error = caught.value
    assert ("deck", card, field) == (error.option, error.card, error.field)
    assert (str(error), card) == (str(given.value), given.value.card)
    assert card in str(error)
    assert (f"field {field}" if field else "deck") in str(error)


def test_deck_that_is_no_table_of_entries() -> None:
    """A section of plain values, or a list of something else, is refused by its name."""
    for value in ('"C01"', '""', "[1, 2]", '["C01"]', "5", "{}", "[{}, 1]"):
        with pytest.raises(BadOption) as caught:
            parse_deck(f"company = {value}")
        assert (caught.value.card, caught.value.field) == ("company", "")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"company = {'1' * 5000}", id="number too long to read"),
        pytest.param("company = " + "[" * 100_000, id="nested too deeply"),
    ],
)
def test_deck_that_the_toml_reader_gives_up_on(text: str) -> None:
    """A deck may come from anybody: whatever the reader cannot take is a bad option too."""
    with pytest.raises(BadOption) as caught:
        FURNACE.options({"deck": text})

    assert caught.value.option == "deck"


# --- Playing with one's own ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("chain", ["on", "off"])
def test_match_on_ones_own_deck_plays_to_the_end(players: int, chain: str) -> None:
    """With exactly as many cards as are needed, all of them are dealt."""
    needed = 4 * {2: 6, 3: 7, 4: 8}[players]
    cards = [("1I -> 1O", "1I", "1O -> 9$ x2"), ("1C", "2C", "1U -> 3$ x1")]
    owners = ["K5", "K4", "K3", "K1"][:players]
    deck = at.deck_text(
        cards, [("1I", "1I -> 3$ x1")] * players, owners, filler=needed - len(cards)
    )
    state = at.random_end(at.match(players, deck=deck, chain=chain), players)

    outcome = FURNACE.outcome(state)
    assert outcome is not None
    assert max(outcome.scores) > 0
    assert ((), needed) == (at.pile(state), len(at.all_companies(state)))
    assert set(owners) == set(at.capitalists(state))
