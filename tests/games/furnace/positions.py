"""
Positions of Furnace for the tests: how they are built, played on, and looked into.

This is the only test module that knows what a state is made of. Stocks are written like the cards
("2C + 1I"), discs as pairs (seat, value), moves in their canonical text.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

import pytest

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import Bid, Move
from bessemer.games.furnace.options import Options
from bessemer.games.furnace.phases import auction, compensation, simultaneous
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, Player, State, View
from tests.games.furnace.brute_force import parse_goods

FINANCIER, SPECULATOR, UNDERWRITER, MONOPOLIST, BARGAIN_HUNTER = "K1", "K2", "K3", "K4", "K5"

GOODS = "CIOU$"
ROW_SIZE = {2: 6, 3: 7, 4: 8}

# --- Beginning a match ---------------------------------------------------------------------------


def seed(number: int) -> Chance:
    """One of many independent chances."""
    return Chance(b"furnace tests %d" % number)


def match(players: int, number: int = 0, **given: str) -> State:
    """A match at its first decision."""
    return FURNACE.setup(FURNACE.options(given), players, seed(number))


def position(
    players: int,
    *,
    row: Sequence[str] = (),
    capitalists: Sequence[str] = (),
    startups: Sequence[str] = ("S1", "S2", "S3", "S4"),
    stocks: Mapping[int, str] | None = None,
    owned: Mapping[int, str] | None = None,
    lines: Mapping[int, str] | None = None,
    discs: Sequence[str] | None = None,
    first: int = 0,
    **given: str,
) -> State:
    """
    The beginning of an auction.

    Args:
        players: how many.
        row: the first cards on offer; others of the deck follow.
        capitalists: one by seat ("" for none), or none at all.
        startups: by seat.
        stocks: what a seat holds; else nothing.
        owned: the companies of a seat, a "+" behind those that are upgraded.
        lines: the lines of the chain variant; else the start-up and the companies in order won.
        discs: the discs of each seat, the Agent last, such as "134"; else all of them.
        first: who holds the first-player token.
        given: options other than their defaults.
    """
    stocks, owned, lines = stocks or {}, owned or {}, lines or {}
    options = FURNACE.options({"capitalists": "on" if any(capitalists) else "off"} | given)
    state = FURNACE.setup(options._replace(capitalists=False), players, seed(0))
    board = state.board
    seats = [Seat(seat) for seat in range(players)]
    agents = [None] * (len(board.hands) - players)
    owners = tuple(Capitalist(owner) if owner else None for owner in capitalists or [""] * players)
    people = tuple(
        _player(startups[seat], stocks.get(seat, ""), owned.get(seat, ""), lines.get(seat))
        for seat in seats
    )
    if not options.chain:
        people = tuple(player._replace(line=()) for player in people)
    held = {card for player in people for card in player.companies}
    others = [card for card in options.deck.companies if card not in held and card not in row]
    cards, pile = (*row, *others)[: ROW_SIZE[players]], (*row, *others)[ROW_SIZE[players] :]
    hands: tuple[tuple[int, ...], ...] = tuple(
        (1, 2, 2, 3, 4) if owner is Capitalist.FINANCIER else (1, 2, 3, 4)
        for owner in (*owners, *agents)
    )
    everything = hands
    if discs is not None:
        left = (*discs, "", "")
        hands = tuple(tuple(map(int, left[seat])) for seat in range(len(hands)))
    board = board._replace(
        table=board.table._replace(
            options=options,
            startups=tuple(startups[:players]),
            capitalists=(*owners, *agents),
            discs=everything,
        ),
        first=Seat(first),
        waiting=(Seat(first),),
        row=board.row._replace(cards=cards),
        hands=hands,
        players=people,
    )
    return state._replace(board=board, pile=pile)


def planning(state: State) -> State:
    """The beginning of a production phase in which everybody holds what they hold in `state`."""
    board = state.board
    everybody = tuple(map(Seat, range(len(board.players))))
    nothing = board.row._replace(cards=(), stacks=())
    return state._replace(
        board=board._replace(phase=Phase.PLAN, waiting=everybody, row=nothing),
        pile=state.pile + board.row.cards,
    )


def rolling(state: State, *rolls: int) -> State:
    """The same position where the Agent's die will show `rolls`."""
    for number in count():
        draws = Draws(seed(number))
        if all(draws.below(6) + 1 == roll for roll in rolls):
            return state._replace(chance=seed(number))
    raise AssertionError


def drawing(state: State, below: int, wanted: int) -> State:
    """The same position where the next draw below `below` gives `wanted`."""
    chances = (seed(number) for number in count())
    return state._replace(
        chance=next(chance for chance in chances if chance.below(below)[0] == wanted)
    )


def _player(startup: str, stock: str, owned: str, line: str | None) -> Player:
    companies = tuple(card.rstrip("+") for card in owned.split())
    goods = parse_goods(stock) if stock else ()
    return Player(
        Stock(*(goods.count(good) for good in range(len(GOODS)))),
        companies,
        tuple(sorted(card.rstrip("+") for card in owned.split() if card.endswith("+"))),
        tuple(line.split()) if line else (startup, *companies),
    )


