"""The gains of bids, cards and steps of Furnace; see `Hints` for what each method promises."""

from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.face import plain_text
from bessemer.faces.furnace.labels import (
    capitalist_name,
    capitalist_power,
    card_label,
    card_mark,
    card_order,
    company_name,
    effect_label,
    stock_text,
)
from bessemer.faces.furnace.progress import claims_so_far, plan_so_far, seat_of
from bessemer.faces.hints import Hints, Note
from bessemer.faces.language import tr
from bessemer.faces.questions import Asking
from bessemer.games.furnace.effects import Effect, carry_out
from bessemer.games.furnace.moves import Bid, Move
from bessemer.games.furnace.phases.compensation import winner
from bessemer.games.furnace.state import AGENT, Disc, Phase, View


class FurnaceHints(Hints):
    """Companies, discs, processings and upgrades in a sentence each."""

    def hint(self, asking: Asking, word: Word) -> str:
        deck = asking.view.board.table.options.deck
        match asking.choice.name:
            case "company":
                company = deck.companies[word.text]
                return tr(
                    "if you win: {effect} in every round; if not: {compensation} times your disc",
                    effect=_said(company.basic),
                    compensation=_said(company.compensation),
                )
            case "disc" if asking.choice.about:
                bid = Bid(int(word.text), asking.choice.about.id)
                if not _can_win(asking.view, bid):
                    return tr("cannot win the card, and is compensated")
                return tr("leads on the card; outbid, it is compensated")
            case "count":
                return self._after(asking, int(word.text))
            case "flips":
                more = _said(deck.companies[word.text].additional)
                return tr("from now on it also produces {effect}", effect=more)
        return ""

    def _after(self, asking: Asking, count: int) -> str:
        view, trail = asking.view, asking.trail
        if view.board.phase is Phase.COMPENSATION:
            claims = claims_so_far(view, trail)
            effect, stock = claims.asked and claims.asked.effect, claims.stock
        else:
            plan = plan_so_far(view, trail, asking.choice)
            effect, stock = plan.asked, plan.stock
        if effect is None:
            return ""
        held = list(stock)
        carry_out(effect, held, count)
        if min(held) < 0:
            return tr("you have too little for it")
        return tr("you hold {stock} then", stock=stock_text(held))

    def warning(self, view: View, move: Move) -> str:
        if not isinstance(move, Bid):
            return ""
        if _can_win(view, move):
            return ""
        stack = _stack(view, move.card)
        return tr(
            "A disc of {leader} leads on {card}: your {value} cannot win it, it is only compensated.",
            leader=winner(stack).value,
            card=move.card,
            value=move.value,
        )

    def things(self, view: View) -> dict[str, str]:  # noqa: ARG002 - the same in all matches
        return {
            "disc": tr("place it on a card: the highest disc wins it, every other is compensated"),
        }

    def notes(self, view: View) -> tuple[Note, ...]:
        board = view.board
        signs = (
            Note("C I O U $", tr("coal, iron, oil, upgrade tokens, money: the most money wins")),
            Note("2C→2$ x2", tr("turns 2 coal into 2 money, up to 2 times in a round")),
            Note("[B3]", tr("the disc that leads: it wins the card, the others are compensated")),
        )
        if view.seat is None:
            return signs
        owned = board.table.capitalists[view.seat]
        role = (Note(capitalist_name(owned), capitalist_power(owned)),) if owned else ()
        deck, player = board.table.options.deck, board.players[view.seat]
        cards = tuple(
            Note(
                f"{card_mark(board, view.seat, card)} {company_name(deck, card)}",
                plain_text(card_label(deck, card, upgraded=card in player.upgraded)),
            )
            for card in card_order(board, view.seat)
        )
        agent = tr("bids like a third player by a die, and keeps what it wins out of the game")
        return (*signs, *role, *cards, *((Note("X", agent),) * (len(board.players) == AGENT)))


def _stack(view: View, card: str) -> tuple[Disc, ...]:
    row = view.board.row
    return row.stacks[row.cards.index(card)]


def _can_win(view: View, bid: Bid) -> bool:
    """Whether the disc would lead now."""
    seat = seat_of(view)
    return winner((*_stack(view, bid.card), Disc(seat, bid.value))).seat == seat


def _said(effect: Effect) -> str:
    return plain_text(effect_label(effect))


HINTS: Final = FurnaceHints()
