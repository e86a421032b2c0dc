"""What people set for themselves: kept with the account of a player who is signed in, and in the browser's cookie."""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final, Protocol
from urllib.parse import parse_qsl, urlencode

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

from bessemer.faces.language import LANGUAGES, tr
from bessemer.web.server.forms import Refused

COOKIE: Final = "bessemer_settings"
_YEAR: Final = 365 * 86400

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "look": ("", "light", "dark"),
    "pace": ("", "quick", "slow"),
    "hints": ("", "off"),
    "sound": ("", "on"),
    "greetings": ("", "muted"),
    "colour": ("", "0", "1", "2", "3"),
}
"""The values of every setting; "" is the usual one."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Each is one of its `CHOICES`."""

    language: str = ""
    look: str = ""
    pace: str = ""
    """Of the bots that play with this person."""
    hints: str = ""
    """Whether it is said what each answer does."""
    sound: str = ""
    """Whether one rings when it is this person's turn."""
    greetings: str = ""
    colour: str = ""
    """The own colour at a table: that of a seat."""

    @property
    def unusual(self) -> dict[str, str]:
        """Those that differ from the usual, by name."""
        return {name: value for name in CHOICES if (value := getattr(self, name))}

    def changed(self, fields: Mapping[str, str]) -> "Settings":
        """
        With other values for some.

        Raises:
            Refused: a setting has no such value.
        """
        given = {name: fields[name] for name in CHOICES if name in fields}
        for name, value in given.items():
            if value not in CHOICES[name]:
                allowed = ", ".join(one for one in CHOICES[name] if one)
                raise Refused(
                    400,
                    tr("{name} is one of these, or empty: {allowed}.", name=name, allowed=allowed),
                )
        return msgspec.structs.replace(self, **given)


class Accounts(Protocol):
    """Knows players by their browsers."""

    def name_of(self, request: Request) -> str:
        """Who is signed in there; "" for nobody."""


class KeptSettings(Protocol):
    """Keeps the settings of players by name."""

    def settings(self, name: str) -> Settings | None:
        """Somebody's; `None` for somebody who has set nothing."""

    def set(self, name: str, settings: Settings) -> None:
        """From now on these."""


class SettingsOfVisitors:
    """
    The settings of whoever asks.

    A player has them in every browser. Somebody who is not signed in has them in this browser alone, and so has a
    player who has not set anything yet.
    """

    def __init__(self, accounts: Accounts, kept: KeptSettings) -> None:
        self._accounts = accounts
        self._kept = kept

    def of(self, scope: Scope) -> Settings:
        """What was set before."""
        name = self._accounts.name_of(Request(scope))
        kept = self._kept.settings(name) if name else None
        return kept if kept is not None else _in_cookie(scope)

    def change(self, scope: Scope, fields: Mapping[str, str]) -> str:
        """
        Change some; the value of the header `Set-Cookie`, which the answer must have.

        Raises:
            Refused: a setting has no such value.
        """
        settings = self.of(scope).changed(fields)
        if name := self._accounts.name_of(Request(scope)):
            self._kept.set(name, settings)
        value = urlencode(settings.unusual)
        return f"{COOKIE}={value}; Path=/; Max-Age={_YEAR}; SameSite=Lax; HttpOnly"


def _in_cookie(scope: Scope) -> Settings:
    """What the browser remembers; nothing of it if there is something that no setting has."""
    try:
        cookie = SimpleCookie(Headers(scope=scope).get("cookie", "")).get(COOKIE)
        return (
            Settings().changed(dict(parse_qsl(cookie.value))) if cookie is not None else Settings()
        )
    except (CookieError, Refused, ValueError):
        return Settings()
