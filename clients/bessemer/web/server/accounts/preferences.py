"""What people have set for themselves, by name: kept in a file beside their sessions."""

from pathlib import Path
from typing import Final

import msgspec

from bessemer.web.server.accounts.settings import Settings
from bessemer.web.server.state_file import StateFile, read_state

_MOST_HIDDEN: Final = 1000
_MOST_PEOPLE: Final = 10_000


class _Own(msgspec.Struct):
    hidden: list[str] = []
    """Matches that are not on the person's list, the oldest first."""
    settings: Settings | None = None


class _File(msgspec.Struct):
    people: dict[str, _Own] = {}


class Preferences:
    """Everybody's; a change is in the file at once."""

    def __init__(self, path: Path | None) -> None:
        self._known = read_state(path, _File) or _File()
        self.file = StateFile(path, lambda: msgspec.json.encode(self._known))

    def settings(self, name: str) -> Settings | None:
        """Somebody's; `None` for somebody who has set nothing."""
        own = self._known.people.get(name)
        return own.settings if own is not None else None

    def set(self, name: str, settings: Settings) -> None:
        """From now on these."""
        self._own(name).settings = settings
        self.file.change()

    def hidden(self, name: str) -> frozenset[str]:
        """The matches that somebody has taken off the list."""
        own = self._known.people.get(name)
        return frozenset(own.hidden) if own is not None else frozenset()

    def hide(self, name: str, match_id: str) -> None:
        """Take a match off somebody's list."""
        own = self._own(name)
        own.hidden = [*(one for one in own.hidden if one != match_id), match_id][-_MOST_HIDDEN:]
        self.file.change()

    def _own(self, name: str) -> _Own:
        people = self._known.people
        own = people.pop(name, None) or _Own()
        people[name] = own  # those who have changed nothing for long are forgotten first
        while len(people) > _MOST_PEOPLE:
            del people[next(iter(people))]
        return own
