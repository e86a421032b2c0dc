"""The drawings of Furnace; see `TableDrawing` for what each method promises."""

from typing import Final

from rich.text import Text

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import (
    bidder_letter,
    capitalist_name,
    capitalist_power,
    card_mark,
    card_order,
    company_name,
    is_agent,
)
from bessemer.faces.furnace.progress import (
    PlanProgress,
    claims_so_far,
    line_so_far,
    plan_so_far,
)
from bessemer.faces.language import key, tr
from bessemer.faces.players import Players
from bessemer.games.furnace.effects import SYMBOLS
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.phases.compensation import winner
from bessemer.games.furnace.state import AGENT, Board, Disc, Phase, View
from bessemer.table.answers.drafts import AnswerDraft, keys_for
from bessemer.terminal.drawing import Lines, PlayerLine, TableDrawing, choosing
from bessemer.terminal.furnace.colours import card_text, colour_of, effect_text
from bessemer.terminal.furnace.draft_drawings import draw_claims, draw_line, draw_plan
from bessemer.terminal.style import DIM, STRONG, cell, line, player_colour, pointed, wrapped

_NAME: Final = 19
_ROOMY: Final = 3
"""So many columns more for each of the others are enough."""
_AGENT_COLOUR: Final = "#c9c9c9"


class FurnaceDrawing(TableDrawing):
    """The row, the answers in the making, and the players."""

    pictured = frozenset({"card"})
    help_texts = (
        key(
            "In the row, outbid is the compensation of each disc that does not win, upgraded\n"
            "  is what the company also produces once it is flipped. [A3] is the disc that leads."
        ),
    )

    def table(
        self,
        view: View,
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,
        cursor: str = "",
    ) -> Lines:
        board = view.board
        if draft is not None:
            return self._with_draft(view, players, width, draft, cursor)
        if isinstance(view.answer, ProductionPlan) and view.seat is not None:
            return draw_plan(PlanProgress(board, view.seat, view.answer.steps), width)
        if board.row.cards:
            return draw_row(board, players, width)
        return self.holdings(view, players, width)

    def _with_draft(
        self, view: View, players: Players, width: int, draft: AnswerDraft, cursor: str
    ) -> Lines:
        trail, choice = draft.trail, draft.made.choice
        match view.board.phase:
            case Phase.BID:
                chosen = trail[0].answer[0] if trail else ""
                return draw_row(view.board, players, width, cursor, chosen)
            case Phase.COMPENSATION:
                return draw_claims(claims_so_far(view, trail), width)
            case Phase.PLACEMENT:
                return draw_line(view, line_so_far(view, trail, choice), width, cursor)
            case _:
                return draw_plan(plan_so_far(view, trail, choice), width, cursor)

    def holdings(self, view: View, players: Players, width: int) -> Lines:
        board = view.board
        deck = board.table.options.deck
        lines: Lines = []
        for seat, player in enumerate(board.players):
            owned = board.table.capitalists[seat]
            role = (
                f"  {capitalist_name(owned)}: {capitalist_power(owned)}"
                if owned is not None
                else ""
            )
            lines.append(
                line(
                    Text(players.title(seat), f"bold {player_colour(seat)}"),
                    Text(role, DIM),
                    width=width,
                )
            )
            pieces = [
                Text.assemble(
                    (card_mark(board, seat, card), STRONG),
                    " ",
                    card_text(deck, card, upgraded=card in player.upgraded),
                )
                for card in card_order(board, Seat(seat))
            ]
            lines += wrapped(pieces, width, indent=2, gap="   ")
        if board.gone:
            lines.append(Text(tr("cards that left the game"), DIM))
            names = [Text(f"{card} {company_name(deck, card)}", DIM) for card in board.gone]
            lines += wrapped(names, width, indent=2)
        return lines

    def player_lines(self, view: View, width: int) -> list[PlayerLine]:
        board = view.board
        bidding = board.phase is Phase.BID
        discs = 13 if bidding else 2
        role = 15 if self._names_roles(board, width) else 0
        stores = [cell(sign, 3, colour_of(index), right=True) for index, sign in enumerate(SYMBOLS)]
        head = Text.assemble(
            *stores[:4],
            cell("$", 4, colour_of(4), right=True),
            cell(f"  {tr('discs')}" if bidding else "", discs, DIM),
            cell(tr("capitalist"), role, DIM),
            Text(tr("cards, + is upgraded"), DIM),
        )
        lines = [PlayerLine(Text(" " * 4), head)]
        for seat, player in enumerate(board.players):
            owned = board.table.capitalists[seat]
            facts = Text.assemble(
                *[cell(str(held), 3, right=True) for held in player.stock[:4]],
                cell(str(player.stock.money), 4, STRONG, right=True),
                cell(f"  {' '.join(map(str, board.hands[seat]))}" if bidding else "", discs),
                cell(capitalist_name(owned) if owned else "", role, DIM),
            )
            cards = [Text(card_mark(board, seat, card)) for card in card_order(board, Seat(seat))]
            first = cell(tr("1st") if seat == board.first else "", 4, DIM)
            lines.append(PlayerLine(first, facts, cards))
        return lines

    def below_players(self, view: View, players: Players, width: int) -> Lines:
        board, own, told = view.board, players.own, []
        owned = None if own is None else board.table.capitalists[own]
        if owned and not self._names_roles(board, width):
            name, power = capitalist_name(owned), capitalist_power(owned)
            text = tr("you are the {capitalist}: {power}", capitalist=name, power=power)
            told.append(Text(f"     {text}", DIM))
        if len(board.players) == AGENT and board.phase is Phase.BID:
            hand = " ".join(map(str, board.hands[AGENT])) or tr("none")
            if board.die:
                text = tr("X Agent: discs {discs}, die showed {die}", discs=hand, die=board.die)
            else:
                text = tr("X Agent: discs {discs}", discs=hand)
            told.append(Text(f"     {text}", _AGENT_COLOUR))
        return [line(text, width=width) for text in told]

    def _names_roles(self, board: Board, width: int) -> bool:
        """Whether the lines of the players have room for their capitalists."""
        return width >= self.roomy and board.table.options.capitalists


