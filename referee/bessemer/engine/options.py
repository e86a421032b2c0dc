"""Options as texts: read, and refused where a game has none such or cannot be played with them."""

from collections.abc import Mapping, Sequence

from bessemer.engine.errors import BadOption
from bessemer.engine.game import Option

ON_OFF = ("on", "off")


def read_texts(game: str, known: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """
    All options of a game, those that are not `given` at their defaults.

    Raises:
        BadOption: an unknown name, or a value that is not among those listed.
    """
    texts = {option.name: option.default for option in known}
    for name in given:
        if name not in texts:
            there = f"it has {', '.join(texts)}" if texts else "it has none at all"
            raise BadOption(f"{game} has no option {name!r}; {there}", option=name)
    texts.update(given)
    for option in known:
        text, is_open = texts[option.name], any("<" in value for value in option.values)
        if text not in option.values and not is_open:
            raise BadOption(
                f"option {option.name} is {' or '.join(option.values)}, not {text!r}",
                option=option.name,
            )
    return texts


def on_off(is_on: bool) -> str:  # noqa: FBT001 - its only argument
    """The text of a switch."""
    return ON_OFF[not is_on]


def check_seats(game: str, possible: range, seats: int) -> None:
    """
    Refuse a match with this number of seats.

    Raises:
        BadOption: so many cannot play.
    """
    if seats not in possible:
        raise BadOption(
            f"{game} is for {possible[0]} to {possible[-1]} players, not {seats}", option="players"
        )
