"""Players and tokens as they are kept. A token's secret is not kept, only its hash."""

from typing import NamedTuple

from bessemer.accounts.roles import Role


class PlayerRecord(NamedTuple):
    """A registered player."""

    name: str
    role: Role
    created: float
    author: str = ""
    """The author of a bot; "" if nobody said."""
    banned: str | None = None
    """Why its tokens are refused; `None` if they are not."""
    is_person: bool = False
    """Whether it is a person, who has a person's clock on ladders."""


class TokenRecord(NamedTuple):
    """A player's token, without its secret."""

    token_id: str
    name: str
    role: Role
    hash: bytes
    revoked: bool
    created: float
    member: str = ""
    """The member of a team who has it; "" for a player on its own."""


class TokenHash(NamedTuple):
    """The part of a new token that is kept."""

    token_id: str
    hash: bytes


class NewAccount(NamedTuple):
    """A player to be registered, with its first token."""

    name: str
    role: Role
    author: str
    token: TokenHash
    is_person: bool = False
    member: str = ""
    """Who has the token, as in `TokenRecord`."""
