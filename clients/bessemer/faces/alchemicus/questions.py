"""The questions of Alchemicus; see `Questions` for what each method promises."""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.alchemicus.answers import LABELS, TITLES
from bessemer.faces.alchemicus.names import (
    both,
    cards_text,
    good_name,
    infamia_text,
    letter,
    moved_name,
)
from bessemer.faces.language import Key, key, tr, tr_key, trn
from bessemer.faces.questions import Asking, Questions
from bessemer.games.alchemicus.actions.building import LIMIT
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST
from bessemer.games.alchemicus.actions.movement import FREE_DISTANCE
from bessemer.games.alchemicus.actions.turn_end import HAND_LIMIT
from bessemer.games.alchemicus.cards.kinds import GOODS, KINDS, Good
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.scripts.things import PASS
from bessemer.games.alchemicus.scripts.turn import BASE, NOBODY, NOCTIS
from bessemer.games.alchemicus.state import View

_PAYMENTS: Final = frozenset({"fee", "pay", "discard"})
_IN_ORDER: Final = _PAYMENTS | {
    "building",
    "build",
    "clear",
    "distance",
    "field",
    "into",
    "outlet",
    "play",
    "seat",
    "sell",
    "transport",
    "victim",
}
"""The choices whose words, offered or not, have an order that everybody knows."""
_DEFAULTS: Final = {
    "acquire": "acquire",
    "draw": BASE.text,
    "reward": BASE.text,
    "transmute": "transmute",
}


class AlchemicusQuestions(Questions):
    """The questions of each phase."""

    no_more: frozenset[str] = frozenset({PASS, NOBODY.text})

    def text(self, asking: Asking) -> str:
        text = _TEXTS[asking.choice.name]
        return tr_key(text) if isinstance(text, str) else text(asking)

    def label(self, asking: Asking, word: Word) -> str:
        return LABELS[asking.choice.name](asking, word)

    def title(self, asking: Asking, word: Word) -> str:
        title = TITLES.get(asking.choice.name)
        return title(asking, word) if title else ""

    def default(self, asking: Asking) -> str:
        choice = asking.choice
        if choice.name not in _PAYMENTS:
            return _DEFAULTS.get(choice.name, "")
        # Of what is held most often one is missed least.
        most = max(choice.words, key=lambda word: word.copies - asking.picked.count(word.text))
        return most.text

    def arrange(self, asking: Asking, words: list[str]) -> list[str]:
        if asking.choice.name == "draw":
            bank = asking.view.board.bank
            places = {word: bank.index(KINDS[word]) for word in words if KINDS.get(word) in bank}
            places[BASE.text] = -1
            return sorted(words, key=lambda word: places.get(word, len(bank)))
        return sorted(words, key=_rank) if asking.choice.name in _IN_ORDER else words


def _rank(word: str) -> tuple[int, str]:
    """Numbers by their size, kinds as they are listed, goods by where they lie."""
    if word in KINDS:
        return KINDS[word], word
    good, _, place = word.rpartition(".")
    return (int(place), good) if place.isdecimal() else (-1, word)


# --- Cards ---------------------------------------------------------------------------------------


def _payment(asking: Asking) -> str:
    """The purpose of the cards, how many are missing, and which are there already."""
    choice, picked = asking.choice, asking.picked
    purpose, missing = _purpose(asking), choice.most - len(picked)
    so_far = cards_text(KINDS[word] for word in picked)
    match choice.name == "discard", bool(picked):
        case True, False:
            return trn(
                "{purpose}: discard {n} card.",
                "{purpose}: discard {n} cards.",
                missing,
                purpose=purpose,
            )
        case True, True:
            return trn(
                "{purpose}: discard {n} card more; discarded so far: {cards}.",
                "{purpose}: discard {n} cards more; discarded so far: {cards}.",
                missing,
                purpose=purpose,
                cards=so_far,
            )
        case False, False:
            return trn(
                "{purpose}: pay {n} card.",
                "{purpose}: pay {n} cards.",
                missing,
                purpose=purpose,
            )
    return trn(
        "{purpose}: pay {n} card more; paid so far: {cards}.",
        "{purpose}: pay {n} cards more; paid so far: {cards}.",
        missing,
        purpose=purpose,
        cards=so_far,
    )


