"""The words of Alchemicus's refusals in a person's language; see `bessemer.faces.refusals`."""

from collections.abc import Mapping
from typing import Final

from bessemer.faces.alchemicus.names import good_name
from bessemer.faces.language import tr_in
from bessemer.faces.refusals import Namer
from bessemer.games.alchemicus.cards.kinds import GOODS


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
