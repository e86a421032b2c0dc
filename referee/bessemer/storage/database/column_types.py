"""Columns whose content takes another form in the database than for those who read and write it."""

import json
from typing import Any, Final

import msgspec
from sqlalchemy import Dialect, LargeBinary, Text
from sqlalchemy.types import TypeDecorator

from bessemer.replays.compression import compressed, plain

# PostgreSQL sorts text as its locale says; the pages of a list must be the same everywhere.
SortedText: Final = Text().with_variant(Text(collation="C"), "postgresql")


class Compressed(TypeDecorator[bytes]):
    """Bytes, which the database has compressed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        """Compress it for the database."""
        return None if value is None else compressed(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes | None:  # noqa: ANN401, ARG002
        """Read what was written."""
        return None if value is None else plain(bytes(value))


class Json(TypeDecorator[Any]):
    """A value of one type, which the database has as JSON in a text, the same in every database."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: Any, *, writes_null: bool = False) -> None:  # noqa: ANN401 - a type
        """
        Keep values of a type.

        Args:
            kind: the type.
            writes_null: whether `None` is the JSON `null`; by default the column is empty then.
        """
        super().__init__()
        self.kind = kind
        self.writes_null = writes_null

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ANN401, ARG002
        """Write JSON, by `json`: it has a form for half characters, too, and no name may fail."""
        if value is None and not self.writes_null:
            return None
        return json.dumps(msgspec.to_builtins(value, enc_hook=dict))

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Any | None:  # noqa: ANN401, ARG002
        """Read what was written."""
        return None if value is None else msgspec.convert(json.loads(value), self.kind)
