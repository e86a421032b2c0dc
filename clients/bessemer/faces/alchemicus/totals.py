"""The running totals of Alchemicus: Fame, the hand, goods, and the cards that are paid."""

from collections import Counter
from typing import Any, Final

from bessemer.engine.chance import Chance
from bessemer.engine.choices import Answered
from bessemer.engine.game import Seat
from bessemer.faces.language import Key, key_in
from bessemer.faces.totals import InTheMaking, Total, paired
from bessemer.games.alchemicus.actions.movement import paid_fields
from bessemer.games.alchemicus.cards.kinds import GLORIA, GOLD, HERB, METAL, ORE, TINCTURE
from bessemer.games.alchemicus.scripts.things import BANK, CARD
from bessemer.games.alchemicus.state import Board, View

_FAME: Final = key_in("total", "Fame")
_INFAMIA: Final = key_in("total", "Infamia on you")
_HAND: Final = key_in("total", "hand")
_GOODS: Final = {
    key_in("total", "herb"): HERB,
    key_in("total", "ore"): ORE,
    key_in("total", "tincture"): TINCTURE,
    key_in("total", "metal"): METAL,
    key_in("total", "gold"): GOLD,
}


def totals(draft: InTheMaking) -> tuple[Total, ...]:
    """See `totals_of`."""
    view: View = draft.made.view
    seat = view.seat
    assert seat is not None, "a spectator decides nothing"
    held = Counter(map(str, view.hand))
    gained = _gained(view.board, draft.trail)
    before = _figures(view.board, seat)
    if draft.made.move is None:
        after = before | {_HAND: before[_HAND] + gained.total()}
    else:
        after = _figures(_board_after(draft), seat)
    shown = {
        name: held for name, held in before.items() if name not in _GOODS or held or after[name]
    }
    owned = paired(shown, after)
    cards = tuple(
        Total(kind, held[kind], held[kind] + number) for kind, number in gained.items() if number
    )
    return (*owned, *cards)


def _figures(board: Board, seat: Seat) -> dict[Key, int]:
    """The figures of the seat that everybody sees."""
    player = board.players[seat]
    goods = Counter(lying.good for one in player.buildings for lying in one.goods)
    standing = {_INFAMIA: player.infamia} if board.table.options.race else {_FAME: player.fame}
    return {**standing, _HAND: player.cards, **{name: goods[good] for name, good in _GOODS.items()}}


def _gained(board: Board, trail: tuple[Answered, ...]) -> Counter[str]:
    """The cards that are to come into the hand or, with a minus, to leave it, by kind."""
    gained: Counter[str] = Counter()
    for choice, answer in trail:
        kinds = {word.text: word.thing.kind for word in choice.words if word.thing}
        if choice.name in ("draw", "reward"):
            gained.update(word for word in answer if kinds.get(word) == BANK)
            continue
        # A fee may be the very card of the bank that it is paid for.
        gained.subtract(word for word in answer if kinds.get(word) in (CARD, BANK))
        if choice.name == "gloria" and answer == ("play",):
            gained[str(GLORIA)] -= 1
        elif choice.name == "distance" and board.table.options.race:
            gained[str(GLORIA)] -= paid_fields(board, int(answer[0]))
    return gained


def _board_after(draft: InTheMaking) -> Board:
    """
    The table as the rules leave it.

    Which cards are drawn is hidden, but how many are not: so any state that looks like the view
    will do.
    """
    game, view = draft.made.game, draft.made.view
    after: Any = game.apply(game.resample(view, Chance(b"")), Seat(view.seat), draft.made.move)
    board: Board = after.board
    return board
