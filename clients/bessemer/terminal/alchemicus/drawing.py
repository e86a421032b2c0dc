"""The drawings of Alchemicus; see `TableDrawing` for what each method promises."""

from typing import Final

from rich.text import Text

from bessemer.faces.alchemicus.names import (
    blocked,
    good_name,
    hand_size,
    hand_text,
    standing,
)
from bessemer.faces.language import key, tr, tr_in, trn
from bessemer.faces.players import Players
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import KINDS, Kind
from bessemer.games.alchemicus.state import Board, View
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.alchemicus.circles import FieldChoices, KindChoices, draw_circles
from bessemer.terminal.alchemicus.colours import building_label, building_mark
from bessemer.terminal.drawing import Lines, PlayerLine, TableDrawing
from bessemer.terminal.style import DIM, STRONG, cell, line, player_colour, wrapped

_SIDE: Final = 18
_LABEL: Final = 10


class AlchemicusDrawing(TableDrawing):
    """
    The circles, the piles, the own hand, and the players; a spectator sees all buildings.

    The circles show keys as well, but not what a way costs: so all questions list their answers.
    """

    help_texts = (
        key(
            "Beside a player, 7/2N is a hand of 7 cards, 2 of them Noctis; Al:h+G+S is an\n"
            "  Alembic with herb on it, a Golem under it and a Spiritus on it."
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
        fields, kinds = _on_board(view, draft)
        circles = draw_circles(board, players, fields, kinds, cursor, width - 1 - _SIDE)
        ring_width = circles[0].cell_len
        if width >= ring_width + 1 + _SIDE:
            beside = _beside(board, width - ring_width - 1)
            beside += [Text()] * (len(circles) - len(beside))
            lines = [
                line(ring, " ", side, width=width)
                for ring, side in zip(circles, beside, strict=True)
            ]
        else:
            lines = [line(ring, width=width) for ring in circles]
            lines += wrapped(_beside(board, width), width, gap=", ")
        if view.seat is None:
            return lines + [
                drawn
                for seat in range(len(board.players))
                for drawn in _built(
                    board, seat, f" {tr('{player} built:', player=players.letter(seat))}", width
                )
            ]
        return lines

    def own(self, view: View, width: int) -> Lines:
        if view.seat is None:
            return []
        return [*_hand(view, width), *_built(view.board, view.seat, f" {tr('built:')}", width)]

    def holdings(self, view: View, players: Players, width: int) -> Lines:
        board = view.board
        lines: Lines = []
        for seat, player in enumerate(board.players):
            facts = [
                line(Text(players.title(seat), f"bold {player_colour(seat)}"), width=width),
                Text(standing(board, player)),
                line(hand_text(view, seat), width=width),
            ]
            lines += wrapped(facts, width)
            lines += _built(board, seat, f"  {tr('built:')}", width)
        if view.hand:
            lines += _labelled(
                f"  {tr('hand:')}",
                [Text(f"{copies} {kind}") for kind, copies in runs(view.hand)],
                width,
            )
        for name, cards in (
            (f"  {tr('bank:')}", board.bank),
            (tr("discard:"), board.discard),
            ("Noctis:", board.noctis_discard),
        ):
            if cards:
                pieces = [Text(f"{copies} {kind}") for kind, copies in runs(cards)]
                lines += _labelled(name, pieces, width)
        return lines

    def player_lines(self, view: View, width: int) -> list[PlayerLine]:  # noqa: ARG002
        board = view.board
        race = board.table.options.race
        head = Text.assemble(
            cell(tr_in("column", "Inf.") if race else tr_in("column", "Fame"), 4, DIM, right=True),
            cell(f" {tr_in('column', 'hand')}", 7, DIM),
            Text(tr("built:goods h o t m g, +Golem, +Spiritus"), DIM),
        )
        lines = [PlayerLine(Text(" " * 2), head)]
        for seat, player in enumerate(board.players):
            facts = Text.assemble(
                cell(str(player.infamia if race else player.fame), 4, STRONG, right=True),
                cell(f" {hand_size(player.cards, player.backs)}", 7),
            )
            marks = [building_mark(building) for building in player.buildings]
            turn = Text("* " if seat == board.active else "  ", STRONG)
            lines.append(PlayerLine(turn, facts, marks))
        return lines


DRAWING: Final = AlchemicusDrawing("alchemicus")


def _on_board(view: View, draft: AnswerDraft | None) -> tuple[FieldChoices, KindChoices]:
    """The answers of the question on the two circles."""
    if draft is None or draft.question is None or draft.made.choice is None or view.seat is None:
        return {}, {}
    choices = draft.question.choices
    match draft.made.choice.name:
        case "distance":
            start = view.board.players[view.seat].field
            return {(start + int(choice.word)) % FIELDS: choice for choice in choices}, {}
        case "field":
            return {int(choice.word): choice for choice in choices}, {}
        case "to":
            return {}, {KINDS[choice.word]: choice for choice in choices}
    return {}, {}


def _beside(board: Board, width: int) -> Lines:
    """The Spirit's effect, the piles, the bank and what is on offer."""
    options = board.table.options
    lines = [
        line(Text(tr("Spirit: {place}", place=board.spirit), STRONG), width=width),
        line(Text(blocked(board)), width=width),
        _pile(tr_in("label", "pile"), board.pile, board.discard, width),
    ]
    if options.noctis:
        lines.append(_pile("Noctis", board.noctis_pile, board.noctis_discard, width))
    if options.bank:
        lines.append(line(Text(tr_in("label", "bank"), DIM), width=width))
        named = [Text(str(kind)) for kind in board.bank] or [Text(tr_in("bank", "empty"))]
        lines += wrapped(named, width, indent=1, gap=" ")
    if board.offer is not None:
        offered = tr("on offer: {good}", good=good_name(board.offer.lying.good))
        price = trn("for {n} card", "for {n} cards", board.offer.price)
        lines.append(line(Text(offered, STRONG), width=width))
        lines.append(line(Text(f" {price}"), width=width))
    return lines


def _pile(name: str, pile: int, discard: tuple[Kind, ...], width: int) -> Text:
    discarded = tr_in("label", "discard")
    return line(
        Text(f"{name} ", DIM),
        str(pile),
        Text(f" {discarded} ", DIM),
        str(len(discard)),
        width=width,
    )


def _hand(view: View, width: int) -> Lines:
    """The own hand by kind, with costs; and how much of it is not known at the moment."""
    assert view.seat is not None
    costs = view.board.table.options.deck.costs
    pieces = [
        Text.assemble(
            (f"{copies} " if copies > 1 else "", STRONG), str(kind), (f" ({costs[kind]})", DIM)
        )
        for kind, copies in runs(view.hand)
    ]
    held = view.board.players[view.seat].cards
    if held > len(view.hand):
        pieces.append(Text(tr("{number} not seen yet", number=held - len(view.hand)), DIM))
    head = tr("hand {number}:", number=held)
    return _labelled(f" {head}", pieces or [Text(tr_in("hand", "empty"), DIM)], width)


def _built(board: Board, seat: int, label: str, width: int) -> Lines:
    pieces = [
        Text.assemble((f"{place} ", DIM), building_label(building))
        for place, building in enumerate(board.players[seat].buildings)
    ]
    return _labelled(label, pieces, width, player_colour(seat))


def _labelled(label: str, pieces: list[Text], width: int, style: str = DIM) -> Lines:
    """The pieces in as many lines as they need, the first with a label before it."""
    lines = wrapped(pieces, width, indent=_LABEL)
    head = cell(label, _LABEL, style)
    return [Text.assemble(head, lines[0][_LABEL:], no_wrap=True), *lines[1:]]
