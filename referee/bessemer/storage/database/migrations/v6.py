"""Replays are compressed. Those that are there stay as they are: whoever reads them reads both."""

from alembic.operations import Operations


def upgrade(op: Operations) -> None:
    """From 5: no table changes, but an older Bessemer could not read what comes."""
