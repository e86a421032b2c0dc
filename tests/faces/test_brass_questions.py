"""What people are asked on the way to a move of Brass."""

from bessemer.engine import choices, drafts
from bessemer.engine.drafts import Draft
from bessemer.engine.game import Seat
from bessemer.faces.brass.questions import QUESTIONS
from bessemer.faces.questions import Asking
from bessemer.games.brass.moves import Move
from bessemer.games.brass.rules import BRASS
from bessemer.table.games import table_game
from tests.games.brass.positions import position

BEGINNING = position(
    3,
    hands={0: "bury cotton cotton shipyard"},
    tiles="0 cotton1 oldham.left, 1 port1 preston.top, 2 port1 liverpool.top-left",
    links="0 manchester-oldham bolton-manchester, 1 preston-wigan, 2 bolton-wigan",
    owns={0: {"money": 20}},
)


def after(*path: tuple[str, ...]) -> Draft[Move]:
    """The draft of seat 0 after these answers."""
    return drafts.follow(BRASS, BRASS.view(BEGINNING, Seat(0)), path)


def asking(draft: Draft[Move], *picked: str) -> Asking:
    """Its choice as it is put to a person who has picked so much of a set."""
    assert draft.choice is not None
    trail = draft.trail
    if picked:
        trail = (*trail, choices.Answered(draft.choice, picked))
    return Asking(draft.view, draft.choice, trail, picked)


def labels(asked: Asking) -> list[str]:
    """The labels of what is offered."""
    return [QUESTIONS.label(asked, word) for word in asked.choice.words]


def test_what_is_asked_tells_what_was_chosen_and_what_it_costs() -> None:
    """The action, its cards, what it builds where, and the money."""
    texts = {
        (): "What do you do? (2 actions left, £20)",
        (("build",), ("bury",)): "Build with Bury (you have £20): which industry?",
        (("build_two_cards",),): "Build with two cards (you have £20): which industry?",
        (("canal",), ("bolton-bury",)): (
            "Canal, Bolton-Bury, £3 of £20: which card do you discard?"
        ),
        (("loan",), ("10",)): "Loan, 10: which card do you discard?",
    }
    assert texts == {path: QUESTIONS.text(asking(after(*path))) for path in texts}


def test_a_second_tile_is_asked_for_and_costs_more() -> None:
    """The tile below the first one of a stack is named."""
    draft = after(("develop",))

    assert "Develop, cotton 1, £1 of £20: a second tile?" == QUESTIONS.text(asking(draft, "cotton"))
    assert ["cotton 1 £1", "coal 1 £1"] == labels(asking(draft))[:2]
    assert ["cotton 1 £2", "coal 1 £2"] == labels(asking(draft, "cotton"))[:2]
    assert ["cotton 1 £2", "coal 2 £2"] == labels(asking(draft, "coal"))[:2]


def test_answers_stand_in_the_order_of_the_hand() -> None:
    """Whether they are possible or not; the other era's link is not listed."""
    table = table_game("brass")
    draft = table.drafts.begin(BRASS.view(BEGINNING, Seat(0)))
    assert draft.question is not None
    actions = [choice.word for choice in draft.question.choices]
    build = draft.chosen("build").question
    assert build is not None

    assert ["build", "build_two_cards", "canal", "develop", "sell", "loan", "pass"] == actions
    assert ["bury", "cotton", "shipyard"] == [choice.word for choice in build.choices]
    assert "never built" in build.choices[-1].why_not


def test_what_is_too_much_to_list_is_explained_when_it_is_typed() -> None:
    """Links that cannot be built are not listed, but have their reason."""
    table = table_game("brass")
    draft = table.drafts.begin(BRASS.view(BEGINNING, Seat(0))).chosen("canal")
    assert draft.question is not None
    reasons = {word.text: str(refusal) for word, refusal in draft.made.not_now()}

    assert all(not choice.why_not for choice in draft.question.choices)
    assert "is built already" in reasons["preston-wigan"]


def test_a_buyer_is_told_by_its_place() -> None:
    """And the keys of sums are digits, as of any list."""
    table = table_game("brass")
    draft = table.drafts.begin(BRASS.view(BEGINNING, Seat(0)))
    sale = draft.chosen("sell").chosen("preston.top").question
    loan = draft.chosen("loan").question
    assert sale is not None
    assert loan is not None

    assert "Sell, Oldham left, to Preston top: which card do you discard?" == sale.text
    assert ["1", "2", "3"] == [choice.key for choice in loan.choices]
