"""The running totals of Furnace: discs, stores, the line."""

from typing import Final

from bessemer.faces.furnace.progress import claims_so_far, line_so_far, plan_so_far, seat_of
from bessemer.faces.language import key_in, tr_in, tr_key
from bessemer.faces.totals import InTheMaking, Total
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.state import Phase, View

_STORES: Final = (
    key_in("total", "coal"),
    key_in("total", "iron"),
    key_in("total", "oil"),
    key_in("total", "upgrade tokens"),
    key_in("total", "money"),
)
"""By resource."""


def totals(draft: InTheMaking) -> tuple[Total, ...]:
    """See `totals_of`."""
    view: View = draft.made.view
    seat, trail, choice = seat_of(view), draft.trail, draft.made.choice
    player = view.board.players[seat]
    match view.board.phase:
        case Phase.BID:
            return (_discs(view, draft),)
        case Phase.COMPENSATION:
            return _stores(player.stock, claims_so_far(view, trail).stock)
        case Phase.PLACEMENT:
            cards = line_so_far(view, trail, choice).cards
            return (Total(tr_in("total", "line"), " ".join(player.line), " ".join(cards)),)
        case _:
            plan = plan_so_far(view, trail, choice)
            done = {card for step in plan.steps for card in step.flips} | set(plan.flips)
            flipped = Total(
                tr_in("total", "upgraded"), len(player.upgraded), len(player.upgraded) + len(done)
            )
            return (*_stores(player.stock, plan.stock), flipped)


def _discs(view: View, draft: InTheMaking) -> Total:
    """The discs in hand; what a bid wins or is paid, others decide."""
    hand = list(view.board.hands[seat_of(view)])
    left = list(hand)
    for choice, (word, *_) in draft.trail:
        if choice.name == "disc":
            left.remove(int(word))
    return Total(tr_in("total", "discs"), _listed(hand), _listed(left))


def _listed(discs: list[int]) -> str:
    return " ".join(map(str, discs)) or tr_in("total", "none")


def _stores(before: Stock, after: Stock) -> tuple[Total, ...]:
    return tuple(
        Total(tr_key(name), held, then)
        for name, held, then in zip(_STORES, before, after, strict=True)
    )
