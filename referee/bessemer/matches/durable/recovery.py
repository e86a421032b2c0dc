"""
After the referee's death: every unfinished match goes on from its journal.

The journal has what was accepted; playing it again gives the same states, turns and banks. The time
that the referee was away, and a while for the seats to come back, is nobody's.
"""

from collections.abc import Collection, Iterable

import structlog

from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Created,
    Durability,
    Ended,
    Fault,
    MatchResult,
    MoveRecord,
    SavedMatch,
    Status,
)
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import SeatKey
from bessemer.matches.table_events import is_given_up, take_event


def recover(
    registry: MatchRegistry,
    saved: Iterable[SavedMatch],
    *,
    lost: Collection[str] = (),
    timeout: float = 5.0,
) -> int:
    """
    Continue the unfinished matches that the store has; how many can.

    Those in `lost` are ended: the store has less of them than players know. No clock runs for `timeout`
    seconds, so that the seats can connect again.
    """
    log = structlog.get_logger()
    since = registry.now() + timeout
    recovered = 0
    for match in saved:
        failure = ""
        try:
            _put_back(registry, match, since, is_whole=match.spec.match_id not in lost)
        except CannotGoOn as error:
            failure = str(error)
        except Exception:  # a bug must not keep the referee, and all other matches, down
            log.exception("match broken", match_id=match.spec.match_id)
            registry.matches.pop(match.spec.match_id, None)
            failure = "the referee failed; the match is not rated"
        if failure:
            log.error("match cannot go on", match_id=match.spec.match_id, why=failure)
            if match.commitments and match.mix is None:
                registry.open_blocks.spend(match.spec)
            ending = MatchResult(
                Status.ABORTED,
                registry.wall(),
                fault=Fault.REFEREE,
                message=failure,
                turn=match.turn,
            )
            registry.journal.append(Ended(match.spec.match_id, ending, None))
        else:
            recovered += 1
    if recovered:
        log.info("matches recovered", count=recovered)
    return recovered


class CannotGoOn(Exception):
    """Why a saved match cannot be played again here."""


def _put_back(registry: MatchRegistry, saved: SavedMatch, since: float, *, is_whole: bool) -> None:
    """
    Put one match back.

    Raises:
        CannotGoOn: it cannot go on.
    """
    if not is_whole:
        raise CannotGoOn("the database lost moves that players have heard of")
    if saved.spec.durability is Durability.MATCH:
        raise CannotGoOn("the referee stopped, and the match was to be written only at its end")
    match = _played_again(saved, saved.records, since)
    if saved.started is None and match.gathering is not None and saved.commitments:
        match.gathering.settle(saved.commitments)
        match.gathering.is_restored = True
    created = Created(saved.spec, saved.token_ids, saved.token_hashes, saved.commitments)
    registry.admit(match, created)
    if saved.started is None:
        return
    if is_given_up(match):
        registry.ender.played_out(match)
    else:
        registry.go_on_after_restart(match, since)


def _played_again(saved: SavedMatch, records: Iterable[MoveRecord], since: float) -> Match:
    """
    A match after these moves; its clocks run from `since` on.

    Raises:
        CannotGoOn: these rules cannot play it.
    """
    spec = saved.spec
    game = GAMES.get(spec.game)
    if game is None or game.rules_version != spec.rules_version:
        has = f"has version {game.rules_version}" if game else "does not know the game"
        raise CannotGoOn(
            f"needs {spec.game} rules version {spec.rules_version}; this referee {has}"
        )
    match = Match(spec)
    if saved.started is None:
        return match
    match.mix = saved.mix
    for seated, player in zip(match.seats, saved.players, strict=True):
        seated.player, seated.joined = player, True
    match.start(saved.started, since)
    try:
        match.restore(records, since)
        for event in saved.events:
            take_event(match, event)
        match.told_events = len(match.events)
    except (GameError, ValueError, KeyError) as error:
        raise CannotGoOn(f"its journal cannot be played again: {error}") from None
    return match


def recall(registry: MatchRegistry, ended: Iterable[SavedMatch]) -> None:
    """Let the seats of these matches in again: they may not have been told the end yet."""
    for match in ended:
        for seat, (token_id, digest) in enumerate(
            zip(match.token_ids, match.token_hashes, strict=True)
        ):
            registry.keys[token_id] = SeatKey(
                match.spec.match_id, Seat(seat), digest, match.spec.creator
            )


def revive(saved: SavedMatch, records: Iterable[MoveRecord]) -> Match | None:
    """A match that has ended, as it was after these moves; `None` if it cannot be played again."""
    try:
        match = _played_again(saved, records, 0.0)
    except CannotGoOn:
        return None
    if saved.result is not None:
        match.end(saved.result)
    return match
