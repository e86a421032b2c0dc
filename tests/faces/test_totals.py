"""Running totals: before is what the seat sees, after is what the rules make of its answer."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

import pytest

from bessemer.engine.game import Seat
from bessemer.faces.totals import Total, totals_of
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State as AlchemicusState
from bessemer.games.brass.board.geography import COAL, IRON
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.moves import DISTANT, Develop, Rails, Sell
from bessemer.games.brass.state import State as BrassState
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.state import State as FurnaceState
from bessemer.table.alchemicus.own_hand import moved
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.table.games import table_game
from tests.games.alchemicus.positions import position
from tests.games.walks import SETTINGS, Setting, Walk, Way, states

CASES: Final = [
    pytest.param(setting, list(Way)[(number + number // 3) % 3], id=name)
    for number, (name, setting) in enumerate(SETTINGS.items())
]
every_setting = pytest.mark.parametrize(("setting", "way"), CASES)
SOME: Final = 6
"""So many positions of a match are looked at for each kind of decision."""

Figures = dict[str, Any]


def answers(setting: Setting, way: Way) -> Iterator[tuple[Any, Seat, list[AnswerDraft]]]:
    """Positions all through a match, a seat that is asked, and its answer step by step."""
    drafts, rng = table_game(setting.game.name).drafts, random.Random(7)
    by_kind: dict[str, list[Walk]] = {}
    for walk in states(setting, b"totals", way):
        for decision in setting.game.decisions(walk.state)[:1]:
            by_kind.setdefault(decision.kind, []).append(walk)
    for walk in (found for walks in by_kind.values() for found in walks[:: 1 + len(walks) // SOME]):
        for seat in walk.asked:
            steps = [drafts.begin(setting.game.view(walk.state, seat))]
            while (question := steps[-1].question) is not None:
                words = [choice.word for choice in question.choices if not choice.why_not]
                steps.append(steps[-1].chosen(rng.choice(words)))
            yield walk.state, seat, steps


def furnace(before: FurnaceState, seat: Seat, move: Any, after: FurnaceState) -> Figures:  # noqa: ANN401
    """Discs in hand, or what the seat's sealed answer makes of its stores."""
    if isinstance(move, Bid):
        left = after.board.hands[seat]
        is_next_round = after.board.phase is not before.board.phase
        return {} if is_next_round else {"discs": " ".join(map(str, left)) or "none"}
    sealed = after.sealed[seat]
    if sealed is None and after.board.round != before.board.round:
        player = after.board.players[seat]
        return {"money": player.stock.money, "coal": player.stock.coal}
    if sealed is None:
        return {}
    player = sealed.player
    stock = zip(("coal", "iron", "oil", "upgrade tokens", "money"), player.stock, strict=True)
    return {"upgraded": len(player.upgraded), "line": " ".join(player.line), **dict(stock)}


def brass(before: BrassState, seat: Seat, move: Any, after: BrassState) -> Figures:  # noqa: ANN401
    """As the table stands, unless a new round has booked incomes, or a tile was drawn."""
    board = after.board
    is_drawn = isinstance(move, Sell) and move.buyer == DISTANT
    if (board.era, board.round) != (before.board.era, before.board.round) or is_drawn:
        return {}
    player = board.players[seat]
    own = [tile for tile in board.land.tiles if tile and tile.owner == seat]
    less = sum(other.spent < player.spent for other in board.players)
    ties = [other for other in board.order if board.players[other].spent == player.spent]
    return {
        "money": player.money,
        "income": INCOME[player.income],
        "points": player.points,
        "spent": player.spent,
        "place by money spent": 1 + less + ties.index(seat),
        "coal on the market": board.coal,
        "iron on the market": board.iron,
        "coal of yours": sum(tile.cubes for tile in own if tile.industry == COAL),
        "iron of yours": sum(tile.cubes for tile in own if tile.industry == IRON),
    }


