"""
The people at the pages: who has signed in with which player's token, and which seats they hold by links.

A browser has a cookie with a random id; everything else stays here (`sessions.py`). A token that is
revoked later ends the session at the next look.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import grpc
from starlette.requests import Request
from starlette.responses import Response

from bessemer.accounts.tokens import split
from bessemer.errors import AlreadyExists, BadRequest
from bessemer.faces.language import tr
from bessemer.rpc.serving.serve_config import is_loopback_host
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.accounts.failed_sign_ins import Failures
from bessemer.web.server.accounts.sessions import SECONDS, Session, Sessions, key_of
from bessemer.web.server.forms import Refused, check_csrf, check_origin, read_form
from bessemer.web.server.sources import Source
from bessemer.web.server.start.bot_keeper import BotLimits

_CONFIRMED_SECONDS: Final = 300.0
"""So long after showing the token an organiser may do what cannot be undone."""
_MOST_FAILURES: Final = 10
_FAILURE_SECONDS: Final = 600.0
_MOST_GUESTS: Final = 30
_GUEST_SECONDS: Final = 3600.0
_MOST_CHECKED: Final = 10_000
_LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class PeopleConfig:
    """What people may do at these pages, and where it is written down who they are."""

    state: Path | None = None
    """The folder; `None` forgets everybody with the process."""
    plays: bool = True
    """Whether matches can be played here at all."""
    guests: bool = False
    """Whether anybody at this machine becomes a player by saying a name."""
    bots: BotLimits = field(default_factory=BotLimits)
    """How many play with people, and how."""
    check_seconds: float = 10.0
    """So old may it be that a token was found good."""


class Person(NamedTuple):
    """Somebody at a browser."""

    name: str
    """The player's; "" for somebody who only holds seats by their links."""
    token: str
    """The player's, at `source`."""
    source: Source | None
    """The referee that knows the player; the first, if several do."""
    tokens: Mapping[str, str]
    """The player's tokens, by the keys of the referees."""
    seats: Mapping[tuple[str, int], str]
    """The tokens of seats that were taken by a link."""
    csrf: str
    """What a form of this session's pages sends along."""
    session: str
    """Names the session; no secret."""
    organises: bool = False

    def token_at(self, source: Source) -> str:
        """The player's token for this referee; "" if it is not known there."""
        return self.tokens.get(source.config.key, "")


