"""Whole matches in this process, by the names of bots, their classes, or bots that you have made."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bessemer.bots.own import short_name
from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.engine.catalogue import NAMES as GAME_NAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.sdk.bot import Bot
from bessemer.sdk.connection.creation import bot_seed, seed_of
from bessemer.sdk.offline.fake_referee import PlayedMatch
from bessemer.sdk.offline.local_match import play_locally
from bessemer.sdk.program.bot_checks import make_bot
from bessemer.sdk.view import AnyView, view_class
from bessemer.suggestions import did_you_mean

AnyBot = str | Bot | Callable[[], Bot]
_NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})


def play(
    bots: Sequence[AnyBot],
    *,
    game: str,
    seed: int = 0,
    options: Mapping[str, str] = _NO_OPTIONS,
) -> PlayedMatch[AnyView]:
    """
    Play one match in this process, without a network or a clock.

    The same seed and the same bots give the same match. Its cards fall as in `bessemer match --seed`.

    Args:
        bots: seat 0 first: a shipped bot or a file by its name ("greedy", "./my_bot.py"), a class
            such as `MyBot`, or a bot that you have made, which should then be new.
        game: "furnace", "brass" or "alchemicus".
        seed: decides how the cards fall and what the bots draw from Python's `random`; your own
            draws from it are not disturbed.
        options: of the game, as `bessemer games` lists them: `{"chain": "on"}`.

    Raises:
        BotFault: a bot made an illegal move, or raised an exception, which is then the cause.
        NoSuchBot: a name is no bot's, or its file has none.
        UnusableBot: a class makes no bot.
        ValueError: there is no such game.
        BadOption: such a match cannot be played.
    """
    if isinstance(bots, str):
        raise TypeError(f'bots is a list with a bot for each seat: ["{bots}", "greedy"]')
    if game not in GAME_NAMES:
        known = f": there are {', '.join(GAME_NAMES)}"
        raise ValueError(f"no game {game!r}{did_you_mean(game, GAME_NAMES) or known}")
    rules = GAMES[game]
    settings = rules.options(options)
    state = rules.setup(settings, len(bots), Chance(seed_of(seed)))
    luck = random.getstate()
    random.seed(seed)
    try:
        seated = [_seated(bot, game, seed, seat) for seat, bot in enumerate(bots)]
        played = play_locally(rules, state, seated, options=rules.option_texts(settings))
    finally:
        random.setstate(luck)
    moves = tuple((seat, rules.format(move)) for seat, move in played.moves)
    final = view_class(game)(rules.view(played.state, Seat(0)))
    return PlayedMatch(*played.outcome, moves, played.seconds, final)


def _seated(bot: AnyBot, game: str, seed: int, seat: int) -> Bot:
    if isinstance(bot, str):
        luck = random.Random(bot_seed(seed, seat, short_name(bot)))
        return new_bot(game, bot, luck)
    if not isinstance(bot, type) and hasattr(bot, "decide"):
        return bot
    return make_bot(bot)
