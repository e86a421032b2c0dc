"""What moves did, and what the table did by itself, in sentences for the log."""

from collections import Counter
from typing import Final, NamedTuple, assert_never

from bessemer.faces.alchemicus.names import cards_number, cards_text, field_name
from bessemer.faces.players import Players
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
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import NOBODY, OFF, Board, View

_CardMove = (
    DrawBase | DrawBank | DrawNoctis | Reward | GiveCards | ClearInfamia | Gift | PlayGloria
) | DiscardDown
_GoodsMove = Build | Acquire | Transport | Transmute | Sell | BuyBack

_PASSES: Final = {
    Phase.NOCTIS: "plays no more Noctis cards",
    Phase.DEFENCE: "suffers the Infamia",
    Phase.CLEARING: "clears no Infamia",
    Phase.BUILD: "builds no more",
    Phase.ACQUIRE: "acquires no goods",
    Phase.TRANSPORT: "carries no more goods",
    Phase.TRANSMUTE: "transmutes nothing",
    Phase.SALE: "sells no more goods",
    Phase.BUY_BACK: "does not buy the good on offer",
    Phase.GIFTS: "gives no cards for Fame",
    Phase.GLORIA: "plays no Gloria",
}
"""What is not done by a pass, in each phase that allows one."""


class _Scene(NamedTuple):
    """What a sentence about a move can refer to."""

    seat: int
    before: Board | None
    """The table, if it is known."""
    players: Players

    def building(self, place: int, seat: int | None = None) -> str:
        """`Alembic 3`; `building 3` if the table is not known, or was another."""
        owner = self.seat if seat is None else seat
        buildings = self.before.players[owner].buildings if self.before is not None else ()
        kind = str(buildings[place].kind) if place < len(buildings) else "building"
        return f"{kind} {place}"

    def theirs(self, seat: int, place: int) -> str:
        """`Alembic 3 of B Bob`."""
        return f"{self.building(place, seat)} of {self.players.title(seat)}"

    def field(self, field: int) -> str:
        """`field 3 sale`."""
        name = f" {field_name(self.before, field)}" if self.before is not None else ""
        return f"field {field}{name}"


def describe_move(move: Move, seat: int, before: Board | None, players: Players) -> str:
    """What a move did, without who did it; the table before it gives buildings their names."""
    scene = _Scene(seat, before, players)
    if isinstance(move, NoctisMove):
        return f"plays {_noctis(move, scene)}{_paying(move.pay)}"
    if isinstance(move, _CardMove):
        return _cards(move)
    if isinstance(move, _GoodsMove):
        return _goods(move, scene)
    match move:
        case Pass():
            is_then = before is not None and seat in before.waiting
            return _PASSES.get(before.phase, "passes") if before and is_then else "passes"
        case GiveGolem(building):
            return f"defends with the Golem of {scene.building(building)}"
        case Place(field):
            return f"puts the pawn on {scene.field(field)}"
        case Walk():
            return f"moves {_way(move, scene)}{_paying(move.pay)}"
        case MoveSpirit(to, victim):
            robbed = "" if victim is None else f" and steals a card from {players.title(victim)}"
            return f"moves the Spirit to {to}{robbed}"
        case _:
            assert_never(move)


def _cards(move: _CardMove) -> str:
    match move:
        case DrawBase():
            return "draws a card"
        case DrawBank(card, fee):
            return f"takes {card} from the bank, paying {fee}"
        case DrawNoctis(fee):
            return f"draws a Noctis card, paying {fee}"
        case Reward(noctis):
            return f"takes a {'Noctis' if noctis else 'base'} card for passing the Spirit's field"
        case GiveCards(pay):
            return f"defends with {cards_text(pay)}"
        case ClearInfamia(number, pay):
            return f"clears {number} Infamia{_paying(pay)}"
        case Gift(pay):
            return f"gives {cards_text(pay)} for 1 Fame"
        case PlayGloria(pay):
            return f"plays a Gloria for 1 Fame, paying {cards_text(pay)}"
        case DiscardDown(cards):
            return f"discards {cards_text(cards)}"
        case _:
            assert_never(move)


