"""Matches that people start from the pages."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import grpc

from bessemer.faces.language import tr, trn
from bessemer.faces.lessons import course_of
from bessemer.sdk.connection.creation import seed_of
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.accounts.people import Person
from bessemer.web.server.accounts.preferences import Preferences
from bessemer.web.server.forms import Refused
from bessemer.web.server.seat.plans import PEOPLE, Plan
from bessemer.web.server.sources import Source
from bessemer.web.server.start.bot_keeper import BotKeeper, BotLimits
from bessemer.web.server.start.playing_on import Past, play_again
from bessemer.web.server.start.table_book import SeatedBot, Table, TableBook

_ANSWER_SECONDS: Final = 10.0
_NOT_OPENED: Final = (
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.INVALID_ARGUMENT,
)
_MOST_EACH: Final = 4
"""Matches with bots at which one person sits, or sat a moment ago."""


class Tables:
    """All matches that were started here, while `running`."""

    def __init__(
        self,
        sources: Sequence[Source],
        state: Path | None,
        limits: BotLimits,
        preferences: Preferences,
        *,
        is_own_machine: bool = False,
    ) -> None:
        """
        `preferences` say how quickly bots play with whom.

        At somebody's own machine there is no limit of tables: bots leave those where nobody is.
        """
        self._is_own_machine = is_own_machine
        self._sources = sources
        self.book = TableBook(state / "tables.json" if state is not None else None)
        self._keeper = BotKeeper(state, limits, preferences, self.book.close)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The bots of all tables play while the body runs, also those of before."""
        async with self._keeper.running():
            for table in list(self.book):
                self._keep(table)
            yield

    async def start(
        self, person: Person, plan: Plan, request_id: str, past: Past | None = None
    ) -> Table:
        """
        Create the match with the person's own token, and have its bots sit down.

        Args:
            person: who wants to play.
            plan: what.
            request_id: the same for a form that is sent twice; then there is one match.
            past: what it begins with, if it is played on from a turn of another.

        Raises:
            Refused: the person, or all together, play too much, or the referee does not want it.
        """
        source = self._source(person)
        self._check_room(person, plan)
        named = await _own_tokens(source, plan)
        names = [
            person.name if who is None else "" if who in PEOPLE else who if named else f"{who}-bot"
            for who in plan.seated
        ]
        request, token = plan.request(names, request_id), person.token_at(source)
        is_prepared = plan.is_lesson and bool(named and source.config.organiser_token)
        if is_prepared:
            request.seed = seed_of(course_of(plan.game, plan.options).seed)
            token = source.config.organiser_token
        if past is not None:
            if not source.config.organiser_token:
                raise Refused(403, tr("Matches are played on at your own machine only: make web."))
            request.seed, token = past.seed, source.config.organiser_token
        created = await _create(source, token, request)
        tokens = dict(enumerate(created.seat_tokens))
        tokens |= {seat: named[who] for seat, who in enumerate(plan.seated) if who in named}
        if not all(tokens[seat] for seat, who in enumerate(plan.seated) if who is not None):
            # Somebody here is registered under a bot's name, and would have its seat.
            raise Refused(409, tr("A player of this referee bears the name of a bot."))
        table = Table(
            match_id=created.match.match_id,
            source=source.config.key,
            person=person.name,
            plan=plan,
            is_prepared=is_prepared,
            bots=[
                SeatedBot(seat, who, tokens[seat])
                for seat, who in enumerate(plan.seated)
                if who is not None and who not in PEOPLE
            ],
            links={seat: tokens[seat] for seat, who in enumerate(plan.seated) if who in PEOPLE},
        )
        if (known := self.book.find(table.match_id)) is not None:
            return known
        if past is not None:
            opens = tokens | {plan.seat: person.token_at(source)}
            await play_again(source, table.match_id, plan.game, past, opens)
        self.book.add(table)
        self._keep(table)
        return table

    async def again(self, person: Person, table: Table, *, last_begins: bool) -> Plan:
        """
        What is played if somebody plays the same as at this table once more.

        Raises:
            Refused: the referee does not tell how the match ended.
        """
        if not last_begins:
            return table.plan.again(None)
        source = next((one for one in self._sources if one.config.key == table.source), None)
        if source is None or not source.config.referee:
            raise Refused(503, tr("The referee does not answer now; try again in a moment."))
        try:
            match = await source.calls(person.token_at(source)).match(table.match_id)
        except CallFailed as error:
            raise Refused(503, str(error)) from None
        return table.plan.again(list(match.result.scores) or None)

    def wake(self, match_id: str) -> None:
        """Somebody comes to the table of this match."""
        self._keeper.wake(match_id)

    def of(self, person: Person) -> list[Table]:
        """The tables that a person has started and that are not over, the newest first."""
        mine = [one for one in self.book if one.person == person.name and not one.is_over]
        return mine[::-1]

    def _source(self, person: Person) -> Source:
        for source in self._sources:
            if source.config.takes_matches and source.config.referee and person.token_at(source):
                return source
        raise Refused(403, tr("No referee here lets you start a match."))

    def _check_room(self, person: Person, plan: Plan) -> None:
        if self._is_own_machine:
            return
        playing = [one for one in self.of(person) if self._keeper.is_awake(one.match_id)]
        if plan.bots and len(playing) >= _MOST_EACH:
            raise Refused(
                429,
                trn(
                    "Bots wait for you at {n} table: play there first, or give it up.",
                    "Bots wait for you at {n} tables: play there first, or give one up.",
                    len(playing),
                ),
            )
        if not self._keeper.has_room(plan.bots):
            raise Refused(503, tr("All bots are playing just now. Try again in a few minutes."))

    def _keep(self, table: Table) -> None:
        source = next((one for one in self._sources if one.config.key == table.source), None)
        # Where there is no source, the pages are served without that referee today.
        if source is not None and source.config.referee and table.bots and not table.is_over:
            self._keeper.keep(source, table)


