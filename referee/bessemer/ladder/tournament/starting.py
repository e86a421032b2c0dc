"""The start of a tournament: who takes part, and in which order, is fixed then."""

import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from bessemer.accounts.audit import AuditEntry
from bessemer.errors import AlreadyExists, BadRequest, LadderNotFound
from bessemer.ladder.entrants import is_among
from bessemer.ladder.ladder import Ladder, LadderStore
from bessemer.ladder.tournament.known_results import Walkover
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ladder.tournament.seeds import standing_order
from bessemer.ladder.tournament.stages import StageStore

REFEREE: Final = "referee"
"""Who does what happens by itself, in the audit log."""


class TournamentStore(StageStore, Protocol):
    """What is written of tournaments, too. Blocking."""

    def begin(self, ladder: str, season: int, plan: LadderPlan, entry: AuditEntry) -> LadderPlan:
        """Keep a plan, with an entry in the audit log, unless one was begun; the one that is kept."""

    def freeze(self, name: str, who: str, now: float, reason: str, *, frozen: bool) -> Ladder:
        """Play no more matches, or play again."""

    def give(self, ladder: str, season: int, lost: Iterable[Walkover]) -> None:
        """Players lose meetings, with an entry in the audit log for each."""


def start(
    store: TournamentStore,
    name: str,
    asked: Sequence[str],
    present: Iterable[str],
    who: str,
    now: float,
    reason: str,
) -> LadderPlan:
    """
    Start a tournament. Blocking.

    Args:
        store: where the ladder is kept.
        name: the ladder's.
        asked: the players who take part, the first seed first; empty for those that its format says.
        present: the players who are there.
        who: starts it.
        now: in seconds since the epoch.
        reason: for the audit log.

    Raises:
        LadderNotFound: there is no such ladder, or none that seeds it.
        BadRequest: the players are too few, or one is named twice.
        AlreadyExists: it has started.
    """
    ladder = store.ladder(name)
    if ladder is None:
        raise LadderNotFound("there is no ladder of this name", field="ladder")
    if (kept := store.plan(name, ladder.season)) is None:
        plan = new_plan(store, ladder, asked, present)
        subject = f"{plan.format} of {len(plan.players)}"
        entry = AuditEntry(now, who, name, "start", subject, reason)
        kept = store.begin(name, ladder.season, plan, entry)
        if kept == plan:
            return plan
    raise AlreadyExists(
        f"the {kept.format} of {name} has started, with {len(kept.players)} players; a new season "
        "begins another"
    )


def new_plan(
    store: LadderStore, ladder: Ladder, asked: Sequence[str], present: Iterable[str]
) -> LadderPlan:
    """
    The plan of a tournament that starts now. Blocking.

    Args:
        store: where the ladder that seeds it is kept.
        ladder: the one that starts.
        asked: the players who take part, the first seed first; empty for those that its format says.
        present: the players who are there.

    Raises:
        BadRequest: they are too few, or one is named twice.
        LadderNotFound: there is no ladder that seeds it.
    """
    terms = ladder.format
    if not terms.has_rounds:
        raise BadRequest(
            f"the ladder {ladder.name} is continuous: it plays as soon as players are there",
            field="ladder",
        )
    players = tuple(asked) or _chosen(store, ladder, present)
    out = store.disqualified(ladder.name)
    if gone := [player for player in asked if is_among(player, out)]:
        raise BadRequest(f"{gone[0]} is disqualified from {ladder.name}", field="players")
    players = tuple(player for player in players if not is_among(player, out))
    plan = LadderPlan(
        terms.format,
        players,
        ladder.seats,
        secrets.token_hex(8),
        rounds=terms.rounds,
        seatings=terms.seatings,
        secret=secrets.token_hex(16),
        is_shared=False,
    )
    try:
        plan.played((), TournamentRecord().lost)
    except ValueError as error:
        raise BadRequest(
            f"{ladder.name} cannot start: {error}; enlist players or name them", field="players"
        ) from None
    return plan


def _chosen(store: LadderStore, ladder: Ladder, present: Iterable[str]) -> tuple[str, ...]:
    terms = ladder.format
    if terms.seed_from:
        ranked = standing_order(store, terms.seed_from)
        if terms.top:
            return tuple(ranked[: terms.top])
        there = set(present)
        known = [player for player in ranked if player in there]
        return (*known, *_by_lot(there.difference(known)))
    return tuple(_by_lot(present))


def _by_lot(players: Iterable[str]) -> list[str]:
    drawn = sorted(players)
    random.SystemRandom().shuffle(drawn)
    return drawn
