"""A browser without a window: keeps cookies, sends forms, and runs no script."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from html import unescape
from http.cookies import SimpleCookie
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from bessemer.web.server.app import WebApp

HOST: Final = "127.0.0.1:8080"
_FORM: Final = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What came back."""

    status: int
    content: bytes
    headers: Mapping[str, str]

    @property
    def text(self) -> str:
        """As text."""
        return self.content.decode()

    @property
    def place(self) -> str:
        """Where it leads."""
        return self.headers.get("location", "")

    def field(self, name: str) -> str:
        """The value of a field of a form on the page."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, f"no field {name} in {self.text}"
        return unescape(found[1])


class AsgiBrowser:
    """Asks the app itself, as somebody at an address would."""

    def __init__(
        self, app: WebApp, *, host: str = HOST, address: str = "127.0.0.1", scheme: str = "http"
    ) -> None:
        self._app = app
        self._host = host
        self._address = address
        self._scheme = scheme
        self.cookies: dict[str, str] = {}
        self.set_cookies: list[str] = []
        """The headers, as they came."""

    async def get(self, path: str, **headers: str) -> Answer:
        """Open a page."""
        return await self._ask("GET", path, b"", {"accept": "text/html"} | headers)

    async def post(
        self, path: str, fields: Mapping[str, str] | None = None, /, **headers: str
    ) -> Answer:
        """Send a form as a page of ours does; a header that is given as "" is left out."""
        own = {
            "accept": "text/html",
            "content-type": _FORM,
            "origin": f"{self._scheme}://{self._host}",
            "sec-fetch-site": "same-origin",
        }
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self._ask("POST", path, urlencode(fields or {}).encode(), own | given)

    async def upload(self, path: str, content: bytes, **headers: str) -> Answer:
        """Send a file as a script of ours does."""
        own = {"origin": f"{self._scheme}://{self._host}", "sec-fetch-site": "same-origin"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self._ask("POST", path, content, own | given)

    async def sign_in(self, token: str) -> Answer:
        """With a token."""
        return await self.post("/sign-in", {"token": token})

    async def csrf(self) -> str:
        """What this session's forms carry."""
        return (await self.get("/sign-in")).field("csrf")

    async def name(self) -> str:
        """Who one is; "" for nobody."""
        found = re.search(r"<h1>You are ([^<]*)</h1>", (await self.get("/sign-in")).text)
        return unescape(found[1]) if found else ""

    @asynccontextmanager
    async def events(self, path: str) -> AsyncIterator[asyncio.Queue[dict[str, Any]]]:
        """The server-sent events of an address as they come, each with its `event`; the stream ends with the body."""
        found: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:  # noqa: ANN401 - ASGI's
            for one in message.get("body", b"").decode().split("\n\n"):
                fields = dict(line.partition(": ")[::2] for line in one.splitlines())
                if "data" in fields:
                    found.put_nowait(
                        {"event": fields["event"]} | (json.loads(fields["data"]) or {})
                    )

        scope = self._scope("GET", path, {"accept": "text/event-stream"})
        task: asyncio.Task[None] = asyncio.create_task(
            self._app.asgi(scope, receive, send)  # type: ignore[arg-type]
        )
        try:
            yield found
        finally:
            gone.set()
            await asyncio.gather(task, return_exceptions=True)

    def _scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        parts = urlsplit(path)
        headers = {"host": self._host} | headers
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": self._scheme,
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [
                (name.encode(), value.encode()) for name, value in headers.items() if value
            ],
            "client": (self._address, 40000),
            "server": ("127.0.0.1", 8080),
        }

    async def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        scope = self._scope(method, path, headers)
        status, content = 0, bytearray()
        found: list[tuple[str, str]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:  # noqa: ANN401 - ASGI's
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                found.extend((name.decode(), value.decode()) for name, value in message["headers"])
            else:
                content.extend(message.get("body", b""))

        await self._app.asgi(scope, receive, send)
        self._keep([value for name, value in found if name == "set-cookie"])
        return Answer(status, bytes(content), dict(found))

    def _keep(self, lines: list[str]) -> None:
        self.set_cookies += lines
        for line in lines:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value


@asynccontextmanager
async def running(app: WebApp) -> AsyncIterator[WebApp]:
    """The app between its start and its end."""
    async with app.lifespan():
        yield app
