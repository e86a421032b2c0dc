"""Who may hand in what, and when: asked before anything is handed in or changed."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import NotAllowed, SubmissionsClosed, TooManySubmissions
from bessemer.ladder.entry_terms import lock_sentence
from bessemer.ladder.ladder import Ladder
from bessemer.submissions.records import Submission, SubmissionStatus

DAY_SECONDS: Final = 86400.0
MOST_WAITING: Final = 10
"""Submissions of one player that wait or are being built, whatever the quotas are."""
_WAITING: Final = (SubmissionStatus.QUEUED, SubmissionStatus.BUILDING)


class SubmissionPages(Protocol):
    """The submissions; `bessemer.storage` implements it. Blocking."""

    def page(
        self,
        limit: int,
        before: int = 0,
        *,
        player: str | None = None,
        game: str = "",
        statuses: Sequence[SubmissionStatus] = (),
    ) -> list[Submission]:
        """At most `limit` submissions, the newest first."""


class SubmissionGate:
    """
    The rules of a competition. Blocking: called from threads, never from the event loop.

    A submission is for a game, so the ladders of the game that are not frozen say what holds: the smallest
    of their quotas, and the deadline of each. So does a frozen stage of a competition while a later one is
    open: a final is played by the versions of its season. A deadline binds teams, not organisers.
    """

    def __init__(
        self,
        submissions: SubmissionPages,
        ladders: Callable[[], Sequence[Ladder]],
        wall: Callable[[], float],
    ) -> None:
        self._submissions = submissions
        self._ladders = ladders
        self._wall = wall

    def owner_of(self, caller: Caller) -> str:
        """
        The player for whom a caller hands in.

        Raises:
            NotAllowed: it is a spectator or a worker.
        """
        if caller.role not in (Role.PLAYER, Role.ORGANISER) or not caller.name:
            raise NotAllowed(
                f"this needs the token of a player, and yours is that of a {caller.role}"
            )
        return caller.name

    def admit(self, owner: str, game: str, caller: Caller) -> None:
        """
        Let something be handed in.

        Raises:
            TooManySubmissions: it has handed in as much as it may for now.
            SubmissionsClosed: the deadline has passed.
        """
        self.admit_change(owner, game, caller)
        if caller.role is Role.ORGANISER:
            return
        waiting = self._submissions.page(MOST_WAITING, player=owner, statuses=_WAITING)
        if len(waiting) >= MOST_WAITING:
            raise TooManySubmissions(
                f"{MOST_WAITING} submissions of {owner} are waiting or being built: wait for them, or "
                "withdraw some"
            )
        quota = self.quota(game)
        if not quota:
            return
        now = self._wall()
        newest = self._submissions.page(quota, player=owner, game=game)
        if len(newest) == quota and (since := newest[-1].created) > now - DAY_SECONDS:
            wait = since + DAY_SECONDS - now
            raise TooManySubmissions(
                f"{owner} has handed in {quota} bots for {game} in 24 hours, which is the quota: the next one "
                f"in {_span(wait)}",
                retry_after=wait,
            )

    def quota(self, game: str) -> int:
        """How many bots of a game a player hands in within a day; 0 for any number."""
        return min((n for one in self._of(game) if (n := one.entry.submissions_per_day)), default=0)

    def admit_change(self, owner: str, game: str, caller: Caller) -> None:
        """
        Let another version play, or none.

        Raises:
            SubmissionsClosed: the deadline has passed.
        """
        if caller.role is Role.ORGANISER:
            return
        now = self._wall()
        for ladder in self._of(game):
            if ladder.entry.is_locked(now):
                raise SubmissionsClosed(
                    f"{lock_sentence(ladder.name, ladder.entry.locks)}: the version of {owner} that "
                    f"plays {game} stays as it is"
                )

    def _of(self, game: str) -> list[Ladder]:
        there = self._ladders()
        last: dict[str, int] = {}
        for one in there:
            if not one.is_frozen and (terms := one.format).competition:
                last[terms.competition] = max(last.get(terms.competition, 0), terms.stage)
        return [
            one
            for one in there
            if one.game == game
            and (not one.is_frozen or one.format.stage < last.get(one.format.competition, 0))
        ]


def _span(seconds: float) -> str:
    minutes = int(seconds // 60) + 1
    return f"{minutes} minutes" if minutes < 120 else f"{minutes // 60} hours"
