"""What moves did, in sentences for the log."""

from typing import assert_never

from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.moves import (
    Acquire,
    Banish,
    Build,
    BuyBack,
    Cards,
    ClearInfamia,
    DiscardDown,
    DrawBank,
    DrawBase,
    DrawNoctis,
    FieldGolem,
    Gift,
    GiveCards,
    GiveGolem,
    Golem,
    Infamia,
    Move,
    MoveSpirit,
    Mutabilus,
    NoctisMove,
    Pactum,
    Pass,
    Place,
    PlayGloria,
    Reward,
    Sell,
    Spiritus,
    Transmute,
    Transport,
    Undo,
    Walk,
)
from bessemer.games.alchemicus.state import OFF, Board
from bessemer.terminal.alchemicus.names import cards_text, field_name, letter

_CardMove = (
    DrawBase | DrawBank | DrawNoctis | Reward | GiveCards | ClearInfamia | Gift | PlayGloria
) | DiscardDown
_GoodsMove = Build | Acquire | Transport | Transmute | Sell | BuyBack


def told(move: Move, seat: int, before: Board | None) -> str:
    """What a move did, without who did it; the table before it gives buildings their names."""
    if isinstance(move, NoctisMove):
        return f"plays {_noctis(move, seat, before)}{_paying(move.pay)}"
    if isinstance(move, _CardMove):
        return _cards(move)
    if isinstance(move, _GoodsMove):
        return _goods(move, seat, before)
    match move:
        case Pass():
            return "passes"
        case GiveGolem(building):
            return f"gives the Golem of {_named(before, seat, building)}"
        case Place(field):
            return f"begins on {_field(before, field)}"
        case Walk():
            return f"goes {_way(move, seat, before)}{_paying(move.pay)}"
        case MoveSpirit(to, victim):
            robbed = "" if victim is None else f" and steals a card from {letter(victim)}"
            return f"moves the Spirit to {to}{robbed}"
        case _:
            assert_never(move)


def _cards(move: _CardMove) -> str:
    match move:
        case DrawBase():
            return "draws a card"
        case DrawBank(card, fee):
            return f"takes {card} of the bank for {fee}"
        case DrawNoctis(fee):
            return f"draws a Noctis card for {fee}"
        case Reward(noctis):
            return f"takes a {'Noctis' if noctis else 'base'} card for passing the Spirit"
        case GiveCards(pay):
            return f"defends with {cards_text(pay)}"
        case ClearInfamia(number, pay):
            return f"clears {number} Infamia{_paying(pay)}"
        case Gift(pay):
            return f"gives {cards_text(pay)} for 1 Fame"
        case PlayGloria(pay):
            return f"plays a Gloria and {cards_text(pay)} for 1 Fame"
        case DiscardDown(cards):
            return f"discards {cards_text(cards)}"
        case _:
            assert_never(move)


def _goods(move: _GoodsMove, seat: int, before: Board | None) -> str:
    match move:
        case Build(card, pay, demolish):
            razed = ""
            if demolish is not None:
                razed = f" in the place of {_named(before, seat, demolish)}"
            return f"builds {card}{razed}{_paying(pay)}"
        case Acquire(buildings):
            chosen = ", ".join(_named(before, seat, place) for place in buildings)
            return f"acquires goods{f' on {chosen}' if chosen else ''}"
        case Transport(building, into):
            return f"carries from {_named(before, seat, building)} to {_named(before, seat, into)}"
        case Transmute():
            return "transmutes"
        case Sell(good, building, outlet, fame):
            source, through = _named(before, seat, building), _named(before, seat, outlet)
            return f"sells {good} of {source} at {through} for {'Fame' if fame else 'cards'}"
        case BuyBack(into, pay):
            return f"buys the good on offer into {_named(before, seat, into)}{_paying(pay)}"
        case _:
            assert_never(move)


def _noctis(move: NoctisMove, seat: int, before: Board | None) -> str:
    match move:
        case Golem(building):
            return f"Golem under {_named(before, seat, building)}"
        case FieldGolem(field):
            return f"Golem on {_field(before, field)}"
        case Mutabilus(victim, building, into):
            source, target = _theirs(before, victim, building), _named(before, seat, into)
            return f"Mutabilus from {source} to {target}"
        case Spiritus(victim, building):
            return f"Spiritus on {_theirs(before, victim, building)}"
        case Undo(victim, building):
            return f"Homunculus to undo {_theirs(before, victim, building)}"
        case Banish(victim, building):
            return f"Homunculus to banish a Spiritus from {_theirs(before, victim, building)}"
        case Pactum():
            return "Pactum"
        case Infamia(victim):
            return f"Infamia on {letter(victim)}"
        case _:
            assert_never(move)


def _paying(pay: Cards) -> str:
    return f", paying {cards_text(pay)}" if pay else ""


def _named(board: Board | None, seat: int, place: int) -> str:
    """`Alembic 3`; `building 3` if the table is not known, or was another."""
    buildings = board.players[seat].buildings if board is not None else ()
    kind = str(buildings[place].kind) if place < len(buildings) else "building"
    return f"{kind} {place}"


def _theirs(board: Board | None, seat: int, place: int) -> str:
    return f"{letter(seat)}'s {_named(board, seat, place)}"


def _field(board: Board | None, field: int) -> str:
    return f"{field} {field_name(board, field)}" if board is not None else f"field {field}"


def _way(move: Walk, seat: int, before: Board | None) -> str:
    """How far, and towards which field: a Golem may stop the pawn before it."""
    if before is None or before.players[seat].field == OFF:
        return str(move.distance)
    field = (before.players[seat].field + move.distance) % FIELDS
    return f"{move.distance} towards {_field(before, field)}"
