"""From a CreateMatch request to a spec: everything about a match is checked before it exists."""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from google.protobuf.duration_pb2 import Duration
from msgspec import UNSET

from bessemer.accounts.names import check_name, guest
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.seeds import COMMITMENT_BYTES
from bessemer.errors import BadRequest, NotAllowed
from bessemer.matches.records import ClockSettings, Durability, MatchSpec
from bessemer.rpc.matches.match_messages import DURABILITIES
from bessemer.v1 import match_pb2, match_service_pb2

_DAY: Final = 24 * 3600.0
_SEED_BYTES: Final = range(8, 65)
_LONGEST_REQUEST_ID: Final = 64
_DURABILITIES: Final = {value: durability for durability, value in DURABILITIES.items()}


def spec_of(
    request: match_service_pb2.CreateMatchRequest,
    caller: Caller,
    *,
    is_registered: Callable[[str], bool],
    clock: ClockSettings,
    durability: Durability,
    created: float,
) -> MatchSpec:
    """
    What the request asks for, with the referee's defaults where it says nothing.

    Raises:
        BadRequest, NotAllowed: naming the field.
        BadOption: the game cannot be played so.
    """
    game = known_game(request.game)
    check_seats(game, len(request.seats))
    if len(request.request_id) > _LONGEST_REQUEST_ID or not request.request_id.isprintable():
        raise BadRequest("a request id has at most 64 printable letters", field="request_id")
    if request.durability not in (0, *_DURABILITIES):
        raise BadRequest("there is no such durability", field="durability")
    options = game.option_texts(game.options(request.options))
    if caller.role is not Role.ORGANISER:
        _check_bounds(game, options)
    shared_clock = clock_of(request.clock, clock, game.decision_kinds)
    return MatchSpec(
        match_id=secrets.token_hex(8),
        game=game.name,
        rules_version=game.rules_version,
        options=options,
        players=tuple(
            _player(seat.player, f"seats[{number}].player", is_registered)
            for number, seat in enumerate(request.seats)
        ),
        seed=_seed(request.seed, caller),
        is_repeatable=bool(request.seed),
        clock=shared_clock,
        seat_clocks=_seat_clocks(request, shared_clock, game.decision_kinds),
        durability=_DURABILITIES.get(request.durability, durability),
        created=created,
        creator=caller.name,
        request_id=request.request_id,
        suggestions_allowed=request.suggestions_allowed,
        resignation_ends=request.resignation_ends,
        anyone_may_join=request.anyone_may_join,
    )


def known_game(name: str) -> AnyGame:
    """
    The game of this name.

    Raises:
        BadRequest: there is none.
    """
    game = GAMES.get(name)
    if game is None:
        raise BadRequest(
            f"there is no game {name[:40]!r}; there is {', '.join(GAMES)}",
            field="game",
            allowed=tuple(GAMES),
        )
    return game


def check_seats(game: AnyGame, count: int) -> None:
    """
    Refuse a number of seats that a game does not have.

    Raises:
        BadRequest: saying which it has.
    """
    if count not in game.seats:
        raise BadRequest(
            f"{game.name} has {game.seats[0]} to {game.seats[-1]} seats, not {count}",
            field="seats",
            allowed=tuple(map(str, game.seats)),
        )


def _check_bounds(game: AnyGame, options: Mapping[str, str]) -> None:
    """
    Refuse options that are not for a player's own matches: an endless match, say.

    Raises:
        NotAllowed: naming the option and its bounds.
    """
    for option in game.option_list:
        if option.bounds is None:
            continue
        least, most = option.bounds
        if not least <= int(options[option.name]) <= most:
            raise NotAllowed(
                f"a player may set {option.name} from {least} to {most}; only an organiser may "
                f"create a match with {option.name}={options[option.name]}",
                field="options",
            )


def seconds_of(duration: Duration, field: str, least: float, most: float) -> float:
    """
    A duration in seconds.

    Raises:
        BadRequest: it is not from `least` to `most`.
    """
    seconds = duration.seconds + duration.nanos / 1e9
    if not least <= seconds <= most:
        raise BadRequest(f"{field} is from {least:g} to {most:g} seconds", field=field)
    return seconds


def check_commitment(commitment: bytes, field: str) -> None:
    """
    Refuse what cannot be a commitment to a seat's bytes.

    Raises:
        BadRequest: naming the field.
    """
    if len(commitment) != COMMITMENT_BYTES:
        raise BadRequest(f"a commitment has {COMMITMENT_BYTES} bytes", field=field)


def _player(name: str, field: str, is_registered: Callable[[str], bool]) -> str:
    """For whom a seat is: "" for anybody, a registered player, or a guest, who cannot be told apart."""
    if not name:
        return ""
    check_name(name, field)
    return name if is_registered(name) else guest(name)


def _seed(seed: bytes, caller: Caller) -> bytes:
    if not seed:
        return secrets.token_bytes(32)
    # Who knows the seed knows every card to come.
    if caller.role is not Role.ORGANISER:
        raise NotAllowed("only an organiser may choose the seed", field="seed")
    if len(seed) not in _SEED_BYTES:
        raise BadRequest("a seed has 8 to 64 bytes", field="seed")
    return seed


def _seat_clocks(
    request: match_service_pb2.CreateMatchRequest, shared: ClockSettings, kinds: tuple[str, ...]
) -> tuple[ClockSettings, ...]:
    """The clocks by seat; empty if all seats have the shared one."""
    clocks = tuple(
        clock_of(seat.clock, shared, kinds, f"seats[{number}].clock")
        for number, seat in enumerate(request.seats)
    )
    return clocks if any(clock != shared for clock in clocks) else ()


def clock_of(
    asked: match_pb2.ClockSettings,
    default: ClockSettings,
    kinds: tuple[str, ...],
    path: str = "clock",
) -> ClockSettings:
    """
    The clock that is asked for in the field `path`, with defaults for the rest.

    Raises:
        BadRequest: naming the field.
    """

    def seconds(name: str, otherwise: float, least: float, most: float) -> float:
        if not asked.HasField(name):  # type: ignore[arg-type] # the names of the fields below
            return otherwise
        return seconds_of(getattr(asked, name), f"{path}.{name}", least, most)

    if asked.strike_limit < 0 or asked.strike_limit > 1000:
        raise BadRequest("the strike limit is from 1 to 1000", field=f"{path}.strike_limit")
    increment_by_kind = dict(default.increment_by_kind)
    for name, duration in asked.increment_by_kind.items():
        field = f"{path}.increment_by_kind[{name[:60]}]"
        if name not in kinds:
            known = ", ".join(kinds)
            raise BadRequest(f"there are {known}", field=field, allowed=kinds)
        increment_by_kind[name] = seconds_of(duration, field, 0.0, _DAY)
    bank = seconds("bank", default.bank, 0.0, 30 * _DAY)
    increment = seconds("increment", default.increment, 0.0, _DAY)
    if bank == 0 and min((increment, *increment_by_kind.values())) == 0:
        raise BadRequest(
            "without a bank every decision needs an increment", field=f"{path}.increment"
        )
    return ClockSettings(
        bank=bank,
        increment=increment,
        increment_by_kind=increment_by_kind,
        strike_limit=asked.strike_limit or default.strike_limit,
        join_timeout=seconds("join_timeout", default.join_timeout, 0.1, _DAY),
        away_limit=seconds("away_limit", default.away_limit or 0.0, 0.0, _DAY) or UNSET,
    )
