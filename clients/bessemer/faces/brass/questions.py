"""The questions of Brass; see `Questions` for what each method promises."""

from collections.abc import Mapping, Sequence
from typing import Final

from bessemer.engine.choices import Answered, Path, Word, only_answer
from bessemer.faces.brass.costs import PAID, cheapest, least_cost
from bessemer.faces.brass.labels import answer_label, choice_label
from bessemer.faces.brass.names import card_name, pounds
from bessemer.faces.language import Key, key, tr, tr_key, trn
from bessemer.faces.questions import Asking, Questions
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.income import LOANS
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.scripts.kinds import BUILD_TWO_CARDS, KINDS
from bessemer.games.brass.scripts.things import NONE, STOP
from bessemer.games.brass.state import Phase, View

CARD_CHOICES: Final = ("card", "cards")
_PHASE_HEADS: Final[Mapping[Phase, Key]] = {
    Phase.SALE: key("Sale"),
    Phase.SHORTFALL: key("Shortfall"),
}
_HEADS: Final[Mapping[str, Key]] = {
    "build": key("Build"),
    BUILD_TWO_CARDS: key("Build"),
    "canal": key("Canal"),
    "rail": key("Rail"),
    "develop": key("Develop"),
    "sell": key("Sell"),
    "loan": key("Loan"),
    "pass": key("Pass"),
}
"""By action."""
_PAID: Final = tuple(kind.name for kind in KINDS if kind.move in PAID)
"""The actions that cost something, or may."""
_ACTIONS: Final = (
    *("build", BUILD_TWO_CARDS, "canal", "rail", "develop"),
    *("sell", "loan", "pass"),
)
"""As people look for them."""
_LISTED: Final = ("action", "card", "industry", "tiles", "mill", "buyer", "amount")
"""The choices that list also what is not possible; of all spaces and links it would be too much."""
_TEXTS: Final[Mapping[str, Key]] = {
    "industry": key("which industry?"),
    "space": key("where?"),
    "coal": key("where does the coal come from?"),
    "iron": key("where does the iron come from?"),
    "second_link": key("a second rail?"),
    "second_coal": key("where does the coal for the second come from?"),
    "buyer": key("who buys?"),
    "amount": key("how much?"),
    "tile": key("which tile do you remove to pay your debt?"),
}


class BrassQuestions(Questions):
    """The questions for an action, in a sale, and for a debt."""

    no_more: frozenset[str] = frozenset({NONE, STOP})
    begins: Mapping[str, tuple[str, ...]] = {
        "card": ("build",),
        "space": ("sell", "build"),
        "link": (),
        "stack": ("build",),
    }

    def text(self, asking: Asking) -> str:
        board = asking.view.board
        if asking.choice.name == "action":
            return trn(
                "What do you do? (the last action, £{money})",
                "What do you do? ({n} actions left, £{money})",
                board.actions,
                money=board.players[asking.view.seat].money,
            )
        return f"{_so_far(asking)}: {_question(asking)}"

    def label(self, asking: Asking, word: Word) -> str:
        view, choice = asking.view, asking.choice
        label = choice_label(view.board, view.seat, choice.name, word, asking.picked)
        is_offered = any(word.text == other.text for other in choice.words)
        is_asked = only_answer(choice) is None
        is_paid = asking.answer_to("action") in _PAID and choice.name not in CARD_CHOICES
        if not is_paid or not is_offered or not is_asked:
            return label
        taken = cheapest(choice, (*asking.picked, word.text))
        before = asking.trail[:-1] if asking.picked else asking.trail
        return f"{label} £{least_cost(view, (*_path(before), taken))}"

    def default(self, asking: Asking) -> str:
        offered = (word.text for word in asking.choice.words)
        return next((word for word in offered if word in self.no_more), "")

    def arrange(self, asking: Asking, words: list[str]) -> list[str]:
        name = asking.choice.name
        if name not in _LISTED:
            offered = [word.text for word in asking.choice.words]
            return [word for word in words if word in offered]
        if name == "action":
            other_link = "rail" if asking.view.board.era is Era.CANAL else "canal"
            return [word for word in _ACTIONS if word in words and word != other_link]
        # In their own order, whether possible or not: as on the hand, and as the stacks lie.
        order = [*asking.view.hand] if name == "card" else [*INDUSTRIES, *map(str, LOANS)]
        return sorted(words, key=lambda word: order.index(word) if word in order else len(order))


QUESTIONS: Final = BrassQuestions()


def cost_so_far(view: View, trail: Sequence[Answered]) -> int | None:
    """The least that an answer costs which begins so; `None` if nothing that costs is chosen."""
    chosen = {choice.name for choice, _ in trail} - {"action", *CARD_CHOICES}
    if not chosen or not any(answer[0] in _PAID for _, answer in trail[:1]):
        return None
    return least_cost(view, _path(trail))


def cost_text(view: View, trail: Sequence[Answered]) -> str:
    """The cost so far, and the money at hand; empty if nothing that costs is chosen."""
    assert view.seat is not None, "a spectator pays nothing"
    cost = cost_so_far(view, trail)
    if cost is None:
        return ""
    return tr("£{cost} of £{money}", cost=cost, money=view.board.players[view.seat].money)


def _path(trail: Sequence[Answered]) -> Path:
    """The answers to what was asked; a set that is being made as small as it may be."""
    return tuple(
        cheapest(choice, answer) for choice, answer in trail if only_answer(choice) is None
    )


def _question(asking: Asking) -> str:
    name, action = asking.choice.name, asking.answer_to("action")
    is_more = bool(asking.picked)
    match name:
        case "card":
            is_build = action == "build"
            return tr("with which card?") if is_build else tr("which card do you discard?")
        case "cards":
            return tr("and the second card?") if is_more else tr("which two cards do you discard?")
        case "link":
            return tr("which canal?") if action == "canal" else tr("which rail?")
        case "tiles":
            return tr("a second tile?") if is_more else tr("which tile do you remove?")
        case "iron" if is_more:
            return tr("where does the iron for the second come from?")
        case "mill":
            is_next = asking.view.board.phase is Phase.SALE
            return tr("which mill sells next?") if is_next else tr("which mill sells?")
    return tr_key(_TEXTS[name])


def _so_far(asking: Asking) -> str:
    """The answers so far, and their cost."""
    view, trail = asking.view, asking.trail
    board, seat = view.board, view.seat
    action = asking.answer_to("action")
    text = tr_key(_PHASE_HEADS.get(board.phase) or _HEADS[action])
    cards = [
        card_name(card)
        for choice, answer in trail
        if choice.name in CARD_CHOICES
        for card in answer
    ]
    if len(cards) > 1:
        text = tr("{head} with {card} and {other}", head=text, card=cards[0], other=cards[1])
    elif cards:
        text = tr("{head} with {card}", head=text, card=cards[0])
    elif action == BUILD_TWO_CARDS:
        text = tr("{head} with two cards", head=text)
    told = [
        label
        for choice, answer in trail
        if choice.name not in ("action", *CARD_CHOICES)
        and (label := answer_label(board, seat, choice.name, answer))
    ]
    if not told:
        money = pounds(board.players[seat].money)
        return tr("{so_far} (you have {money})", so_far=text, money=money)
    return ", ".join([text, *told, *filter(None, [cost_text(view, trail)])])
