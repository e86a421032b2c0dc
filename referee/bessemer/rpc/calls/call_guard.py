"""The gate of every call: who is it, and not too often, or too much."""

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final, TypeVar

from google.protobuf.message import Message

from bessemer.accounts.failed_sign_ins import FailedSignIns
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Authenticator, Caller, bearer, split
from bessemer.errors import NotAllowed, NotAuthenticated, TooManyRequests
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.rpc.calls.error_statuses import Context
from bessemer.rpc.limits.decision_calls import DecisionCalls, calls_in
from bessemer.rpc.limits.quotas import Quotas
from bessemer.rpc.limits.reading import Bill
from bessemer.rpc.limits.work import BYTE, CALL, STREAM, Metered
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play.streams import Connections
from bessemer.rpc.sharing.relay import Relay

_PLAYING: Final = frozenset(
    {"ListLadders", "Enlist", "Play", "GetDecision", "SubmitMove", "CheckMove", "ListChoices"}
)
"""The calls of a bot that may only play: they play its own seats and show no other."""

_OF_INVITED: Final = frozenset({"GetInvitation", "Register"})
"""The calls of somebody who has an invitation, and no token yet."""

_CREATING: Final = frozenset({"CreateMatch", "StartUpload", "UploadPart"})
"""Calls that are limited in other ways, and whose answers are small."""

TakenT = TypeVar("TakenT")
Metadata = Iterable[tuple[str, str | bytes]] | None


class CallGuard:
    """The gate of every call: who is it, and not too often, or too much."""

    def __init__(
        self,
        authenticator: Authenticator,
        quotas: Quotas,
        decision_calls: DecisionCalls,
        metrics: Metrics,
        connections: Connections,
        clock: RefereeClock,
        sign_ins: FailedSignIns,
        relay: Relay,
    ) -> None:
        self.relay = relay
        self._sign_ins = sign_ins
        self._authenticator = authenticator
        self.quotas = quotas
        self.decision_calls = decision_calls
        self.metrics = metrics
        self.connections = connections
        self.clock = clock

    def authenticate(self, metadata: Metadata) -> Caller:
        """
        Who calls, with this metadata: once a call, as it begins.

        Raises:
            NotAuthenticated: it has no good token.
        """
        metadata = tuple(metadata or ())
        return self.relay.vouched(metadata) or self._authenticator.authenticate(metadata)

    def note_failed(self, context: Context) -> None:
        """Remember a call without a good token."""
        parts = split(bearer(context.invocation_metadata()) or "")
        self._sign_ins.failed(context.peer(), parts[0] if parts else "")

    def admit(self, caller: Caller, context: Context, method: str) -> None:
        """
        Let a caller call this method, now that its request is there.

        Raises:
            NotAuthenticated: its token has become worthless meanwhile.
            NotAllowed: it may not call it.
        """
        try:
            self._authenticator.check_again(caller)
        except NotAuthenticated:
            self.note_failed(context)
            raise
        if caller.is_invitation and method not in _OF_INVITED:
            raise NotAllowed(
                "this token is an invitation, which only registers: call TeamService.Register with it, or "
                "open its link, and use the token that you get"
            )
        if caller.only_plays and method not in _PLAYING:
            raise NotAllowed(
                f"a bot that a host or a run has started may not call {method}: it plays the seats that "
                "Enlist gives it, and learns nothing of others"
            )

    async def count(self, caller: Caller) -> None:
        """
        Count a request.

        Raises:
            TooManyRequests: there were too many.
        """
        await self._paced(self.quotas.rate.request, caller)
        if caller.role is not Role.ORGANISER:
            await self._paced(self.quotas.work.check, caller)

    async def count_reading(self, caller: Caller, method: str) -> Bill | None:
        """
        Count a request that plays no seat; to whose bill its answer goes, if to anybody's.

        Raises:
            TooManyRequests: there were too many, or it was too much.
        """
        await self.count(caller)
        if caller.role is Role.ORGANISER or method in _CREATING:
            return None
        return await self._paced(self.quotas.reading.take, caller)

    async def _paced(self, take: Callable[[str], TakenT], caller: Caller) -> TakenT:
        """Take something of a caller's; a refusal waits until it may be sent."""
        try:
            return take(caller.account)
        except TooManyRequests:
            await self.quotas.refusals.hold_caller(caller.account)
            raise

    async def count_playing(self, caller: Caller, request: Message) -> bool:
        """
        Count a request that plays a seat, unless it is free; whether it is.

        Raises:
            TooManyRequests: there were too many.
        """
        calls = calls_in(request)
        has_room = not self.quotas.rate.wait(caller.account)
        if has_room and self.decision_calls.is_free(caller, request, calls):
            if caller.role is not Role.ORGANISER:
                await self._paced(self.quotas.work.check, caller)
            return True
        await self.count(caller)
        self.quotas.rate.charge(caller.account, calls - 1.0)
        return False

    def count_refusal(self, caller: Caller) -> None:
        """Count a request that was free and is refused, as a refused message of a stream is counted."""
        self.quotas.rate.charge(caller.account, 1.0)

    async def metered(
        self, caller: Caller, work: Coroutine[Any, Any, TakenT], size: int = 0
    ) -> TakenT:
        """
        Answer a request of so many bytes, and charge the processor time to its caller.

        Nothing is charged to organisers.
        """
        if caller.role is Role.ORGANISER:
            return await work
        self.quotas.work.charge(caller.account, CALL + BYTE * size)
        return await Metered(work, partial(self.quotas.work.charge, caller.account))

    def charge_stream(self, caller: Caller) -> None:
        """Charge a stream to the caller who opens it, unless that is an organiser."""
        if caller.role is not Role.ORGANISER:
            self.quotas.work.charge(caller.account, STREAM)

    def has_room(self, caller: Caller) -> bool:
        """Whether more may be done for a caller in a call that has begun."""
        return caller.role is Role.ORGANISER or self.quotas.work.has_room(caller.account)