def _purpose(asking: Asking) -> str:
    answer = asking.answer_to
    match asking.view.board.phase:
        case Phase.DRAW:
            drawn = answer("draw")
            if drawn == NOCTIS.text:
                return tr("For a Noctis card")
            return tr("For {card} from the bank", card=drawn)
        case Phase.NOCTIS:
            return answer("play")
        case Phase.DEFENCE:
            return "Infamia"
        case Phase.MOVE:
            distance = int(answer("distance"))
            extra = distance - FREE_DISTANCE
            return trn(
                "{n} fields, {extra} Gloria", "{n} fields, {extra} Gloria", distance, extra=extra
            )
        case Phase.CLEARING:
            return infamia_text(int(answer("clear")))
        case Phase.BUILD:
            return answer("build")
        case Phase.BUY_BACK:
            return good_name(_offered_good(asking.view)).capitalize()
        case Phase.GIFTS:
            return tr("A gift")
        case Phase.GLORIA:
            return tr("A Gloria")
        case _:
            return tr("You may keep {cards} cards", cards=HAND_LIMIT)


def _offered_good(view: View) -> Good:
    assert view.board.offer is not None
    return view.board.offer.lying.good


# --- Texts with something of the table in them ---------------------------------------------------


def _building(asking: Asking) -> str:
    if asking.view.board.phase is Phase.DEFENCE:
        return tr("Which building gives up its Golem?")
    if not asking.answer_to("seat"):
        return tr("Which building does the Golem guard?")
    return tr("Which building of {player}?", player=letter(int(asking.answer_to("seat"))))


def _into(asking: Asking) -> str:
    """The place for a good that is carried, bought or stolen."""
    view: View = asking.view
    match view.board.phase:
        case Phase.TRANSPORT:
            goods = [GOODS[asking.answer_to("transport").partition(".")[0]]]
        case Phase.BUY_BACK:
            goods = [_offered_good(view)]
        case _:
            seat, place = int(asking.answer_to("seat")), int(asking.answer_to("building"))
            goods = [lying.good for lying in view.board.players[seat].buildings[place].goods]
    return tr("Where does the {good} go?", good=both([moved_name(good) for good in goods]))


def _sources(asking: Asking) -> str:
    return tr(
        "Too few cards for all sources: which one gains a good? ({number} of {most})",
        number=len(asking.picked) + 1,
        most=asking.choice.most,
    )


def _sold(asking: Asking) -> str:
    return moved_name(GOODS[asking.answer_to("sell").partition(".")[0]])


def _field(asking: Asking) -> str:
    if asking.view.board.phase is Phase.MOVE:
        return tr("On which field do you begin?")
    return tr("On which field does the Golem lie?")


def _use(asking: Asking) -> str:
    if asking.answer_to("play") == "Golem":
        return tr("Where does the Golem go?")
    return tr("What does the Homunculus do?")


_TEXTS: Final[Mapping[str, Key | Callable[[Asking], str]]] = {
    "acquire": key("Do your sources gain their goods?"),
    "build": key("What do you build?"),
    "building": _building,
    "buy": lambda asking: tr(
        "A {good} was sold and is on offer. Do you buy it?",
        good=moved_name(_offered_good(asking.view)),
    ),
    "clear": key("Do you clear Infamia?"),
    "defence": lambda asking: tr(
        "{player} plays Infamia on you. How do you answer?",
        player=letter(asking.view.board.active),
    ),
    "demolish": lambda asking: tr(
        "{number} buildings stand: which of them makes room for {card}?",
        number=LIMIT,
        card=asking.answer_to("build"),
    ),
    "discard": _payment,
    "distance": key("How far do you go?"),
    "draw": key("What do you draw? Anything but a base card costs a card of your hand."),
    "fee": _payment,
    "field": _field,
    "gift": lambda _asking: tr("Do you give {number} cards for 1 Fame?", number=GIFT),
    "gloria": lambda _asking: tr(
        "Do you play a Gloria? With {number} other cards it brings 1 Fame.", number=GLORIA_COST
    ),
    "into": _into,
    "outlet": lambda asking: tr("Through which outlet does the {good} go?", good=_sold(asking)),
    "pay": _payment,
    "payout": lambda asking: tr("What do you take for the {good}?", good=_sold(asking)),
    "play": key("Which Noctis card do you play?"),
    "reward": key("You passed the Spirit's field: which card do you take?"),
    "seat": key("On whom do you play it?"),
    "sell": key("What do you sell?"),
    "sources": _sources,
    "to": lambda asking: tr(
        "Where does the Spirit go? It leaves {place}.", place=asking.view.board.spirit
    ),
    "transmute": key("Do your processors work?"),
    "transport": key("What do you carry?"),
    "use": _use,
    "victim": key("From whom does it steal a card, drawn at random?"),
}
"""By the name of the choice."""

QUESTIONS: Final = AlchemicusQuestions()
