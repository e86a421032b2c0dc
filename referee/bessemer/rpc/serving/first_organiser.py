"""A new referee has one organiser, whose token lies in the data folder for its owner alone."""

import os
from pathlib import Path
from typing import Final

import structlog

from bessemer.accounts.roles import Role
from bessemer.accounts.store import AccountStore
from bessemer.accounts.tokens import NewToken, new_token, token_from
from bessemer.rpc.serving.serve_config import ConfigError

ORGANISER: Final = "organiser"
TOKEN_FILE: Final = "organiser.token"  # noqa: S105 - a file's name


def register_first_organiser(accounts: AccountStore, folder: Path, now: float) -> None:
    """
    Register the organiser and write the token's file, unless that was done before.

    A file that is there already is not touched: its token is the organiser's, also in a new database.

    Raises:
        ConfigError: what is there is no token.
    """
    if accounts.tokens(ORGANISER):
        return
    path = folder / TOKEN_FILE
    # The file is complete before the token is good for anything: whenever the first start is cut
    # short, the next one finds the file.
    token = _kept(path) or _written(path)
    if accounts.player(ORGANISER) is None:
        accounts.add_player(ORGANISER, Role.ORGANISER, now)
    accounts.add_token(ORGANISER, token.token_id, token.hash, now)
    structlog.get_logger().info("organiser registered", token_file=str(path))


def _kept(path: Path) -> NewToken | None:
    try:
        text = path.read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return None
    token = token_from(text)
    if token is None:
        raise ConfigError(
            f"{path} should hold the token of the organiser, and holds something else, which is not "
            "overwritten: move it away"
        )
    return token


def _written(path: Path) -> NewToken:
    token = new_token()
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token.text + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.link(draft, path)  # unlike a rename, it takes nobody's place
    draft.unlink()
    return token
