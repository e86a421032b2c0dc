"""The version of the schema: its tables, and the steps by which older databases come to them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import MetaData

from bessemer.storage.database import schema, standings_tables, submission_tables
from bessemer.storage.database.migrations import STEPS, Step


class Schema(NamedTuple):
    """The tables of a version, and the steps that have led there from version 1."""

    tables: MetaData
    steps: Sequence[Step]

    @property
    def version(self) -> int:
        """Its number: every change of the tables adds a step. CONTRIBUTING.md says how."""
        return 1 + len(self.steps)


_TABLES: Final = (
    schema.bessemer_schema,
    standings_tables.standings,
    submission_tables.submissions,
)
"""One of each module with tables: all are in the same metadata."""

TODAY: Final = Schema(_TABLES[0].metadata, STEPS)
