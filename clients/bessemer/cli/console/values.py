"""The values of options: numbers with bounds, so that no command begins what it cannot end, and files to write."""

import argparse
import math
import os
import re
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import ClassVar, Final

DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """The type of an option: a whole number between bounds, both included."""

    least: int
    most: int
    metavar: ClassVar[str] = "N"

    def __call__(self, text: str) -> int:
        """
        The number.

        Raises:
            argparse.ArgumentTypeError: `text` is not one, or is out of bounds.
        """
        if re.fullmatch(r"[+-]?[0-9]{1,18}", text) and self.least <= int(text) <= self.most:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from {self.least:,} to {self.most:,}"
        )


@dataclass(frozen=True, slots=True)
class Number:
    """The type of an option: a number between bounds, both included unless it must be above the lower one."""

    least: float
    most: float
    is_above: bool = False
    what: str = "number"

    @property
    def metavar(self) -> str:
        """What `--help` calls the value."""
        return "N" if self.what == "number" else "SECONDS"

    def __call__(self, text: str) -> float:
        """
        The number.

        Raises:
            argparse.ArgumentTypeError: `text` is not one, or is out of bounds.
        """
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if self.least <= value <= self.most and not (self.is_above and value == self.least):
            return value
        low = "above" if self.is_above else "from"
        high = "up to" if self.is_above else "to"
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a {self.what} {low} {self.least:,g} {high} {self.most:,.0f}"
        )


def point_in_time(text: str) -> float:
    """A time such as 2026-12-01T18:00Z, in seconds since the epoch; without a zone it is local."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time: write it like 2026-12-01T18:00Z"
        ) from None


def whole(most: int, least: int = 1) -> WholeNumber:
    """A whole number from 1, or from `least`, to `most`."""
    return WholeNumber(least, most)


def seconds(most: float = DAY) -> Number:
    """A number of seconds above 0."""
    return Number(0.0, most, is_above=True, what="number of seconds")


def seconds_or_none(most: float = DAY) -> Number:
    """A number of seconds, 0 included."""
    return Number(0.0, most, what="number of seconds")


def positive(most: float) -> Number:
    """A number above 0."""
    return Number(0.0, most, is_above=True)


SEED: Final = WholeNumber(-(10**15), 10**15)
SEAT: Final = WholeNumber(0, 99)
POINTS: Final = Number(-2000.0, 2000.0)
"""A difference of ratings."""
BANK: Final = seconds_or_none(30 * DAY)
CONCURRENCY: Final = whole(256)
"""Matches that a bot plays at once."""
ROWS: Final = whole(100_000)
"""Lines of a list."""


def probability(text: str) -> float:
    """A number between 0 and 1, both excluded."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if 0 < value < 1:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")


def host_port(text: str) -> str:
    """An address to listen on, `HOST:PORT`; empty for nowhere."""
    from bessemer.rpc.serving.serve_config import ConfigError, host_and_port

    try:
        if text:
            host_and_port(text)
    except ConfigError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def output_file(text: str) -> Path:
    """A file that can be written, in a folder that is there: nothing is played for nothing."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder, not a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(
            f"{text!r} cannot be written: name a file in another folder"
        )
    return path


def network(text: str) -> IPv4Network | IPv6Network:
    """An address, or a network."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address such as 127.0.0.1 and no network such as 10.0.0.0/8"
        ) from None
