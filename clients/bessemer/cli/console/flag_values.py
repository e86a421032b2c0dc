"""Values of flags that stand in a file or in the environment."""

import argparse

from bessemer.cli.console.arguments import WrongUsage


def flags_of(command: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """Everything that can be set, by name."""
    found = {}
    for action in command._actions:  # noqa: SLF001 - argparse has no other way to ask
        names = [name[2:] for name in action.option_strings if name.startswith("--")]
        if names and action.dest not in ("help", "json", "config"):
            found[names[0]] = action
    return found


def is_switch(action: argparse.Action) -> bool:
    """Whether a flag takes no value."""
    return action.nargs == 0


def is_list(action: argparse.Action) -> bool:
    """Whether a flag may be given several times."""
    return isinstance(action, argparse._AppendAction)  # noqa: SLF001 - as above


def converted(action: argparse.Action, value: object, where: str) -> object:
    """
    A value as the flag would have it.

    Raises:
        WrongUsage: it cannot be; the message begins with `where`.
    """
    if is_switch(action):
        if not isinstance(value, bool):
            raise WrongUsage(f"{where} is true or false, not {value!r}")
        return value
    if is_list(action):
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise WrongUsage(f"{where} is a text or a list of texts, not {value!r}")
        return [_typed(action, text, where) for text in texts]
    if isinstance(value, bool | list | dict):
        raise WrongUsage(f"{where} is a text or a number, not {value!r}")
    text = str(value)
    if action.choices is not None and text not in action.choices:
        raise WrongUsage(f"{where} is {' or '.join(map(str, action.choices))}, not {text!r}")
    return _typed(action, text, where)


def _typed(action: argparse.Action, text: str, where: str) -> object:
    """A text as the value that the flag makes of it."""
    if not callable(action.type):
        return text
    try:
        return action.type(text)
    except (argparse.ArgumentTypeError, ValueError) as error:
        raise WrongUsage(f"{where}: {error}") from None
