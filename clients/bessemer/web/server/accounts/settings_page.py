"""The page of what people set for themselves; scripts of other pages change single settings there, too."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.faces.language import LANGUAGES, tr
from bessemer.web.pages import page
from bessemer.web.server.accounts.people import People
from bessemer.web.server.accounts.settings import Settings, SettingsOfVisitors
from bessemer.web.server.forms import check_origin, read_form

_SAVED: Final = "/settings?saved"


class SettingsPage:
    """The address /settings."""

    def __init__(self, people: People, settings: SettingsOfVisitors, *, plays: bool) -> None:
        """`plays`: whether matches can be played here; if not, only some settings matter."""
        self._people = people
        self._settings = settings
        self._plays = plays
        self.routes = [
            Route("/settings", self._show, methods=["GET"]),
            Route("/settings", self._change, methods=["POST"]),
        ]

    async def _show(self, request: Request) -> Response:
        person = await self._people.of(request)
        content = page(
            "start/settings.html",
            "settings",
            person=person,
            is_saved="saved" in request.query_params,
            fields=_fields(self._settings.of(request.scope)),
            choices=_choices(plays=self._plays),
        )
        return HTMLResponse(content)

    async def _change(self, request: Request) -> Response:
        # What somebody sets can be undone, and another site's page cannot read it: no word of the session is needed.
        check_origin(request)
        cookie = self._settings.change(request.scope, await read_form(request))
        is_page = "text/html" in request.headers.get("accept", "")
        answer = RedirectResponse(_SAVED, 303) if is_page else Response(status_code=204)
        answer.headers["set-cookie"] = cookie
        return answer


def _fields(settings: Settings) -> dict[str, str]:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


def _choices(*, plays: bool) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """By setting: what it is called, and its values in words."""
    shown = {
        "language": (
            tr("Language"),
            [("", tr("As the browser")), *LANGUAGES.items()],
        ),
        "look": (
            tr("Look"),
            [("", tr("As the system")), ("light", tr("Light")), ("dark", tr("Dark"))],
        ),
    }
    if not plays:
        return shown
    return shown | {
        "pace": (
            tr("Pace of the bots, from your next match on"),
            [("", tr("usual")), ("quick", tr("quick")), ("slow", tr("slow"))],
        ),
        "hints": (
            tr("Hints: what each answer does"),
            [("", tr("shown")), ("off", tr("hidden"))],
        ),
        "sound": (
            tr("A sound when it is your turn"),
            [("", tr("no")), ("on", tr("yes"))],
        ),
        "greetings": (
            tr("Greetings of the others"),
            [("", tr("shown")), ("muted", tr("hidden"))],
        ),
        "colour": (
            tr("Your colour at a table"),
            [
                ("", tr("that of your seat")),
                ("0", tr("blue")),
                ("1", tr("orange")),
                ("2", tr("green")),
                ("3", tr("purple")),
            ],
        ),
    }
