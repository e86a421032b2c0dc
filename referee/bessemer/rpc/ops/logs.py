"""
Logging: structlog and the standard library's logging, out of one handler, without secrets.

Everything goes through `hide_secrets`, what other libraries log and the texts of errors too.
"""

import json
import logging
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final, TextIO

import structlog
from structlog.typing import EventDict, Processor

HIDDEN: Final = "[hidden]"

_SECRET_NAME: Final = re.compile(r"token|authorization|secret|seed|password", re.IGNORECASE)
_PUBLIC_NAMES: Final = frozenset({"token_id", "token_ids", "token_file", "seed_commitment"})
_BOOK_KEEPING: Final = frozenset({"_record", "_from_structlog"})
"""Added by structlog itself, and taken out again."""

_UNSAID: Final = frozenset({"event", "level", "timestamp", "logger", "exception"})
"""What a sentence leaves out, or says in its own place."""

_QUOTED: Final = r"b?'(?:[^'\\]|\\.)*'|b?\"(?:[^\"\\]|\\.)*\""

_TOKENS: Final = (
    # A token, or what is left of one that was cut off. Its id stays: it says which to revoke.
    (re.compile(r"bsm_([A-Za-z0-9]*)_[\w=-]+"), rf"bsm_\1_{HIDDEN}"),
    # The secret of a token alone.
    (re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{52}(?![A-Za-z0-9])"), HIDDEN),
)
_SECRETS: Final = (
    *_TOKENS,
    (re.compile(r"\b(bearer)\s+[^\s\"',)\]]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    # The repr of a value that an error may repeat: "seed=b'...'", "{'seed': b'...'}".
    (
        re.compile(
            rf"\b(?!(?:token_ids?|seed_commitment)\b)(\w*(?:{_SECRET_NAME.pattern})\w*)"
            rf"(=|[\"']:\s*)(?:{_QUOTED}|[^\s,)}}\]]+)",
            re.IGNORECASE,
        ),
        rf"\1\2{HIDDEN}",
    ),
    # A URL with a password.
    (re.compile(r"://([^\s:/@]*):\S+@"), rf"://\1:{HIDDEN}@"),
)


class LogFormat(StrEnum):
    """
    How a line looks; AUTO is pretty on a terminal and JSON elsewhere.

    PLAIN is for commands that talk to people: a sentence, as their own.
    """

    AUTO = "auto"
    JSON = "json"
    PRETTY = "pretty"
    PLAIN = "plain"


def configure(
    format: LogFormat = LogFormat.AUTO,
    *,
    level: int = logging.INFO,
    stream: TextIO | None = None,
) -> None:
    """Log to `stream` (stderr) in this format from now on, in place of what was configured."""
    stream = stream or sys.stderr
    is_plain = format is LogFormat.PLAIN
    pretty = (
        is_plain or format is LogFormat.PRETTY or (format is LogFormat.AUTO and stream.isatty())
    )
    before: tuple[Processor, ...] = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # Plain tracebacks: those with local variables would show what the variables hold.
        structlog.processors.format_exc_info,
        hide_secrets,
    )
    if pretty:
        before = (*before, no_escape_codes)
    renderer: Processor = (
        _as_sentence
        if is_plain
        else structlog.dev.ConsoleRenderer(
            colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
        if pretty
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    handler = _Handler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=(
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                renderer,
                _hide_in_line,
                *(() if pretty else (_escape_in_line,)),
            ),
        )
    )
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old, _Handler)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *before,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def hide_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """A processor that hides every value with a telling name, and whatever looks like a secret."""
    return {
        key: value if key in _BOOK_KEEPING else _hidden(key, value) for key, value in event.items()
    }


def no_escape_codes(_logger: object, _method: str, event: EventDict) -> EventDict:
    """A processor for terminals: what clients and bots have said must not steer them."""
    return {
        key: _harmless(value) if isinstance(value, str) else value for key, value in event.items()
    }


def _harmless(text: str) -> str:
    """Without what a terminal would obey; a traceback keeps its lines."""
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )


def _escape_in_line(_logger: object, _method: str, line: Any) -> Any:  # noqa: ANN401 - see Processor
    """JSON escapes the first 32 signs; there are others that a terminal obeys."""
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in line)


def _as_sentence(_logger: object, _method: str, event: EventDict) -> str:
    """`bessemer: the event (key value, …)`, and the traceback of a bug."""
    facts = {key: value for key, value in event.items() if key not in _UNSAID}
    told = ", ".join(f"{key} {value}" for key, value in facts.items())
    traceback = f"\n{event['exception']}" if "exception" in event else ""
    return f"bessemer: {event.get('event', '')}{told and f' ({told})'}{traceback}"


def without_secrets(text: str) -> str:
    """`text` with whatever looks like a secret hidden."""
    for pattern, substitute in _SECRETS:
        text = pattern.sub(substitute, text)
    return text


class _Handler(logging.StreamHandler[TextIO]):
    """Ours, to be found again; a line that cannot be written is lost, and the referee goes on."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Say so, and no more: the library would print the record before secrets are hidden."""
        with suppress(Exception):
            self.stream.write(f"a line of {record.name} could not be logged\n")


def _hidden(name: object, value: Any) -> Any:  # noqa: ANN401 - anything can be logged
    if (
        isinstance(name, str)
        and _SECRET_NAME.search(name)
        and name not in _PUBLIC_NAMES
        and value is not None
    ):
        return HIDDEN
    match value:
        case str():
            return without_secrets(value)
        case Mapping():
            return {key: _hidden(key, inner) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_hidden("", inner) for inner in value]
        case None | bool() | int() | float():
            return value
        case _:
            # Renderers would write its repr.
            return without_secrets(repr(value))


def _hide_in_line(_logger: object, _method: str, line: Any) -> Any:  # noqa: ANN401 - see Processor
    """The last look, at the line as it is written; only where quotes cannot come to harm."""
    for pattern, substitute in _TOKENS:
        line = pattern.sub(substitute, line)
    return line