def draw_row(
    board: Board, players: Players, width: int, cursor: str = "", chosen: str = ""
) -> Lines:
    """The companies on offer, one a line; the disc that leads on a card stands in brackets."""
    companies = board.table.options.deck.companies
    # Where there is room to spare it goes between the columns.
    wide = min(_ROOMY, max(0, (width - 80) // 5))
    columns = (_NAME, 8 + wide, 10 + wide, 12 + wide)
    outbid = tr("outbid gets") if wide == _ROOMY else tr("outbid")
    titles = (tr("company"), outbid, tr("produces"), tr("upgraded"))
    heads = [cell(title, size + 1, DIM) for title, size in zip(titles, columns, strict=True)]
    lines = [line(Text("   #      ", DIM), *heads, Text(tr("discs [leader]"), DIM), width=width)]
    row = board.row
    for sign, card, stack in zip(keys_for(row.cards), row.cards, row.stacks, strict=True):
        company = companies[card]
        is_pointed = card in (cursor, chosen)
        drawn = line(
            Text(" > " if is_pointed else "   ", STRONG),
            Text(sign, STRONG),
            " ",
            cell(card, 5),
            cell(company_name(board.table.options.deck, card), columns[0] + 1, DIM),
            cell(effect_text(company.compensation), columns[1] + 1),
            cell(effect_text(company.basic), columns[2] + 1),
            cell(effect_text(company.additional), columns[3] + 1),
            _stack(board, stack, players),
            width=width,
        )
        lines.append(choosing(pointed(drawn, width) if is_pointed else drawn, card))
    return lines


def _stack(board: Board, stack: tuple[Disc, ...], players: Players) -> Text:
    text = Text()
    best = winner(stack) if stack else None
    for disc in stack:
        letter = bidder_letter(board, players, disc.seat)
        colour = _AGENT_COLOUR if is_agent(board, disc.seat) else player_colour(disc.seat)
        mark = f"[{letter}{disc.value}]" if disc is best else f" {letter}{disc.value} "
        text.append(mark, f"bold {colour}" if disc is best else colour)
    return text


DRAWING: Final = FurnaceDrawing("furnace")
