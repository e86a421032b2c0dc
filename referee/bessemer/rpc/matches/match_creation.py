"""Opening matches: specs, seats' tokens, and requests that are sent twice."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.names import is_reserved
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, NewToken, derived_token, new_token, require
from bessemer.errors import AlreadyExists, JournalUnavailable, NotAllowed
from bessemer.matches.durable.store import Store
from bessemer.matches.events import MatchListener
from bessemer.matches.history import first_state
from bessemer.matches.match import Match
from bessemer.matches.records import ClockSettings, Created, Durability, MatchSpec
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.calls.waiting import until_durable
from bessemer.rpc.limits.quotas import Quotas
from bessemer.rpc.matches.match_spec import spec_of
from bessemer.v1 import match_service_pb2 as pb


class MatchCreator(MatchListener):
    """Opens matches, and remembers whose they are until they end."""

    def __init__(
        self,
        registry: MatchRegistry,
        store: Store,
        quotas: Quotas,
        directory: PlayerDirectory,
        *,
        clock: ClockSettings,
        durability: Durability,
        creators: Role = Role.PLAYER,
    ) -> None:
        """
        Opens matches in `registry`, with `clock` and `durability` if they ask for no other.

        `creators` may create matches: in a ladder that somebody runs alone, not the bots.
        """
        self._directory = directory
        self._registry = registry
        self._store = store
        self._quotas = quotas
        self._clock = clock
        self._durability = durability
        self._creators = creators
        self._slots: dict[str, ExitStack] = {}
        self._made_with: dict[str, str] = {}
        """By match: the id of the token that asked for it, since the referee was started."""
        self._undurable: dict[str, asyncio.Event] = {}
        self._requests: dict[tuple[str, str], Match] = {}

    async def open(
        self, request: pb.CreateMatchRequest, caller: Caller, bearer: str
    ) -> tuple[Match, list[str]]:
        """
        The match that the request asks for, durable, and the tokens of its seats by seat.

        There is none, "", for a seat that is reserved: its player has a token.

        Raises:
            RefereeError, BadOption: as CreateMatch says.
        """
        if caller.role is Role.PLAYER and self._creators is Role.ORGANISER:
            raise NotAllowed(
                "this referee plays matches only for the person who started it: its bots create none"
            )
        require(caller, Role.PLAYER)
        spec = spec_of(
            request,
            caller,
            is_registered=self._directory.is_registered,
            clock=self._clock,
            durability=self._durability,
            created=self._registry.wall(),
        )
        if spec.request_id and (former := await self._former(spec, request.seed)) is not None:
            tokens_again = _tokens_again(former, bearer)
            await self._wait(former)
            return former, tokens_again
        tokens = _tokens(spec, bearer)
        created = Created(
            spec,
            tuple(token.token_id for token in tokens),
            tuple(token.hash for token in tokens),
        )
        slot = self._quotas.matches.take(caller.account)
        durable = asyncio.Event()
        try:
            match = Match(spec)
            check_setup(match)
            self._registry.open(match, created, durable.set)
        except BaseException:
            slot.close()
            raise
        self.remember(match, slot)
        self._made_with[spec.match_id] = caller.token_id
        if not durable.is_set():
            self._undurable[spec.match_id] = durable
        await self._wait(match)
        return match, _shown(spec, tokens)

    def made_with(self, match: Match) -> str:
        """The id of the token by which a match was created; "" if it was before the last start."""
        return self._made_with.get(match.spec.match_id, "")

    async def _wait(self, match: Match) -> None:
        """Wait until a new match is as durable as it promises to be."""
        match_id = match.spec.match_id
        durable = self._undurable.get(match_id)
        if durable is None:
            return
        if not await until_durable(self._registry.journal, durable):
            raise JournalUnavailable("the match is not safe yet", retry_after=2.0)
        self._undurable.pop(match_id, None)

    def remember(self, match: Match, slot: ExitStack | None = None) -> None:
        """Count a match for its creator until it ends."""
        spec = match.spec
        self._slots[spec.match_id] = slot or self._quotas.matches.restore(spec.creator)
        if spec.request_id:
            self._requests[spec.creator, spec.request_id] = match

    def match_ended(self, match: Match) -> None:
        """Its creator may have another."""
        spec = match.spec
        if slot := self._slots.pop(spec.match_id, None):
            slot.close()
        self._made_with.pop(spec.match_id, None)
        self._undurable.pop(spec.match_id, None)
        self._requests.pop((spec.creator, spec.request_id), None)

    async def _former(self, spec: MatchSpec, seed: bytes) -> Match | None:
        """The match that this very request, with this seed if it has one, created before."""
        key = spec.creator, spec.request_id
        former = self._requests.get(key)
        if former is None:
            saved = await asyncio.to_thread(self._store.match_by_request, *key)
            # The same request may have come twice, and the other one was quicker.
            former = self._requests.get(key)
        if former is None:
            if saved is not None:
                raise AlreadyExists(
                    f"the request created match {saved.spec.match_id}, which has ended",
                    field="request_id",
                )
            return None
        # A seed that was given makes the match repeatable; one that was not is not told to anybody.
        is_other = bool(seed) and (not former.spec.is_repeatable or seed != former.spec.seed)
        if _wishes(former.spec, spec) != _wishes(spec) or is_other:
            raise AlreadyExists(
                "the request id was used for another match; take a new one", field="request_id"
            )
        return former


def check_setup(match: Match) -> None:
    """
    Set a match up, with any chance, that will be set up when its seed is known.

    Raises:
        BadOption: the game cannot be played so.
    """
    if match.published_state is None:
        first_state(match.spec, b"")


def _wishes(spec: MatchSpec, asked: MatchSpec | None = None) -> MatchSpec:
    """A spec without all that is drawn, or follows from when and how it is created, or from who came."""
    players = spec.players
    if asked is not None and len(asked.players) == len(players):
        # A seat that was anybody's may have been taken since.
        both = zip(players, asked.players, strict=True)
        players = tuple(player if wanted else "" for player, wanted in both)
    return replace(spec, match_id="", created=0.0, seed=b"", is_repeatable=False, players=players)


def _tokens(spec: MatchSpec, bearer: str) -> list[NewToken]:
    """
    A token for each seat.

    Those of a request that may be repeated are derived from the caller's own token, so that the
    repeat can be given the same ones although nobody has kept them.
    """
    seats = range(len(spec.players))
    if not spec.request_id:
        return [new_token() for _ in seats]
    return [derived_token(bearer, f"{spec.match_id}/{seat}") for seat in seats]


def _tokens_again(match: Match, bearer: str) -> list[str]:
    tokens = _tokens(match.spec, bearer)
    if tuple(token.token_id for token in tokens) != match.token_ids:
        raise AlreadyExists(
            "the request was made with another token, and only that one gets the seats' tokens",
            field="request_id",
        )
    return _shown(match.spec, tokens)


def _shown(spec: MatchSpec, tokens: list[NewToken]) -> list[str]:
    return [
        "" if is_reserved(player) else token.text
        for player, token in zip(spec.players, tokens, strict=True)
    ]
