"""Logs: the two formats, one handler for everybody, and no secret in any line."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bessemer.accounts.tokens import new_token
from bessemer.rpc.ops.logs import HIDDEN, LogFormat, configure, without_secrets

TOKEN = new_token()
SECRET = TOKEN.text[-52:]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Broken(io.StringIO):
    """A stream that takes nothing."""

    def write(self, text: str, /) -> int:
        raise BrokenPipeError(text)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def only_line(stream: io.StringIO) -> dict[str, Any]:
    """The one line of JSON that was logged."""
    (line,) = stream.getvalue().splitlines()
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def test_json_has_event_level_time_and_context_on_one_line() -> None:
    """What was bound and what was said are fields of one object."""
    stream = io.StringIO()
    configure(LogFormat.JSON, stream=stream)
    structlog.get_logger("referee.test").bind(match_id="m1").info("match started", seats=3)
    line = only_line(stream)

    assert line.pop("timestamp").endswith("Z")
    assert {
        "event": "match started",
        "level": "info",
        "logger": "referee.test",
        "match_id": "m1",
        "seats": 3,
    } == line


@pytest.mark.parametrize(
    ("format", "stream", "is_json"),
    [
        pytest.param(LogFormat.AUTO, Terminal, False, id="auto-terminal"),
        pytest.param(LogFormat.AUTO, io.StringIO, True, id="auto-file"),
        pytest.param(LogFormat.JSON, Terminal, True, id="json-terminal"),
        pytest.param(LogFormat.PRETTY, io.StringIO, False, id="pretty-file"),
    ],
)
def test_pretty_on_a_terminal_and_json_elsewhere_unless_told(
    format: LogFormat, stream: type[io.StringIO], is_json: bool
) -> None:
    """AUTO looks at the stream; the other two do not."""
    target = stream()
    configure(format, stream=target)
    structlog.get_logger().info("hello")

    assert is_json == target.getvalue().startswith("{")
    assert "hello" in target.getvalue()
    assert ("\x1b" in target.getvalue()) == (stream is Terminal and not is_json)


def test_logs_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output belongs to the command's own answers."""
    configure()
    structlog.get_logger().info("hello")
    written = capsys.readouterr()

    assert "" == written.out
    assert "hello" in written.err


def test_configuring_again_replaces_and_does_not_double() -> None:
    """The last configuration is the only one."""
    first, second = io.StringIO(), io.StringIO()
    configure(LogFormat.JSON, stream=first)
    configure(LogFormat.JSON, stream=second)
    structlog.get_logger().info("once")

    assert "" == first.getvalue()
    assert "once" == only_line(second)["event"]


def test_what_is_below_the_level_is_not_logged() -> None:
    """Debug lines cost nothing in service."""
    stream = io.StringIO()
    configure(LogFormat.JSON, stream=stream)
    structlog.get_logger().debug("hello")
    logging.getLogger("library").debug("hello")

    assert "" == stream.getvalue()


def test_what_libraries_log_looks_the_same() -> None:
    """Their lines have a level, a name and a time, and lose their secrets too."""
    stream = io.StringIO()
    configure(LogFormat.JSON, stream=stream)
    logging.getLogger("library").error("a row (%s)", "seed='0123'")
    line = only_line(stream)

    assert line.pop("timestamp").endswith("Z")
    assert {"event": f"a row (seed={HIDDEN})", "level": "error", "logger": "library"} == line


def _raise() -> None:
    raise RuntimeError(f"could not use {TOKEN.text}")


def _log_exception() -> None:
    try:
        _raise()
    except RuntimeError:
        structlog.get_logger().exception("it failed")


def _log_foreign_exception() -> None:
    try:
        _raise()
    except RuntimeError:
        logging.getLogger("library").exception("it failed with %s", TOKEN.text)


def _log_cause() -> None:
    try:
        try:
            _raise()
        except RuntimeError as error:
            raise ValueError("again") from error
    except ValueError as error:
        structlog.get_logger().error("it failed", exc_info=error)


class Holder:
    """A value whose repr tells."""

    def __repr__(self) -> str:
        return f"Holder({TOKEN.text}, seed=b'f00dfeed')"


