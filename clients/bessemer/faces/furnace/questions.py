"""The questions of Furnace; see `Questions` for what each method promises."""

from collections.abc import Mapping
from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.furnace.labels import company_name, stock_text, times_text
from bessemer.faces.furnace.progress import claims_so_far, plan_so_far
from bessemer.faces.language import tr
from bessemer.faces.questions import Asking, Questions
from bessemer.games.furnace.scripts.answers import FIRST
from bessemer.games.furnace.scripts.bidding import DISC
from bessemer.games.furnace.state import Phase


class FurnaceQuestions(Questions):
    """The questions of each phase."""

    no_more: frozenset[str] = frozenset()
    begins: Mapping[str, tuple[str, ...]] = {DISC: ()}

    def text(self, asking: Asking) -> str:
        choice = asking.choice
        card = choice.about.id if choice.about else ""
        name = self._name(asking, card)
        match choice.name:
            case "company":
                return tr("Which company do you bid on?")
            case "disc":
                return tr("Which disc on {card}?", card=f"{card} {name}")
            case "after":
                return tr("Where in your line does {card} go?", card=f"{card} {name}")
            case "count":
                return self._how_often(asking, f"{card} {name}")
        plan = plan_so_far(asking.view, asking.trail, choice)
        if choice.name == "flips":
            held = stock_text(plan.stock)
            return tr(
                "{card}: flip companies for 1C + 1U each? You hold {held}.", card=card, held=held
            )
        if not plan.steps:
            return tr("Step 1: which card do you run first?")
        return tr("Step {number}: which card do you run next?", number=len(plan.steps) + 1)

    def label(self, asking: Asking, word: Word) -> str:
        match asking.choice.name:
            case "after":
                if word.text == FIRST:
                    return tr("before all")
                return tr("after {card}", card=word.text)
            case "flips":
                return f"{word.text} {self._name(asking, word.text)}"
        return ""

    def title(self, asking: Asking, word: Word) -> str:
        if not word.thing or asking.choice.name == DISC:
            return ""
        name = f"{word.text} {self._name(asking, word.text)}"
        return tr("after {card}", card=name) if asking.choice.name == "after" else name

    def default(self, asking: Asking) -> str:
        words = [word.text for word in asking.choice.words]
        match asking.choice.name:
            case "after":
                return words[0]  # the right end
            case "count":
                return words[-1]  # as often as possible
        return ""

    def arrange(self, asking: Asking, words: list[str]) -> list[str]:
        match asking.choice.name:
            case "company":
                return sorted(words, key=asking.view.board.row.cards.index)
            case "disc":
                return sorted(words)
            case "after":
                return words[::-1]  # from left to right
        return words

    def _how_often(self, asking: Asking, card: str) -> str:
        view, trail, choice = asking.view, asking.trail, asking.choice
        if view.board.phase is Phase.COMPENSATION:
            claims = claims_so_far(view, trail)
            assert claims.asked is not None
            _, effect, times = claims.asked
            return tr(
                "{card}: how often {effect}, up to {times}? You hold {held}.",
                card=card,
                effect=effect,
                times=times_text(times),
                held=stock_text(claims.stock),
            )
        plan = plan_so_far(view, trail, choice)
        return tr(
            "{card}: how often {effect}? You hold {held}.",
            card=card,
            effect=plan.asked,
            held=stock_text(plan.stock),
        )

    def _name(self, asking: Asking, card: str) -> str:
        return company_name(asking.view.board.table.options.deck, card)


QUESTIONS: Final = FurnaceQuestions()
