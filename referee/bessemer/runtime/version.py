"""The version of Bessemer."""

__version__ = "0.1.0"