def _goods(move: _GoodsMove, scene: _Scene) -> str:
    match move:
        case Build(card, pay, demolish):
            razed = ""
            if demolish is not None:
                razed = f" in the place of {scene.building(demolish)}"
            return f"builds {card}{razed}{_paying(pay)}"
        case Acquire(buildings):
            chosen = ", ".join(map(scene.building, buildings))
            return f"acquires goods{f' on {chosen}' if chosen else ''}"
        case Transport(building, into):
            return f"carries a good from {scene.building(building)} to {scene.building(into)}"
        case Transmute():
            return "transmutes goods"
        case Sell(good, building, outlet, fame):
            source, through = scene.building(building), scene.building(outlet)
            return f"sells {good} from {source} at {through} for {'Fame' if fame else 'cards'}"
        case BuyBack(into, pay):
            return f"buys the good on offer for {scene.building(into)}{_paying(pay)}"
        case _:
            assert_never(move)


def _noctis(move: NoctisMove, scene: _Scene) -> str:
    match move:
        case Golem(building):
            return f"Golem under {scene.building(building)}"
        case FieldGolem(field):
            return f"Golem on {scene.field(field)}"
        case Mutabilus(victim, building, into):
            source, target = scene.theirs(victim, building), scene.building(into)
            return f"Mutabilus: the good on {source} goes to {target}"
        case Spiritus(victim, building):
            return f"Spiritus on {scene.theirs(victim, building)}"
        case Undo(victim, building):
            return f"Homunculus: turns back the good on {scene.theirs(victim, building)}"
        case Banish(victim, building):
            return f"Homunculus: banishes a Spiritus from {scene.theirs(victim, building)}"
        case Pactum():
            return "Pactum"
        case Infamia(victim):
            return f"Infamia on {scene.players.title(victim)}"
        case _:
            assert_never(move)


def _paying(pay: Cards) -> str:
    return f", paying {cards_text(pay)}" if pay else ""


def _way(move: Walk, scene: _Scene) -> str:
    """How far, and towards which field: a Golem may stop the pawn before it."""
    far = f"{move.distance} field{'s' if move.distance > 1 else ''}"
    start = OFF if scene.before is None else scene.before.players[scene.seat].field
    if start == OFF:
        return far
    return f"{far} towards {scene.field((start + move.distance) % FIELDS)}"


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
            entries.append(f"{players.title(seat)} has {now.fame} Fame now")
        if then.infamia != now.infamia:
            entries.append(f"{players.title(seat)} has {now.infamia} Infamia now")
    if new.pile > old.pile:
        entries.append(f"The discards are shuffled: a new pile of {new.pile}")
    if new.noctis_pile > old.noctis_pile:
        entries.append(f"The Noctis discards are shuffled: a new pile of {new.noctis_pile}")
    if new.ending and not old.ending:
        entries.append("The goal is reached: this is the last round")
    if new.phase is Phase.OVER and old.phase is not Phase.OVER:
        entries.append("The match is over")
    elif round_number(new) != round_number(old):
        entries.append(f"Round {round_number(new)}; {players.title(new.table.start)} goes first")
    return entries


def _own_cards(before: View, after: View) -> list[str]:
    """What the viewer drew and was robbed of; nothing while the hand is not shown."""
    if after.seat is None or len(after.hand) != after.board.players[after.seat].cards:
        return []
    if not before.hand and before.board.players[after.seat].cards:
        return []  # seen for the first time: nothing of it is news
    had, has = Counter(before.hand), Counter(after.hand)
    gained, lost = (has - had).elements(), (had - has).elements()
    entries = []
    if cards := tuple(gained):
        entries.append(f"You get {cards_text(cards)}")
    if cards := tuple(lost):
        entries.append(f"You lose {cards_number(len(cards))}: {cards_text(cards)}")
    return entries
