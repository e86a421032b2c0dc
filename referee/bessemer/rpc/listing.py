"""Listing matches, page by page: those in memory and those in the store."""

import asyncio
import base64
import binascii
from itertools import accumulate
from typing import Final

from bessemer.matches.errors import BadRequest
from bessemer.matches.match import Match
from bessemer.matches.records import MatchSpec
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.store import Store
from bessemer.rpc.messages import STATUSES, match_message, saved_message
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

_DEFAULT_PAGE: Final = 100
_LARGEST_PAGE: Final = 1000
_LARGEST_BYTES: Final = 2 * 1024 * 1024
_BY_VALUE: Final = {value: status for status, value in STATUSES.items()}

Place = tuple[float, str]
"""Where a match stands in the list: when it was created, and its id."""


async def list_matches(
    registry: MatchRegistry, store: Store, request: pb.ListMatchesRequest
) -> pb.ListMatchesResponse:
    """
    One page, the newest match first.

    Raises:
        BadRequest: a page size or a page token that cannot be.
    """
    size = page_size(request.page_size)
    before = _place(request.page_token)
    status = _BY_VALUE.get(request.status)
    if request.status and status is None:
        raise BadRequest("there is no such status", field="status")

    def fits(match: Match) -> bool:
        spec = match.spec
        return (
            (before is None or _place_of(spec) < before)
            and (status is None or match.status is status)
            and request.game in ("", spec.game)
        )

    found: dict[Place, match_pb2.Match] = {}
    saved = await asyncio.to_thread(
        store.matches, limit=size + 1, before=before, status=status, game=request.game
    )
    for record in saved:
        found[_place_of(record.spec)] = saved_message(record, registry)
    for match in (*registry.matches.values(), *registry.recent.values()):
        # What is in memory is newer than what the store says of it.
        found.pop(_place_of(match.spec), None)
        if fits(match):
            found[_place_of(match.spec)] = match_message(match, registry)
    places = sorted(found, reverse=True)
    page = places[: _that_fit([found[place] for place in places[:size]])]
    response = pb.ListMatchesResponse(matches=[found[place] for place in page])
    if len(places) > len(page):
        response.next_page_token = _token(page[-1])
    return response


def _that_fit(matches: list[match_pb2.Match]) -> int:
    """How many of them, at least one, a client with gRPC's usual limit of 4 MiB can read."""
    sizes = accumulate(match.ByteSize() for match in matches)
    return max(1, sum(size <= _LARGEST_BYTES for size in sizes))


def page_size(asked: int) -> int:
    """
    How many entries a page has.

    Raises:
        BadRequest: not so many.
    """
    if not 0 <= asked <= _LARGEST_PAGE:
        raise BadRequest(f"a page has 1 to {_LARGEST_PAGE} entries", field="page_size")
    return asked or _DEFAULT_PAGE


def _place_of(spec: MatchSpec) -> Place:
    return spec.created, spec.match_id


def _token(place: Place) -> str:
    created, match_id = place
    return base64.urlsafe_b64encode(f"{created!r} {match_id}".encode()).decode()


def _place(token: str) -> Place | None:
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