# --- Looking into a state ------------------------------------------------------------------------


def asked(state: State) -> tuple[int, ...]:
    """The seats that must decide."""
    return tuple(decision.seat for decision in FURNACE.decisions(state))


def kind(state: State) -> str:
    """What is asked for, "" at the end."""
    kinds = {decision.kind for decision in FURNACE.decisions(state)}
    assert len(kinds) <= 1
    return kinds.pop() if kinds else ""


def legal(state: State, seat: int) -> list[str]:
    """The legal moves as texts; only where they are few."""
    return [FURNACE.format(move) for move in FURNACE.legal_moves(state, Seat(seat))]


def legal_bids(state: State, seat: int) -> list[str]:
    """The legal moves of an auction as texts, by disc and then by card."""
    return sorted(legal(state, seat))


def row(state: State | View) -> tuple[str, ...]:
    """The cards on offer."""
    return state.board.row.cards


def stacks(state: State) -> dict[str, list[tuple[int, int]]]:
    """The discs on the cards that have any, as (seat, value) in the order placed."""
    offered = zip(state.board.row.cards, state.board.row.stacks, strict=True)
    return {card: [(seat, value) for seat, value in stack] for card, stack in offered if stack}


def hand(state: State, seat: int) -> tuple[int, ...]:
    """The discs that a seat has not placed; the Agent is seat 2 of a two-player match."""
    return state.board.hands[seat]


def stock(state: State, seat: int) -> str:
    """What a seat holds, such as "2C + 1I"."""
    held = zip(state.board.players[seat].stock, GOODS, strict=True)
    return " + ".join(f"{amount}{good}" for amount, good in held if amount)


def money(state: State, seat: int) -> int:
    """What counts first."""
    return state.board.players[seat].stock.money


def companies(state: State, seat: int) -> tuple[str, ...]:
    """The companies of a seat, in the order won."""
    return state.board.players[seat].companies


def upgraded(state: State, seat: int) -> tuple[str, ...]:
    """Those that show their upgraded side."""
    return state.board.players[seat].upgraded


def line(state: State, seat: int) -> str:
    """The line of the chain variant."""
    return " ".join(state.board.players[seat].line)


def gone(state: State) -> tuple[str, ...]:
    """The companies that left the game."""
    return state.board.gone


def pile(state: State) -> tuple[str, ...]:
    """The companies still to come."""
    return state.pile


def die(state: State) -> int:
    """What the Agent's die showed last."""
    return state.board.die


def sealed(state: State) -> tuple[int, ...]:
    """The seats whose answers are in while others are not."""
    return FURNACE.sealed(state)


def sampled(state: State, seat: int, below: Below) -> str:
    """The move that a seat samples with these choices."""
    return FURNACE.format(FURNACE.sample_move(state, Seat(seat), below))


def all_samples(state: State, seat: int, number: int) -> list[str]:
    """The moves sampled when every choice is 0, is 1 ... is `number` - 1, as far as there are."""
    return [
        FURNACE.format(FURNACE.sample_move(state, Seat(seat), partial(_at_most, pick)))
        for pick in range(number)
    ]


def _at_most(pick: int, below: int) -> int:
    return min(pick, below - 1)


def first(state: State) -> int:
    """Who holds the first-player token."""
    return state.board.first


def round_number(state: State) -> int:
    """The round that is played."""
    return state.board.round


def startups(state: State) -> tuple[str, ...]:
    """The start-ups by seat."""
    return state.board.table.startups


def capitalists(state: State) -> tuple[str, ...]:
    """The capitalists by seat, "" for none."""
    owners = state.board.table.capitalists[: len(state.board.players)]
    return tuple(owner.value if owner else "" for owner in owners)


def options_of(state: State) -> Options:
    """The options of the match."""
    return state.board.table.options


def all_companies(state: State) -> list[str]:
    """Every company wherever it is, sorted."""
    players = state.board.players
    held = [card for player in players for card in player.companies]
    return sorted([*state.pile, *state.board.row.cards, *state.board.gone, *held])


# --- Playing on ----------------------------------------------------------------------------------


def answer(state: State, seat: int, text: str) -> State:
    """The state after one move of `seat`."""
    return FURNACE.apply(state, Seat(seat), FURNACE.parse(text))


def play(state: State, *texts: str) -> State:
    """The state after these moves, each made by the first seat that is asked."""
    for text in texts:
        state = answer(state, asked(state)[0], text)
    return state


def bid(state: State, *bids: str) -> State:
    """The state after bids in turn: "4 C01" is `bid 4 on C01`."""
    return play(state, *("bid {} on {}".format(*text.split()) for text in bids))


def default_text(state: State, seat: int) -> str:
    """The default move of a seat."""
    return FURNACE.format(FURNACE.default_move(state, Seat(seat)))


def one_default(state: State) -> State:
    """The state after the default move of the first seat that is asked."""
    seat = Seat(asked(state)[0])
    return FURNACE.apply(state, seat, FURNACE.default_move(state, seat))


