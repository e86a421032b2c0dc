"""What docs/games/<game>.md says of each game is so."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from google.protobuf import json_format

from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.phases.production import produced
from bessemer.games.furnace.state import Player
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of
from tests.games.alchemicus import positions as alchemicus
from tests.games.brass import positions as brass
from tests.games.furnace import positions as furnace
from tests.games.walks import SETTINGS, Way, states

PAGES: Final = Path(__file__).parents[1] / "docs" / "games"

every_game = pytest.mark.parametrize("game", NAMES)


def page(game: str) -> str:
    """The page of a game."""
    return (PAGES / f"{game}.md").read_text(encoding="utf-8")


def messages(game: str) -> list[move_pb2.Move]:
    """The examples of moves as messages, in the order of the page; raises if one is none."""
    blocks = re.findall(r"^```json (Moves?)\n(.*?)^```", page(game), re.DOTALL | re.MULTILINE)
    return [
        json_format.Parse(example, move_pb2.Move())
        for name, block in blocks
        # A block of "Moves" has one in each line.
        for example in (block.splitlines() if name == "Moves" else [block])
    ]


def texts(game: str, name: str) -> list[str]:
    """The examples of moves as texts: those that are messages too ("Moves"), or "More"."""
    blocks = re.findall(rf"^```text {name}\n(.*?)^```", page(game), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def moves(game: str) -> list[Any]:
    """The examples as the rules know moves."""
    return [wire_of(game).read_move(message) for message in messages(game)]


@every_game
def test_every_message_stands_below_its_text(game: str) -> None:
    """Text and message are the same move, one by one."""
    rules = GAMES[game]

    assert texts(game, "Moves") == [rules.format(move) for move in moves(game)]


@every_game
def test_every_text_is_a_move(game: str) -> None:
    """It is read, and written again the same; also what stands within a sentence."""
    rules, prose = (
        GAMES[game],
        re.sub(r"^```.*?^```", "", page(game), flags=re.DOTALL | re.MULTILINE),
    )
    verbs = {text.split()[0] for text in texts(game, "Moves")}
    quoted = [one for one in re.findall(r"`([^`]+ [^`]+)`", prose) if one.split()[0] in verbs]
    found = [*texts(game, "Moves"), *texts(game, "More"), *quoted]

    assert found == [rules.format(rules.parse(text)) for text in found]


@every_game
def test_every_kind_of_decision_has_its_place(game: str) -> None:
    """In the order of the rules; each with an example."""
    sections = re.findall(r"^### `([a-z-]+)`\n(.*?)(?=^##)", page(game), re.DOTALL | re.MULTILINE)

    assert GAMES[game].decision_kinds == tuple(kind for kind, _ in sections)
    assert all("```json Move" in text for _, text in sections)


@every_game
def test_there_is_an_example_of_every_move_as_a_message(game: str) -> None:
    """Each kind is shown once, in the order of the fields of the message."""
    about = move_pb2.Move.DESCRIPTOR.fields_by_name[game].message_type
    assert about is not None
    shown = [getattr(message, game).WhichOneof("move") for message in messages(game)]

    assert [field.name for field in about.fields] == shown


@every_game
def test_every_choice_and_every_kind_of_thing_is_told(game: str) -> None:
    """Whatever is put on the way to a move, in matches with all options, is in the page's section."""
    section = page(game).partition("\n## Choices\n")[2].partition("\n## ")[0]
    told = set(re.findall(r"`([^`]+)`", section))
    names, kinds = set(), set()
    for setting in SETTINGS.values():
        if setting.game.name != game:
            continue
        for walk in states(setting, b"page", Way.BUSY):
            for seat in walk.asked:
                draft = drafts.begin(walk.game, walk.game.view(walk.state, seat))
                below = Draws(Chance(b"choices %d" % len(walk.moves))).below
                while draft.choice is not None:
                    names.add(draft.choice.name)
                    kinds |= {word.thing.kind for word in draft.choice.words if word.thing}
                    draft = draft.take(*choices.sample_answer(draft.choice, below))

    assert names
    assert names | kinds <= told


