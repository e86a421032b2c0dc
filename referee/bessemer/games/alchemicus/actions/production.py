"""The fields ACQUIRE and TRANSMUTE: all sources, or all processors, of a player at once."""

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import MAKES, NEEDS, SPIRITUS, YIELDS, Kind
from bessemer.games.alchemicus.cards.piles import draw_good
from bessemer.games.alchemicus.moves import Acquire, Pass, Transmute
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Building, Lying

# --- Acquiring -----------------------------------------------------------------------------------


def sources(buildings: tuple[Building, ...], spirit: Kind) -> list[int]:
    """The places of the sources that would gain a good. RULING alchemicus-acquire (R11)."""
    return [
        place
        for place, building in enumerate(buildings)
        if building.kind in YIELDS and not building.goods and building.kind != spirit
    ]


def enter_acquire(play: Play) -> None:
    """Ask if a source would gain a good."""
    there = sources(play.players[play.active].buildings, play.spirit)
    play.ask_if(bool(there and (play.pile or play.discard or play.bank)), Phase.GLORIA)


def acquire(play: Play, seat: Seat, move: Acquire | Pass) -> None:
    """
    Put a face-down card on every source, or on those named where cards are short.

    Raises:
        Refused: buildings are named without need, or not so many of the right ones.
    """
    if isinstance(move, Acquire):
        buildings = list(play.players[seat].buildings)
        there = sources(play.players[seat].buildings, play.spirit)
        cards = len(play.pile) + len(play.discard) + len(play.bank)
        if cards >= len(there):
            if move.buildings:
                raise Refused(
                    Code.WRONG_BUILDINGS,
                    say("there are cards for all: no buildings are named"),
                    part="buildings",
                )
        else:
            # RULING alchemicus-shortage (R12): the owner picks.
            _check_chosen(move.buildings, there, cards)
            there = sorted(move.buildings)
        for place in there:
            kind, _, golems, spiritus = buildings[place]
            lying = Lying(YIELDS[kind], (draw_good(play),))
            buildings[place] = Building(kind, (lying,), golems, spiritus)
        play.set_buildings(seat, buildings)
    play.go(Phase.GLORIA)


def _check_chosen(chosen: tuple[int, ...], there: list[int], cards: int) -> None:
    if len(chosen) != cards or len(set(chosen)) != cards or not set(chosen) <= set(there):
        raise Refused(
            Code.WRONG_BUILDINGS,
            say(
                "{number} cards are left: name so many of the buildings {places}",
                number=cards,
                places=there,
            ),
            part="buildings",
        )


# --- Transmuting ---------------------------------------------------------------------------------


def processors(buildings: tuple[Building, ...], spirit: Kind) -> list[int]:
    """The places of the processors that have all they need and are not blocked."""
    return [
        place
        for place, building in enumerate(buildings)
        if building.goods and building.kind != spirit and is_loaded(building)
    ]


def is_loaded(building: Building) -> bool:
    """Whether a processor has all it needs; no other building ever is."""
    return tuple([good for good, _ in building.goods]) == NEEDS.get(building.kind)


def enter_transmute(play: Play) -> None:
    """Ask if something would change; the loss of a Spiritus is a change."""
    loaded = processors(play.players[play.active].buildings, play.spirit)
    play.ask_if(bool(loaded), Phase.GLORIA)


def transmute(play: Play, seat: Seat, move: Transmute | Pass) -> None:
    """All processors act at once on what they held: none feeds another."""
    # RULING alchemicus-transmute (R14): all of them or none.
    if isinstance(move, Transmute):
        buildings = list(play.players[seat].buildings)
        for place in processors(play.players[seat].buildings, play.spirit):
            building = buildings[place]
            if building.spiritus:
                # RULING alchemicus-spiritus-stack (R23): one Spiritus goes for each foiled time.
                buildings[place] = building._replace(spiritus=building.spiritus - 1)
                play.throw((SPIRITUS,))
            else:
                buildings[place] = building._replace(goods=(_product(building),))
        play.set_buildings(seat, buildings)
    play.go(Phase.GLORIA)


def _product(building: Building) -> Lying:
    # RULING alchemicus-gold (R4): gold keeps both its cards, and is one good.
    return Lying(MAKES[building.kind], tuple([n for _, cards in building.goods for n in cards]))
