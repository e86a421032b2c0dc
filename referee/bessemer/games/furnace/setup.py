"""The set-up: start-ups, capitalists, the shuffled deck and the first player, all by chance."""

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.options import SEATS, Options, check_playable
from bessemer.games.furnace.phases.auction import empty_row, full_hands
from bessemer.games.furnace.state import Board, Phase, Player, State, Table


def set_up(options: Options, seats: int, chance: Chance) -> State:
    """
    The table before the first row is dealt.

    Chance draws, in this order: the start-ups, the capitalists (if on), the companies' order, the
    first player.

    Raises:
        BadOption: the deck has too few cards for so many players.
    """
    check_playable(options, seats)
    draws, deck = Draws(chance), options.deck
    startups = draws.shuffled(tuple(deck.startups))[:seats]
    owned: list[Capitalist | None] = [None] * seats
    if options.capitalists:
        owned = list(draws.shuffled(deck.capitalists)[:seats])
    pile = draws.shuffled(tuple(deck.companies))
    first = Seat(draws.below(seats))
    table = table_of(options, startups, tuple(owned))
    board = Board(
        table=table,
        round=1,
        phase=Phase.BID,
        first=first,
        waiting=(),
        row=empty_row(()),
        hands=table.discs,
        players=tuple(_player(options, startup) for startup in startups),
        gone=(),
        die=0,
        owed=(),
    )
    return State(board, pile, (None,) * seats, draws.rest)


def table_of(
    options: Options, startups: tuple[str, ...], capitalists: tuple[Capitalist | None, ...]
) -> Table:
    """What is fixed once everybody owns a start-up and, perhaps, a capitalist."""
    if len(capitalists) == SEATS.start:
        capitalists = (*capitalists, None)  # the Agent
    return Table(options, startups, capitalists, full_hands(capitalists))


def _player(options: Options, startup: str) -> Player:
    stock = [0] * len(Stock._fields)
    for resource, amount in options.deck.startups[startup].starts_with:
        stock[resource] += amount
    # RULING furnace-chain-start: in the set-up the line is the start-up alone.
    return Player(Stock._make(stock), (), (), (startup,) if options.chain else ())
