"""Every kind of move has one canonical text, and moves of different kinds are never equal."""

import pytest

from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.notation import parse_move, write_move

H, D, G = Kind.HORTEN, Kind.DOMO, Kind.GOLEM

TEXTS: dict[str, Move] = {
    "pass": moves.Pass(),
    "draw": moves.DrawBase(),
    "take Alembic for Horten": moves.DrawBank(Kind.ALEMBIC, H),
    "draw noctis for Gloria": moves.DrawNoctis(Kind.GLORIA),
    "golem on 3 paying Horten Domo": moves.Golem(3, (H, D)),
    "golem at 3 paying Horten Domo": moves.FieldGolem(3, (H, D)),
    "mutabilus from 1.0 to 2 paying Domo": moves.Mutabilus(Seat(1), 0, 2, (D,)),
    "spiritus on 1.3 paying Horten Domo": moves.Spiritus(Seat(1), 3, (H, D)),
    "homunculus undoes 1.3 paying Horten Domo": moves.Undo(Seat(1), 3, (H, D)),
    "homunculus banishes 1.3 paying Horten Domo": moves.Banish(Seat(1), 3, (H, D)),
    "pactum paying Horten Domo Golem": moves.Pactum((H, D, G)),
    "infamia on 2 paying Horten Horten Horten Horten Domo": moves.Infamia(Seat(2), (H,) * 4 + (D,)),
    "give golem 3": moves.GiveGolem(3),
    "give Horten Horten Domo Domo Golem": moves.GiveCards((H, H, D, D, G)),
    "place 3": moves.Place(3),
    "move 3": moves.Walk(3),
    "move 5 paying Horten Domo": moves.Walk(5, (H, D)),
    "reward base": moves.Reward(noctis=False),
    "reward noctis": moves.Reward(noctis=True),
    "clear 1 paying Horten Domo": moves.ClearInfamia(1, (H, D)),
    "build Alembic paying Horten Domo Domo": moves.Build(Kind.ALEMBIC, (H, D, D)),
    "build Horten paying Domo razing 11": moves.Build(H, (D,), 11),
    "build Horten": moves.Build(H),
    "spirit to Alembic": moves.MoveSpirit(Kind.ALEMBIC),
    "spirit to Domo robbing 2": moves.MoveSpirit(D, Seat(2)),
    "acquire": moves.Acquire(),
    "acquire 0 3": moves.Acquire((0, 3)),
    "transport 0 to 3": moves.Transport(0, 3),
    "transmute": moves.Transmute(),
    "sell tincture from 4 at 1 for fame": moves.Sell(Good.TINCTURE, 4, 1, fame=True),
    "sell gold from 4 at 1 for cards": moves.Sell(Good.GOLD, 4, 1, fame=False),
    "buy to 3 paying Domo": moves.BuyBack(3, (D,)),
    "gift Horten Horten Domo Domo Golem": moves.Gift((H, H, D, D, G)),
    "gloria paying Domo": moves.PlayGloria((D,)),
    "discard Horten Domo": moves.DiscardDown((H, D)),
}


@pytest.mark.parametrize("text", TEXTS)
def test_text_and_move_belong_together(text: str) -> None:
    """Written and read, in both directions, with the same types."""
    move = parse_move(text)

    assert TEXTS[text] == move
    assert text == write_move(move)
    assert repr(TEXTS[text]) == repr(move)


def test_every_kind_of_move_has_a_text() -> None:
    """None is forgotten above."""
    kinds = {
        kind
        for kind in vars(moves).values()
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
    }

    assert kinds == {type(move) for move in TEXTS.values()}


def test_moves_of_different_kinds_are_never_equal() -> None:
    """Though as plain tuples some would be: `golem on 3` and `golem at 3`."""
    everything = list(TEXTS.values())

    assert len(everything) == len(set(everything))
    for move in everything:
        assert [move] == [other for other in everything if other == move]
        assert 1 == sum(not other != move for other in everything)  # noqa: SIM202 - both operators
        assert move != tuple(move)
        assert hash(move) == hash(parse_move(write_move(move)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "pass ",
        "move",
        "move 03",
        "move +3",
        "move 3 paying",
        "move  3",
        "move ٣",
        "build horten",
        "build Nonsense",
        "build Horten razing",
        "take Alembic",
        "spiritus on 1 paying Domo",
        "sell water from 1 at 2 for fame",
        "sell herb from 1 at 2 for nothing",
        "reward",
        "acquire 0,3",
        "move 12345678901",
        "discard Horten\n",
    ],
)
def test_what_is_almost_a_move_is_refused(text: str) -> None:
    """To compare texts is to compare moves."""
    with pytest.raises(MalformedMove, match="not a move of alchemicus"):
        parse_move(text)
