"""What a bot's author is told when a bot is made: a sentence about what they cannot have meant."""

import logging

import pytest

from bessemer import alchemicus, brass, furnace
from bessemer.engine.catalogue import NAMES
from bessemer.sdk.bot import Bot
from bessemer.sdk.program.bot_checks import make_bot, oversights
from bessemer.sdk.view import AnyView


class Misspelt(furnace.Bot):
    def bids(self, view: furnace.View) -> furnace.Bid:
        return view.legal_bids()[-1]


class Started(brass.Bot):
    def action(self, view: brass.View) -> brass.Loan:
        raise NotImplementedError

    def on_begin(self) -> None:
        """Nobody calls it."""


class OneOfTwo(alchemicus.Bot):
    def sale(self, view: alchemicus.View) -> alchemicus.Move:
        return view.default_move()

    def gift(self, view: alchemicus.View) -> alchemicus.Move:
        return view.default_move()


class OnlyBids(furnace.Bot):
    def bid(self, view: furnace.View) -> furnace.Bid:
        return view.legal_bids()[-1]


class Fine(furnace.Bot):
    """A helper with a name like that of a method which is there, and a private one."""

    def bid(self, view: furnace.View) -> furnace.Bid:
        return self.bids(view)[-1]

    def plan(self, view: furnace.View) -> furnace.ProductionPlan:
        return view.random_plan()

    def bids(self, view: furnace.View) -> list[furnace.Bid]:
        return self._plan(view)

    def _plan(self, view: furnace.View) -> list[furnace.Bid]:
        return view.legal_bids()


class DecidesAll(brass.Bot):
    def decide(self, view: brass.View) -> brass.Move:
        return self.sales(view)

    def sales(self, view: brass.View) -> brass.Move:
        return view.default_move()


class Anything:
    """Of no game."""

    def decide(self, view: AnyView) -> object:
        return view


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        (Misspelt, ["Misspelt has a method bids, which nobody calls: is it bid?", "no decision"]),
        (Started, ["on_begin, which nobody calls: is it begin?"]),
        (
            OneOfTwo,
            ["gift, which nobody calls: is it gifts?", "no method move and no method build"],
        ),
        (OnlyBids, ["OnlyBids has no method plan: it plays the default move there"]),
        (Fine, []),
        (DecidesAll, []),
        (Anything, []),
    ],
)
def test_a_method_that_nobody_calls_is_named(kind: type[Bot], parts: list[str]) -> None:
    """With the one that was meant; whatever may be meant is left alone."""
    said = oversights(kind)

    assert len(parts) == len(said)
    for part, sentence in zip(parts, said, strict=True):
        assert part in sentence


@pytest.mark.parametrize("game", NAMES)
def test_a_bot_that_answers_nothing_is_told_what_it_could(game: str) -> None:
    """In every game, with the names of the methods."""
    base = {"furnace": furnace.Bot, "brass": brass.Bot, "alchemicus": alchemicus.Bot}[game]
    (sentence,) = oversights(type("Idle", (base,), {}))

    assert "Idle overrides no decision" in sentence
    own = [name for name in vars(base) if not name.startswith("_")]
    assert all(name in sentence for name in own)
    assert len(own) >= 3


def test_it_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    """However many seats the bot plays."""

    class Seldom(furnace.Bot):
        """Answers nothing."""

    with caplog.at_level(logging.WARNING, "bessemer.sdk"):
        for _ in range(3):
            make_bot(Seldom)

    assert 1 == len(caplog.records)
