"""The clauses of Brass's refusals; see `bessemer.faces.refusals`."""

from collections.abc import Mapping
from typing import Final

from bessemer.faces.brass.names import (
    cube_name,
    era_name,
    industry_name,
    link_name,
    place_name,
    space_name,
)
from bessemer.faces.language import key, tr, tr_in
from bessemer.faces.refusals import Namer
from bessemer.games.brass.board.geography import INDUSTRY, LINK, PLACE, SPACE
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import DISTANT, MARKET

REFUSALS: Final = (
    key("seat {seat} is asked for an answer to a {phase}, not '{move}'"),
    # Cards.
    key("there is no card {thing} in the hand"),
    key("it has none that can sell"),
    key("it has tiles at {things}"),
    key("it has {things}"),
    key("going on with a sale takes no card, so not {thing}"),
    key("{thing} as a second card takes a second action, and there is one left"),
    key("the card {thing} is for that town alone"),
    key("the card {thing} is for that industry alone"),
    key("the card {thing} reaches only as far as the network of seat {seat}"),
    key("for {industry} at {space} there is none in the hand"),
    key("for {industry} at {space} there is {things}"),
    # Tiles and spaces.
    key("there is no industry {thing}"),
    key("the stack of {industry} is empty"),
    key("{industry} 0 is never built: develop it away"),
    key("{industry} {level} is not built in the {era} era"),
    key("what can be built: {things}"),
    key("there are tiles of {things}"),
    key("{space}: there is no space {thing}"),
    key("{space}: {thing} does not show {industry}"),
    key(
        "{space}: {industry} {level} of seat {seat} is there, and the new tile is of level {other}"
    ),
    key(
        "{space}: {industry} {level} of seat {seat} is there, and {cube} is still to be had on a "
        "tile or the track"
    ),
    key("{space}: {industry} {level} of seat {seat} is there"),
    key("{space}: in the canal era a player has one tile in a town"),
    key("{space}: the first port space of the town is still empty"),
    key("seat {seat} has no tile at {space}"),
    # Coal, iron and money.
    key("no coal reaches {thing}: it is connected with no mine that has coal and no built port"),
    key("{cube} is needed, and the move does not say from where"),
    key("no {cube} is needed, from {source} or elsewhere"),
    key("{cube} cannot come from {source}"),
    key("it comes from {sources}"),
    key("the canal {link} costs £{needed}, and there is £{money}"),
    key("the rail {link} costs £{needed}, and there is £{money}"),
    key("iron from {source} costs £{needed}, and there is £{money}"),
    key("{industry} {level} at {space} costs £{needed}, and there is £{money}"),
    # Links.
    key("the rail {link} does not end at {thing}"),
    key("it ends at {things}"),
    key("in the {era} era no {kind} is built"),
    key("seat {seat} has no link marker left for {link}"),
    key("there is no link {link}"),
    key("{link} takes a {kind} alone, not a {other}"),
    key("{link} is built already"),
    key("seat {seat} has nothing at either end of {link}"),
    key("open to it: {links}"),
    # Sales and loans.
    key("seat {seat} has no mill to sell from at {space}"),
    key("{mill} cannot sell to {buyer}, which is closed for this era"),
    key("{mill} cannot sell to {buyer}"),
    key("it can to {buyers}"),
    key("there is no loan of £{amount}"),
    key("in the rail era the bank lends nothing once the deck is empty"),
    key("a loan of £{amount} leads below the lowest income"),
    key("seat {seat} may borrow {amounts}"),
)


def _thing(text: str) -> str:
    """A card, a tile's industry, a place, a space or a link."""
    if text in INDUSTRY:
        return industry_name(text)
    if text in PLACE:
        return place_name(text)
    return space_name(text) if text in SPACE else _link(text)


def _link(text: str) -> str:
    """A link by its ends, its kind by its word."""
    if text in LINK:
        return link_name(text)
    kinds = {Era.CANAL.value: tr_in("action", "canal"), Era.RAIL.value: tr_in("action", "rail")}
    return kinds.get(text, text)


def _source(text: str) -> str:
    return tr("the market") if text == MARKET else _thing(text)


def _buyer(text: str) -> str:
    return tr("distant market") if text == DISTANT else _thing(text)


def _phase(text: str) -> str:
    phases = {"sale": tr_in("phase", "sale"), "shortfall": tr_in("phase", "shortfall")}
    return phases.get(text, tr_in("phase", "action"))


def _era(text: str) -> str:
    return era_name(Era(text))


VALUES: Final[Mapping[str, Namer]] = {
    "thing": _thing,
    "things": _thing,
    "industry": _thing,
    "space": _thing,
    "mill": _thing,
    "link": _link,
    "links": _link,
    "kind": _link,
    "other": _link,
    "source": _source,
    "sources": _source,
    "buyer": _buyer,
    "buyers": _buyer,
    "cube": cube_name,
    "era": _era,
    "phase": _phase,
}
"""How what stands in the places of a clause is called."""
