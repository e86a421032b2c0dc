"""What messages are made of: moves of each kind, and decks."""

import random
from functools import cache

from bessemer.engine.resources import shipped_text
from bessemer.v1 import move_pb2
from bessemer.v1.furnace_pb2 import (
    FurnaceBid,
    FurnaceChainPlacement,
    FurnaceCompensation,
    FurnaceMove,
    FurnaceProductionPlan,
    FurnaceProductionStep,
)
from bessemer.wire.bounds import MOST_ENTRIES


@cache
def sample_moves() -> tuple[move_pb2.Move, ...]:
    """A move of each kind, and the longest that is read."""
    company = FurnaceProductionStep(card="C07", counts=[1])
    startup = FurnaceProductionStep(card="S1", counts=[2, 0], flips=["C07", "C08"])
    longest = FurnaceProductionPlan(steps=[company] * (MOST_ENTRIES // 2))
    return (
        move_pb2.Move(furnace=FurnaceMove(bid=FurnaceBid(value=3, card="C07"))),
        move_pb2.Move(furnace=FurnaceMove(compensation=FurnaceCompensation(counts=[1, 0, 2]))),
        move_pb2.Move(
            furnace=FurnaceMove(chain_placement=FurnaceChainPlacement(line=["C07", "S1", "C08"]))
        ),
        move_pb2.Move(
            furnace=FurnaceMove(production_plan=FurnaceProductionPlan(steps=[company, startup]))
        ),
        move_pb2.Move(furnace=FurnaceMove(production_plan=longest)),
    )


def clumsy_deck(luck: random.Random) -> str:
    """The shipped deck, as somebody with clumsy fingers would write it."""
    lines = shipped_text("furnace", "cards.toml").splitlines()
    if luck.random() < 0.03:
        lines.append(f"{'.'.join('k' * 30_000)} = 1")  # a parser may take long for so many parts
    for _ in range(luck.choice((0, 0, 1, 1, 3))):
        at = luck.randrange(len(lines))
        match luck.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, luck.choice(lines))
            case 2:
                wrong = luck.choice(("999", "", "0", "é"))
                lines[at] = lines[at].replace(luck.choice('123C$I"[=x'), wrong)
            case _:
                lines.insert(at, f"# {'long ' * luck.choice((1, 80))}")
    return "\n".join(lines)
