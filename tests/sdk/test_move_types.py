"""What authors are told of an answer that is no move."""

from typing import Any

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.games.alchemicus import moves as alchemicus
from bessemer.games.brass import moves as brass
from bessemer.games.furnace.moves import Bid, ProductionPlan, Step
from bessemer.sdk.furnace import FurnaceView
from bessemer.sdk.move_types import what_is_wrong
from bessemer.sdk.offline.fake_referee import FakeReferee
from bessemer.sdk.offline.local_match import BotFault
from bessemer.sdk.offline.opponents import IdleBot
from bessemer.sdk.view import view_class
from tests.referees.in_process import every_game

WRONG: dict[tuple[str, Any], str] = {
    ("furnace", Bid("C34", 3)): "Bid.value is a whole number, not the text 'C34'",  # type: ignore[arg-type]
    ("furnace", Bid(4.0, "C34")): "Bid.value is a whole number, not the number 4.0",  # type: ignore[arg-type]
    (
        "furnace",
        ProductionPlan((Step("C01"), Step("C02", (1, "2")))),  # type: ignore[arg-type]
    ): "ProductionPlan.steps[1].counts[1] is a whole number, not the text '2'",
    (
        "furnace",
        ProductionPlan("C01"),  # type: ignore[arg-type]
    ): "ProductionPlan.steps is a tuple, not the text 'C01'",
    (
        "brass",
        brass.Rails("Leeds", None, "coal"),  # type: ignore[arg-type]
    ): "Rails.first is a Rail, not the text 'Leeds'",
    ("brass", brass.Loan(None, "coal")): "Loan.amount is a whole number, not None",  # type: ignore[arg-type]
    (
        "alchemicus",
        alchemicus.DrawNoctis("garden"),  # type: ignore[arg-type]
    ): "DrawNoctis.fee is a Kind, such as Kind.",
    ("furnace", None): "the bot answered None, which is no move: is a `return` missing?",
    (
        "furnace",
        "bid 3 on C04",
    ): "the bot answered the text 'bid 3 on C04', and not a move: answer with a value such as "
    "Bid(value, card)",
    ("brass", Bid(3, "C04")): "which is no move of brass: its moves are Build, Canal, Rails",
}


@pytest.mark.parametrize(("game", "answer"), WRONG, ids=repr)
def test_the_field_and_its_type_are_named(game: str, answer: object) -> None:
    """Whatever part of a move it is in."""
    said = what_is_wrong(game, answer)

    assert said is not None
    assert WRONG[game, answer] in said


@every_game
def test_every_move_of_a_match_is_found_right(game: str) -> None:
    """No kind of move, and no value that it can have, is called wrong."""
    views: Any = FakeReferee(view_class(game), seed=3).views()
    kinds = set()
    for view in views:
        for move in view.legal_moves(20):
            assert what_is_wrong(game, move) is None
            kinds.add(type(move))
        assert what_is_wrong(game, "a text")
    assert len(kinds) > 1


class Texts(IdleBot):
    """Answers with the text of a move."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """A text."""
        return view.game.format(view.default_move())


@every_game
def test_a_text_instead_of_a_move_is_said_in_a_test_too(game: str) -> None:
    """Not that something else was asked for."""
    seats = min(GAMES[game].seats)
    with pytest.raises(BotFault, match="answered the text"):
        FakeReferee(view_class(game)).play(Texts(), *[IdleBot()] * (seats - 1))


def test_a_number_that_is_no_whole_one_is_named() -> None:
    """Instead of what Python says of it somewhere in the rules."""

    class Halves(IdleBot):
        def decide(self, view: Any) -> Any:  # noqa: ANN401 - no move
            return Bid(4.0, view.row[0].card)  # type: ignore[arg-type]

    with pytest.raises(BotFault, match=r"Bid\.value is a whole number, not the number 4\.0"):
        FakeReferee(FurnaceView).play(Halves(), IdleBot())
