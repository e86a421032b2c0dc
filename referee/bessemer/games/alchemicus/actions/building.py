"""The field BUILD: any number of buildings that can be paid; twelve is the limit."""

from typing import Final

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import GLORIA, GOLEM, SPIRITUS, Kind
from bessemer.games.alchemicus.moves import Build, Pass
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Board, Building, Hand

LIMIT: Final = 12


def enter_build(play: Play) -> None:
    """Ask a player who has a base card and could pay for the cheapest building."""
    size = len(play.hands[play.active])
    can_build = size > play.options.deck.cheapest and size > play.backs(play.active)
    play.ask_if(can_build, Phase.GLORIA)


def construct(play: Play, seat: Seat, move: Build | Pass) -> None:
    """
    Build one card, and ask again.

    Raises:
        Refused: it is no building, not payable, or nothing or too much is demolished for it.
    """
    if isinstance(move, Pass):
        play.go(Phase.GLORIA)
        return
    card = move.card
    if card >= GLORIA:
        raise Refused(
            Code.NOT_A_BUILDING,
            say("{card} is never built", card=card),
            part="card",
            card=str(card),
        )
    play.lose(seat, (card,), "card")
    buildings = list(play.players[seat].buildings)
    if len(buildings) < LIMIT:
        if move.demolish is not None:
            # RULING alchemicus-demolition (R10): only to make room for the thirteenth.
            raise Refused(
                Code.NOT_AT_LIMIT,
                say(
                    "{number} of {limit} buildings stand: nothing is demolished",
                    number=len(buildings),
                    limit=LIMIT,
                ),
                part="demolish",
            )
        buildings.append(Building(card))
    else:
        if move.demolish is None:
            raise Refused(
                Code.LIMIT_REACHED,
                say("{limit} buildings stand: name the one to demolish", limit=LIMIT),
                part="demolish",
            )
        _demolish(play, play.building(seat, move.demolish, "demolish"))
        buildings[move.demolish] = Building(card)
    # The demolished building is discarded before the price: the order of the discards.
    play.pay(seat, move.pay, play.options.deck.costs[card])
    play.set_buildings(seat, buildings)
    play.go(Phase.BUILD)


def _demolish(play: Play, building: Building) -> None:
    """RULING alchemicus-ruins (R9): everything on a demolished building is lost with it."""
    for lying in building.goods:
        play.turn_up(lying)
    play.throw((building.kind, *(GOLEM,) * building.golems, *(SPIRITUS,) * building.spiritus))


def payable(board: Board, hand: Hand) -> list[Kind]:
    """The kinds in the hand that can be built, in order."""
    costs, rest = board.table.options.deck.costs, len(hand) - 1
    return [kind for kind, _ in runs(hand) if kind < GLORIA and costs[kind] <= rest]


def demolishable(board: Board, seat: Seat) -> tuple[int | None, ...]:
    """The buildings to demolish: one of twelve, or none while fewer stand."""
    standing = len(board.players[seat].buildings)
    return (None,) if standing < LIMIT else tuple(range(standing))