LEAKS = {
    "event": lambda: structlog.get_logger().info(f"got {TOKEN.text}"),
    "value": lambda: structlog.get_logger().info("call", note=f"x{TOKEN.text}x"),
    "bytes": lambda: structlog.get_logger().info("call", note=TOKEN.text.encode()),
    "named": lambda: structlog.get_logger().info("call", seat_token=SECRET),
    "secret-alone": lambda: structlog.get_logger().info("call", parts=(TOKEN.token_id, SECRET)),
    "nested": lambda: structlog.get_logger().info("call", a={"b": [{"c": (TOKEN.text,)}]}),
    "nested-name": lambda: structlog.get_logger().info("call", a=[{"Authorization": SECRET}]),
    "key": lambda: structlog.get_logger().info("call", a={TOKEN.text: 1}),
    "repr": lambda: structlog.get_logger().info("call", holder=Holder(), all={1: [Holder()]}),
    "bound": lambda: structlog.get_logger().bind(x=TOKEN.text).info("call"),
    "error-value": lambda: structlog.get_logger().info("call", error=ValueError(TOKEN.text)),
    "exception": _log_exception,
    "cause": _log_cause,
    "library": lambda: logging.getLogger("library").error("got %s", TOKEN.text),
    "library-value": lambda: logging.getLogger("library").error("got %r", Holder()),
    "library-exception": _log_foreign_exception,
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
@pytest.mark.parametrize("format", [LogFormat.JSON, LogFormat.PRETTY])
@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_a_token_never_appears(leak: Any, format: LogFormat, stream: type[io.StringIO]) -> None:  # noqa: ANN401 - any call
    """Wherever it hides, in a value, an error or another library's line, the secret is gone."""
    target = stream()
    configure(format, stream=target)
    leak()

    assert SECRET not in target.getvalue()
    assert "f00dfeed" not in target.getvalue()
    assert HIDDEN in target.getvalue()
    if format is LogFormat.JSON:
        assert only_line(target)


def test_a_traceback_is_there_without_local_variables() -> None:
    """The line of an error says where it happened and not what the variables held."""
    stream = io.StringIO()
    configure(LogFormat.JSON, stream=stream)
    _log_exception()
    line = only_line(stream)

    assert "Traceback (most recent call last)" in line["exception"]
    assert f"RuntimeError: could not use bsm_{TOKEN.token_id}_{HIDDEN}" in line["exception"]


@pytest.mark.parametrize(
    "name",
    ["token", "seat_tokens", "Authorization", "secret", "client_secret", "seed", "db_password"],
)
def test_values_with_a_telling_name_are_hidden_whatever_they_are(name: str) -> None:
    """A seed looks like nothing special; its name gives it away."""
    stream = io.StringIO()
    configure(LogFormat.JSON, stream=stream)
    structlog.get_logger().info("call", **{name: b"0123"})

    assert HIDDEN == only_line(stream)[name]


def test_what_is_public_stays() -> None:
    """The id of a token and the commitment to a seed are what one looks for in a log."""
    public = {"token_id": TOKEN.token_id, "seed_commitment": TOKEN.hash.hex(), "turn": 12}
    stream = io.StringIO()
    configure(LogFormat.JSON, stream=stream)
    structlog.get_logger().info("call", **public)

    assert public.items() <= only_line(stream).items()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Charter(seed=b'\\x00\\'1', game='f')", f"Charter(seed={HIDDEN}, game='f')", id="repr"
        ),
        pytest.param(
            "{'match_seed': b'1', 'x': 1}",
            f"{{'match_seed': {HIDDEN}, 'x': 1}}",
            id="repr-of-a-dict",
        ),
        pytest.param("Authorization=xyz next", f"Authorization={HIDDEN} next", id="header"),
        pytest.param("Bearer xyz, next", f"Bearer {HIDDEN}, next", id="bearer"),
        pytest.param("postgresql://u:p@ss@host/db", f"postgresql://u:{HIDDEN}@host/db", id="url"),
        pytest.param(
            "token_id='abc' seed_commitment=12",
            "token_id='abc' seed_commitment=12",
            id="public-names",
        ),
        pytest.param("bad token: it was revoked", "bad token: it was revoked", id="sentence"),
        pytest.param(TOKEN.text[:40], f"bsm_{TOKEN.token_id}_{HIDDEN}", id="cut-off-token"),
        pytest.param(TOKEN.hash.hex(), TOKEN.hash.hex(), id="hash"),
    ],
)
def test_secrets_are_hidden_inside_texts(text: str, expected: str) -> None:
    """Reprs, headers, URLs and cut-off tokens lose the secret; ordinary sentences lose nothing."""
    assert expected == without_secrets(text)


def test_a_stream_that_takes_nothing_harms_nobody() -> None:
    """Logging into a closed pipe raises nothing."""
    configure(LogFormat.JSON, stream=Broken())

    structlog.get_logger().info("hello")


@pytest.mark.parametrize("format", [LogFormat.PRETTY, LogFormat.JSON])
def test_what_strangers_say_does_not_steer_a_terminal(format: LogFormat) -> None:
    """Escape codes of both kinds, and signs that turn the direction of writing; JSON keeps what was said."""
    said = "a\x1b[2Jb\x9b31mc\u202ed"
    stream = io.StringIO()
    configure(format, stream=stream)

    structlog.get_logger().info(f"event {said}", name=said)
    logging.getLogger("other").warning("said %s", said)

    written = stream.getvalue()
    assert all(sign not in written for sign in "\x1b\x9b\u202e")
    if format is LogFormat.JSON:
        first, second = map(json.loads, written.splitlines())
        assert (said, f"said {said}") == (first["name"], second["event"])


def test_commands_that_talk_to_people_log_sentences() -> None:
    """As their own, in a pipe too: no JSON, no time, and the traceback of a bug below."""
    stream = io.StringIO()
    configure(LogFormat.PLAIN, stream=stream)
    log = structlog.get_logger()
    log.warning("database was open to others", file="/data/bessemer.sqlite3", token=SECRET)
    try:
        int("no such card")
    except ValueError:
        log.exception("internal error")
    lines = stream.getvalue().splitlines()

    assert lines[0] == (
        f"bessemer: database was open to others (file /data/bessemer.sqlite3, token {HIDDEN})"
    )
    assert lines[1] == "bessemer: internal error"
    assert lines[2].startswith("Traceback")
    assert lines[-1].startswith("ValueError: invalid literal")
