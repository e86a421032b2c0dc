"""The meaning of the words of each choice, with what they cost and bring."""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.alchemicus.idle_fields import is_idle
from bessemer.faces.alchemicus.names import (
    building_text,
    cards_number,
    field_name,
    good_name,
    letter,
)
from bessemer.faces.language import Key, key, tr, tr_in, tr_key, trn
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

_USES: Final[Mapping[str, Key]] = {
    "building": key("under a building of yours"),
    "field": key("on a field of the board"),
    "undo": key("turn a good back"),
    "banish": key("banish a Spiritus"),
}
_DECKS: Final[Mapping[str, Key]] = {
    BASE.text: key("a base card"),
    NOCTIS.text: key("a Noctis card"),
}
_NO: Final = key("no")
_NO_MORE: Final = key("no more")


def _or(declining: Key, label: Label) -> Label:
    """The label of a pass, or of another word."""
    return lambda asking, word: tr_key(declining) if word.text == PASS else label(asking, word)


def _own(view: View) -> Player:
    assert view.seat is not None
    player: Player = view.board.players[view.seat]
    return player


# --- Cards ---------------------------------------------------------------------------------------


def _held(_asking: Asking, word: Word) -> str:
    return f"{word.text} x{word.copies}" if word.copies > 1 else ""


def _costing(asking: Asking, word: Word) -> str:
    cost = asking.view.board.table.options.deck.costs[KINDS[word.text]]
    return tr("{card} costs {cost}", card=word.text, cost=cost)


def _drawn(_asking: Asking, word: Word) -> str:
    if word.text in _DECKS:
        return tr_key(_DECKS[word.text])
    return tr("{card} from the bank", card=word.text)


def _cleared(asking: Asking, word: Word) -> str:
    price = _clearing(asking, word)
    return trn("{number} for {n} card", "{number} for {n} cards", price, number=word.text)


def _cleared_in_full(asking: Asking, word: Word) -> str:
    price = _clearing(asking, word)
    return trn(
        "clear {number} for {n} card", "clear {number} for {n} cards", price, number=word.text
    )


def _clearing(asking: Asking, word: Word) -> int:
    view: View = asking.view
    assert view.seat is not None
    return int(word.text) * clearing_price(view.board, view.seat)


def _bought(asking: Asking, _word: Word) -> str:
    return trn("buy for {n} card", "buy for {n} cards", asking.view.board.offer.price)


def _defended(asking: Asking, word: Word) -> str:
    if word.text == PASS:
        if asking.view.board.table.options.race:
            return tr("suffer it: you cannot sell gold while you have Infamia")
        return tr("suffer it: lose 1 Fame")
    return tr("give a Golem") if word.text == "golem" else _given(PRICE)


def _given(number: int) -> str:
    return trn("give {n} card", "give {n} cards", number)


# --- Places and players --------------------------------------------------------------------------


def _way(asking: Asking, word: Word) -> str:
    """The field that it leads to, whether in vain, what it costs, and whether it passes the Spirit's field."""
    reward = (tr("+1 card"),) if _passes_the_spirit(asking, word) else ()
    return " ".join((*_there(asking, word), *_fare(asking, word), *reward))


def _way_in_full(asking: Asking, word: Word) -> str:
    """The same, and what the card is for."""
    reward = tr("+1 card for passing the Spirit's field")
    rewards = (reward,) if _passes_the_spirit(asking, word) else ()
    return ", ".join((" ".join(_there(asking, word)), *_fare(asking, word), *rewards))


def _there(asking: Asking, word: Word) -> tuple[str, ...]:
    view: View = asking.view
    field = (_own(view).field + int(word.text)) % FIELDS
    idle = (tr("(nothing to do)"),) if is_idle(view, field) else ()
    return field_name(view.board, field), *idle


def _fare(asking: Asking, word: Word) -> tuple[str, ...]:
    extra = int(word.text) - FREE_DISTANCE
    if extra <= 0:
        return ()
    if not asking.view.board.table.options.race:
        return (tr("for 1 Fame"),)
    return (trn("for {n} Gloria + {n} card", "for {n} Gloria + {n} cards", extra),)


def _passes_the_spirit(asking: Asking, word: Word) -> bool:
    view: View = asking.view
    ahead = (view.board.table.options.deck.spirit_field - _own(view).field) % FIELDS
    return 0 < ahead < int(word.text)


def _field_in_full(asking: Asking, word: Word) -> str:
    return tr("field {field} {name}", field=word.text, name=_field(asking, word))


