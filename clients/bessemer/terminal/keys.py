"""The keys of the table: their names, and what they do."""

from collections.abc import Collection
from typing import Final

from bessemer.faces.language import key, tr
from bessemer.table.model import TableModel
from bessemer.terminal.after_match import WISHES, AfterMatch, wish_text

BACK_KEYS: Final = ("u", "backspace")
PAGE_KEYS: Final = {"pagedown": 1, "pageup": -1}
POINT_KEYS: Final = {"down": 1, "right": 1, "tab": 1, "up": -1, "left": -1, "shift+tab": -1}
"""By key: how far the pointer moves."""
KEYS_HELP: Final = (
    key(
        "1 2 3 …   choose what stands beside the key; a click does it too\n"
        "arrows    point at an answer; Enter takes it, or sends what is complete\n"
        "          an answer of one step that you point at, or the only one, is sent at once\n"
        "u         take the last step back          Esc  take all steps back\n"
        "s         let a program suggest a move, where the organiser allows it\n"
        ":         type a move\n"
        "c         everybody's cards in full        l    the whole log\n"
        "PgUp PgDn scroll a table that is taller than the window\n"
        "R         resign: default moves are made for you, and the others play on\n"
        "q         leave the table"
    ),
)


def key_name(sign: str) -> str:
    """The name of a key."""
    if sign.isprintable() and len(sign) == 1 and sign != " ":
        return sign
    return f"<{sign.strip() or tr('space')}>"


def keys_of(model: TableModel, offers: Collection[AfterMatch]) -> dict[str, str]:
    """The keys that a person can use now, and what each does; `offers` are the wishes after the end."""
    keys = {}
    if model.is_asked and not model.is_over:
        keys["Enter"] = tr("send") if model.ready_move is not None else tr("take")
        if model.plan is not None and model.plan.can_undo:
            keys["u"] = tr("undo")
        if model.may_suggest:
            keys["s"] = tr("suggest")
        keys[":"] = tr("type")
        if model.lesson is not None:
            keys["i"] = tr("lesson")
    if model.result is not None:
        keys |= {sign: wish_text(wish) for sign, wish in WISHES.items() if wish in offers}
    return keys | {"c": tr("cards"), "l": tr("log"), "?": tr("help"), "q": tr("quit")}
