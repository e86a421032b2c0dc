"""What somebody wants to play: read from a form, written as a request for a match."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from google.protobuf.duration_pb2 import Duration

from bessemer.engine.catalogue import GAMES, NAMES, AnyGame
from bessemer.engine.errors import BadOption
from bessemer.faces.clocks import NO_CLOCK
from bessemer.faces.language import key, tr
from bessemer.sdk.connection.creation import clock_of
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.forms import Refused
from bessemer.web.server.start.opponents import opponents

FRIEND: Final = "friend"
ANYONE: Final = "anyone"
PEOPLE: Final = (FRIEND, ANYONE)
"""Opponents who are no bots: one who gets a link, one who finds the table in the list of open tables."""
NOBODY: Final = ""
_JOIN_SECONDS: Final = 24 * 3600
"""So long a match waits for a friend to sit down."""


class Clock(NamedTuple):
    """Thinking time, in seconds."""

    bank: float
    increment: float


CLOCKS: Final = {
    "none": (key("no clock"), Clock(NO_CLOCK, 0.0)),
    "quick": (key("10 minutes each, and 10 seconds for every move"), Clock(600.0, 10.0)),
    "calm": (key("30 minutes each, and 30 seconds for every move"), Clock(1800.0, 30.0)),
    "days": (key("3 days each, and 12 hours for every move"), Clock(3 * 86400.0, 43200.0)),
}


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A match that somebody wants to play; the same plan can be played again."""

    game: str
    others: list[str]
    """Who sits in the other seats, in order: the names of bots, `friend` or `anyone`."""
    seat: int = 0
    """The person's."""
    options: dict[str, str] = {}
    follow_up: dict[str, str] = {}
    """Options that the match before has decided, for this one alone: see `Game.follow_up`."""
    clock: str = "none"
    suggestions: bool = True
    is_lesson: bool = False
    """Whether it is the guided first match of its game."""

    @property
    def seated(self) -> list[str | None]:
        """By seat: a bot, `friend`, `anyone`, or `None` for the person."""
        found: list[str | None] = [*self.others]
        found.insert(self.seat, None)
        return found

    @property
    def bots(self) -> int:
        """How many bots it needs."""
        return sum(one not in PEOPLE for one in self.others)

    @property
    def is_open(self) -> bool:
        """Whether its free seats are for anyone who finds it in the list of open tables."""
        return ANYONE in self.others

    def again(self, scores: Sequence[int] | None) -> "Plan":
        """The same once more; after a match with these `scores` its last player may begin."""
        game = GAMES[self.game]
        options = game.options(self.options)
        follow_up = {} if scores is None else dict(game.follow_up(options, scores))
        return msgspec.structs.replace(self, follow_up=follow_up)

    @property
    def has_follow_up(self) -> bool:
        """Whether a match can decide who begins the next."""
        return bool(self.again([0] * len(self.seated)).follow_up)

    def request(self, players: list[str], request_id: str) -> pb.CreateMatchRequest:
        """The request for this match, with these names of the players by seat."""
        clock = CLOCKS[self.clock][1]
        settings = clock_of(clock.bank, clock.increment)
        settings.join_timeout.CopyFrom(Duration(seconds=_JOIN_SECONDS))
        return pb.CreateMatchRequest(
            game=self.game,
            options=self.options | self.follow_up,
            seats=[pb.SeatRequest(player=name) for name in players],
            clock=settings,
            durability=match_pb2.DURABILITY_MOVE,
            suggestions_allowed=self.suggestions,
            request_id=request_id,
            anyone_may_join=self.is_open,
        )


def game_of(name: str) -> AnyGame:
    """
    The game of this name.

    Raises:
        Refused: there is none.
    """
    if name not in NAMES:
        raise Refused(404, tr("There is no such game."))
    return GAMES[name]


def read_plan(form: Mapping[str, str]) -> Plan:
    """
    What a form asks for.

    Raises:
        Refused: there can be no such match; says why.
    """
    game = game_of(form.get("game", ""))
    wanted = [form.get(f"seat-{number}", NOBODY) for number in range(1, max(game.seats))]
    others = [one for one in wanted if one != NOBODY]
    known = {*PEOPLE, *(one.name for one in opponents(game.name))}
    if strangers := [one for one in others if one not in known]:
        raise Refused(400, tr("No bot {name} plays {game}.", name=strangers[0], game=game.name))
    if len(others) + 1 not in game.seats:
        few, many = min(game.seats), max(game.seats)
        raise Refused(400, tr("{few} to {many} play: choose opponents.", few=few, many=many))
    if set(PEOPLE) <= set(others):
        # The referee gives every free seat of an open table to the first who comes.
        sentence = tr("Every free seat of an open table is for anyone: choose the same for both.")
        raise Refused(400, sentence)
    place = form.get("place", "0")
    if place not in map(str, range(len(others) + 1)):
        place = "0"
    clock = form.get("clock", "") or ("none" if not set(PEOPLE) & set(others) else "calm")
    if clock not in CLOCKS:
        raise Refused(400, tr("There is no such clock."))
    names = [option.name for option in game.option_list]
    options = {name: form[f"option-{name}"] for name in names if form.get(f"option-{name}")}
    try:
        game.options(options)
    except BadOption as error:
        raise Refused(400, f"{error}") from None
    return Plan(
        game=game.name,
        others=others,
        seat=int(place),
        options=options,
        clock=clock,
        suggestions=form.get("suggestions", "") == "on",
    )
