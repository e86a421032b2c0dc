"""What docs/protocol.md says of the API is so."""

import re
from typing import Final

from google.protobuf import json_format

from bessemer.engine.catalogue import GAMES
from bessemer.rpc.limits.limits import Limits
from bessemer.v1 import match_service_pb2
from tests.kits.built import PROTO, ROOT

TEXT: Final = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
PAGES: Final = ROOT / "docs" / "games"


def test_the_example_is_a_message() -> None:
    """The example of a request has only fields that the message has."""
    (example,) = re.findall(r"```json CreateMatchRequest\n(.*?)```", TEXT, re.DOTALL)
    message = json_format.Parse(example, match_service_pb2.CreateMatchRequest())

    assert message.ByteSize() > 0


def test_every_game_has_the_page_that_is_promised() -> None:
    """In the folder that is linked; `tests/test_game_pages.py` looks into them."""
    assert "](games)" in TEXT
    assert {f"{game}.md" for game in GAMES} == {page.name for page in PAGES.glob("*.md")}


def test_every_file_is_in_the_table() -> None:
    """A client's author sees at once what there is."""
    files = [path.name for path in (PROTO / "bessemer" / "v1").glob("*.proto")]

    assert [] == [name for name in files if name not in TEXT.partition("```sh protoc")[0]]


def test_every_method_is_explained() -> None:
    """No call of MatchService is left out."""
    service = match_service_pb2.DESCRIPTOR.services_by_name["MatchService"]

    assert [] == [method.name for method in service.methods if method.name not in TEXT]


def test_the_limits_are_the_shipped_ones() -> None:
    """The table has the defaults."""
    limits = Limits(call_milliseconds=10_000.0)

    assert f"{limits.requests_per_second:g} a second, {limits.burst} after a rest |" in TEXT
    assert f"| streams at once | {limits.streams} |" in TEXT
    assert f"| matches created and not over | {limits.matches} |" in TEXT


def test_the_picture_lines_up() -> None:
    """The three lines of life run straight down; only remarks cross the middle one."""
    (picture,) = re.findall(r"```\n(seat 0 .*?)```", TEXT, re.DOTALL)
    first, *lines = picture.splitlines()
    middle = first.index("referee") + len("referee") // 2
    left, right = first.index("seat 0") + 2, first.index("seat 1") + 2

    for line in lines:
        ends = [left, right] if ".." in line else [left, middle, right]
        assert ends == [at for at, sign in enumerate(line) if sign == "|"]
