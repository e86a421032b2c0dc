"""The environment variables that say what a bot's program plays: BESSEMER_ADDRESS and so on."""

import argparse
import math
import os
from typing import Final

from bessemer.sdk.connection.reconnect import PATIENCE

_NAMES: Final = (
    *("address", "match", "seat", "token", "seatings", "ladder", "game", "concurrency"),
    "seed",
    "patience",
)
MODEL_COMMAND: Final = "BESSEMER_MODEL_COMMAND"
"""The model of a bot that plays by text: docs/text-bots.md."""
OWN_REFEREE_PATIENCE: Final = 60.0
"""For bots of a referee that runs as long as the command that started both."""


def fill_in(args: argparse.Namespace) -> None:
    """Set what the command line left out from the environment; `None` if it is not there either."""
    for name in _NAMES:
        if getattr(args, name, None) is None:
            setattr(args, name, os.environ.get(f"BESSEMER_{name.upper()}") or None)


def bot_version(args: argparse.Namespace) -> str | None:
    """
    The version as which a bot plays on a ladder, from the command line or the environment.

    `None` if neither says one. A variable that is there but empty says that the bot plays without
    one, whatever it says itself.
    """
    given: str | None = args.version
    return os.environ.get("BESSEMER_VERSION") if given is None else given


def takes_challenges(args: argparse.Namespace) -> bool:
    """Whether others may ask for unrated matches with a bot: by its command line or BESSEMER_CHALLENGES=1."""
    return bool(args.challenges) or os.environ.get("BESSEMER_CHALLENGES", "") not in ("", "0")


def patience_of(args: argparse.Namespace) -> float:
    """
    For how many seconds a bot waits for a referee.

    Raises:
        ValueError: it is no such number.
    """
    text = str(PATIENCE if args.patience is None else args.patience)
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < math.inf:
        raise ValueError(f"a bot waits for a referee for 0 seconds or more, not {text!r}")
    return seconds


def ladder_environment(args: argparse.Namespace, token: str) -> dict[str, str]:
    """The variables for a bot's program that joins a ladder."""
    found = {
        "BESSEMER_ADDRESS": args.address,
        "BESSEMER_TOKEN": token,
        "BESSEMER_LADDER": args.ladder,
        "BESSEMER_CONCURRENCY": str(args.concurrency),
        "BESSEMER_VERSION": bot_version(args),
        "BESSEMER_SEED": args.seed,
        "BESSEMER_PATIENCE": args.patience,
        "BESSEMER_CHALLENGES": "1" if takes_challenges(args) else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def bot_environment(
    address: str,
    match_id: str,
    seat: int,
    token: str,
    seed: str | None,
    game: str,
    patience: float | str | None = OWN_REFEREE_PATIENCE,
) -> dict[str, str]:
    """The variables for a bot's program that plays one seat."""
    return {
        **_told_to_all(address, token, game),
        "BESSEMER_MATCH": match_id,
        "BESSEMER_SEAT": str(seat),
        **({} if seed is None else {"BESSEMER_SEED": seed}),
        **({} if patience is None else {"BESSEMER_PATIENCE": str(patience)}),
    }


def instance_environment(
    address: str,
    ladder: str,
    token: str,
    game: str,
    concurrency: int,
    version: str,
    patience: float = OWN_REFEREE_PATIENCE,
) -> dict[str, str]:
    """The variables for a bot's program that a run or a host starts to play on a ladder."""
    return {
        **_told_to_all(address, token, game),
        "BESSEMER_LADDER": ladder,
        "BESSEMER_CONCURRENCY": str(concurrency),
        "BESSEMER_VERSION": version,
        "BESSEMER_PATIENCE": str(patience),
    }


def _told_to_all(address: str, token: str, game: str) -> dict[str, str]:
    """What every program that is started is told: docs/environment.md."""
    model = os.environ.get(MODEL_COMMAND)
    return {
        **({MODEL_COMMAND: model} if model else {}),
        "BESSEMER_ADDRESS": address,
        "BESSEMER_TOKEN": token,
        "BESSEMER_GAME": game,
        "BESSEMER_LOG": os.environ.get("BESSEMER_LOG", "warning"),
    }