class People:
    """Everybody who is signed in. `sources` may be filled later: they are looked at when needed."""

    def __init__(self, sources: Sequence[Source], config: PeopleConfig) -> None:
        self.config = config
        self._sources = sources
        path = config.state / "sessions.json" if config.state is not None else None
        self.sessions = Sessions(path)
        self.on_seat: Callable[[str], None] = lambda _match_id: None
        """Told the match whenever somebody goes to a seat of it."""
        self._checked: dict[str, float] = {}
        self._addresses = Failures(_MOST_FAILURES, _FAILURE_SECONDS)
        self._tokens = Failures(_MOST_FAILURES, _FAILURE_SECONDS)
        self._guests = Failures(_MOST_GUESTS, _GUEST_SECONDS)

    def name_of(self, request: Request) -> str:
        """The player who is signed in at this browser; "" for nobody. The referee is not asked."""
        found = self._session(request)
        return found[1].name if found is not None else ""

    # --- Who is it? -------------------------------------------------------------------------------

    async def of(self, request: Request) -> Person | None:
        """Who asks, by the cookie; `None` for a stranger."""
        found = self._session(request)
        if found is None:
            return None
        key, session = found
        if not await self._is_good(key, session):
            self.sessions.end(key)
            self._checked.pop(key, None)
            return None
        return self._person(key, session)

    def person_of(self, session_id: str) -> Person:
        """Who has just been given this session."""
        found = self.sessions.find(session_id)
        assert found is not None, "it was just begun"
        return self._person(*found)

    async def required(self, request: Request) -> Person:
        """
        The player who asks.

        Raises:
            Refused: nobody is signed in.
        """
        person = await self.of(request)
        if person is None or not person.name:
            raise Refused(401, tr("Sign in first."))
        return person

    def seat_token(
        self, person: Person, match_id: str, seat: int, source: Source | None = None
    ) -> str:
        """With which token a person plays a seat: that of its link, else the player's own."""
        self.on_seat(match_id)
        own = person.token if source is None else person.token_at(source)
        return person.seats.get((match_id, seat)) or own

    async def check_form(self, request: Request) -> dict[str, str]:
        """
        The fields of a form that one of our pages has sent for this session; none if a script sent them.

        Raises:
            Refused: it comes from another site, or the session is over.
        """
        found = self._session(request)
        return await check_csrf(request, found[1].csrf if found else "")

    async def form_of(self, request: Request, person: Person | None) -> dict[str, str]:
        """
        The fields of a form of ours, from somebody who may not have a session yet.

        Raises:
            Refused: it comes from another site, or the session is over.
        """
        if person is not None:
            return await self.check_form(request)
        check_origin(request)
        return await read_form(request)

    # --- In and out -------------------------------------------------------------------------------

    async def sign_in(self, request: Request, token: str) -> str:
        """
        Begin a session for the player with this token; the session's id, for `set_cookie`.

        Raises:
            Refused: it is no good token, there were too many of those, or no referee answers.
        """
        check_origin(request)
        source, known = await self.whose(request, token.strip())
        if not known.name:
            raise Refused(400, tr("This is the token of a seat: open its link instead."))
        if not known.may_play:
            raise Refused(403, tr("This token may only watch, and that needs no signing in."))
        old = self._session(request)
        tokens = old[1].tokens if old is not None and old[1].name == known.name else {}
        return self._start(
            request,
            name=known.name,
            # Somebody who plays at several referees signs in with a token of each.
            tokens={**tokens, source.config.key: token.strip()},
            organises=known.may_organise,
            confirmed=self.sessions.clock() if known.may_organise else 0.0,
        )

    async def become_guest(self, request: Request, name: str) -> str:
        """
        Register a new player of this name at all referees here, and sign in; the session's id.

        Raises:
            Refused: there are no guests here, or not of this name.
        """
        check_origin(request)
        if not self.takes_guests(request):
            raise Refused(403, tr("Guests play only at the machine itself: sign in with a token."))
        address = address_of(request)
        if wait := self._guests.wait(address):
            raise Refused(429, tr("There are too many new guests; come back later."), wait)
        tokens = {}
        try:
            for source in self._sources:
                if source.config.register is not None:
                    tokens[source.config.key] = await source.config.register(name)
        except AlreadyExists:
            raise Refused(409, tr("{name} is taken: choose another name.", name=name)) from None
        except BadRequest as error:
            raise Refused(400, f"{error}.".capitalize()) from None
        self._guests.note(address)
        return self._start(request, name=name, tokens=tokens)

    def takes_guests(self, request: Request) -> bool:
        """Whether whoever asks may become a guest: at this machine alone, and nobody's page in between."""
        is_here = self.is_local(request) and is_loopback_host(address_of(request))
        return self.config.guests and is_here

    def is_local(self, request: Request) -> bool:
        """Whether the pages are asked for by a name that means this machine on every machine."""
        host = request.headers.get("host", "")
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        return name in _LOOPBACK_NAMES

    def sign_out(self, request: Request) -> None:
        """End this session."""
        if (found := self._session(request)) is not None:
            self.sessions.end(found[0])

    def sign_out_everywhere(self, request: Request) -> int:
        """End all sessions of the player who asks; how many there were."""
        found = self._session(request)
        if found is None:
            return 0
        return self.sessions.end_all(found[0])

    def hold_seat(self, request: Request, match_id: str, seat: int, token: str) -> str:
        """Give this browser a seat by its token; the id of a new session, "" if it has one already."""
        found = self._session(request)
        entry = {f"{match_id}/{seat}": token}
        if found is None:
            return self._start(request, seats=entry)
        found[1].seats |= entry
        self.sessions.file.change()
        return ""

    # --- Organisers -------------------------------------------------------------------------------

    def is_confirmed(self, request: Request) -> bool:
        """Whether an organiser has shown the token within the last minutes."""
        found = self._session(request)
        if found is None or not found[1].organises:
            return False
        return self.sessions.clock() - found[1].confirmed < _CONFIRMED_SECONDS

    async def confirm(self, request: Request, token: str) -> None:
        """
        Take the organiser's token again, before something that cannot be undone.

        Raises:
            Refused: it is another's, or no organiser's.
        """
        found = self._session(request)
        _, known = await self.whose(request, token.strip())
        if found is None or known.name != found[1].name or not known.may_organise:
            raise Refused(403, tr("This is not the token of the organiser who is signed in."))
        found[1].confirmed = self.sessions.clock()
        self.sessions.file.change()

    # --- The cookie -------------------------------------------------------------------------------

    def set_cookie(self, request: Request, response: Response, session_id: str) -> None:
        """Give the browser the id of its session."""
        response.set_cookie(
            self._cookie(request),
            session_id,
            max_age=int(SECONDS),
            path="/",
            secure=_is_tls(request),
            httponly=True,
            samesite="lax",
        )

    def clear_cookie(self, request: Request, response: Response) -> None:
        """Take it away."""
        response.delete_cookie(
            self._cookie(request), path="/", secure=_is_tls(request), httponly=True, samesite="lax"
        )

    def _cookie(self, request: Request) -> str:
        name = f"bessemer-{self.sessions.label}"
        return f"__Host-{name}" if _is_tls(request) else name

    # --- Inside -----------------------------------------------------------------------------------

    def _session(self, request: Request) -> tuple[str, Session] | None:
        return self.sessions.find(request.cookies.get(self._cookie(request), ""))

    def _start(self, request: Request, **facts: object) -> str:
        """A session under a new id: an older one of this browser ends, and its seats go along."""
        old = self._session(request)
        if old is not None:
            facts["seats"] = old[1].seats | (facts.get("seats") or {})  # type: ignore[operator]
            self.sessions.end(old[0])
        session_id, _ = self.sessions.start(**facts)
        self._checked[key_of(session_id)] = self.sessions.clock()
        return session_id

    def _person(self, key: str, session: Session) -> Person:
        at = next((one for one in self._sources if one.config.key in session.tokens), None)
        token = session.tokens[at.config.key] if at is not None else ""
        seats = {}
        for place, seat_token in session.seats.items():
            match_id, _, seat = place.rpartition("/")
            seats[match_id, int(seat)] = seat_token
        return Person(
            session.name, token, at, session.tokens, seats, session.csrf, key, session.organises
        )

    async def _is_good(self, key: str, session: Session) -> bool:
        """Whether the referees still know the player's tokens; one that is away is believed to."""
        now = self.sessions.clock()
        if len(self._checked) > _MOST_CHECKED:
            self._checked.clear()
        if now - self._checked.get(key, float("-inf")) < self.config.check_seconds:
            return True
        for source in self._sources:
            token = session.tokens.get(source.config.key)
            if token is None or not source.config.referee:
                continue
            try:
                known = await _ask(source, token)
            except CallFailed as error:
                if error.status is grpc.StatusCode.UNAUTHENTICATED:
                    return False
                continue
            session.organises = known.may_organise
        self._checked[key] = now
        return True

    async def whose(self, request: Request, token: str) -> tuple[Source, pb.GetSelfResponse]:
        """
        The first referee that knows a token which somebody shows, and what it says of it.

        Raises:
            Refused: none does, there were too many of those, or a referee does not answer.
        """
        address = address_of(request)
        parts = split(token)
        trouble = ""
        for source in self._sources if parts is not None else ():
            if not source.config.referee:
                continue
            try:
                return source, await _ask(source, token)
            except CallFailed as error:
                if error.status is grpc.StatusCode.PERMISSION_DENIED:
                    raise Refused(403, tr("This is an invitation: sign up with it.")) from None
                if error.status is not grpc.StatusCode.UNAUTHENTICATED:
                    trouble = str(error)
        if trouble:
            raise Refused(503, tr("The referee does not answer: {why}", why=trouble))
        # Only wrong tokens are refused: a good one is nobody's guess, and its owner need not wait.
        token_id = parts[0] if parts is not None else ""
        if wait := max(self._addresses.wait(address), self._tokens.wait(token_id)):
            raise Refused(429, tr("There were too many wrong tokens; wait a few minutes."), wait)
        self._addresses.note(address)
        if token_id:
            self._tokens.note(token_id)
        raise Refused(403, tr("No referee here knows this token: it is wrong, or was revoked."))


async def _ask(source: Source, token: str) -> pb.GetSelfResponse:
    found: pb.GetSelfResponse = await source.calls(token)(pb.GetSelfRequest())
    return found


def suggested_name() -> str:
    """A name for somebody who has none in mind."""
    who = secrets.choice(("puddler", "stoker", "smelter", "miner", "weaver", "shipwright"))
    return f"{who}-{secrets.randbelow(900) + 100}"


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def _is_tls(request: Request) -> bool:
    return request.url.scheme == "https"
