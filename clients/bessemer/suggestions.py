"""A hint for a misspelt name: of a command, an option, a bot, a game, a player or a setting."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The words `; did you mean greedy?`, or "" if no name is near."""
    known = {one.lower(): one for one in names}
    # What was cut short is near, however short it is: `gr` for `greedy`.
    near = get_close_matches(name.lower(), known, n=1) or [
        one for one in known if len(name) > 1 and one.startswith(name.lower())
    ]
    return f"; did you mean {known[near[0]]}?" if near else ""
