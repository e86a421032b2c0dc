"""A column whose content is compressed in the database, and plain for whoever reads or writes it."""

from typing import Any

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

from bessemer.replays.compression import compressed, plain


class Compressed(TypeDecorator[bytes]):
    """Bytes, which the database has compressed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        """What the database keeps."""
        return None if value is None else compressed(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes | None:  # noqa: ANN401, ARG002
        """What was written."""
        return None if value is None else plain(bytes(value))
