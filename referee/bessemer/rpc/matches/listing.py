"""Listing matches, page by page: those in memory and those in the store."""

import asyncio
import base64
import binascii
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from bessemer.errors import BadRequest
from bessemer.ladder.entrants import Entrant
from bessemer.matches.durable.store import Place
from bessemer.matches.match import Match
from bessemer.matches.records import MatchSpec
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import SeatState
from bessemer.rpc.matches.match_messages import STATUSES, is_secret, match_message, saved_message
from bessemer.rpc.play import fields
from bessemer.storage.matches.match_store import SqlStore
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.encode import field, text_field

_DEFAULT_PAGE: Final = 100
_LARGEST_PAGE: Final = 1000
_LARGEST_BYTES: Final = 2 * 1024 * 1024
_AHEAD: Final = 3600.0
"""Matches that were created so many seconds from now are listed last: a clock was wrong."""
_MOST_KEPT: Final = 5_000
"""So many matches that are over are kept as they are sent: a few hundred bytes each."""
_BY_VALUE: Final = {value: status for status, value in STATUSES.items()}


class MatchPages:
    """
    The pages of one referee's list; see proto/bessemer/v1/match_service.proto.

    A match that is over, and whose seed is no longer secret, is encoded once: nothing of it changes.
    """

    def __init__(self, registry: MatchRegistry, store: SqlStore) -> None:
        self._registry = registry
        self._store = store
        self._encoded: OrderedDict[str, bytes] = OrderedDict()
        """Serialised matches that are over, by id; what was asked for last is at the end."""

    async def ListMatches(self, request: pb.ListMatchesRequest) -> bytes:
        size = page_size(request.page_size)
        before = place_page(request.page_token)
        status = _BY_VALUE.get(request.status)
        if request.status and status is None:
            raise BadRequest("there is no such status", field="status")

        latest = self._registry.wall() + _AHEAD

        def rank(place: Place) -> tuple[bool, Place]:
            # What was created while the clock was wrong does not stay at the top for months.
            return place[0] < latest, place

        def is_player(seated: SeatState) -> bool:
            return Entrant.parse(seated.player).name == request.player

        def fits(match: Match) -> bool:
            return (
                (before is None or rank(_place_of(match.spec)) < rank(before))
                and (status is None or match.status is status)
                and request.game in ("", match.spec.game)
                and (not request.player or any(map(is_player, match.seats)))
            )

        find = partial(self._store.places, status=status, game=request.game, player=request.player)
        is_ahead = before is not None and not rank(before)[0]
        stored: list[Place] = []
        if not is_ahead:
            first = before or (latest, "")
            stored = await asyncio.to_thread(find, limit=size + 1, before=first)
        if len(stored) <= size:
            more, first_ahead = size + 1 - len(stored), before if is_ahead else None
            stored += await asyncio.to_thread(find, limit=more, before=first_ahead, since=latest)
        registry = self._registry
        live = {
            _place_of(match.spec): match
            for match in (*registry.matches.values(), *registry.recent.values())
        }
        # What is in memory is newer than what the store says of it.
        places = [place for place in stored if place not in live]
        places += [place for place, match in live.items() if fits(match)]
        places.sort(key=rank, reverse=True)
        found = {
            place: self._live(live[place]) if place in live else self._kept(place[1])
            for place in places[:size]
        }
        missing = [match_id for (_, match_id), content in found.items() if content is None]
        if missing:
            loaded = await asyncio.to_thread(self._load, missing)
            self._keep(loaded)
            found |= {place: loaded[place[1]][0] for place in found if place[1] in loaded}
        return _response(found, has_more=len(places) > size)

    def _live(self, match: Match) -> bytes:
        """A match in memory."""
        match_id = match.spec.match_id
        if (known := self._kept(match_id)) is not None:
            return known
        content = match_message(match, self._registry).SerializeToString()
        if match.is_over and not is_secret(self._registry, match):
            self._keep({match_id: (content, True)})
        return content

    def _kept(self, match_id: str) -> bytes | None:
        content = self._encoded.get(match_id)
        if content is not None:
            self._encoded.move_to_end(match_id)
        return content

    def _load(self, match_ids: Sequence[str]) -> dict[str, tuple[bytes, bool]]:
        """Matches of the store by id, and whether each stays as it is. Blocking."""
        return {
            saved.spec.match_id: (
                saved_message(saved, self._registry).SerializeToString(),
                saved.result is not None and not is_secret(self._registry, saved),
            )
            for saved in self._store.listed(match_ids)
        }

    def _keep(self, loaded: dict[str, tuple[bytes, bool]]) -> None:
        self._encoded |= {
            match_id: content for match_id, (content, stays) in loaded.items() if stays
        }
        while len(self._encoded) > _MOST_KEPT:
            self._encoded.popitem(last=False)


def _response(found: dict[Place, bytes | None], *, has_more: bool) -> bytes:
    """As many of the matches, at least one, as a client with gRPC's usual limit of 4 MiB can read."""
    entries = [(place, content) for place, content in found.items() if content is not None]
    sizes = accumulate(len(content) for _, content in entries)
    count = max(1, sum(size <= _LARGEST_BYTES for size in sizes))
    page = b"".join([field(fields.LISTED_MATCHES, content) for _, content in entries[:count]])
    if entries and (has_more or len(entries) > count):
        page += text_field(fields.NEXT_PAGE, place_token(entries[:count][-1][0]))
    return page


def page_size(asked: int) -> int:
    """
    How many entries a page has.

    Raises:
        BadRequest: not so many.
    """
    if not 0 <= asked <= _LARGEST_PAGE:
        raise BadRequest(f"a page has 1 to {_LARGEST_PAGE} entries", field="page_size")
    return asked or _DEFAULT_PAGE


def number_page(token: str) -> int:
    """
    The number with which the page before ended; 0 for the first page.

    Raises:
        BadRequest: this is no page token.
    """
    if token and not (token.isdecimal() and len(token) < 18):
        raise BadRequest("this is no page token of ours", field="page_token")
    return int(token or 0)


def _place_of(spec: MatchSpec) -> Place:
    return spec.created, spec.match_id


def place_token(place: Place) -> str:
    """The token of the page that goes on after a match."""
    created, match_id = place
    return base64.urlsafe_b64encode(f"{created!r} {match_id}".encode()).decode()


def place_page(token: str) -> Place | None:
    """
    Where the page before ended; `None` for the first page.

    Raises:
        BadRequest: this is no page token.
    """
    if not token:
        return None
    try:
        created, match_id = base64.urlsafe_b64decode(token.encode()).decode().split(" ")
        return float(created), match_id
    except (ValueError, binascii.Error):
        raise BadRequest(
            "this is no page token; take the next_page_token of the page before",
            field="page_token",
        ) from None
