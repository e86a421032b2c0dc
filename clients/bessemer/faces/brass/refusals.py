"""The words of Brass's refusals in a person's language; see `bessemer.faces.refusals`."""

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
from bessemer.faces.language import tr, tr_in
from bessemer.faces.refusals import Namer
from bessemer.games.brass.board.geography import INDUSTRY, LINK, PLACE, SPACE
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import DISTANT, MARKET


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
