"""The addresses below /play and /join: starting a match, once more, and taking a friend's seat."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bessemer.faces.language import tr
from bessemer.web.server.accounts.my_matches import MyMatch, my_matches
from bessemer.web.server.accounts.people import People, Person
from bessemer.web.server.accounts.sign_in import sign_in_address
from bessemer.web.server.forms import Refused
from bessemer.web.server.guards import numbers  # noqa: F401 - declares {seat:seat}
from bessemer.web.server.seat.plans import ANYONE, FRIEND, Plan, game_of, read_plan
from bessemer.web.server.seat.seats import Seats
from bessemer.web.server.sources import Source, found_match
from bessemer.web.server.start import start_page
from bessemer.web.server.start.lessons import lesson_plan
from bessemer.web.server.start.open_tables import (
    free_seats,
    open_tables,
    open_tables_page,
    own_seat,
)
from bessemer.web.server.start.playing_on import past_of
from bessemer.web.server.start.table_book import Table
from bessemer.web.server.start.tables import Tables, check_free, take_seat


class StartPages:
    """Where matches begin."""

    def __init__(
        self, people: People, sources: Sequence[Source], tables: Tables, seats: Seats
    ) -> None:
        self._people = people
        self._sources = sources
        self._tables = tables
        self._seats = seats
        self.routes = [
            Route("/play", self._games, methods=["GET"]),
            Route("/play", self._start, methods=["POST"]),
            Route("/learn", self._learn, methods=["POST"]),
            Route("/play/again", self._again, methods=["POST"]),
            Route("/play/on/{match_id}", self._branch, methods=["GET"]),
            Route("/play/on/{match_id}", self._play_on, methods=["POST"]),
            Route("/play/table/{match_id}", self._links),
            Route("/play/{game}", self._game, methods=["GET"]),
            Route("/tables", self._open_tables),
            Route("/join/{match_id}/{seat:seat}", self._invited, methods=["GET"]),
            Route("/join/{match_id}/{seat:seat}", self._join, methods=["POST"]),
        ]

    # --- Starting ---------------------------------------------------------------------------------

    async def _games(self, request: Request) -> Response:
        person = await self._people.of(request)
        if self._must_sign_in(request, person):
            return RedirectResponse(sign_in_address("/play"), 303)
        return HTMLResponse(start_page.games_page(person))

    async def _game(self, request: Request) -> Response:
        name = game_of(request.path_params["game"]).name
        person = await self._people.of(request)
        if self._must_sign_in(request, person):
            return RedirectResponse(sign_in_address(f"/play/{name}"), 303)
        given = {"seat-1": ANYONE, "suggestions": "on"} if "open" in request.query_params else {}
        return HTMLResponse(start_page.game_page(name, person, given))

    async def _open_tables(self, request: Request) -> Response:
        person = await self._people.of(request)
        tables = await open_tables(self._sources, person)
        troubles = [source.trouble for source in self._sources if source.trouble]
        must_sign_in = self._must_sign_in(request, person)
        return HTMLResponse(open_tables_page(tables, troubles, person, must_sign_in=must_sign_in))

    async def _start(self, request: Request) -> Response:
        return await self._begin(request, read_plan)

    async def _learn(self, request: Request) -> Response:
        variant = request.query_params.get("variant", "")
        return await self._begin(request, lambda form: _lesson(form.get("game", ""), variant))

    async def _begin(
        self, request: Request, plan_of: Callable[[Mapping[str, str]], Plan]
    ) -> Response:
        person, form = await self._player(request)
        session_id = ""
        try:
            plan = plan_of(form)
            if person is None:
                session_id = await self._people.become_guest(request, form.get("name", "").strip())
                person = self._people.person_of(session_id)
            table = await self._tables.start(person, plan, form.get("once", "")[:40])
        except Refused as error:
            mine: list[MyMatch] = []
            if person is not None and error.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                mine = await my_matches(person, self._sources, self._tables)
            content = start_page.game_page(form.get("game", ""), person, form, error.detail, mine)
            response: Response = HTMLResponse(content, error.status_code, error.headers)
        else:
            response = RedirectResponse(_place(table), 303)
        if session_id:
            self._people.set_cookie(request, response, session_id)
        return response

    async def _again(self, request: Request) -> Response:
        """The same once more; a form that is sent twice starts one match."""
        person, form = await self._player(request)
        if person is None:
            raise Refused(401, tr("Sign in first."))
        match_id = form.get("match") or request.query_params.get("match", "")
        former = self._table_of(match_id, person)
        last_begins = form.get("begins", "") == "last"
        plan = await self._tables.again(person, former, last_begins=last_begins)
        table = await self._tables.start(person, plan, f"again-{match_id}"[:64])
        if table.is_over:  # it was played again before, and ended
            table = await self._tables.start(person, plan, secrets.token_urlsafe(16))
        return RedirectResponse(_place(table), 303)

    async def _branch(self, request: Request) -> Response:
        """What playing on from a turn means."""
        match_id, turn = request.path_params["match_id"], request.query_params.get("turn", "")
        person = await self._people.required(request)
        plan, _ = past_of(await self._replay(match_id), int(turn) if turn.isdecimal() else 0)
        return HTMLResponse(start_page.play_on_page(match_id, turn, plan, person))

    async def _play_on(self, request: Request) -> Response:
        match_id = request.path_params["match_id"]
        person, form = await self._player(request)
        if person is None:
            raise Refused(401, tr("Sign in first."))
        turn = form.get("turn", "")
        plan, past = past_of(await self._replay(match_id), int(turn) if turn.isdecimal() else 0)
        table = await self._tables.start(person, plan, form.get("once", "")[:40], past)
        return RedirectResponse(_place(table), 303)

    async def _replay(self, match_id: str) -> bytes:
        for source in self._sources:
            if content := await source.replay(match_id):
                return content
        raise Refused(404, tr("This match is not here, not over, or not to be told yet."))

    def _table_of(self, match_id: str, person: Person) -> Table:
        table = self._tables.book.find(match_id)
        if table is None or person.name != table.person:
            raise Refused(404, tr("You have not started this match from these pages."))
        return table

    async def _links(self, request: Request) -> Response:
        person = await self._people.of(request)
        table = self._tables.book.find(request.path_params["match_id"])
        if person is None or table is None or table.person != person.name:
            raise Refused(404, tr("You have not started this match from these pages."))
        base = f"{request.url.scheme}://{request.headers.get('host', '')}"
        said = [] if table.links else [tr("There is no seat for a friend, or the match is over.")]
        is_local = self._people.is_local(request)
        content = start_page.links_page(table, person, base, said, is_local=is_local)
        return HTMLResponse(content)

    # --- A friend's seat --------------------------------------------------------------------------

    async def _invited(self, request: Request) -> Response:
        person = await self._people.of(request)
        match_id, seat = request.path_params["match_id"], request.path_params["seat"]
        if person is not None and (match_id, seat) in person.seats:
            return RedirectResponse(f"/seat/{match_id}/{seat}", 303)
        _, match = await found_match(self._sources, match_id)
        own = own_seat(match, person)
        if match.anyone_may_join and own is not None:
            return RedirectResponse(f"/seat/{match_id}/{own}", 303)
        if seat in free_seats(match) and self._must_sign_in(request, person):
            return RedirectResponse(sign_in_address(f"/join/{match_id}/{seat}"), 303)
        guests = self._people.takes_guests(request)
        return HTMLResponse(start_page.join_page(match, seat, person, takes_guests=guests))

    async def _join(self, request: Request) -> Response:
        match_id, seat = request.path_params["match_id"], request.path_params["seat"]
        person = await self._people.of(request)
        form = await self._people.form_of(request, person)
        token, guest = form.get("token", "").strip(), ""
        try:
            if name := form.get("name", "").strip() if person is None or not person.name else "":
                guest = await self._people.become_guest(request, name)
                person = self._people.person_of(guest)
            held = await self._opened_by(request, person, token)
        except Refused as error:
            _, match = await found_match(self._sources, match_id)
            guests = self._people.takes_guests(request)
            content = start_page.join_page(match, seat, person, error.detail, takes_guests=guests)
            response: Response = HTMLResponse(content, error.status_code, error.headers)
        else:
            response = RedirectResponse(f"/seat/{match_id}/{seat}", 303)
            if not guest:  # who has just become a player opens the seat with the player's own token
                guest = self._people.hold_seat(request, match_id, seat, held)
        if guest:
            self._people.set_cookie(request, response, guest)
        return response

    async def _opened_by(self, request: Request, person: Person | None, token: str) -> str:
        """
        The token with which the seat of a link is played from now on.

        A player who is signed in takes it: the link is then worth nothing, and whoever else looks at
        the seat by it, looks no longer.

        Raises:
            Refused: the link does not open the seat.
        """
        match_id, seat = request.path_params["match_id"], request.path_params["seat"]
        source, match = await found_match(self._sources, match_id)
        own = person.token_at(source) if person is not None else ""
        if own:
            await take_seat(source, own, match_id, seat, token)
            await self._seats.vacate(match_id, seat)
            return own
        if seat in free_seats(match) and not token:
            raise Refused(401, tr("Sign in first."))
        await check_free(source, match_id, seat)
        _, known = await self._people.whose(request, token)
        if (known.match_id, known.seat) != (match_id, seat):
            raise Refused(403, tr("This link does not open this seat."))
        return token

    # --- Who --------------------------------------------------------------------------------------

    def _must_sign_in(self, request: Request, person: Person | None) -> bool:
        return (person is None or not person.name) and not self._people.takes_guests(request)

    async def _player(self, request: Request) -> tuple[Person | None, dict[str, str]]:
        """Who sends a form, and the form; `None` for somebody who is about to become a guest."""
        person = await self._people.of(request)
        form = await self._people.form_of(request, person)
        if person is not None and person.name:
            return person, form
        if not self._people.takes_guests(request):
            raise Refused(401, tr("Sign in first."))
        return None, form


def _lesson(name: str, variant: str) -> Plan:
    """
    The guided match of this game, or of a variant of it.

    Raises:
        Refused: there is none.
    """
    plan = lesson_plan(name, variant)
    if plan is None:
        raise Refused(404, tr("There is no such lesson."))
    return plan


def _place(table: Table) -> str:
    """Where the person goes: to the links for friends, if there are any, or to the seat."""
    if FRIEND in table.plan.others and table.links:
        return f"/play/table/{table.match_id}"
    return f"/seat/{table.match_id}/{table.plan.seat}"
