"""The questions of Alchemicus; see `Questions` for what each method promises."""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.alchemicus.answers import LABELS
from bessemer.faces.alchemicus.names import cards_number, cards_text, goods_text, letter
from bessemer.faces.questions import Asking
from bessemer.games.alchemicus.actions.building import LIMIT
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST, HAND_LIMIT
from bessemer.games.alchemicus.actions.movement import FREE_DISTANCE
from bessemer.games.alchemicus.cards.kinds import KINDS
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


class AlchemicusQuestions:
    """What people are asked in each phase."""

    no_more: frozenset[str] = frozenset({PASS, NOBODY.text})

    def text(self, asking: Asking) -> str:
        text = _TEXTS[asking.choice.name]
        return text if isinstance(text, str) else text(asking)

    def label(self, asking: Asking, word: Word) -> str:
        return LABELS[asking.choice.name](asking, word)

    def title(self, asking: Asking, word: Word) -> str:  # noqa: ARG002 - labels say it all
        return ""

    def default(self, asking: Asking) -> str:
        choice = asking.choice
        if choice.name not in _PAYMENTS:
            return _DEFAULTS.get(choice.name, "")
        # Of what is held most often one is missed least.
        most = max(choice.words, key=lambda word: word.copies - asking.picked.count(word.text))
        return most.text

    def arrange(self, asking: Asking, words: list[str]) -> list[str]:
        return sorted(words, key=_rank) if asking.choice.name in _IN_ORDER else words


def _rank(word: str) -> tuple[int, str]:
    """Numbers by their size, kinds as they are listed, goods by where they lie."""
    if word in KINDS:
        return KINDS[word], word
    good, _, place = word.rpartition(".")
    return (int(place), good) if place.isdecimal() else (-1, word)


# --- Cards ---------------------------------------------------------------------------------------


def _payment(asking: Asking) -> str:
    """What the cards are for, how many are missing, and which are there already."""
    choice, picked = asking.choice, asking.picked
    verb, done = ("discard", "discarded") if choice.name == "discard" else ("pay", "paid")
    missing = cards_number(choice.most - len(picked))
    so_far = cards_text(KINDS[word] for word in picked)
    more = f" more; {done} so far: {so_far}" if picked else ""
    return f"{_purpose(asking)}: {verb} {missing}{more}."


def _purpose(asking: Asking) -> str:
    answer = asking.answer_to
    match asking.view.board.phase:
        case Phase.DRAW:
            drawn = answer("draw")
            return f"For {'a Noctis card' if drawn == NOCTIS.text else f'{drawn} from the bank'}"
        case Phase.NOCTIS:
            return answer("play")
        case Phase.DEFENCE:
            return "Infamia"
        case Phase.MOVE:
            distance = int(answer("distance"))
            return f"{distance} fields, {distance - FREE_DISTANCE} Gloria"
        case Phase.CLEARING:
            return f"{answer('clear')} Infamia"
        case Phase.BUILD:
            return answer("build")
        case Phase.BUY_BACK:
            return _offered_good(asking.view).capitalize()
        case Phase.GIFTS:
            return "A gift"
        case Phase.GLORIA:
            return "A Gloria"
        case _:
            return f"You may keep {HAND_LIMIT} cards"


def _offered_good(view: View) -> str:
    assert view.board.offer is not None
    return str(view.board.offer.lying.good)


# --- Texts with something of the table in them ---------------------------------------------------


def _building(asking: Asking) -> str:
    if asking.view.board.phase is Phase.DEFENCE:
        return "Which building gives up its Golem?"
    if not asking.answer_to("seat"):
        return "Which building does the Golem guard?"
    return f"Which building of {letter(int(asking.answer_to('seat')))}?"


def _into(asking: Asking) -> str:
    """Where a good goes that is carried, bought or stolen."""
    view: View = asking.view
    match view.board.phase:
        case Phase.TRANSPORT:
            good = asking.answer_to("transport").partition(".")[0]
        case Phase.BUY_BACK:
            good = _offered_good(view)
        case _:
            seat, place = int(asking.answer_to("seat")), int(asking.answer_to("building"))
            good = goods_text(view.board.players[seat].buildings[place])
    return f"Where does the {good} go?"


def _sources(asking: Asking) -> str:
    number = f"{len(asking.picked) + 1} of {asking.choice.most}"
    return f"Too few cards for all sources: which one gains a good? ({number})"


def _of_sold(text: str) -> Callable[[Asking], str]:
    return lambda asking: text.format(good=asking.answer_to("sell").partition(".")[0])


_TEXTS: Final[Mapping[str, str | Callable[[Asking], str]]] = {
    "acquire": "Do your sources gain their goods?",
    "build": "What do you build?",
    "building": _building,
    "buy": lambda asking: (
        f"A {_offered_good(asking.view)} was sold and is on offer. Do you buy it?"
    ),
    "clear": "Do you clear Infamia?",
    "defence": lambda asking: (
        f"{letter(asking.view.board.active)} plays Infamia on you. How do you answer?"
    ),
    "demolish": lambda asking: (
        f"{LIMIT} buildings stand: which of them makes room for {asking.answer_to('build')}?"
    ),
    "discard": _payment,
    "distance": "How far do you go?",
    "draw": "What do you draw? Anything but a base card costs a card of your hand.",
    "fee": _payment,
    "field": lambda asking: (
        "On which field do you begin?"
        if asking.view.board.phase is Phase.MOVE
        else "On which field does the Golem lie?"
    ),
    "gift": f"Do you give {GIFT} cards for 1 Fame?",
    "gloria": f"Do you play a Gloria? With {GLORIA_COST} other cards it brings 1 Fame.",
    "into": _into,
    "outlet": _of_sold("Through which outlet does the {good} go?"),
    "pay": _payment,
    "payout": _of_sold("What do you take for the {good}?"),
    "play": "Which Noctis card do you play?",
    "reward": "You passed the Spirit's field: which card do you take?",
    "seat": "On whom do you play it?",
    "sell": "What do you sell?",
    "sources": _sources,
    "to": lambda asking: f"Where does the Spirit go? It leaves {asking.view.board.spirit}.",
    "transmute": "Do your processors work?",
    "transport": "What do you carry?",
    "use": lambda asking: (
        "Where does the Golem go?"
        if asking.answer_to("play") == "Golem"
        else "What does the Homunculus do?"
    ),
    "victim": "From whom does it steal a card, drawn at random?",
}
"""By the name of the choice."""

QUESTIONS: Final = AlchemicusQuestions()
