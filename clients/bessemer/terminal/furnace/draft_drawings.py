"""Drawings of answers in the making: what is owed, the line, and the plan with its totals."""

from rich.text import Text

from bessemer.faces.furnace.labels import company_name, gain_text, times_text
from bessemer.faces.furnace.progress import ClaimsProgress, LineProgress, PlanProgress, seat_of
from bessemer.faces.language import tr
from bessemer.games.furnace.effects import SYMBOLS, Stock
from bessemer.games.furnace.moves import Step
from bessemer.games.furnace.state import View
from bessemer.table.answers.drafts import keys_for
from bessemer.terminal.drawing import Lines, choosing
from bessemer.terminal.furnace.colours import card_text, colour_of, effect_text
from bessemer.terminal.style import DIM, GOOD, STRONG, cell, line, pointed, wrapped

_TOTALS = 17


def _totals(stock: Stock) -> Text:
    return Text.assemble(
        *(cell(str(held), 3, right=True) for held in stock[:4]),
        cell(str(stock.money), 5, STRONG, right=True),
    )


def _totals_head(what: str, width: int) -> Text:
    signs = [cell(sign, 3, colour_of(index), right=True) for index, sign in enumerate(SYMBOLS)]
    return line(
        cell(what, width - _TOTALS, DIM),
        *signs[:4],
        cell("$", 5, colour_of(4), right=True),
        width=width,
    )


def draw_claims(draft: ClaimsProgress, width: int) -> Lines:
    """Each card that owes something, what comes of it, and what is held then."""
    deck = draft.board.table.options.deck
    lines = [_totals_head(f"   {tr('what the row owes you, left to right')}", width)]
    counts, stocks, before = iter(draft.counts), draft.stocks, draft.board.players[draft.seat].stock
    lines.append(line(cell(f"   {tr('you have')}", width - _TOTALS), _totals(before), width=width))
    for place, (card, effect, times) in enumerate(draft.claims):
        settled = place < len(stocks)
        if not effect.takes:
            what = tr("{times}, by itself", times=times_text(times))
        elif settled:
            what = tr("{done} of up to {times}", done=next(counts), times=times_text(times))
        else:
            what = tr("up to {times}", times=times_text(times))
        asked = place == len(stocks)
        drawn = line(
            Text(" > " if asked else "   ", STRONG),
            cell(
                Text.assemble(
                    cell(card, 5),
                    cell(company_name(deck, card), 20, DIM),
                    effect_text(effect),
                    "  ",
                    what,
                ),
                width - _TOTALS - 3,
            ),
            _totals(stocks[place]) if settled else "",
            width=width,
        )
        lines.append(pointed(drawn, width) if asked else drawn)
    return lines


def draw_line(view: View, draft: LineProgress, width: int, cursor: str) -> Lines:
    """The line from left to right, what each card does, and where the new one would go."""
    deck, player = view.board.table.options.deck, view.board.players[seat_of(view)]
    new = set(player.companies) - set(player.line)
    lines = [
        line(Text(f"   {tr('your line, in the order in which it will run')}", DIM), width=width)
    ]
    told = tr("{card} goes here", card=draft.card)
    here = line(Text(f" > {told}", f"{STRONG} {GOOD}"), width=width)
    if draft.card and cursor == "first":
        lines.append(pointed(here, width))
    for number, card in enumerate(draft.cards, 1):
        drawn = line(
            cell(f"   {number:>2} ", 6),
            cell(f"{card}{'*' if card in new else ''}", 6, STRONG),
            cell(company_name(deck, card), 20, DIM),
            card_text(deck, card, upgraded=card in player.upgraded),
            width=width,
        )
        lines.append(choosing(drawn, card) if draft.card else drawn)
        if draft.card and cursor == card:
            lines.append(pointed(here.copy(), width))
    waiting = [card for card in player.companies if card in new and card not in draft.cards]
    pieces = [
        Text.assemble((card, STRONG), " ", card_text(deck, card, upgraded=False))
        for card in waiting
    ]
    if pieces:
        lines.append(line(Text(f"   {tr('to be placed')}", DIM), width=width))
        lines += wrapped(pieces, width, indent=3)
    return lines


def draw_plan(draft: PlanProgress, width: int, cursor: str = "") -> Lines:
    """The steps that are done with what is held after each, then the cards that are left."""
    start = draft.board.players[draft.seat].stock
    gain = gain_text(start, draft.stock) or tr("no change yet")
    lines = [_totals_head(f"   {tr('your plan so far: {gain}', gain=gain)}", width)]
    lines.append(
        line(cell(f"   {tr('at the start')}", width - _TOTALS), _totals(start), width=width)
    )
    stocks = draft.stocks
    upgraded = set(draft.board.players[draft.seat].upgraded)
    for number, step in enumerate(draft.steps, 1):
        what = _done(draft, step, upgraded)
        upgraded |= set(step.flips)
        lines.append(_plan_line(draft, f"{number:>2}.", step.card, what, stocks[number - 1], width))
    if draft.card:
        step = Step(draft.card, draft.counts, draft.flips)
        what = _done(draft, step, upgraded)
        drawn = _plan_line(draft, " > ", draft.card, what, draft.stock, width)
        lines.append(pointed(drawn, width))
    left = draft.cards_left
    if draft.board.players[draft.seat].line and not draft.card:
        left = left[:1]  # there the next one alone can be run
    keys = keys_for(left) if not draft.card else (" ",) * len(left)
    for key, card in zip(keys, left, strict=True):
        is_pointed = card == cursor and not draft.card
        what = card_text(draft.board.table.options.deck, card, upgraded=draft.is_upgraded(card))
        mark = f" >{key}" if is_pointed else f"  {key}"
        drawn = _plan_line(draft, mark, card, what, None, width)
        lines.append(choosing(pointed(drawn, width) if is_pointed else drawn, card))
    return lines


def _plan_line(
    draft: PlanProgress, mark: str, card: str, what: Text, stock: Stock | None, width: int
) -> Text:
    name = company_name(draft.board.table.options.deck, card)
    shown = f"{card}+" if draft.is_upgraded(card) else card
    return line(
        Text(mark, STRONG),
        " ",
        cell(shown, 5, STRONG),
        cell(name, 20, DIM),
        cell(what, width - _TOTALS - 30),
        " ",
        _totals(stock) if stock is not None else "",
        width=width,
    )


def _done(draft: PlanProgress, step: Step, upgraded: set[str]) -> Text:
    """The effects of a step: each line, a processing with its count."""
    deck = draft.board.table.options.deck
    counts = iter(step.counts)
    parts = []
    for effect in (deck.upgraded_lines if step.card in upgraded else deck.basic_lines)[step.card]:
        if not effect.takes:
            parts.append(effect_text(effect))
            continue
        count = next(counts, None)
        bare = effect._replace(limit=0)
        parts.append(
            Text.assemble(effect_text(bare), " ", ("?" if count is None else f"{count}x", STRONG))
        )
    if step.flips:
        parts.append(Text(tr("flip {cards}", cards=" ".join(step.flips))))
    return Text(", ").join(parts)
