"""
Who may think now: a bot is asked no more at once than it can think about.

A decision that is not sent yet is on nobody's clock. So where all of a bot's slots are taken, or all
processors of the machine that bots share with the referee, a decision waits unsent for its turn.
"""

from typing import Final

from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest
from bessemer.matches.seats import Observer


class ThinkingSlots:
    """Lets so many think at the same time; the others wait in the order in which they came."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._thinking: set[Observer] = set()
        self._waiting: dict[Observer, None] = {}

    def set_limit(self, limit: int) -> None:
        """From now on so many may think."""
        self._limit = limit
        self._wake()

    def take(self, thinker: Observer, *, anyway: bool) -> bool:
        """Whether `thinker` has a slot; if not, it is given one in its turn and notified."""
        if thinker in self._thinking:
            return True
        if anyway or (not self._waiting and len(self._thinking) < self._limit):
            self._thinking.add(thinker)
            self._waiting.pop(thinker, None)
            return True
        self._waiting[thinker] = None
        return False

    def give_back(self, thinker: Observer) -> None:
        """It thinks no more, nor waits: those who come next may."""
        self._thinking.discard(thinker)
        self._waiting.pop(thinker, None)
        self._wake()

    def _wake(self) -> None:
        while self._waiting and len(self._thinking) < self._limit:
            following = next(iter(self._waiting))
            del self._waiting[following]
            self._thinking.add(following)
            following.notify()


class Machines:
    """The machines whose processors bots share: that of the referee, if it has bots of its own, and hosts."""

    def __init__(self, own: int) -> None:
        """`own` is how many bots may think at once beside the referee; 0 for any number."""
        self._own = ThinkingSlots(own) if own else None
        self._hosts: dict[str, ThinkingSlots] = {}

    def set_host(self, host: str, limit: int) -> None:
        """A host has processors for so many bots."""
        self._hosts.setdefault(host, ThinkingSlots(limit)).set_limit(limit)

    def of(self, caller: Caller) -> ThinkingSlots | None:
        """The slots of the machine on which a caller thinks; `None` if it is not known."""
        return self._hosts.get(caller.host, self._own)


Slots = tuple[ThinkingSlots, ...]
"""A session needs a place in each before it is asked: its bot's slots, then the machine's."""


NO_SLOTS: Slots = ()
"""For people, and for bots so quick that nobody need wait for them."""
_MOST: Final = 256


def slots_of(max_thinking: int, machine: ThinkingSlots | None) -> Slots:
    """The slots of a client that thinks about so many decisions at once; 0 if it needs no time."""
    if not max_thinking:
        return NO_SLOTS
    own = ThinkingSlots(max_thinking)
    return (own,) if machine is None else (own, machine)


def check_max_thinking(max_thinking: int, field: str) -> None:
    """
    Refuse a number that `slots_of` does not take.

    Raises:
        BadRequest: it is negative or too large.
    """
    if not 0 <= max_thinking <= _MOST:
        raise BadRequest(
            f"a bot thinks about 1 to {_MOST} decisions at once, or says 0 if it needs no time",
            field=field,
        )
