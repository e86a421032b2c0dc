"""
The numbers of a bot, which its command line changes: `./my_bot.py --depth 3`.

They are the fields of a frozen dataclass that the program gives to `run` with its bot's class.
"""

import argparse
import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from bessemer.sdk.bot import Bot
from bessemer.sdk.program.bot_checks import UnusableBot
from bessemer.suggestions import did_you_mean


def numbers_of(params: Any) -> Mapping[str, int | float]:  # noqa: ANN401 - any dataclass
    """
    The fields of `params` by name.

    Raises:
        UnusableBot: it is no frozen dataclass of numbers.
    """
    kind = type(params)
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise UnusableBot(
            f"run(MyBot, params=…) takes an object of a class with @dataclass(frozen=True), not {params!r:.80}"
        )
    numbers = {field.name: getattr(params, field.name) for field in dataclasses.fields(params)}
    for name, value in numbers.items():
        if type(value) not in (int, float):
            raise UnusableBot(f"{kind.__name__}.{name} is {value!r:.80}, and no number")
    return numbers


def changed(params: Any, words: Sequence[str]) -> Any:  # noqa: ANN401 - any dataclass
    """
    `params` with the numbers that words such as `--depth 3` or `--depth=3` say.

    Raises:
        UnusableBot: there is no such number, or it cannot have this value.
    """
    if params is None:
        if words:
            raise UnusableBot(
                f"{' '.join(words)}: it has no numbers to change; its file must end with "
                "run(MyBot, params=Params()), see docs/bots.md"
            )
        return None
    numbers, given = numbers_of(params), dict[str, int | float]()
    rest = list(words)
    while rest:
        word, is_joined, text = rest.pop(0).partition("=")
        name = word.removeprefix("--").replace("-", "_")
        if not word.startswith("--") or name not in numbers:
            options = [_option(one) for one in numbers]
            hint = did_you_mean(word, options) or f": there are {', '.join(options)}"
            raise UnusableBot(f"it has no number {word}{hint}")
        if not is_joined:
            if not rest:
                raise UnusableBot(f"{word} needs a number")
            text = rest.pop(0)
        given[name] = _number(word, text, type(numbers[name]))
    try:
        return dataclasses.replace(params, **given)
    except ValueError as error:
        raise UnusableBot(f"{type(params).__name__} refuses {' '.join(words)}: {error}") from None


def with_params(new_bot: Callable[..., Bot], params: Any) -> Callable[[], Bot]:  # noqa: ANN401
    """What makes a bot with these numbers; without any it is `new_bot` itself."""
    if params is None:
        return new_bot

    @wraps(new_bot, updated=())
    def made() -> Bot:
        return new_bot(params)

    return made


def add_numbers(parser: argparse.ArgumentParser, params: Any) -> None:  # noqa: ANN401
    """
    Show the numbers in a program's `--help`, and let its parser pass them on.

    Raises:
        UnusableBot: one is called as another option of the program.
    """
    group = parser.add_argument_group("numbers of this bot")
    for name, value in numbers_of(params).items():
        try:
            group.add_argument(
                *dict.fromkeys((_option(name), f"--{name}")),
                metavar="NUMBER",
                action=_Kept,
                dest="numbers",
                default=[],
                help=f"({value})",
            )
        except argparse.ArgumentError:
            raise UnusableBot(
                f"every bot has an option {_option(name)}: call your number {name} otherwise"
            ) from None


class _Kept(argparse.Action):
    """Keeps the option with its number, for `changed`."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,  # noqa: ANN401 - argparse's
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), f"{option_string}={values}"])


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _number(word: str, text: str, kind: type[int | float]) -> int | float:
    try:
        value = kind(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        what = "a whole number" if kind is int else "a number"
        raise UnusableBot(f"{word} takes {what}, not {text!r}")
    return value