async def _own_tokens(source: Source, plan: Plan) -> dict[str, str]:
    """Tokens of the bots by name, where these are registered; elsewhere they play as guests."""
    if source.config.bot_token is None:
        return {}
    return {name: await source.config.bot_token(name) for name in {*plan.others} - {*PEOPLE}}


async def _create(
    source: Source, token: str, request: pb.CreateMatchRequest
) -> pb.CreateMatchResponse:
    try:
        created: pb.CreateMatchResponse = await source.calls(token, _ANSWER_SECONDS)(request)
    except CallFailed as error:
        is_wrong = error.status is grpc.StatusCode.INVALID_ARGUMENT
        raise Refused(400 if is_wrong else 503, str(error)) from None
    return created


async def take_seat(source: Source, own: str, match_id: str, seat: int, token: str) -> None:
    """
    Make the seat of a link a player's own, at the referee.

    Raises:
        Refused: another player has taken it, the link is not that of the seat, or nobody answers.
    """
    request = pb.TakeSeatRequest(match_id=match_id, seat=seat, seat_token=token)
    try:
        await source.calls(own, _ANSWER_SECONDS)(request)
    except CallFailed as error:
        if error.status is grpc.StatusCode.FAILED_PRECONDITION:
            raise Refused(409, tr("The match is over.")) from None
        if error.status not in _NOT_OPENED:
            sentence = tr("The referee does not answer now; try again in a moment.")
            raise Refused(503, sentence, 2) from None
        await check_free(source, match_id, seat)
        raise Refused(403, tr("This link does not open this seat.")) from None


async def check_free(source: Source, match_id: str, seat: int) -> None:
    """
    Say who has a seat, to somebody whose link may be older than that.

    Raises:
        Refused: a player has it.
    """
    try:
        match = await source.calls().match(match_id)
    except CallFailed:
        return
    players = [one.player for one in match.seats if one.seat == seat]
    if players and players[0]:
        raise Refused(409, tr("{name} has taken this seat.", name=players[0]))
