"""
The end of the auction: outbid discs are compensated, the highest takes the card.

The row is resolved from left to right, so what one card pays can be spent on a card to its right.
RULING furnace-answer: players never interact here, so all who have a choice decide at once, each
for the whole row in one answer.
"""

from typing import Final

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Stock, affordable, carry_out
from bessemer.games.furnace.moves import Compensation
from bessemer.games.furnace.phases.auction import empty_row
from bessemer.games.furnace.refusals import Code, bad_count
from bessemer.games.furnace.state import Board, Claim, Disc, Player, Row, State, Table, make

_BARGAIN_HUNTER: Final = Capitalist.BARGAIN_HUNTER
_MONOPOLIST: Final = Capitalist.MONOPOLIST
_UNDERWRITER: Final = Capitalist.UNDERWRITER


def winner(stack: tuple[Disc, ...]) -> Disc:
    """The highest disc. RULING furnace-tie: of equals the one placed first."""
    best = stack[0]
    for disc in stack:
        if disc.value > best.value:
            best = disc
    return best


def claims(table: Table, row: Row) -> tuple[tuple[Claim, ...], ...]:
    """What each seat is owed, from left to right."""
    capitalists, companies = table.capitalists, table.options.deck.companies
    owed: list[list[Claim]] = [[] for _ in capitalists]
    for card, stack in zip(row.cards, row.stacks, strict=True):
        if not stack:
            continue
        best, effect = winner(stack), companies[card].compensation
        for disc in stack:
            seat, times = disc
            owned = capitalists[seat]
            if disc is best:
                if owned is not _BARGAIN_HUNTER or times > 1:
                    continue
            elif owned is _UNDERWRITER:
                times += 1
            elif owned is _MONOPOLIST and owed[seat] and owed[seat][-1].card == card:
                # RULING furnace-stack: each disc but a winning one counts, all in one claim.
                times += owed[seat].pop().times
            owed[seat].append(make(Claim, (card, effect, times)))
    return tuple(map(tuple, owed))


def asked(board: Board) -> tuple[Seat, ...]:
    """Those who have a choice: exactly those for whom more than one answer is legal."""
    return tuple(
        [
            Seat(seat)
            for seat, player in enumerate(board.players)
            if _is_choice(board.owed[seat], list(player.stock))
        ]
    )


def _is_choice(owed: tuple[Claim, ...], stock: list[int]) -> bool:
    # Every answer but "all 0" has a first count above 0, and that one is paid from what the
    # extractions to its left bring in alone.
    for _, effect, times in owed:
        if not effect.takes:
            carry_out(effect, stock, times)
        elif affordable(effect, stock, 1):
            return True
    return False


def paid(board: Board, seat: Seat, answer: Compensation) -> Player:
    """
    The player after all compensations of the row.

    Raises:
        IllegalMove: a count is missing, superfluous, too high or not payable when its card comes.
    """
    player, counts = board.players[seat], answer.counts
    stock, given = list(player.stock), 0
    for card, effect, times in board.owed[seat]:
        if not effect.takes:
            carry_out(effect, stock, times)
            continue
        if given < len(counts):
            count = counts[given]
            if not 0 <= count <= affordable(effect, stock, times):
                limited = effect._replace(limit=times)
                raise bad_count(limited, count, stock, part=f"counts[{given}]", card=card)
            carry_out(effect, stock, count)
        given += 1
    if given != len(counts):
        raise _wrong_length(board, seat, counts)
    return make(Player, (make(Stock, stock), *player[1:]))


def sample_answer(board: Board, seat: Seat, below: Below) -> Compensation:
    """A legal answer, drawn number for number as its script does."""
    stock, counts = list(board.players[seat].stock), []
    for _, effect, times in board.owed[seat]:
        count = times
        if effect.takes:
            most = affordable(effect, stock, times)
            count = below(most + 1) if most else 0
            counts.append(count)
        carry_out(effect, stock, count)
    return Compensation(tuple(counts))


def stocks_along(board: Board, seat: Seat, counts: tuple[int, ...]) -> tuple[Stock, ...]:
    """What the player holds after each claim that these counts settle, for those who look on."""
    stock, given, along = list(board.players[seat].stock), iter(counts), []
    for _, effect, times in board.owed[seat]:
        count = next(given, None) if effect.takes else times
        if count is None:
            break
        carry_out(effect, stock, count)
        along.append(Stock(*stock))
    return tuple(along)


def settle(state: State) -> State:
    """Pay those who were not asked, hand out the cards, and give all discs back."""
    board = state.board
    won: list[list[str]] = [[] for _ in board.players]
    gone = list(board.gone)
    for card, stack in zip(board.row.cards, board.row.stacks, strict=True):
        taker = winner(stack).seat if stack else None
        # What nobody bid on and what the Agent wins leaves the game.
        (gone if taker is None or taker >= len(won) else won[taker]).append(card)
    players = []
    for seat, (player, entry) in enumerate(zip(board.players, state.sealed, strict=True)):
        stock = entry.player.stock if entry else _extracted(board, Seat(seat))
        companies = (*player.companies, *won[seat])
        players.append(make(Player, (stock, companies, player.upgraded, player.line)))
    board = board._replace(
        row=empty_row(()),
        hands=board.table.discs,
        players=tuple(players),
        gone=tuple(gone),
        owed=(),
    )
    return State(board, state.pile, (None,) * len(players), state.chance)


def _extracted(board: Board, seat: Seat) -> Stock:
    """The stock of a player who was not asked: every count is 0, extractions come by themselves."""
    stock = list(board.players[seat].stock)
    for _, effect, times in board.owed[seat]:
        if not effect.takes:
            carry_out(effect, stock, times)
    return make(Stock, stock)


def _wrong_length(board: Board, seat: Seat, counts: tuple[int, ...]) -> IllegalMove:
    owed = [claim.card for claim in board.owed[seat] if claim.effect.takes]
    return IllegalMove(
        Code.COUNTS_EXTRA if len(counts) > len(owed) else Code.COUNTS_MISSING,
        say(
            "{given} counts for the {owed} cards on which seat {seat} is owed processing: {cards}",
            given=len(counts),
            owed=len(owed),
            seat=seat,
            cards=owed,
        ),
        part="counts",
        moves=(Compensation((0,) * len(owed)),),
    )