@every_game
def test_the_options_are_those_of_the_game(game: str) -> None:
    """Each option stands in the table with its values and its default, and nothing else does."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| `(\w+)` \| \S", page(game), re.MULTILINE)
    # What stands for a value that cannot be listed, `<a seat>`, is prose on the page.
    told = [
        (option.name, ", ".join(_value(value) for value in option.values), option.default)
        for option in GAMES[game].option_list
    ]

    assert told == rows


def _value(value: str) -> str:
    return value.strip("<>") if value.startswith("<") else f"`{value}`"


@every_game
def test_the_codes_are_those_of_the_rules(game: str) -> None:
    """Every code of an illegal move is listed, once."""
    codes = import_module(f"bessemer.games.{game}.refusals").Code

    assert sorted(codes) == sorted(re.findall(rf"`({game}\.[a-z-]+)`", page(game)))


# --- The pictures --------------------------------------------------------------------------------


def drawn(game: str, kind: str = "") -> list[str]:
    """What is written in the picture of a game; or only the moves in it."""
    (picture,) = re.findall(r"!\[[^]]+\]\((\w+\.svg)\)", page(game))
    root = ET.parse(PAGES / picture).getroot()  # noqa: S314 - our own
    words = root.iter("{http://www.w3.org/2000/svg}text")
    return [word.text or "" for word in words if kind in word.get("class", "")]


def test_the_picture_of_furnace_is_true() -> None:
    """The cards do what it says, each disc fits where it says, and the move is legal."""
    rows = {"C18": "234", "C06": "34", "C30": "23", "C24": ""}
    state = furnace.position(3, row=tuple(rows))
    state = furnace.play(state, "bid 1 on C24", "bid 2 on C06", "bid 4 on C30")
    fits = [bid.split() for bid in furnace.legal(state, 0)]
    shown, companies = drawn("furnace"), GAMES["furnace"].options({}).deck.companies

    assert rows == {card: "".join(bid[1] for bid in fits if bid[3] == card) for card in rows}
    assert [f"A may place {', '.join(discs)}" for discs in rows.values() if discs] == [
        text for text in shown if text.startswith("A may place")
    ]
    for card in rows:
        company = companies[card]
        assert {card, company.name, str(company.basic)} <= set(shown)
        assert f"upgraded also {company.additional}" in shown
        assert f"outbid: {company.compensation}" in shown
    assert set(drawn("furnace", "move")) <= set(furnace.legal(state, 0))


def test_the_picture_of_brass_is_true() -> None:
    """The move is legal with these canals, tiles and cards, and the works costs what it says."""
    state = brass.position(
        hands={0: "blackburn cotton iron"},
        tiles="1 coal1 wigan.left, 1 port1 preston.top",
        links="0 blackburn-wigan, 1 preston-wigan",
    )
    rules, (move,) = GAMES["brass"], drawn("brass", "move")
    after = rules.apply(state, Seat(0), rules.parse(move))

    assert state.board.players[0].money - 5 == after.board.players[0].money
    assert "£5 + coal" in drawn("brass")
    # By the card of the industry, too: a canal of the seat touches the town.
    rules.apply(state, Seat(0), rules.parse(move.replace("with blackburn", "with iron")))


def test_the_picture_of_alchemicus_is_true() -> None:
    """The pawn may go as far as it says, and the move is legal."""
    state = alchemicus.position("move", fields=(6, 1), fame=(1, 0, 0, 0))
    walks = alchemicus.legal(state, "move")
    reach = [text.split() for text in drawn("alchemicus") if text.startswith("+")]

    assert ["move 1", "move 2", "move 4", "move 5"] == walks
    assert set(walks) == {f"move {far.strip('+')}" for far, *how in reach if how[0] != "taken"}
    assert set(drawn("alchemicus", "move")) <= set(walks)


def test_the_worked_plan_of_furnace_is_legal_and_ends_as_told() -> None:
    """The example of a production plan, run by the rules: 3 coal and 4 money are left."""
    game = GAMES["furnace"]
    (plan,) = [move for move in moves("furnace") if isinstance(move, ProductionPlan)]
    board = game.setup(game.options({}), 2, Chance(b"any seed")).board
    player = Player(Stock(coal=1, iron=1), ("C36", "C32"), (), ())
    table = board.table._replace(startups=("S4", "S1"))
    board = board._replace(table=table, players=(player, board.players[1]))
    after = produced(board, Seat(0), plan)

    assert (Stock(coal=3, money=4), ("C32",)) == (after.stock, after.upgraded)
