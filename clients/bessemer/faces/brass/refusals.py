"""The clauses of Brass's refusals; see `bessemer.faces.refusals`."""

from typing import Final

from bessemer.faces.language import Key

REFUSALS: Final[tuple[Key, ...]] = ()
