"""The keys of the table: their names, and what they do."""

from collections.abc import Collection
from typing import Final

from bessemer.faces.language import key, tr
from bessemer.table.model import TableModel
from bessemer.table.notices import Notice
from bessemer.table.taking_back import WishNews, open_wish
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
        "B         take your last move back, if everybody agrees; answer such a wish\n"
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


def asked_to_resign() -> tuple[str, dict[str, str]]:
    """A question about resigning, and its answers by their keys."""
    text = tr("Resign? You will be last. The others play on.")
    return text, {"y": tr("yes"), "n": tr("no")}


def asked_back(model: TableModel) -> tuple[str, dict[str, str]]:
    """A question about taking back, and its answers by their keys."""
    wish = open_wish(model)
    if wish is None:
        text = tr("Take your last move back? Everybody at the table must agree.")
        return text, {"y": tr("yes"), "n": tr("no")}
    text = tr("Go back to turn {turn}?", turn=wish.turn)
    own = model.players.own in wish.agreed
    yes = {} if own else {"y": tr("agree")}
    return text, {**yes, "d": tr("decline"), "n": tr("not now")}


def note_wish(model: TableModel, news: WishNews) -> None:
    """Have the table say what others wish, or refuse, about taking back."""
    if said := news.told(model):
        model.notice = Notice(tr("{said} B answers.", said=said))