def by_default(state: State, until: Callable[[State], bool] = lambda _: False) -> State:
    """The state after default moves of everybody, up to the end or to a state that is wanted."""
    while asked(state) and not until(state):
        state = one_default(state)
    return state


def bidding_order(state: State) -> list[int]:
    """The seats in the order in which they are asked for default bids, to the end of the auction."""
    order: list[int] = []
    while kind(state) == "bid":
        order += asked(state)
        state = one_default(state)
    return order


def next_round(state: State) -> State:
    """The first decision of the next round, or the end."""
    now = round_number(state)
    return by_default(state, lambda later: round_number(later) > now)


def refused(state: State, seat: int, text: str) -> IllegalMove:
    """The refusal of a move; the state is the same afterwards."""
    before = repr(state)
    with pytest.raises(IllegalMove) as caught:
        answer(state, seat, text)

    assert before == repr(state)
    return caught.value


class Turn(NamedTuple):
    """One move of a match, and the states before and after it."""

    before: State
    seat: Seat
    move: Move
    after: State


def turn(before: State, seat: int, text: str, after: State) -> Turn:
    """A move that was made."""
    return Turn(before, Seat(seat), FURNACE.parse(text), after)


def random_turns(state: State, number: int = 0) -> Iterator[Turn]:
    """Random play to the end."""
    below = random.Random(number).randrange
    while asked(state):
        seat = Seat(asked(state)[0])
        move = FURNACE.sample_move(state, seat, below)
        after = FURNACE.apply(state, seat, move)
        yield Turn(state, seat, move, after)
        state = after


def random_end(state: State, number: int = 0) -> State:
    """The end of random play."""
    for turn in random_turns(state, number):
        state = turn.after
    return state


# --- Looking behind the engine's back ------------------------------------------------------------


def everybody_settling(turn: Turn) -> State | None:
    """
    The row as the last bid of an auction leaves it, everybody asked for a compensation.

    The engine asks only those who have a choice, and goes on at once if nobody has. None if `turn`
    is not the last bid.
    """
    if kind(turn.before) != "bid" or not isinstance(turn.move, Bid):
        return None
    after = auction.bid(turn.before, turn.seat, turn.move)
    if after.board.waiting:
        return None
    everybody = tuple(map(Seat, range(len(after.board.players))))
    board = after.board
    owed = compensation.claims(board.table, board.row)
    after = after._replace(board=board._replace(owed=owed))
    after = simultaneous.begin(after, Phase.COMPENSATION)
    return after._replace(board=after.board._replace(waiting=everybody))


def with_pile(state: State, cards: Sequence[str]) -> State:
    """The same state with the deck in another order."""
    return state._replace(pile=tuple(cards))


def with_chance(state: State, chance: Chance) -> State:
    """The same state with another future."""
    return state._replace(chance=chance)


def chance_of(state: State) -> Chance:
    """What is still to be drawn."""
    return state.chance


def sealed_answer(state: State, seat: int) -> str | None:
    """What a seat has answered while others still think."""
    entry = state.sealed[seat]
    return FURNACE.format(entry.answer) if entry else None


def seen_answer(view: View) -> str | None:
    """The own sealed answer in a view."""
    return None if view.answer is None else FURNACE.format(view.answer)


def seen(state: State, seat: int | None) -> View:
    """What a seat sees."""
    return FURNACE.view(state, None if seat is None else Seat(seat))


def over(state: State, standings: Sequence[tuple[str, str]]) -> State:
    """The end of a match in which the seats hold these stocks and companies."""
    people = tuple(_player("S1", held, cards, None) for held, cards in standings)
    board = state.board._replace(phase=Phase.OVER, waiting=(), players=people)
    return state._replace(board=board)


# --- Decks ---------------------------------------------------------------------------------------


def deck_text(
    companies: Sequence[tuple[str, str, str]] = (),
    startups: Sequence[tuple[str, str]] = (("1C", "2C -> 2$ x2"),) * 4,
    capitalists: Sequence[str] = (),
    *,
    filler: int = 32,
) -> str:
    """
    A deck: companies X01, X02 ... with their compensation, basic and additional line.

    Start-ups are S1, S2 ... with what they start with and their trade; `filler` companies Z01 ...
    of no interest follow.
    """
    entries = [
        f'[[startup]]\nid = "S{number}"\nstarts_with = "{start}"\ntrade = "{trade}"\n'
        for number, (start, trade) in enumerate(startups, 1)
    ]
    dull = [(f"Z{number:02}", "1C", "1C", "1C") for number in range(1, filler + 1)]
    named = [(f"X{number:02}", *lines) for number, lines in enumerate(companies, 1)]
    entries += [
        f'[[company]]\nid = "{card}"\ncompensation = "{paid}"\nbasic = "{basic}"\n'
        f'additional = "{additional}"\n'
        for card, paid, basic, additional in [*named, *dull]
    ]
    entries += [f'[[capitalist]]\nid = "{owner}"\n' for owner in capitalists]
    return "\n".join(entries)
