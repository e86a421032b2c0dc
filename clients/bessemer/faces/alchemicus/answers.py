"""What the words of each choice mean, with what they cost and bring."""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.alchemicus.idle_fields import is_idle
from bessemer.faces.alchemicus.names import (
    building_text,
    cards_number,
    field_name,
    letter,
)
from bessemer.faces.questions import Asking
from bessemer.games.alchemicus.actions.defence import PRICE
from bessemer.games.alchemicus.actions.fame import GIFT
from bessemer.games.alchemicus.actions.landing import clearing_price
from bessemer.games.alchemicus.actions.movement import FIELDS, FREE_DISTANCE
from bessemer.games.alchemicus.actions.production import processors, sources
from bessemer.games.alchemicus.actions.sale import OUTLETS
from bessemer.games.alchemicus.actions.spirit import dear_places
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.kinds import GOLD, GOODS, KINDS
from bessemer.games.alchemicus.scripts.things import PASS
from bessemer.games.alchemicus.scripts.turn import BASE, NOBODY, NOCTIS
from bessemer.games.alchemicus.state import Building, Player, View

Label = Callable[[Asking, Word], str]

_USES: Final = {
    "building": "under a building of yours",
    "field": "on a field of the board",
    "undo": "turn a good back",
    "banish": "banish a Spiritus",
}
_DECKS: Final = {BASE.text: "a base card", NOCTIS.text: "a Noctis card"}


def _or(declining: str, label: Label) -> Label:
    """The label of a pass, or of another word."""
    return lambda asking, word: declining if word.text == PASS else label(asking, word)


def _own(view: View) -> Player:
    assert view.seat is not None
    player: Player = view.board.players[view.seat]
    return player


# --- Cards ---------------------------------------------------------------------------------------


def _held(_asking: Asking, word: Word) -> str:
    return f"{word.text} x{word.copies}" if word.copies > 1 else ""


def _costing(asking: Asking, word: Word) -> str:
    return f"{word.text} costs {asking.view.board.table.options.deck.costs[KINDS[word.text]]}"


def _drawn(_asking: Asking, word: Word) -> str:
    return _DECKS.get(word.text, f"{word.text} from the bank")


def _cleared(asking: Asking, word: Word) -> str:
    view: View = asking.view
    assert view.seat is not None
    price = int(word.text) * clearing_price(view.board, view.seat)
    return f"{word.text} for {cards_number(price)}"


def _bought(asking: Asking, _word: Word) -> str:
    return f"buy for {cards_number(asking.view.board.offer.price)}"


def _defended(asking: Asking, word: Word) -> str:
    if word.text == PASS:
        race = asking.view.board.table.options.race
        loss = "you cannot sell gold while you have Infamia" if race else "lose 1 Fame"
        return f"suffer it: {loss}"
    return "give a Golem" if word.text == "golem" else f"give {PRICE} cards"


# --- Places and players --------------------------------------------------------------------------


def _way(asking: Asking, word: Word) -> str:
    """Where it leads, whether in vain, what it costs, and whether it passes the Spirit's field."""
    view: View = asking.view
    options, start, ahead = view.board.table.options, _own(view).field, int(word.text)
    field = (start + ahead) % FIELDS
    parts = [field_name(view.board, field)]
    if is_idle(view, field):
        parts.append("(nothing to do)")
    extra = ahead - FREE_DISTANCE
    if extra > 0:
        price = f"{extra} Gloria + {cards_number(extra)}" if options.race else "1 Fame"
        parts.append(f"for {price}")
    if 0 < (options.deck.spirit_field - start) % FIELDS < ahead:
        parts.append("+1 card")
    return " ".join(parts)


def _field(asking: Asking, word: Word) -> str:
    return field_name(asking.view.board, int(word.text))


def _haunted(asking: Asking, word: Word) -> str:
    board = asking.view.board
    if KINDS[word.text] in dear_places(board.table.options.deck, board.spirit):
        return f"{word.text} for your whole hand"
    return f"{word.text}, the centre" if KINDS[word.text] == CENTRE else ""


def _player(asking: Asking, word: Word) -> str:
    return f"{letter(int(word.text))}{' (you)' if int(word.text) == asking.view.seat else ''}"


def _robbed(asking: Asking, word: Word) -> str:
    if word.text == NOBODY.text:
        return ""
    seat = int(word.text)
    return f"{letter(seat)}, {cards_number(asking.view.board.players[seat].cards)}"


# --- Buildings and goods -------------------------------------------------------------------------


def _building_of(asking: Asking, word: Word) -> Building:
    assert word.thing is not None
    seat, place = map(int, word.thing.id.split("."))
    building: Building = asking.view.board.players[seat].buildings[place]
    return building


def _building(asking: Asking, word: Word) -> str:
    """A building in words; a place of two digits is not its own key, so it is told."""
    text = building_text(_building_of(asking, word))
    return text if len(word.text) == 1 else f"{word.text} {text}"


def _outlet(asking: Asking, word: Word) -> str:
    traded = asking.view.board.traded.count(int(word.text))
    room = OUTLETS[_building_of(asking, word).kind].goods - traded
    return f"{_building(asking, word)}, room for {room}"


def _good(asking: Asking, word: Word) -> str:
    good, _, place = word.text.partition(".")
    return f"{good} on {_own(asking.view).buildings[int(place)].kind} {place}"


def _acquired(asking: Asking, _word: Word) -> str:
    buildings = _own(asking.view).buildings
    places = sources(buildings, asking.view.board.spirit)
    return f"all: {', '.join(str(buildings[place].kind) for place in places)}"


def _transmuted(asking: Asking, _word: Word) -> str:
    buildings = _own(asking.view).buildings
    working = [buildings[place] for place in processors(buildings, asking.view.board.spirit)]
    foiled = {True: " (foiled by a Spiritus)", False: ""}
    return f"all: {', '.join(f'{one.kind}{foiled[bool(one.spiritus)]}' for one in working)}"


def _payout(asking: Asking, word: Word) -> str:
    view: View = asking.view
    good = GOODS[asking.answer_to("sell").partition(".")[0]]
    outlet = _own(view).buildings[int(asking.answer_to("outlet"))]
    price = OUTLETS[outlet.kind].prices[good]
    if word.text == "fame":
        return f"{price.fame} Fame"
    return (
        "the match" if view.board.table.options.race and good == GOLD else cards_number(price.cards)
    )


LABELS: Final[Mapping[str, Label]] = {
    "acquire": _or("no", _acquired),
    "build": _or("no more", _costing),
    "building": _building,
    "buy": _or("no", _bought),
    "clear": _or("no", _cleared),
    "defence": _defended,
    "demolish": _building,
    "discard": _held,
    "distance": _way,
    "draw": _drawn,
    "fee": _held,
    "field": _field,
    "gift": _or("no", lambda _asking, _word: f"give {GIFT} cards"),
    "gloria": _or("no", lambda _asking, _word: "play it"),
    "into": _building,
    "outlet": _outlet,
    "pay": _held,
    "payout": _payout,
    "play": _or("no more", _costing),
    "reward": _drawn,
    "seat": _player,
    "sell": _or("no more", _good),
    "sources": _building,
    "to": _haunted,
    "transmute": _or("no", _transmuted),
    "transport": _or("no more", _good),
    "use": lambda _asking, word: _USES[word.text],
    "victim": _robbed,
}
"""By the name of the choice."""
