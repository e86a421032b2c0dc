"""What one should know of a table before sitting down."""

from typing import NamedTuple

from bessemer.engine.catalogue import GAMES
from bessemer.faces.clocks import NO_CLOCK, clock_text
from bessemer.v1 import match_pb2


class TableTerms(NamedTuple):
    """The clock of a match, and what is unusual about its options."""

    bank: str
    """"" for no clock."""
    increment: str
    options: dict[str, str]

    @classmethod
    def of(cls, match: match_pb2.Match) -> "TableTerms":
        """Those of a match."""
        usual = {option.name: option.default for option in GAMES[match.game].option_list}
        bank = match.clock.bank.ToMicroseconds() / 1e6
        return cls(
            clock_text(bank) if bank < NO_CLOCK else "",
            clock_text(match.clock.increment.ToMicroseconds() / 1e6),
            {name: value for name, value in match.options.items() if usual.get(name) != value},
        )
