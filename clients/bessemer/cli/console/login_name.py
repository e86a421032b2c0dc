"""The login name of the person who runs the command."""

import getpass


def login_name() -> str:
    """The login name of the person who runs the command; "" if the system knows none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
