"""The SDK's own client with a scripted model behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import grpc
from mcp import Client
from mcp.types import TextContent

from bessemer.text.mcp.matches import Matches, RefereeElsewhere
from bessemer.text.mcp.server import mcp_server
from tests.text.scripted import Chooser

OVER = "The match is over."
_MOST = 5_000


class Told(NamedTuple):
    """The answer of a tool."""

    text: str
    is_error: bool


class Model:
    """Calls tools, and plays by choosing from what is listed."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.told: list[str] = []

    async def call(self, tool: str, **arguments: Any) -> Told:  # noqa: ANN401 - of any kind
        """What a tool answers."""
        result = await self.client.call_tool(tool, arguments)
        (content,) = result.content
        assert isinstance(content, TextContent)
        self.told.append(content.text)
        return Told(content.text, bool(result.is_error))

    async def play_on(self, text: str, match: str = "") -> str:
        """Play until the match is over; how it ended."""
        chooser = Chooser(seed=4)
        for _ in range(_MOST):
            if text.startswith(OVER):
                return text
            if "Answer with the tool play" in text:
                told = await self.call("play", match=match, answer=chooser(text))
            else:
                told = await self.call("look", match=match)
            assert not told.is_error, told.text
            text = told.text
        raise AssertionError(f"no end: {text}")


@asynccontextmanager
async def model(
    channel: grpc.aio.Channel | None = None,
    token: str = "",
    **wishes: Any,  # noqa: ANN401
) -> AsyncIterator[Model]:
    """A model with the tools in this process: of private matches, or of a referee."""
    referee = None if channel is None else RefereeElsewhere(channel, token)
    async with Matches(referee) as matches, Client(mcp_server(matches, **wishes)) as client:
        yield Model(client)
