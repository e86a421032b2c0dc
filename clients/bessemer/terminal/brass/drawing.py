"""The drawings of Brass; see `TableDrawing` for what each method promises."""

from collections import Counter
from typing import Final

from rich.text import Text

from bessemer.engine.choices import Answered
from bessemer.faces.brass.names import (
    INDUSTRY_LETTERS,
    cards_text,
    cube_name,
    era_name,
    industry_name,
    kind_text,
    needs_text,
    next_tiles,
    pounds,
)
from bessemer.faces.brass.questions import cost_text
from bessemer.faces.language import key, key_in, tr, tr_in, tr_key, trn
from bessemer.faces.players import Players
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.geography import PLACE
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS
from bessemer.games.brass.scripts.things import CARD, LINK, SPACE
from bessemer.games.brass.state import View
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.brass.board_map import Marks, draw_map
from bessemer.terminal.drawing import Lines, PlayerLine, TableDrawing
from bessemer.terminal.style import DIM, STRONG, cell, line, player_colour, wrapped

_PLACES: Final = (
    key_in("turn order", "1st"),
    key_in("turn order", "2nd"),
    key_in("turn order", "3rd"),
    key_in("turn order", "4th"),
)


class BrassDrawing(TableDrawing):
    """The map, the own hand, and the players."""

    help_texts = (
        key(
            "On the map C is cotton, K coal, I iron, P port, S shipyard. [CK] is an empty space for\n"
            "  cotton or coal; AK2³ is coal 2 of player A with 3 cubes; a star means flipped.\n"
            "  Thin lines are free links of this era, thick ones are built and show whose they are.\n"
            "  The distant market at +3 adds 3 income spaces to a sale, after a tile has lowered it."
        ),
    )
    roomy = 99

    def table(
        self,
        view: View,
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,
        cursor: str = "",
    ) -> Lines:
        marks = _marks_of(draft, cursor) if draft is not None else Marks()
        return [line(text, width=width) for text in draw_map(view.board, players, marks)]

    def own(self, view: View, width: int) -> Lines:
        if view.seat is None:
            return []
        hand = [Text(text) for text in cards_text(view.hand)]
        tiles = [Text(_next_tile(kind)) for kind in next_tiles(view.board.players[view.seat])]
        return [
            *wrapped([Text(tr_in("label", "hand"), DIM), *hand], width, indent=1),
            *wrapped([Text(tr_in("label", "tiles"), DIM), *tiles], width, indent=1),
        ]

    def holdings(self, view: View, players: Players, width: int) -> Lines:
        board = view.board
        lines: Lines = []
        for seat, player in enumerate(board.players):
            lines.append(
                line(Text(players.title(seat), f"bold {player_colour(seat)}"), width=width)
            )
            for industry, left in enumerate(player.stacks):
                kinds = Counter(TOPS[industry][number] for number in range(left, 0, -1))
                pieces = [
                    Text(tr("{number} of {tile}", number=number, tile=tile_figures(kind)))
                    for kind, number in kinds.items()
                    if kind
                ]
                head = [Text(f"{industry_name(INDUSTRIES[industry])}:", DIM)]
                none = Text(tr_in("tiles", "none left"))
                lines += wrapped(head + (pieces or [none]), width, indent=2)
        if board.discards:
            era = era_name(board.era)
            lines.append(Text(tr("cards played in the {era} era", era=era), DIM))
            played = [Text(text) for text in cards_text(sorted(board.discards))]
            lines += wrapped(played, width, indent=2)
        return lines

    def player_lines(self, view: View, width: int) -> list[PlayerLine]:  # noqa: ARG002
        board = view.board
        heads = (
            "£",
            tr_in("column", "spent"),
            tr_in("column", "income"),
            tr_in("column", "points"),
            tr_in("column", "cards"),
            tr_in("column", "links"),
        )
        columns = [max(5, len(head) + 1) for head in heads]
        titles = [
            cell(text, room, DIM, right=True) for text, room in zip(heads, columns, strict=True)
        ]
        left = Text(f"  {tr_in('column', 'tiles left')}", DIM)
        lines = [PlayerLine(Text(" " * 4), Text.assemble(*titles, left))]
        for seat, player in enumerate(board.players):
            figures = (
                (pounds(player.money)[-4:], STRONG),
                (str(player.spent), ""),
                (f"{INCOME[player.income]:+}", ""),
                (str(player.points), STRONG),
                (str(board.cards[seat]), ""),
                (str(player.markers), ""),
            )
            facts = (
                cell(figure, room, style, right=True)
                for (figure, style), room in zip(figures, columns, strict=True)
            )
            stacks = zip(INDUSTRY_LETTERS, player.stacks, strict=True)
            tiles = [Text(f"{letter}{number}") for letter, number in stacks]
            place = cell(tr_key(_PLACES[board.order.index(seat)]), 4, DIM)
            lines.append(PlayerLine(place, Text.assemble(*facts, "  "), tiles))
        return lines


DRAWING: Final = BrassDrawing("brass")


def _marks_of(draft: AnswerDraft, cursor: str) -> Marks:
    """The places, spaces and links that can be chosen now, and those that were."""
    # A town's card matters only to a build, which it allows there.
    is_build = any(answer == ("build",) for _, answer in draft.trail[:1])
    chosen = frozenset(
        name for answered in draft.trail for name in _on_map(answered, with_card=is_build)
    )
    marks = Marks(chosen=chosen, cost=cost_text(draft.made.view, draft.trail))
    question, choice = draft.question, draft.made.choice
    if question is None or choice is None:
        return marks
    if choice.name == "card":
        is_place = is_build and cursor in PLACE
        return marks._replace(cursor=cursor if is_place else "")
    things = {word.text: word.thing for word in choice.words}
    keys = {
        word: (key, word)
        for key, word, _, refused, *_ in question.choices
        if not refused and (thing := things.get(word)) and thing.kind in (SPACE, LINK)
    }
    return marks._replace(keys=keys, cursor=cursor if cursor in keys else "")


def _on_map(answered: Answered, *, with_card: bool) -> list[str]:
    """The parts of an answer that are on the map."""
    things = {word.text: word.thing for word in answered.choice.words}
    return [
        word
        for word in answered.answer
        if (thing := things[word])
        and (thing.kind in (SPACE, LINK) or (with_card and thing.kind == CARD and word in PLACE))
    ]


def _next_tile(kind: TileKind) -> str:
    if not kind.level:
        return f"{kind_text(kind)} ({tr_in('action', 'develop')})"
    needs = needs_text(kind).replace(cube_name("coal"), "K").replace(cube_name("iron"), "I")
    return f"{kind_text(kind)} {needs}"


def tile_figures(kind: TileKind) -> str:
    """A tile with what it costs and what it brings."""
    if not kind.level:
        return tr("level 0 ({needs})", needs=needs_text(kind))
    cubes = [trn("{n} cube", "{n} cubes", kind.cubes)] if kind.cubes else []
    return tr(
        "level {level} ({needs}; income +{income}, {points})",
        level=kind.level,
        needs=", ".join([needs_text(kind), *cubes]),
        income=kind.income,
        points=trn("{n} point", "{n} points", kind.points),
    )
