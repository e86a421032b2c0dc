"""Moves, and what the table did by itself, in sentences for the log."""

from collections import Counter
from typing import Final, NamedTuple, assert_never

from bessemer.faces.alchemicus.names import cards_text, field_name, moved_name
from bessemer.faces.language import key, tr, tr_key, trn
from bessemer.faces.players import Players
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.moves import Cards, Move, NoctisMove
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import NOBODY, OFF, Board, View

_CardMove = (
    moves.DrawBase
    | moves.DrawBank
    | moves.DrawNoctis
    | moves.Reward
    | moves.GiveCards
    | moves.ClearInfamia
    | moves.Gift
    | moves.PlayGloria
) | moves.DiscardDown
_GoodsMove = (
    moves.Build | moves.Acquire | moves.Transport | moves.Transmute | moves.Sell | moves.BuyBack
)

_PASSES: Final = {
    Phase.NOCTIS: key("plays no more Noctis cards"),
    Phase.DEFENCE: key("suffers the Infamia"),
    Phase.CLEARING: key("clears no Infamia"),
    Phase.BUILD: key("builds no more"),
    Phase.ACQUIRE: key("acquires no goods"),
    Phase.TRANSPORT: key("carries no more goods"),
    Phase.TRANSMUTE: key("transmutes nothing"),
    Phase.SALE: key("sells no more goods"),
    Phase.BUY_BACK: key("does not buy the good on offer"),
    Phase.GIFTS: key("gives no cards for Fame"),
    Phase.GLORIA: key("plays no Gloria"),
}
"""The meaning of a pass, in each phase that allows one."""


class _Scene(NamedTuple):
    """The things that a sentence about a move can refer to."""

    seat: int
    before: Board | None
    """The table, if it is known."""
    players: Players

    def building(self, place: int, seat: int | None = None) -> str:
        """`Alembic 3`; `building 3` if the table is not known, or was another."""
        owner = self.seat if seat is None else seat
        buildings = self.before.players[owner].buildings if self.before is not None else ()
        if place >= len(buildings):
            return tr("building {place}", place=place)
        return f"{buildings[place].kind} {place}"

    def theirs(self, seat: int, place: int) -> str:
        """`Alembic 3 of B Bob`."""
        building, player = self.building(place, seat), self.players.title(seat)
        return tr("{building} of {player}", building=building, player=player)

    def field(self, field: int) -> str:
        """`field 3 sale`."""
        if self.before is None:
            return tr("field {field}", field=field)
        return tr("field {field} {name}", field=field, name=field_name(self.before, field))


def describe_move(move: Move, seat: int, before: View | None, players: Players) -> str:
    """The effect of a move, without who did it; the table before it gives buildings their names."""
    board = None if before is None else before.board
    scene = _Scene(seat, board, players)
    if isinstance(move, NoctisMove):
        return _paying(_noctis(move, scene), move.pay)
    if isinstance(move, _CardMove):
        return _cards(move)
    if isinstance(move, _GoodsMove):
        return _goods(move, scene)
    match move:
        case moves.Pass():
            is_then = board is not None and seat in board.waiting
            declined = _PASSES.get(board.phase) if board and is_then else None
            return tr_key(declined) if declined else tr("passes")
        case moves.GiveGolem(building):
            return tr("defends with the Golem of {building}", building=scene.building(building))
        case moves.Place(field):
            return tr("puts the pawn on {field}", field=scene.field(field))
        case moves.Walk():
            return _paying(_way(move, scene), move.pay)
        case moves.MoveSpirit(to, victim):
            if victim is None:
                return tr("moves the Spirit to {place}", place=to)
            return tr(
                "moves the Spirit to {place} and steals a card from {player}",
                place=to,
                player=players.title(victim),
            )
        case _:
            assert_never(move)


def _cards(move: _CardMove) -> str:
    match move:
        case moves.DrawBase():
            return tr("draws a card")
        case moves.DrawBank(card, fee):
            return tr("takes {card} from the bank, paying {fee}", card=card, fee=fee)
        case moves.DrawNoctis(fee):
            return tr("draws a Noctis card, paying {fee}", fee=fee)
        case moves.Reward(True):
            return tr("takes a Noctis card for passing the Spirit's field")
        case moves.Reward():
            return tr("takes a base card for passing the Spirit's field")
        case moves.GiveCards(pay):
            return tr("defends with {cards}", cards=cards_text(pay))
        case moves.ClearInfamia(number, pay):
            return _paying(trn("clears {n} Infamia", "clears {n} Infamia", number), pay)
        case moves.Gift(pay):
            return tr("gives {cards} for 1 Fame", cards=cards_text(pay))
        case moves.PlayGloria(pay):
            return tr("plays a Gloria for 1 Fame, paying {cards}", cards=cards_text(pay))
        case moves.DiscardDown(cards):
            return tr("discards {cards}", cards=cards_text(cards))
        case _:
            assert_never(move)


