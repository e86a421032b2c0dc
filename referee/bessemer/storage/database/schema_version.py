"""The version of the schema: its tables, and the steps by which older databases come to them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import MetaData

from bessemer.storage.database.migrations import STEPS, Step
from bessemer.storage.database.schema import bessemer_schema


class Schema(NamedTuple):
    """The tables of a version, and the steps that have led there from version 1."""

    tables: MetaData
    steps: Sequence[Step]

    @property
    def version(self) -> int:
        """Its number: every change of the tables adds a step. CONTRIBUTING.md says how."""
        return 1 + len(self.steps)


TODAY: Final = Schema(bessemer_schema.metadata, STEPS)
