"""The environment variables that say what a bot's program plays: BESSEMER_ADDRESS and so on."""

import argparse
import os
from typing import Final

_NAMES: Final = (
    *("address", "match", "seat", "token", "seatings", "ladder", "game", "concurrency"),
    "seed",
)


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


def ladder_environment(args: argparse.Namespace, token: str) -> dict[str, str]:
    """The variables for a bot's program that joins a ladder."""
    found = {
        "BESSEMER_ADDRESS": args.address,
        "BESSEMER_TOKEN": token,
        "BESSEMER_LADDER": args.ladder,
        "BESSEMER_CONCURRENCY": str(args.concurrency),
        "BESSEMER_VERSION": bot_version(args),
        "BESSEMER_SEED": args.seed,
    }
    return {name: value for name, value in found.items() if value is not None}


def bot_environment(
    address: str, match_id: str, seat: int, token: str, seed: str | None, game: str
) -> dict[str, str]:
    """The variables for a bot's program that plays one seat."""
    return {
        "BESSEMER_ADDRESS": address,
        "BESSEMER_MATCH": match_id,
        "BESSEMER_SEAT": str(seat),
        "BESSEMER_TOKEN": token,
        "BESSEMER_GAME": game,
        **({} if seed is None else {"BESSEMER_SEED": seed}),
    }