def _goods(move: _GoodsMove, scene: _Scene) -> str:
    match move:
        case moves.Build(card, pay, demolish):
            built = tr("builds {card}", card=card)
            if demolish is not None:
                razed = scene.building(demolish)
                built = tr("builds {card} in the place of {building}", card=card, building=razed)
            return _paying(built, pay)
        case moves.Acquire(()):
            return tr("acquires goods")
        case moves.Acquire(buildings):
            chosen = ", ".join(map(scene.building, buildings))
            return tr("acquires goods on {buildings}", buildings=chosen)
        case moves.Transport(building, into):
            source, target = scene.building(building), scene.building(into)
            return tr("carries a good from {source} to {target}", source=source, target=target)
        case moves.Transmute():
            return tr("transmutes goods")
        case moves.Sell():
            return _sold(move, scene)
        case moves.BuyBack(into, pay):
            bought = tr("buys the good on offer for {building}", building=scene.building(into))
            return _paying(bought, pay)
        case _:
            assert_never(move)


def _sold(move: moves.Sell, scene: _Scene) -> str:
    told = {
        "good": moved_name(move.good),
        "source": scene.building(move.building),
        "outlet": scene.building(move.outlet),
    }
    if move.fame:
        return tr("sells {good} from {source} at {outlet} for Fame", **told)
    return tr("sells {good} from {source} at {outlet} for cards", **told)


def _noctis(move: NoctisMove, scene: _Scene) -> str:
    match move:
        case moves.Golem(building):
            return tr("plays Golem under {building}", building=scene.building(building))
        case moves.FieldGolem(field):
            return tr("plays Golem on {field}", field=scene.field(field))
        case moves.Mutabilus(victim, building, into):
            source, target = scene.theirs(victim, building), scene.building(into)
            return tr(
                "plays Mutabilus: the good on {source} goes to {target}",
                source=source,
                target=target,
            )
        case moves.Spiritus(victim, building):
            return tr("plays Spiritus on {building}", building=scene.theirs(victim, building))
        case moves.Undo(victim, building):
            on = scene.theirs(victim, building)
            return tr("plays Homunculus: turns back the good on {building}", building=on)
        case moves.Banish(victim, building):
            on = scene.theirs(victim, building)
            return tr("plays Homunculus: banishes a Spiritus from {building}", building=on)
        case moves.Pactum():
            return tr("plays Pactum")
        case moves.Infamia(victim):
            return tr("plays Infamia on {player}", player=scene.players.title(victim))
        case _:
            assert_never(move)


def _paying(told: str, pay: Cards) -> str:
    return tr("{told}, paying {cards}", told=told, cards=cards_text(pay)) if pay else told


def _way(move: moves.Walk, scene: _Scene) -> str:
    """How far, and towards which field: a Golem may stop the pawn before it."""
    start = OFF if scene.before is None else scene.before.players[scene.seat].field
    if start == OFF:
        return trn("moves {n} field", "moves {n} fields", move.distance)
    return trn(
        "moves {n} field towards {field}",
        "moves {n} fields towards {field}",
        move.distance,
        field=scene.field((start + move.distance) % FIELDS),
    )


# --- What the table does by itself ---------------------------------------------------------------


def round_number(board: Board) -> int:
    """The round that is being played, from 1; at the end the last one."""
    is_complete = board.phase is Phase.OVER and board.winner == NOBODY
    return board.players[board.active].turns + (not is_complete)


def describe_changes(before: View, after: View, players: Players) -> list[str]:
    """Cards that came and went unseen, Fame, new piles, rounds and the end."""
    old, new = before.board, after.board
    entries = _own_cards(before, after)
    for seat, (then, now) in enumerate(zip(old.players, new.players, strict=True)):
        if then.fame != now.fame:
            entries.append(
                tr("{player} has {fame} Fame now", player=players.title(seat), fame=now.fame)
            )
        if then.infamia != now.infamia:
            entries.append(
                trn(
                    "{player} has {n} Infamia now",
                    "{player} has {n} Infamia now",
                    now.infamia,
                    player=players.title(seat),
                )
            )
    if new.pile > old.pile:
        entries.append(tr("The discards are shuffled: a new pile of {cards}", cards=new.pile))
    if new.noctis_pile > old.noctis_pile:
        pile = new.noctis_pile
        entries.append(tr("The Noctis discards are shuffled: a new pile of {cards}", cards=pile))
    if new.ending and not old.ending:
        entries.append(tr("The goal is reached: this is the last round"))
    if new.phase is Phase.OVER and old.phase is not Phase.OVER:
        entries.append(tr("The match is over"))
    elif (number := round_number(new)) != round_number(old):
        first = players.title(new.table.start)
        entries.append(tr("Round {number}; {player} goes first", number=number, player=first))
    return entries


def _own_cards(before: View, after: View) -> list[str]:
    """The cards that the viewer drew or was robbed of; nothing while the hand is not shown."""
    if after.seat is None or len(after.hand) != after.board.players[after.seat].cards:
        return []
    if not before.hand and before.board.players[after.seat].cards:
        return []  # seen for the first time: nothing of it is news
    had, has = Counter(before.hand), Counter(after.hand)
    gained, lost = (has - had).elements(), (had - has).elements()
    entries = []
    if cards := tuple(gained):
        entries.append(tr("You get {cards}", cards=cards_text(cards)))
    if cards := tuple(lost):
        entries.append(
            trn(
                "You lose {n} card: {cards}",
                "You lose {n} cards: {cards}",
                len(cards),
                cards=cards_text(cards),
            )
        )
    return entries
