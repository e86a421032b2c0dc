"""Pages beside a referee of this process, for tests of people who play."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from bessemer.accounts.roles import Role
from bessemer.errors import AlreadyExists
from bessemer.web.server.accounts.people import PeopleConfig
from bessemer.web.server.app import WebApp
from bessemer.web.server.guards.hosts import LOCAL_NAMES
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.sources import SourceConfig
from bessemer.web.server.start.bot_keeper import BotLimits
from tests.referees.in_process import House
from tests.web.asgi_browser import running

HOSTS: Final = (*LOCAL_NAMES, "pages.example", "evil.example")
"""The names under which a test may ask; what a host may do that is none of ours must not depend on the list."""


@asynccontextmanager
async def pages(
    house: House,
    state: Path,
    password: str = "",
    source: Mapping[str, Any] | None = None,
    limits: WebLimits | None = None,
    **wishes: Any,  # noqa: ANN401 - PeopleConfig's
) -> AsyncIterator[WebApp]:
    """The pages beside a referee; guests can be registered there, if they are allowed."""

    async def register(name: str) -> str:
        return (await house.referee.accounts.directory.create_player(name, Role.PLAYER)).text

    directory = house.referee.accounts.directory
    with suppress(AlreadyExists):
        await directory.create_player("pages", Role.SPECTATOR)
    known: dict[str, Any] = {
        "referee": house.referee.addresses[0],
        "token": (await directory.create_token("pages")).text,
        "register": register,
    }
    known |= source or {}
    fields: dict[str, Any] = {"check_seconds": 0.0, "bots": BotLimits(pace=0.0)}
    config = PeopleConfig(state, **(fields | wishes))
    app = WebApp([SourceConfig(**known)], limits or WebLimits(), password, config, HOSTS)
    async with running(app) as app:
        yield app
