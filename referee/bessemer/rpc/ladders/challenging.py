"""Answers Challenge: unrated matches on demand."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final, Protocol

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, require
from bessemer.errors import BadRequest, LadderClosed, NotAllowed, TooManyMatches
from bessemer.ladder.challenges import Challenge
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.formats.blocks import Place
from bessemer.ladder.lobby.lobbies import Lobbies
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.v1 import ladder_service_pb2 as pb

_DAY_SECONDS: Final = 86_400.0
_WAIT_SECONDS: Final = 50.0


class ChallengeCounts(Protocol):
    """Counts challenges; `bessemer.storage` implements it. Blocking."""

    def challenges(self, creator: str, since: float) -> list[float]:
        """When a player's challenges began, since then, the oldest first."""


class Challenging:
    """See proto/bessemer/v1/ladder_service.proto for what the call promises."""

    def __init__(
        self, lobbies: Lobbies, counts: ChallengeCounts, wall: Callable[[], float]
    ) -> None:
        self._lobbies = lobbies
        self._counts = counts
        self._wall = wall

    async def Challenge(self, request: pb.ChallengeRequest, caller: Caller) -> pb.ChallengeResponse:
        require(caller, Role.PLAYER)
        lobby = await self._lobbies.of(request.ladder, "ladder")
        ladder = lobby.ratings.ladder
        if ladder.format.has_rounds:
            raise BadRequest(
                f"the ladder {ladder.name} has rounds, which are not interrupted: challenge on one "
                "that is continuous",
                field="ladder",
            )
        if ladder.is_frozen:
            raise LadderClosed(f"the ladder {ladder.name} is frozen", field="ladder")
        if len(request.opponents) != ladder.seats - 1:
            raise BadRequest(
                f"a match of the ladder {ladder.name} has {ladder.seats} seats: name "
                f"{ladder.seats - 1} opponents",
                field="opponents",
            )
        own = f"{caller.name}:{request.version}" if request.version else caller.name
        places = [_place(lobby, own, "version")]
        for number, name in enumerate(request.opponents):
            field = f"opponents[{number}]"
            place = _place(lobby, name, field)
            if not lobby.players[place].takes_challenges:
                raise NotAllowed(f"{place[0]} takes no challenges", field=field)
            places.append(place)
        if len(set(places)) < len(places):
            raise BadRequest("nobody sits at a table twice", field="opponents")
        await self._check_quota(caller, ladder.entry.challenges_per_day)
        secrets.SystemRandom().shuffle(places)
        challenge = Challenge(tuple(places), caller.name)
        match_id = await _begun(lobby, challenge)
        return pb.ChallengeResponse(match_id=match_id, players=[name for name, _ in places])

    async def _check_quota(self, caller: Caller, quota: int) -> None:
        """
        Refuse a challenge that is one too many.

        Raises:
            TooManyMatches: the player has begun as many as it may for now.
        """
        if not quota or caller.role is Role.ORGANISER:
            return
        now = self._wall()
        begun = await asyncio.to_thread(self._counts.challenges, caller.name, now - _DAY_SECONDS)
        if len(begun) >= quota:
            wait = begun[-quota] + _DAY_SECONDS - now
            raise TooManyMatches(
                f"{caller.name} has asked for {len(begun)} matches in 24 hours, and the quota is "
                f"{quota}: the next one in {max(1, round(wait / 60))} minutes",
                retry_after=wait,
            )


async def _begun(lobby: Lobby, challenge: Challenge) -> str:
    """The id of the match of a challenge, once it has begun."""
    lobby.challenges.add(challenge)
    lobby.pair_soon()
    try:
        async with asyncio.timeout(_WAIT_SECONDS):
            return await challenge.match_id
    except TimeoutError:
        raise TooManyMatches(
            "somebody of these had no seat free for 50 seconds: ask again"
        ) from None
    finally:
        challenge.match_id.cancel()
        lobby.pair_soon()


def _place(lobby: Lobby, name: str, field: str) -> Place:
    """
    The place of a player who is in the ladder: by name and version, or by name if there is one version.

    Raises:
        BadRequest: nobody, or several.
    """
    meant = Entrant.parse(name)
    found = sorted(
        place
        for place in lobby.players
        if place[0] == name or (not meant.version and Entrant.parse(place[0]).name == meant.name)
    )
    if len(found) == 1:
        return found[0]
    exact = [place for place in found if place[0] == name]
    if exact:
        return exact[0]
    if found:
        versions = ", ".join(place[0] for place in found)
        raise BadRequest(
            f"{name} is there in several versions: say which of {versions}", field=field
        )
    raise BadRequest(
        f"{name[:80]} is not in the ladder {lobby.ratings.ladder.name} now", field=field
    )