def alchemicus(
    before: AlchemicusState,
    seat: Seat,
    move: Any,  # noqa: ANN401
    after: AlchemicusState,
) -> Figures:
    """What everybody sees; and the hand by kind, where no unknown card came into it."""
    player = after.board.players[seat]
    goods = Counter(str(lying.good) for one in player.buildings for lying in one.goods)
    figures: Figures = {"hand": player.cards, "Infamia on you": player.infamia, "Fame": player.fame}
    for name in ("herb", "ore", "tincture", "metal", "gold"):
        figures[name] = goods[name]
    old, new = (Counter(map(str, state.hands[seat])) for state in (before, after))
    # Where what is not paid is all that is left, nothing was drawn.
    left = moved(ALCHEMICUS.view(before, seat), move).hand
    is_known = Counter(map(str, left)) == new
    return figures | ({kind: new[kind] for kind in old | new} if is_known else {})


TRUTH: Final[Mapping[str, Callable[[Any, Seat, Any, Any], Figures]]] = {
    "furnace": furnace,
    "brass": brass,
    "alchemicus": alchemicus,
}


def named(totals: tuple[Total, ...], place: int) -> Figures:
    """The totals before (1) or after (2) by name; each is there once."""
    found: Figures = {total.name: total[place] for total in totals}
    assert len(totals) == len(found)
    return found


@pytest.mark.parametrize(
    ("setting", "way"), [case for case in CASES if str(case.id).split()[0] in TRUTH]
)
def test_totals_of_a_whole_answer_are_what_the_rules_make_of_it(setting: Setting, way: Way) -> None:
    """Before is the same at each step; after a whole answer it is the state's, where that is certain."""
    game = setting.game
    compared, changed = 0, 0
    for state, seat, steps in answers(setting, way):
        told = [totals_of(game.name, step) for step in steps]
        begun, done = named(told[0], 1), named(told[-1], 2)
        for totals in told:
            before = named(totals, 1)
            assert all(before[name] == value for name, value in begun.items() if name in before)
        after = game.apply(state, seat, steps[-1].move)
        truth = TRUTH[game.name](state, seat, steps[-1].move, after)
        for name in done.keys() & truth.keys():
            assert truth[name] == done[name], (name, steps[-1].move)
            compared += 1
        changed += sum(total.is_changed for total in told[-1])

    assert compared
    assert changed


@every_setting
def test_nothing_is_changed_before_anything_is_chosen(setting: Setting, way: Way) -> None:
    """Unless there was nothing to choose, or what leaves no choice is done first."""
    for _, _, steps in answers(setting, way):
        first = totals_of(setting.game.name, steps[0])
        if not steps[0].made.trail and not getattr(steps[0].made.view.board, "owed", ()):
            assert not any(total.is_changed for total in first), first


@pytest.mark.parametrize(
    ("setting", "way"), [case for case in CASES if str(case.id).startswith("brass")]
)
def test_what_is_chosen_is_paid_at_once(setting: Setting, way: Way) -> None:
    """In Brass: money spent never becomes less from step to step, nor cubes taken."""
    taken = ("coal of yours", "iron of yours", "coal on the market", "iron on the market")
    for _, _, steps in answers(setting, way):
        told = [named(totals_of("brass", step), 2) for step in steps]
        for earlier, later in pairwise(told):
            assert earlier["spent"] <= later["spent"]
            if isinstance(steps[-1].move, Rails | Develop):
                assert all(earlier[name] >= later[name] for name in taken)


def test_a_long_way_in_the_race_costs_gloria_and_cards() -> None:
    """Each field beyond the third one of each, told as soon as the way is chosen."""
    state = position(
        "move", hands={0: "Gloria*3 Horten*2 Domo*2"}, fields=[0, 4], noctis="on", race="on"
    )
    draft = table_game("alchemicus").drafts.begin(ALCHEMICUS.view(state, Seat(0))).chosen("5")
    told = {total.name: total[1:] for total in totals_of("alchemicus", draft)}
    paid = {total.name: total[1:] for total in totals_of("alchemicus", draft.chosen("Horten Domo"))}

    assert ((3, 1), (7, 5)) == (told["Gloria"], told["hand"])
    assert ((3, 1), (2, 1), (2, 1)) == (paid["Gloria"], paid["Horten"], paid["Domo"])
    assert (7, 3) == paid["hand"]
