"""
The order of every draw, as `docs/draws.md` has it.

The reader here is made of that page, `docs/chance.md` and the files of the cards: it imports nothing
of the rules but what it is compared with.
"""

import tomllib
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import product
from typing import Any, Final, TypeVar

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.engine.resources import shipped_text
from tests.games.alchemicus.positions import play, position
from tests.games.alchemicus.positions import seed as position_seed

T = TypeVar("T")
SEATS: Final = (2, 3, 4)
SEEDS: Final = tuple(sha256(b"draws %d" % number).digest() for number in range(25))
WORD: Final = 1 << 64


class Stream:
    """`docs/chance.md`: words of SHA-256 in counter mode."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed, self.drawn = seed, drawn

    def below(self, n: int) -> int:
        """The next number below n."""
        while True:
            block = sha256(self.seed + (self.drawn // 4).to_bytes(8, "big")).digest()
            at = self.drawn % 4 * 8
            word = int.from_bytes(block[at : at + 8], "big")
            self.drawn += 1
            if word < WORD - WORD % n:
                return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in the next order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def figures(game: str, name: str) -> dict[str, Any]:
    """The file of a game's cards."""
    return tomllib.loads(shipped_text(game, name))


def set_up(game: str, options: dict[str, str], seats: int, seed: bytes) -> Any:  # noqa: ANN401 - any
    """What the rules make of a seed, as far as the first decision."""
    rules = GAMES[game]
    return rules.setup(rules.options(options), seats, Chance(seed))


# --- Furnace -------------------------------------------------------------------------------------


def cut(stream: Stream, pile: list[str]) -> list[str]:
    """The pile after the cut of a round."""
    moved = stream.below(len(pile) - 1) + 1
    return pile[moved:] + pile[:moved]


@pytest.mark.parametrize(
    ("seats", "capitalists", "chain", "rounds"),
    list(product(SEATS, ("on", "off"), ("on", "off"), ("3", "4"))),
)
def test_the_set_up_of_furnace(seats: int, capitalists: str, chain: str, rounds: str) -> None:
    """Start-ups, capitalists, companies, the first player, and the first cut."""
    cards = figures("furnace", "cards.toml")
    options = {"capitalists": capitalists, "chain": chain, "rounds": rounds}
    for seed in SEEDS:
        stream = Stream(seed)
        startups = stream.shuffled(card["id"] for card in cards["startup"])[:seats]
        owned = [None] * seats
        if capitalists == "on":
            owned = stream.shuffled(card["id"] for card in cards["capitalist"])[:seats]
        pile = stream.shuffled(card["id"] for card in cards["company"])
        first = stream.below(seats)
        pile = cut(stream, pile)
        row = {2: 6, 3: 7, 4: 8}[seats]
        state = set_up("furnace", options, seats, seed)
        table = state.board.table

        assert (tuple(startups), first) == (table.startups, state.board.first)
        assert owned == [card and card.value for card in table.capitalists[:seats]]
        assert (tuple(pile[:row]), tuple(pile[row:])) == (state.board.row.cards, state.pile)
        assert (seed, stream.drawn) == state.chance


def test_what_furnace_draws_later() -> None:
    """In a match of two the die is rolled for each bid of the second player; each round has a cut."""
    rules, rolls, cuts = GAMES["furnace"], 0, 0
    for seed in SEEDS[:8]:
        state: Any = set_up("furnace", {"capitalists": "off"}, 2, seed)
        while asked := rules.decisions(state):
            (seat, kind), board, pile = asked[0], state.board, list(state.pile)
            stream = Stream(*state.chance)
            state = rules.apply(state, seat, rules.default_move(state, seat))
            if kind == "bid" and seat != board.first and board.hands[2]:
                rolls += 1
                assert stream.below(6) + 1 == state.board.die or state.board.phase != board.phase
            if state.board.round != board.round and rules.decisions(state):
                cuts += 1
                dealt = cut(stream, pile)
                assert (tuple(dealt[:6]), tuple(dealt[6:])) == (state.board.row.cards, state.pile)
            assert stream.drawn == state.chance.drawn
    assert rolls > 100
    assert cuts == 3 * 8


# --- Brass ---------------------------------------------------------------------------------------


def era(stream: Stream, seats: int, name: str) -> tuple[list[tuple[str, ...]], list[Any]]:
    """The hands of an era, and the deck, the cards set aside and the distant tiles."""
    board = figures("brass", "board.toml")
    table = board["players"][str(seats)]
    deck = board["cards"]["towns"] | board["cards"]["industries"]
    gone, fewer = table.get("without_places", ()), table.get("fewer_cards", {})
    names = sorted(set(deck) - set(gone))
    cards = stream.shuffled(name for name in names for _ in range(deck[name] - fewer.get(name, 0)))
    distant = stream.shuffled(sorted(table["distant"]))
    hands = [tuple(sorted(cards[8 * seat : 8 * seat + 8])) for seat in range(seats)]
    aside, dealt = table["set_aside"][name], 8 * seats
    return hands, [cards[dealt + aside :], cards[dealt : dealt + aside], distant]


