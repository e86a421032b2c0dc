"""Playing Noctis cards: any number, between the draw and the move; each is paid first."""

from typing import Final, assert_never

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions import defence
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.actions.targets import PLAYED_AS, Sight, is_playable, targets
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import GOLEM, NEEDS, NOCTIS, SPIRITUS, Kind
from bessemer.games.alchemicus.cards.piles import draw_noctis, is_noctis_left
from bessemer.games.alchemicus.moves import NoctisMove
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Board, Hand, Lying

_PACTUM_CARDS: Final = 3


def enter_noctis(play: Play) -> None:
    """Ask a player who has a Noctis back and could pay for a kind that has a target."""
    seat = play.active
    can_play = play.backs(seat) > 0 and _could_play(play, len(play.hands[seat]) - 1)
    play.ask_if(can_play, Phase.MOVE)


def _could_play(play: Play, others: int) -> bool:
    sight, costs = sight_at(play, play.active), play.options.deck.costs
    return any(costs[kind] <= others and is_playable(kind, sight) for kind in NOCTIS)


def play_noctis(play: Play, seat: Seat, move: NoctisMove | moves.Pass) -> None:
    """
    Pay for a card, play it, and ask again.

    Raises:
        Refused: it is not in the hand, not paid, or has no such target.
    """
    if isinstance(move, moves.Pass):
        play.go(Phase.MOVE)
        return
    kind = PLAYED_AS[type(move)]
    _check_target(play, seat, move, kind)
    play.lose(seat, (kind,), "")
    play.pay(seat, move.pay, play.options.deck.costs[kind])
    # A card that does not stay is discarded before its effect: a Pactum may come back at once.
    if not isinstance(move, moves.Golem | moves.FieldGolem | moves.Spiritus | moves.Infamia):
        play.throw((kind,))
    play.go(Phase.NOCTIS)
    match move:
        case moves.Golem():
            building = play.building(seat, move.building)
            play.set_building(seat, move.building, building._replace(golems=building.golems + 1))
        case moves.FieldGolem():
            play.golems = tuple(sorted((*play.golems, move.field)))
        case moves.Mutabilus():
            _take_good(play, seat, move)
        case moves.Spiritus():
            _haunt(play, move, 1)
        case moves.Undo():
            _undo(play, move)
        case moves.Banish():
            _haunt(play, move, -1)
            play.throw((SPIRITUS,))
        case moves.Pactum():
            for _ in range(_PACTUM_CARDS):
                draw_noctis(play, seat)
        case moves.Infamia():
            defence.strike(play, move.seat)
        case _:
            assert_never(move)


def _haunt(play: Play, move: moves.Spiritus | moves.Banish, more: int) -> None:
    building = play.building(move.seat, move.building)
    building = building._replace(spiritus=building.spiritus + more)
    play.set_building(move.seat, move.building, building)


def _take_good(play: Play, seat: Seat, move: moves.Mutabilus) -> None:
    source = play.building(move.seat, move.building)
    lying = play.take_good(move.seat, move.building, source.goods[0].good)
    play.put_good(seat, move.into, lying)


def _undo(play: Play, move: moves.Undo) -> None:
    building = play.building(move.seat, move.building)
    # RULING alchemicus-gold (R4): so the two cards of gold are a tincture and a metal again.
    made_of = zip(NEEDS[building.kind], building.goods[0].cards, strict=True)
    goods = tuple([Lying(good, (card,)) for good, card in made_of])
    play.set_building(move.seat, move.building, building._replace(goods=goods))


# --- Playable cards ------------------------------------------------------------------------------


def sight_at(now: Board | Play, seat: Seat) -> Sight:
    """The open things that targets follow from, as `seat` sees them."""
    race, is_left = now.table.options.race, is_noctis_left(now)
    return Sight(tuple(now.players), seat, now.golems, race, is_left)


def payable(board: Board, hand: Hand) -> list[Kind]:
    """The Noctis kinds in the hand that can be paid with the rest of it, in order."""
    costs, rest = board.table.options.deck.costs, len(hand) - 1
    return [kind for kind, _ in runs(hand) if kind >= GOLEM and costs[kind] <= rest]


def _check_target(play: Play, seat: Seat, move: NoctisMove, kind: Kind) -> None:
    sight = sight_at(play, seat)
    if move._replace(pay=()) in targets(kind, sight):
        return
    match move:
        case moves.Golem():
            play.building(seat, move.building)
        case moves.Mutabilus() | moves.Spiritus() | moves.Undo() | moves.Banish() | moves.Infamia():
            if move.seat not in range(len(play.players)):
                raise Refused(
                    Code.NO_SUCH_SEAT,
                    say("there is no seat {number}", number=move.seat),
                    part="seat",
                )
            if not isinstance(move, moves.Infamia):
                building = play.building(move.seat, move.building)
                if building.golems and move.seat != seat:
                    raise Refused(
                        Code.GUARDED, say("a Golem guards that building"), part="building"
                    )
            if isinstance(move, moves.Mutabilus):
                play.building(seat, move.into, "into")
        case moves.FieldGolem():
            if move.field not in range(FIELDS):
                raise Refused(
                    Code.NO_SUCH_FIELD,
                    say("there is no field {field}", field=move.field),
                    part="field",
                )
        case moves.Pactum():
            raise Refused(Code.NO_CARD_TO_DRAW, say("there is no Noctis card to draw"))
        case _:
            assert_never(move)
    why = say("{card} cannot be played on that", card=kind)
    if not is_playable(kind, sight):
        why = say("there is nothing to play {card} on", card=kind)
    raise Refused(Code.NO_TARGET, why, card=str(kind))
