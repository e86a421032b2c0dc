"""`bessemer mcp`: who may reach it over HTTP, and what is refused before it serves."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from signal import SIGINT
from typing import NamedTuple

import pytest
from mcp import Client

from bessemer.cli.main import main
from tests.followed_pages import blocks, follow
from tests.lines.pages import DOCS
from tests.text.mcp.clients import Model

PAGE = DOCS / "mcp.md"
TOKEN = "0123456789abcdef"  # noqa: S105 - of this test


@contextmanager
def served(*words: str, **environment: str) -> Iterator[int]:
    """The server as a process; its port. It ends by Ctrl-C, without a traceback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bessemer.cli.main", "mcp", "--http", "127.0.0.1:0", *words],
        env={**os.environ, **environment},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        told = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/mcp ", told)
        assert found, told + process.stderr.read()
        yield int(found[1])
        process.send_signal(SIGINT)
        _, errors = process.communicate()
        assert "Traceback" not in errors
        assert 0 == process.returncode
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


class Answer(NamedTuple):
    """Of the server to a request."""

    status: int
    scheme: str
    body: bytes


def asked(port: int, **headers: str) -> Answer:
    """The answer to a client that begins, with other headers than usual."""
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    client = {"name": "test", "version": "1"}
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin})
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("POST", "/mcp", body, usual | more)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers.get("WWW-Authenticate", ""), answer.read())


@pytest.mark.asyncio
async def test_a_client_plays_over_http() -> None:
    """By the SDK's own client, on this machine without a token."""
    with served() as port:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            ada = Model(client)
            games = await ada.call("list_games")
            assert "furnace: 2 to 4 players" in games.text
            begun = await ada.call("start_match", game="furnace", opponents=["random"])
            assert "Answer with the tool play" in begun.text


def test_other_names_and_other_pages_are_refused() -> None:
    """So no page in a browser reaches the tools, by whatever name."""
    with served("--allow-host", "tools.example.org") as port:
        assert 200 == asked(port).status
        assert 200 == asked(port, Host="tools.example.org").status
        assert 200 == asked(port, Origin=f"http://localhost:{port}").status
        assert 421 == asked(port, Host="evil.example").status
        assert 403 == asked(port, Origin="https://evil.example").status


def test_a_token_is_needed_where_there_is_one() -> None:
    """On this machine too."""
    with served(BESSEMER_MCP_TOKEN=TOKEN) as port:
        refused = asked(port)
        assert (401, "Bearer") == refused[:2]
        assert b"Authorization: Bearer TOKEN" in refused.body
        assert 401 == asked(port, Authorization=f"Bearer {TOKEN}x").status
        assert 200 == asked(port, Authorization=f"Bearer {TOKEN}").status


@pytest.mark.parametrize(
    ("words", "token", "said"),
    [
        (["--http", "0.0.0.0:0"], "", "put a token into the environment as BESSEMER_MCP_TOKEN"),
        (["--http", "127.0.0.1:0"], "short", "BESSEMER_MCP_TOKEN needs 16 characters or more"),
        (["--http", "0.0.0.0:0"], TOKEN, "give --http-cert and --http-key, or say"),
        (["--allow-host", "a.example"], "", "--allow-host goes with --http"),
        (["--connect", "127.0.0.1:1"], "", "put yours into the environment as BESSEMER_TOKEN"),
    ],
)
def test_what_cannot_be_is_said_at_once(
    words: list[str],
    token: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit 2, before anything is served."""
    monkeypatch.setenv("BESSEMER_MCP_TOKEN", token)
    monkeypatch.delenv("BESSEMER_TOKEN", raising=False)
    assert 2 == main(["mcp", *words])
    assert said in capsys.readouterr().err


def test_the_pages_program_plays(tmp_path: Path) -> None:
    """A whole match, as it stands there."""
    (program,) = (block for block in blocks(PAGE) if block.language == "python")
    follow(PAGE, program, tmp_path)