def dealt_to(state: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a state of Brass
    """What a state of Brass has of an era's cards."""
    return list(state.hands), [list(state.deck), list(state.aside), list(state.distant)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_set_up_of_brass(seats: int) -> None:
    """Who begins, the cards and the distant tiles."""
    for seed in SEEDS:
        stream = Stream(seed)
        first = stream.below(seats)
        cards = era(stream, seats, "canal")
        state = set_up("brass", {}, seats, seed)

        assert tuple((first + ahead) % seats for ahead in range(seats)) == state.board.order
        assert cards == dealt_to(state)
        assert (seed, stream.drawn) == state.chance


@pytest.mark.parametrize("seats", SEATS)
def test_what_brass_draws_later(seats: int) -> None:
    """The cards and the tiles of the Rail era, and nothing else."""
    rules, seed = GAMES["brass"], SEEDS[0]
    state: Any = set_up("brass", {}, seats, seed)
    began = state.chance
    while state.board.era == "canal":
        assert began == state.chance
        (seat, _), *_ = rules.decisions(state)
        state = rules.apply(state, seat, rules.default_move(state, seat))
    stream = Stream(*began)

    assert era(stream, seats, "rail") == dealt_to(state)
    while asked := rules.decisions(state):
        assert (seed, stream.drawn) == state.chance
        state = rules.apply(state, asked[0].seat, rules.default_move(state, asked[0].seat))


# --- Alchemicus ----------------------------------------------------------------------------------

BASE: Final = {
    "Horten": 18,
    "Metalle": 18,
    "Pergula": 18,
    "Alembic": 14,
    "Fornax": 14,
    "Taberna": 14,
    "Domo": 14,
    "Labrium": 10,
    "Donarium": 10,
    "Gloria": 10,
}
NOCTIS: Final = ("Golem", "Mutabilus", "Spiritus", "Homunculus", "Pactum", "Infamia")


def names(cards: Sequence[Any]) -> list[str]:
    """Cards by the names of their kinds."""
    return [str(card) for card in cards]


@pytest.mark.parametrize("modules", [(), ("noctis",), ("noctis", "race")], ids=" ".join)
@pytest.mark.parametrize(
    ("seats", "bank", "sale", "start"),
    list(product(SEATS, ("on", "off"), ("on", "off"), ("random", "0", "1"))),
)
def test_the_set_up_of_alchemicus(
    modules: tuple[str, ...], seats: int, bank: str, sale: str, start: str
) -> None:
    """The base deck, the Noctis deck and who begins, who then draws a card where nothing is asked."""
    options = dict.fromkeys(modules, "on") | {"bank": bank, "advanced_sale": sale, "start": start}
    copies = figures("alchemicus", "deck.toml")["noctis"]
    for seed in SEEDS[:5]:
        stream = Stream(seed)
        built = {"Horten", "Pergula"}
        pile = stream.shuffled(
            kind for kind in BASE for _ in range(BASE[kind] - seats * (kind in built))
        )
        hands = [[pile.pop() for _ in range(5)] for _ in range(seats)]
        row = [pile.pop() for _ in range(5)] if bank == "on" else []
        noctis: list[str] = []
        if modules:
            noctis = stream.shuffled(
                kind for kind in NOCTIS for _ in range(copies[kind] - seats * (kind == "Golem"))
            )
            for hand in hands:
                hand.append("Golem")
        first = stream.below(seats) if start == "random" else int(start)
        if not modules and bank == "off":
            hands[first].append(pile.pop())
        state = set_up("alchemicus", options, seats, seed)

        assert first == state.board.active == state.board.table.start
        assert [hand[::-1] for hand in hands] == list(map(names, state.hands))
        assert (pile, noctis) == (names(state.pile), names(state.noctis_pile))
        assert row == names(state.board.bank)
        assert (seed, stream.drawn) == state.chance


@pytest.mark.parametrize("bank", [None, "Domo Taberna Metalle Domo Labrium"])
def test_a_new_pile_of_alchemicus(bank: str | None) -> None:
    """The discard as it lies, the bank behind it; the first of them are the new bank."""
    lying = "Gloria Horten Domo Horten Fornax"
    for number in range(20):
        stream = Stream(*position_seed(number))
        state = position("draw", pile="Horten", discard=lying, bank=bank, number=number)
        state = state if bank is None else play(state, "draw")
        order = stream.shuffled(f"{lying} {bank or ''}".split())
        size = 0 if bank is None else 5

        assert order[:size] == names(state.board.bank)
        assert order[size:] == names(state.pile)
        assert stream.drawn == state.chance.drawn


def test_a_new_noctis_pile_of_alchemicus() -> None:
    """The Noctis discard as it lies."""
    lying = "Pactum Golem Infamia Golem Spiritus"
    for number in range(20):
        state = position(
            "draw",
            hands={0: "Domo"},
            noctis="on",
            noctis_pile="Golem",
            noctis_discard=lying,
            number=number,
        )
        stream = Stream(*state.chance)
        state = play(state, "draw noctis for Domo")

        assert stream.shuffled(lying.split()) == names(state.noctis_pile)
        assert stream.drawn == state.chance.drawn


def test_a_theft_of_alchemicus() -> None:
    """One number below the size of the hand, counted from the card that came last."""
    hand = "Golem Horten Domo Gloria Domo Pactum"
    for number in range(20):
        state = position("spirit", hands={1: hand}, rows={1: "Domo"}, noctis="on", number=number)
        stream = Stream(*state.chance)
        state = play(state, "spirit to Domo robbing 1")

        assert hand.split()[stream.below(6)] == str(state.hands[Seat(0)][0])
        assert stream.drawn == state.chance.drawn
