"""A referee for the tests of programs that speak lines."""

from tests.sdk.conftest import house

__all__ = ["house"]
