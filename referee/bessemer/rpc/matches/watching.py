"""Spectators: history from a turn on, then what happens, in batches."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest, BlockNotOver, MatchNotFound
from bessemer.matches.match import Match
from bessemer.matches.records import SavedMatch
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.seats import MatchFinder
from bessemer.rpc.calls.waiting import until
from bessemer.rpc.matches.match_messages import (
    event_message,
    is_secret,
    match_message,
    result_message,
)
from bessemer.rpc.matches.revival import Revivals
from bessemer.rpc.play import fields
from bessemer.rpc.play.feed import MatchFeeds, setup_of
from bessemer.rpc.play.streams import SpectatorStream
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.encode import field

_ANSWER_SECONDS: Final = 3600.0


async def watch(
    registry: MatchRegistry,
    feeds: MatchFeeds,
    finder: MatchFinder,
    revivals: Revivals,
    request: pb.WatchMatchRequest,
    caller: Caller,
    stream: SpectatorStream,
) -> AsyncIterator[bytes]:
    """
    The messages for one spectator; serialised `WatchMatchResponse`s.

    Raises:
        MatchNotFound, BadRequest, BlockNotOver, TooManyRequests.
    """
    if request.from_turn < 0:
        raise BadRequest("turns begin with 1", field="from_turn")
    found = await finder.find(request.match_id)
    if is_secret(registry, found) and caller.role is not Role.ORGANISER:
        raise BlockNotOver(
            "the match shares its set-up with others that are still to be played; until the last of "
            "them is over only an organiser may watch it",
            field="match_id",
        )
    match = await revivals.of(found, caller) if isinstance(found, SavedMatch) else found
    if match is None:
        raise MatchNotFound(
            "this match can no longer be shown here; GetReplay has its file, or the organiser has it",
            field="match_id",
        )
    stream.follow(match)
    feed = feeds.of(match)
    known = max(0, request.from_turn - 1)
    first = pb.WatchMatchResponse(
        match=match_message(match, registry),
        setup=setup_of(match.spec.game, match.spec.options),
    ).SerializeToString()
    has_view, known_events = False, 0
    while True:
        played, over, events = len(match.played), match.is_over, match.told_events
        message = first + feed.moves_after(fields.MOVES_IN_WATCH, known)
        # Before the seats have joined there may be nothing to see: the seed is not known.
        if match.published_state is not None and (played > known or not has_view):
            message += field(fields.WATCH_VIEW, feed.view(None))
            if request.with_views:
                # With the first ones also the one before the first move.
                start = known + 1 if has_view else min(known, played)
                views = await feed.history.between(start, played)
                message += b"".join(field(fields.WATCH_VIEWS, view) for view in views)
            has_view = True
        if events > known_events:
            told = map(event_message, match.events[known_events:events])
            message += pb.WatchMatchResponse(events=told).SerializeToString()
        if over and match.result is not None:
            tells_seed = not is_secret(registry, found)
            result = result_message(match, match.result, tells_seed=tells_seed)
            message += field(fields.WATCH_RESULT, result.SerializeToString())
        if message:
            yield message
        if over:
            return
        first, known, known_events = b"", max(known, played), events
        await asyncio.sleep(stream.pause)
        has_more = partial(_has_more, match, known, events, has_view=has_view)
        while not await until(match, has_more, _ANSWER_SECONDS):
            pass


def _has_more(match: Match, known: int, events: int, *, has_view: bool) -> bool:
    is_shown = has_view or match.published_state is None
    has_news = len(match.played) > known or match.told_events > events
    return has_news or match.is_over or not is_shown
