"""Hands to plan for, and the slow and sure way to know what can be made of them."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from bessemer.bots.furnace.planning.worth import Prices
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Deck, parse_deck, standard_deck
from bessemer.games.furnace.effects import (
    COAL,
    TOKENS,
    Effect,
    Stock,
    affordable,
    carry_out,
)
from bessemer.games.furnace.options import Options
from bessemer.games.furnace.phases.auction import empty_row
from bessemer.games.furnace.state import Board, Phase, Player, Table

SEAT = Seat(0)


def board_of(player: Player, startup: str, deck: Deck) -> Board:
    """A board on which `player` alone is asked for a plan."""
    options = Options(rounds=4, capitalists=False, chain=bool(player.line), deck=deck)
    return Board(
        table=Table(options, (startup,), (None,), ((),)),
        round=1,
        phase=Phase.PLAN,
        first=SEAT,
        waiting=(SEAT,),
        row=empty_row(()),
        hands=((),),
        players=(player,),
        gone=(),
        die=0,
        owed=(),
    )


def random_board(rng: Random, companies: int, *, chain: bool, deck: Deck | None = None) -> Board:
    """A hand of so many companies with some resources, some of the companies upgraded."""
    deck = deck or standard_deck()
    cards = tuple(rng.sample(sorted(deck.companies), companies))
    upgraded = tuple(sorted(card for card in cards if rng.random() < 0.4))
    startup = rng.choice(sorted(deck.startups))
    stock = Stock._make(rng.randrange(most) for most in (6, 4, 4, 4, 20))
    line = [startup, *cards]
    rng.shuffle(line)
    return board_of(Player(stock, cards, upgraded, tuple(line) if chain else ()), startup, deck)


def random_deck(rng: Random) -> Deck:
    """Cards that no game has: whatever the form allows, conversions in circles above all."""

    def amounts(kinds: str) -> str:
        chosen = rng.sample(kinds, min(len(kinds), rng.choice((1, 1, 2))))
        return " + ".join(f"{rng.randint(1, 3)}{kind}" for kind in chosen)

    def processing() -> str:
        kinds = rng.sample("CIOU", 4)
        gives = rng.choice(("$", "".join(kinds[2:]), "".join(kinds[2:]) + "$"))
        return f"{amounts(''.join(kinds[:2]))} -> {amounts(gives)} x{rng.randint(1, 3)}"

    def line() -> str:
        return amounts("CIOU$") if rng.random() < 0.3 else processing()

    cards = [f'[[startup]]\nid = "S"\nstarts_with = "1C"\ntrade = "{processing()}"']
    cards += [
        f'[[company]]\nid = "C{number}"\ncompensation = "1C"\n'
        f'basic = "{line()}"\nadditional = "{line()}"'
        for number in range(8)
    ]
    return parse_deck("\n".join(cards))


def random_prices(rng: Random, board: Board) -> Prices:
    """Prices of all sorts: nothing worth anything, round ones, odd ones, some below nothing."""
    some = rng.choice(((0.0, 1.0), (0.0, 0.5, 1.0, 1.7, 3.0), (-2.0, -1.0, 0.0, 1.0, 2.5)))
    coal, iron, oil, tokens, money = (rng.choice(some) for _ in range(5))
    cards = board.players[SEAT].companies
    flipped = {card: 2 * rng.choice(some) for card in cards if rng.random() < 0.7}
    return Prices((coal, iron, oil, tokens, money), flipped)


def all_ends(board: Board) -> set[Player]:
    """All that any legal plan can leave: every order, every count, every flip, one by one."""
    player, startup = board.players[SEAT], board.table.startups[SEAT]
    deck = board.table.options.deck
    ends: set[Player] = set()
    seen: set[tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]] = set()

    def go(left: tuple[str, ...], stock: tuple[int, ...], upgraded: tuple[str, ...]) -> None:
        if (left, stock, upgraded) in seen:
            return
        seen.add((left, stock, upgraded))
        if not left:
            ends.add(player._replace(stock=Stock._make(stock), upgraded=upgraded))
        for card in left[:1] if player.line else left:
            rest = tuple(other for other in left if other != card)
            lines = deck.upgraded_lines if card in upgraded else deck.basic_lines
            for after in _resolved(lines[card], list(stock)):
                go(rest, tuple(after), upgraded)
                if card == startup:
                    for flips in _flips(player, after):
                        paid = after.copy()
                        paid[COAL] -= len(flips)
                        paid[TOKENS] -= len(flips)
                        go(rest, tuple(paid), tuple(sorted((*upgraded, *flips))))

    go(player.line or (startup, *player.companies), player.stock, player.upgraded)
    return ends


def _resolved(lines: tuple[Effect, ...], stock: list[int]) -> Iterator[list[int]]:
    """The stocks that resolving these lines can leave of `stock`."""
    if not lines:
        yield stock
        return
    line = lines[0]
    for times in range(affordable(line, stock, line.limit) + 1) if line.takes else (1,):
        after = stock.copy()
        carry_out(line, after, times)
        yield from _resolved(lines[1:], after)


def _flips(player: Player, stock: list[int]) -> Iterator[tuple[str, ...]]:
    """The cards that can be flipped at once with `stock`."""
    unflipped = [card for card in player.companies if card not in player.upgraded]
    for count in range(1, min(stock[COAL], stock[TOKENS], len(unflipped)) + 1):
        yield from combinations(unflipped, count)
