"""The options of a match: which there are, and which deck is enough for how many players."""

import pytest

from bessemer.engine.errors import BadOption
from bessemer.games.furnace.deck import parse_deck, standard_deck
from bessemer.games.furnace.options import Options
from bessemer.games.furnace.rules import FURNACE
from tests.games.furnace import positions as at
from tests.games.furnace.positions import deck_text

OWN = deck_text([("2C", "1I", "1O")])


def test_defaults_are_four_rounds_with_capitalists_and_without_the_chain() -> None:
    """On the shipped deck."""
    expected = Options(rounds=4, capitalists=True, chain=False, deck=standard_deck())

    assert expected == FURNACE.options({})
    assert FURNACE.option_texts(expected) == {
        "rounds": "4",
        "capitalists": "on",
        "chain": "off",
        "deck": "standard",
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"rounds": "3"}, (3, True, False), id="short"),
        pytest.param({"rounds": "4"}, (4, True, False), id="long"),
        pytest.param({"capitalists": "off"}, (4, False, False), id="no-capitalists"),
        pytest.param({"chain": "on"}, (4, True, True), id="chain"),
        pytest.param(
            {"rounds": "3", "capitalists": "off", "chain": "on"}, (3, False, True), id="all"
        ),
    ],
)
def test_options_are_read_and_written(
    given: dict[str, str], expected: tuple[int, bool, bool]
) -> None:
    """The others stay at their defaults; what is written reads back as the same."""
    options = FURNACE.options(given)

    assert (*expected, standard_deck()) == options
    assert given.items() <= FURNACE.option_texts(options).items()
    assert options == FURNACE.options(FURNACE.option_texts(options))


def test_listed_options() -> None:
    """Name, values and default of each, as the command lists them."""
    assert [option[:3] for option in FURNACE.option_list] == [
        ("rounds", ("3", "4"), "4"),
        ("capitalists", ("on", "off"), "on"),
        ("chain", ("on", "off"), "off"),
        ("deck", ("standard", "<text of a deck>"), "standard"),
    ]
    assert list(FURNACE.seats) == [2, 3, 4]


def test_deck_is_given_as_its_text() -> None:
    """Somebody's own deck is written as it was given, the shipped one by its name."""
    options = FURNACE.options({"deck": OWN})
    assert parse_deck(OWN) == options.deck
    assert FURNACE.option_texts(options)["deck"] == OWN
    assert options == FURNACE.options(FURNACE.option_texts(options))

    copied = FURNACE.options({"deck": standard_deck().text + "# copied"})
    assert FURNACE.options({}) == copied
    assert FURNACE.option_texts(copied)["deck"] == "standard"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("rounds", "2", id="two-rounds"),
        pytest.param("rounds", "5", id="five-rounds"),
        pytest.param("rounds", "", id="no-rounds"),
        pytest.param("rounds", "04", id="rounds-with-a-zero"),
        pytest.param("capitalists", "yes", id="yes"),
        pytest.param("capitalists", "On", id="capital-letter"),
        pytest.param("chain", "1", id="number"),
        pytest.param("chain", "", id="empty"),
        pytest.param("deck", "standard ", id="deck-that-is-no-toml"),
        pytest.param("players", "3", id="players-are-seats"),
        pytest.param("Rounds", "3", id="unknown-name"),
        pytest.param("", "", id="empty-name"),
    ],
)
def test_bad_option_is_named(name: str, value: str) -> None:
    """An unknown name, or a value that the option cannot have."""
    with pytest.raises(BadOption) as caught:
        FURNACE.options({"rounds": "3", name: value})

    assert name == caught.value.option
    assert name in str(caught.value)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 6])
def test_furnace_is_for_two_to_four(players: int) -> None:
    """Any other number is the option `players` at fault."""
    with pytest.raises(BadOption) as caught:
        at.match(players)

    assert caught.value.option == "players"


# --- A deck that is large enough -----------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize(("players", "row"), [(2, 6), (3, 7), (4, 8)])
def test_companies_for_every_row(players: int, row: int, rounds: int) -> None:
    """Rounds x row are enough, and every one of them is dealt; one less is refused."""
    needed = rounds * row
    enough = deck_text(filler=needed)
    state = at.match(players, deck=enough, capitalists="off", rounds=str(rounds))
    assert at.pile(at.by_default(state)) == ()

    too_small = deck_text(filler=needed - 1)
    with pytest.raises(BadOption) as caught:
        at.match(players, deck=too_small, capitalists="off", rounds=str(rounds))
    assert (caught.value.option, caught.value.card, caught.value.field) == ("deck", "company", "")
    assert str(needed) in str(caught.value)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_startup_for_every_player(players: int) -> None:
    """As many as players, not one less."""
    trade = ("1C", "2C -> 2$ x2")
    at.match(players, deck=deck_text(startups=[trade] * players), capitalists="off")

    with pytest.raises(BadOption) as caught:
        at.match(players, deck=deck_text(startups=[trade] * (players - 1)), capitalists="off")
    assert (caught.value.option, caught.value.card) == ("deck", "startup")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_capitalist_for_every_player_if_they_are_on(players: int) -> None:
    """As many as players, not one less; if they are off, none is needed."""
    owners = ["K2", "K5", "K3", "K1"]
    state = at.match(players, deck=deck_text(capitalists=owners[:players]))
    assert set(owners[:players]) == set(at.capitalists(state))

    with pytest.raises(BadOption) as caught:
        at.match(players, deck=deck_text(capitalists=owners[: players - 1]))
    assert (caught.value.option, caught.value.card) == ("deck", "capitalist")

    at.match(players, deck=deck_text(), capitalists="off")


@pytest.mark.parametrize(("players", "dealt"), [(2, 24), (3, 28), (4, 32)])
def test_shipped_deck_never_runs_out(players: int, dealt: int) -> None:
    """24, 28 and 32 of 36 are dealt."""
    assert 36 - dealt == len(at.pile(at.by_default(at.match(players))))
