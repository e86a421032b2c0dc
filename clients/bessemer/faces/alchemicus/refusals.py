"""The clauses of Alchemicus's refusals; see `bessemer.faces.refusals`."""

from collections.abc import Mapping
from typing import Final

from bessemer.faces.alchemicus.names import good_name
from bessemer.faces.language import key, tr_in
from bessemer.faces.refusals import Namer
from bessemer.games.alchemicus.cards.kinds import GOODS

REFUSALS: Final = (
    key("seat {seat} may for instance '{move}'"),
    key("nobody can pass in the phase {phase}"),
    key("'{move}' is no answer to {phase}"),
    # Cards and prices.
    key("{card} is not in the bank: {cards}"),
    key("{card} is not in the hand, or not so often: {cards}"),
    key("there is no Noctis card to draw"),
    key("a Noctis card costs a card of the hand, and the hand is empty"),
    key("the price is {price} cards, not {number}"),
    # The pawn and the Spirit.
    key("the pawn is not on the board yet: it is placed on a field"),
    key("the pawn is on the board: it moves"),
    key("the fields are 0 to {most}, not {field}"),
    key("there is no field {field}"),
    key("a pawn moves 1 to {most} fields, not {number}"),
    key("{number} fields cost a Fame"),
    key("somebody stands on the Spirit's field"),
    key("the Spirit must leave {place}"),
    key("{place} is no place of the inner circle"),
    key("only in the centre, and only from another player with a Domo and a card"),
    # Buildings.
    key("seat {seat} has buildings 0 to {most}, not {place}"),
    key("seat {seat} has no building"),
    key("{card} is never built"),
    key("{number} of {limit} buildings stand: nothing is demolished"),
    key("{limit} buildings stand: name the one to demolish"),
    # Goods.
    key("there are cards for all: no buildings are named"),
    key("{number} cards are left: name so many of the buildings {places}"),
    key("nothing is carried out of a {building}"),
    key("{good} goes from {building} to {target}, not to {other}"),
    key("no {good} lies on building {place}"),
    key("building {place} has no room for {good}"),
    key("a {building} sells nothing"),
    key("a {building} takes {number} goods in a visit, and has them"),
    key("a {building} does not take {good}"),
    key("a {building} pays for {good} with cards alone"),
    key("whoever bears Infamia sells no gold"),
    # Noctis cards and Infamia.
    key("there is no seat {number}"),
    key("a Golem guards that building"),
    key("{card} cannot be played on that"),
    key("there is nothing to play {card} on"),
    key("no Golem is under building {place}"),
    key("1 to {most} Infamia can be cleared, not {number}"),
)


def _good(text: str) -> str:
    return good_name(GOODS[text]) if text in GOODS else text


def _phase(text: str) -> str:
    phases = {
        "draw": tr_in("phase", "draw"),
        "noctis": "Noctis",
        "defence": tr_in("phase", "defence"),
        "move": tr_in("phase", "move"),
        "reward": tr_in("phase", "reward"),
        "clearing": tr_in("phase", "clearing"),
        "build": tr_in("field", "build"),
        "spirit": tr_in("field", "spirit"),
        "acquire": tr_in("field", "acquire"),
        "transport": tr_in("field", "transport"),
        "transmute": tr_in("field", "transmute"),
        "sale": tr_in("field", "sale"),
        "buy-back": tr_in("phase", "buy-back"),
        "gifts": tr_in("field", "gifts"),
        "gloria": "Gloria",
        "hand-limit": tr_in("phase", "hand-limit"),
    }
    return phases.get(text, text)


VALUES: Final[Mapping[str, Namer]] = {"good": _good, "phase": _phase}
"""How what stands in the places of a clause is called."""