def _field(asking: Asking, word: Word) -> str:
    return field_name(asking.view.board, int(word.text))


def _haunted(asking: Asking, word: Word) -> str:
    board = asking.view.board
    if KINDS[word.text] in dear_places(board.table.options.deck, board.spirit):
        return tr("{place} for your whole hand", place=word.text)
    return tr("{place}, the centre", place=word.text) if KINDS[word.text] == CENTRE else ""


def _player(asking: Asking, word: Word) -> str:
    seat = int(word.text)
    return tr("{player} (you)", player=letter(seat)) if seat == asking.view.seat else letter(seat)


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
    """A building in words; a place of two digits is not its own key, so the label has it."""
    text = building_text(_building_of(asking, word))
    return text if len(word.text) == 1 else f"{word.text} {text}"


def _numbered(asking: Asking, word: Word) -> str:
    """The same with its place: there may be several of a kind."""
    assert word.thing is not None
    building, place = _building_of(asking, word), word.thing.id.partition(".")[2]
    return building_text(building, f"{building.kind} {place}")


def _outlet(asking: Asking, word: Word) -> str:
    room = _room(asking, word)
    return tr("{building}, room for {room}", building=_building(asking, word), room=room)


def _outlet_in_full(asking: Asking, word: Word) -> str:
    room = _room(asking, word)
    return tr("{building}, room for {room}", building=_numbered(asking, word), room=room)


def _room(asking: Asking, word: Word) -> int:
    traded: int = asking.view.board.traded.count(int(word.text))
    return OUTLETS[_building_of(asking, word).kind].goods - traded


def _good(asking: Asking, word: Word) -> str:
    good, _, place = word.text.partition(".")
    building = f"{_own(asking.view).buildings[int(place)].kind} {place}"
    return tr("{good} on {building}", good=good_name(GOODS[good]), building=building)


def _acquired(asking: Asking, _word: Word) -> str:
    buildings = _own(asking.view).buildings
    places = sources(buildings, asking.view.board.spirit)
    return tr(
        "all: {buildings}", buildings=", ".join(str(buildings[place].kind) for place in places)
    )


def _transmuted(asking: Asking, _word: Word) -> str:
    buildings = _own(asking.view).buildings
    working = [buildings[place] for place in processors(buildings, asking.view.board.spirit)]
    named = (
        tr("{building} (foiled by a Spiritus)", building=one.kind)
        if one.spiritus
        else str(one.kind)
        for one in working
    )
    return tr("all: {buildings}", buildings=", ".join(named))


def _payout(asking: Asking, word: Word) -> str:
    view: View = asking.view
    good = GOODS[asking.answer_to("sell").partition(".")[0]]
    outlet = _own(view).buildings[int(asking.answer_to("outlet"))]
    price = OUTLETS[outlet.kind].prices[good]
    if word.text == "fame":
        return trn("{n} Fame", "{n} Fame", price.fame)
    if view.board.table.options.race and good == GOLD:
        return tr_in("payout", "the match")
    return cards_number(price.cards)


LABELS: Final[Mapping[str, Label]] = {
    "acquire": _or(_NO, _acquired),
    "build": _or(_NO_MORE, _costing),
    "building": _building,
    "buy": _or(_NO, _bought),
    "clear": _or(_NO, _cleared),
    "defence": _defended,
    "demolish": _building,
    "discard": _held,
    "distance": _way,
    "draw": _drawn,
    "fee": _held,
    "field": _field,
    "gift": _or(_NO, lambda _asking, _word: _given(GIFT)),
    "gloria": _or(_NO, lambda _asking, _word: tr("play it")),
    "into": _building,
    "outlet": _outlet,
    "pay": _held,
    "payout": _payout,
    "play": _or(_NO_MORE, _costing),
    "reward": _drawn,
    "seat": _player,
    "sell": _or(_NO_MORE, _good),
    "sources": _building,
    "to": _haunted,
    "transmute": _or(_NO, _transmuted),
    "transport": _or(_NO_MORE, _good),
    "use": lambda _asking, word: tr_key(_USES[word.text]),
    "victim": _robbed,
}
"""By the name of the choice."""

TITLES: Final[Mapping[str, Label]] = {
    "building": _numbered,
    "clear": _or(_NO, _cleared_in_full),
    "demolish": _numbered,
    "distance": _way_in_full,
    "field": _field_in_full,
    "into": _numbered,
    "outlet": _outlet_in_full,
    "sources": _numbered,
}
"""By the name of the choice, where labels do not say it all."""
