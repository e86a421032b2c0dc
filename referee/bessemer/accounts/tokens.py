"""
Tokens, and who stands behind one.

A token is `bsm_<id>_<secret>`. The id is no secret and says which token is meant; of the secret,
256 random bits, only the SHA-256 is kept: so much chance needs no salt and no slow hash.
"""

import hmac
import re
import secrets
from base64 import b32encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from bessemer.accounts.roles import Role
from bessemer.engine.game import Seat
from bessemer.errors import NotAllowed, NotAuthenticated

_TOKEN: Final = re.compile(r"bsm_([a-z2-7]{12})_([a-z2-7]{52})")

_RANKS: Final = {Role.SPECTATOR: 0, Role.WORKER: 0, Role.PLAYER: 1, Role.ORGANISER: 2}

# What is compared where there is nothing to compare with, so that it takes as long.
_NO_PARTS: Final = ("a" * 12, "a" * 52)
_NO_HASH: Final = secrets.token_bytes(32)

_NOT_GOOD: Final = (
    "no good token: send the metadata 'authorization: Bearer TOKEN' with a token that an organiser "
    "or the creator of the match gave you and that was not revoked"
)


class NewToken(NamedTuple):
    """A token that was just made: `text` goes to its owner and is forgotten, the rest is kept."""

    text: str
    token_id: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class Caller:
    """
    Who calls.

    A seat's token makes a spectator who may also play that seat.
    """

    name: str
    """The player's name; "" for a seat's token."""
    role: Role
    token_id: str
    match_id: str = ""
    seat: Seat | None = None
    version: str | None = None
    """The only version that the token is for; `None` for all of the player's."""
    instance: int | None = None
    """Of a bot that this referee started several times: which of them; it may play its seats alone."""
    host: str = ""
    """Of a version that a host runs: whose it is; it may play as this version alone."""
    creator: str = ""
    """Of a seat's token: the player who created the match; "" if it was an organiser."""
    is_owner: bool = False
    """Whether it is who owns the data of the referee, rather than somebody with a token."""
    is_invitation: bool = False
    """Whether it is an invitation, which registers somebody and does nothing else."""
    is_vouched: bool = False
    """Whether another referee has let it in, and passes its calls on while the token is good."""

    @property
    def only_plays(self) -> bool:
        """Whether it may play the seats that it is given, and do nothing else."""
        return self.instance is not None or bool(self.host)

    @property
    def signature(self) -> str:
        """For the audit log: who did it, and with which token."""
        return f"{self.name} ({'on the data' if self.is_owner else self.token_id})"

    @property
    def account(self) -> str:
        """
        What limits are counted by: a player with all tokens, and with all seats that it created.

        Seats that an organiser created are for others: each counts alone.
        """
        # No player is called so: names have no colon.
        kind = "invitation" if self.is_invitation else "seat"
        return self.name or self.creator or f"{kind}:{self.token_id}"


class StoredToken(NamedTuple):
    """The part of a token that is kept, and its caller if the secret is right."""

    hash: bytes
    """Empty, perhaps, once it is revoked."""
    caller: Caller
    revoked: bool = False
    banned: str = ""
    """Why its player, or the creator of its match, may not play here; "" if they may."""


Lookup = Callable[[str], StoredToken | None]
"""The token with this id. Asked at every call: it must be quick and must not block."""


def new_token() -> NewToken:
    """A token that nobody can guess."""
    return _token(secrets.token_bytes(8), secrets.token_bytes(32))


def token_from(text: str) -> NewToken | None:
    """The token that this text is, or `None` if it is none."""
    parts = split(text)
    return NewToken(text, parts[0], _hash(parts[1])) if parts else None


def derived_token(text: str, purpose: str) -> NewToken:
    """The token for `purpose` that follows from the token `text`, each time the same one."""
    key = text.encode()
    return _token(
        hmac.digest(key, f"id {purpose}".encode(), sha256),
        hmac.digest(key, f"secret {purpose}".encode(), sha256),
    )


def split(text: str) -> tuple[str, str] | None:
    """The id and the secret, or `None` if this is no token."""
    found = _TOKEN.fullmatch(text)
    return (found[1], found[2]) if found else None


def matches(secret: str, hash_: bytes) -> bool:
    """Whether `hash_` is the secret's; how long it takes does not tell how much of it is right."""
    return hmac.compare_digest(_hash(secret), hash_)


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str | None:
    """The token in `authorization: Bearer TOKEN`, if there is exactly one such entry."""
    values = [value for key, value in metadata or () if key == "authorization"]
    if len(values) != 1 or not isinstance(values[0], str):
        return None
    scheme, _, token = values[0].partition(" ")
    return token if scheme.lower() == "bearer" else None


class Authenticator:
    """Knows callers by their tokens. It says the same to all whom it does not let in."""

    def __init__(self, *, player_token: Lookup, seat_token: Lookup) -> None:
        self._player_token = player_token
        self._seat_token = seat_token

    def authenticate(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> Caller:
        """
        Who calls, with this metadata.

        Raises:
            NotAuthenticated: no token, or one that is malformed, unknown, wrong or revoked, or of a
                player who is banned.
        """
        token_id, secret = split(bearer(metadata) or "") or _NO_PARTS
        # Every way to fail does the same work: both lookups, one hash, one comparison.
        players, seats = self._player_token(token_id), self._seat_token(token_id)
        stored = players or seats
        good = matches(secret, (stored and stored.hash) or _NO_HASH)
        return _caller_of(stored if good else None)

    def check_again(self, caller: Caller) -> None:
        """
        Refuse a caller whose token has become worthless since it was authenticated.

        Raises:
            NotAuthenticated: it was revoked, or its player was banned.
        """
        stored = self._player_token(caller.token_id) or self._seat_token(caller.token_id)
        if stored is not None or not caller.is_vouched:
            _caller_of(stored)


def _caller_of(stored: StoredToken | None) -> Caller:
    if stored is None or stored.revoked:
        raise NotAuthenticated(_NOT_GOOD)
    if stored.banned:
        raise NotAuthenticated(f"this token is refused, for its player is {stored.banned}")
    return stored.caller


def require(caller: Caller, role: Role) -> None:
    """
    Refuse a caller who may less than `role`.

    Raises:
        NotAllowed: saying what is needed.
    """
    if _RANKS[caller.role] < _RANKS[role]:
        raise NotAllowed(f"this needs the token of a {role}, and yours is that of a {caller.role}")


def _token(id_bytes: bytes, secret_bytes: bytes) -> NewToken:
    token_id, secret = _base32(id_bytes)[:12], _base32(secret_bytes)
    return NewToken(f"bsm_{token_id}_{secret}", token_id, _hash(secret))


def _base32(content: bytes) -> str:
    return b32encode(content).decode().rstrip("=").lower()


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
