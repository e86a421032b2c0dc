"""
How a referee that passes a call on says who calls.

It has let the caller in, perhaps with a token that it alone knows. So it vouches: a note that names the
caller and the other referee, signed with the key whose public half stands in the database for all.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from bessemer.accounts.tokens import Caller
from bessemer.errors import NotAuthenticated
from bessemer.matches.durable.sharing import Peer
from bessemer.replays.signatures import SigningKey, is_signed

_NOTE: Final = "bessemer-voucher-bin"
_SIGNATURE: Final = "bessemer-voucher-signature"
_PURPOSE: Final = b"voucher "
"""Stands before what is signed: no replay begins so."""
_GOOD_FOR: Final = 300.0
"""Seconds, since the clocks of two machines may differ."""

Metadata = Iterable[tuple[str, str | bytes]]


@dataclass(frozen=True, slots=True)
class _Note:
    """What is vouched for."""

    by: str
    to: str
    at: float
    caller: Caller


class Vouchers:
    """Makes vouchers for others, and reads theirs."""

    def __init__(self, name: str, key: SigningKey, wall: Callable[[], float] = time.time) -> None:
        self._name = name
        self._key = key
        self._wall = wall
        self.peers: Mapping[str, Peer] = {}
        """The other referees, by name."""

    def made(self, caller: Caller, peer: Peer) -> tuple[tuple[str, str | bytes], ...]:
        """The metadata of a call that is passed on to a peer for this caller."""
        note = msgspec.json.encode(_Note(self._name, peer.name, self._wall(), caller))
        return (_NOTE, note), (_SIGNATURE, self._key.sign(_PURPOSE + note))

    def read(self, metadata: Metadata) -> Caller | None:
        """
        The caller for whom another referee vouches; `None` if nobody does.

        Raises:
            NotAuthenticated: the voucher is not good.
        """
        found = dict(metadata)
        if _NOTE not in found:
            return None
        content, signature = found[_NOTE], found.get(_SIGNATURE, "")
        try:
            note = msgspec.json.decode(content, type=_Note)
        except msgspec.MsgspecError:
            raise NotAuthenticated("this is no voucher of a referee") from None
        peer = self.peers.get(note.by)
        if peer is None:
            raise NotAuthenticated("no referee that shares this database has vouched for the call")
        is_due = note.to == self._name and abs(self._wall() - note.at) < _GOOD_FOR
        signed = _PURPOSE + (content if isinstance(content, bytes) else content.encode())
        if not (is_due and is_signed(signed, str(signature), peer.key)):
            raise NotAuthenticated("the voucher of this call is not good")
        return replace(note.caller, is_vouched=True)

    def is_in(self, metadata: Metadata) -> bool:
        """Whether another referee vouches for a call, known to us or not."""
        return _NOTE in dict(metadata)
