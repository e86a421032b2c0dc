"""The key that a referee signs its replays with."""

from pathlib import Path

from bessemer.replays.signatures import BadKey, SigningKey, signing_key
from bessemer.rpc.serving.serve_config import ConfigError


def replay_key(folder: Path) -> SigningKey:
    """
    The key in the data folder, made there at the first start.

    Raises:
        ConfigError: it cannot be used.
    """
    try:
        return signing_key(folder)
    except BadKey as error:
        raise ConfigError(str(error)) from None
    except OSError as error:
        raise ConfigError(
            f"the key for replays in {folder} cannot be used: {error.strerror}"
        ) from None
