"""A new referee has one organiser, whose token lies in the data folder for its owner alone."""

import os
from pathlib import Path
from typing import Final

import structlog

from bessemer.rpc.access.tokens import new_token
from bessemer.storage.accounts import Accounts, Role

ORGANISER: Final = "organiser"


def register_first_organiser(accounts: Accounts, folder: Path, now: float) -> None:
    """Register the organiser and write the token's file, unless that was done before."""
    if accounts.tokens(ORGANISER):
        return
    token = new_token()
    path = folder / "organiser.token"
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.chmod(0o600)
    with draft.open("w", encoding="ascii") as file:
        file.write(token.text + "\n")
        file.flush()
        os.fsync(file.fileno())
    # The file is complete before the token is good for anything: whenever the first start is cut
    # short, the next one finds no token and begins anew.
    draft.replace(path)
    if accounts.player(ORGANISER) is None:
        accounts.add_player(ORGANISER, Role.ORGANISER, now)
    accounts.add_token(ORGANISER, token.token_id, token.hash, now)
    structlog.get_logger().info("organiser registered", token_file=path.name)
