"""Settings to play in and positions to test in, for any game of the catalogue."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from itertools import product
from typing import Any, Final, NamedTuple, Protocol

from hypothesis import strategies as st

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance, Draws
from bessemer.engine.errors import BadOption
from bessemer.engine.game import Below, Option, Seat


class Examples(Protocol):
    """What the tests of all games know of one: its module `tests.games.<game>.examples`."""

    SHORT: Mapping[str, str]
    """Options of a match that is soon over, for tests with real processes."""
    ALWAYS: Mapping[str, str]
    """Options without which even a match in this process would take long."""
    ILLEGAL: str
    """The text of a move that the first decision of a match cannot be answered with."""
    PUBLIC: str
    """What bot authors may import from `bessemer.<game>` beyond what they find there of every game."""
    RULINGS: str
    """The ids of the game's rulings, without its name: nothing is decided unseen."""
    TUTORIAL: tuple[int, float, float]
    """The set-ups in which the last bot of its tutorial meets `greedy`, the least share of the matches
    that it wins of them, and its least score as a share of `greedy`'s."""

    def busy_move(self, state: Any, seat: Seat, below: Below) -> Any:  # noqa: ANN401 - any game's
        """A move of a player who rather acts than passes; sampled where that is busy enough."""

    def midgame(self, options: Any, seats: int, chance: Chance) -> Any:  # noqa: ANN401
        """A state as in the middle of a match, or the first where random play comes that far."""


def examples_of(game: str) -> Examples:
    """The examples of a game."""
    examples: Examples = import_module(f"tests.games.{game}.examples")
    return examples


class Way(StrEnum):
    """How the positions of a walk come about."""

    RANDOM = "random play"
    BUSY = "busy play"
    LATE = "random play from the middle"


class Setting(NamedTuple):
    """A game with its options and so many seats."""

    game: AnyGame
    options: Any
    seats: int

    def begin(self, seed: bytes) -> Any:  # noqa: ANN401 - a state of any game
        """The first state."""
        return self.game.setup(self.options, self.seats, Chance(seed))


class Walk(NamedTuple):
    """A position reached by random play."""

    setting: Setting
    seed: bytes
    moves: tuple[tuple[Seat, Any], ...]
    state: Any

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.setting.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody at the table."""
        return tuple(map(Seat, range(self.setting.seats)))

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Everybody at the table, and a spectator."""
        return (*self.seats, None)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who must decide now."""
        return tuple(decision.seat for decision in self.game.decisions(self.state))


def listed_values(option: Option) -> tuple[str, ...]:
    """The values that can be tried: all but a free text, which is described in brackets."""
    return tuple(value for value in option.values if not value.startswith("<"))


def option_texts(game: AnyGame) -> Iterator[Mapping[str, str]]:
    """Every combination of the values of the game's options that can be played."""
    names = [option.name for option in game.option_list]
    for values in product(*map(listed_values, game.option_list)):
        texts = dict(zip(names, values, strict=True))
        try:
            game.options(texts)
        except BadOption:
            continue
        yield texts


def settings_of(game: AnyGame) -> Iterator[tuple[str, Setting]]:
    """Every combination of options with every number of seats, and a name for each."""
    for texts, seats in product(option_texts(game), game.seats):
        differs = (
            f"{option.name}-{texts[option.name]}"
            for option in game.option_list
            if texts[option.name] != option.default
        )
        name = " ".join((game.name, str(seats), *differs))
        always = examples_of(game.name).ALWAYS
        yield name, Setting(game, game.options({**texts, **always}), seats)


SETTINGS: Final = {name: setting for game in GAMES.values() for name, setting in settings_of(game)}


def states(setting: Setting, seed: bytes, way: Way = Way.RANDOM) -> Iterator[Walk]:
    """Play from the first state to the last; any asked seat may be the next to answer."""
    game, examples = setting.game, examples_of(setting.game.name)
    draws = Draws(Chance(b"play " + seed))
    state = setting.begin(seed)
    if way is Way.LATE:
        state = examples.midgame(setting.options, setting.seats, Chance(seed))
    choose = examples.busy_move if way is Way.BUSY else game.sample_move
    walk = Walk(setting, seed, (), state)
    while asked := walk.asked:
        yield walk
        seat = asked[draws.below(len(asked))]
        move = choose(walk.state, seat, draws.below)
        state = game.apply(walk.state, seat, move)
        walk = Walk(setting, seed, (*walk.moves, (seat, move)), state)
    yield walk


@st.composite
def walks(draw: st.DrawFn, game: AnyGame | None = None, *, simultaneous: bool = False) -> Walk:
    """A position of random play; if `simultaneous`, one in which several seats are asked."""
    names = [name for name, setting in SETTINGS.items() if game in (None, setting.game)]
    setting = SETTINGS[draw(st.sampled_from(names))]
    seed = draw(st.integers(0, 999)).to_bytes(8, "big")
    way = draw(st.sampled_from(Way))
    match = [w for w in states(setting, seed, way) if not simultaneous or len(w.asked) > 1]
    if not match:  # a game without simultaneous decisions has nothing to say here
        return next(states(setting, seed))
    return match[draw(st.integers(0, len(match) - 1))]
