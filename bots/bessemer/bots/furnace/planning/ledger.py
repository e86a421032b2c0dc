"""What the searches write down of the choices made so far: several amounts, packed into one."""

from bessemer.bots.furnace.planning.hand import Hand
from bessemer.bots.furnace.planning.packed import Packing, packing
from bessemer.bots.furnace.planning.ways import KINDS


class Ledger:
    """Columns for each resource that can be spent, then `extras` more with a meaning of their own."""

    def __init__(self, hand: Hand, extras: int) -> None:
        self.columns = KINDS + extras
        self.packing: Packing = packing(self.columns, max(*hand.most, len(hand.cards)))
        self.opening = [*hand.player.stock[:KINDS], *[0] * extras]
        """The entry that a hand begins with; nothing in the extra columns."""
