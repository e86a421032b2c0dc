"""
What docs/replay-format.md says of an export is true of real ones, and is enough to read them.

The tests read by the page alone: they know its tables, and nothing of the code that writes exports.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final

from bessemer.cli.main import main
from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.matches.records import MatchEvent, MatchEventKind
from tests.games.walks import SETTINGS, examples_of
from tests.referees.in_process import every_game
from tests.replays.make import FOLDER, Played, play
from tests.replays.script import Script

PAGE: Final = (Path(__file__).parents[3] / "docs" / "replay-format.md").read_text(encoding="utf-8")
REAL: Final = {
    "furnace": ["--bots", "greedy,random"],
    "brass": ["--bots", "greedy,random,random"],
    # Greedy bots sell gold, and so somebody wins the Race.
    "alchemicus": ["--bots", "greedy,greedy", "--option", "noctis=on", "--option", "race=on"],
}
"""A match of each game between real bots, whose seed is mixed from the bytes that they bring."""


HELLO: Final = MatchEvent(1, 1, Seat(0), MatchEventKind.GREETED, "hello")


# --- The page ------------------------------------------------------------------------------------


def table(introduction: str) -> list[list[str]]:
    """The rows of the first table after these words."""
    lines = PAGE[PAGE.index(introduction) :].splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("| -- "))
    rows = []
    for line in lines[begin + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def names(cell: str) -> list[str]:
    """What is in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def fields(introduction: str) -> list[str]:
    """The fields of a line or an object, in their order: the first column of its table."""
    return [name for row in table(introduction) for name in names(row[0])]


def may_be_absent() -> set[tuple[str, str, str]]:
    """The game, the place and the field, of all fields that are not always there."""
    return {
        (game.lower(), place, name)
        for game, places, absent, _ in table("### Fields that may be absent")
        for place, name in product(names(places), names(absent))
    }


ABSENT: Final = may_be_absent()


# --- Exports -------------------------------------------------------------------------------------


def exported(replay: Path) -> Any:  # noqa: ANN401 - JSON
    """What the command writes."""
    out = replay.with_suffix(".json")
    assert main(["replay", "export", str(replay), "--out", str(out)]) == 0
    return json.loads(out.read_bytes())


def builder(state: Any, seat: Seat, below: Below) -> Any:  # noqa: ANN401 - of Alchemicus
    """A player of Alchemicus who builds whenever that is possible: soon buildings have to make room."""
    sampled = [ALCHEMICUS.sample_move(state, seat, below) for _ in range(12)]
    return next((move for move in sampled if isinstance(move, moves.Build)), sampled[0])


def golden_exports(game: str, folder: Path) -> Iterator[Any]:
    """The golden matches of a game."""
    for golden in sorted((FOLDER / game).glob("*.replay")):
        path = folder / golden.name
        path.write_bytes(golden.read_bytes())
        yield exported(path)


def exports(game: str, folder: Path) -> Iterator[Any]:
    """Matches of a game in every setting, matches of real bots, and the golden ones."""
    yield from golden_exports(game, folder)
    path = folder / "real"
    assert main(["match", game, *REAL[game], "--out", str(path)]) == 0
    yield exported(path)
    for number, played in enumerate(played_matches(game)):
        if number % 2:
            spec = played.spec
            clocks = [replace(spec.clock, bank=seat + 1.0) for seat in range(len(spec.players))]
            played = played._replace(  # noqa: PLW2901
                spec=replace(spec, seat_clocks=tuple(clocks), resignation_ends=True),
                result=replace(played.result, events=(HELLO,)),
            )
        path.write_bytes(played.signed if number % 3 else played.replay)
        yield exported(path)


def played_matches(game: str) -> Iterator[Played]:
    """A match in every setting, and such as show what is rare."""
    for name, setting in SETTINGS.items():
        if setting.game.name == game:
            options = tuple(setting.game.option_texts(setting.options).items())
            script = Script(setting.seats, options, late=frozenset({3}), game=game)
            yield play(script, name.encode(), examples_of(game).busy_move)
    if game == "alchemicus":
        for seats in (2, 4):
            options = (("round_cap", "60"), ("noctis", "on"), ("advanced_sale", "on"))
            yield play(Script(seats, options, game=game), choose=builder)


def objects(value: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401 - JSON
    """Every object in an export, and its place as the page writes places."""
    if isinstance(value, list):
        for item in value:
            yield from objects(item, f"{place}[]")
    elif isinstance(value, dict):
        yield place, value
        for name, item in value.items():
            yield from objects(item, "…view" if name == "view" else f"{place}.{name}".lstrip("."))


# --- The page is true ----------------------------------------------------------------------------


def in_order(found: dict[str, Any], written: list[str], optional: set[str]) -> bool:
    """Whether an object has the fields of a table, in its order, but for those that may be absent."""
    return list(found) == [name for name in written if name in found or name not in optional]


def check_lines(match: Any) -> None:  # noqa: ANN401 - JSON
    """Header, chance, turns and end have all fields of the page's tables, in their order, and no others."""
    optional = {name for at, place, name in ABSENT if at == "all"}
    assert set(match) == set(fields("`bessemer replay export` writes one JSON object"))
    assert in_order(match["header"], fields("The **header**:"), optional)
    assert list(match["header"]["chance"]) == fields("The field `chance` of the header")
    assert in_order(match["end"], fields("The **end**:"), optional)
    assert match["error"] is None
    assert (match["signature"] is None) == (match["header"]["key"] == "")
    turn = fields("A **turn**:")
    for one in match["turns"]:
        assert list(one) == [*turn, "fields", "view"]
        assert len(one["fields"]) == 1


@every_game
def test_exports_are_as_the_page_says(game: str, tmp_path: Path) -> None:
    """
    Lines have the fields of their tables; elsewhere all objects at a place have the same fields.

    But for those that the page says may be absent: each of them is absent in some object, and there
    in another.
    """
    count, having = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for match in exports(game, tmp_path):
        check_lines(match)
        for place, found in objects(match, ""):
            count[place] += 1
            having[place].update(found.keys())
    # A kind of move, an option or a kind of decision with its own seconds is no field of an object.
    chosen = ("turns[].fields", "header.options", "header.clock.increment_by_kind")
    absent = {
        (place, name)
        for place, number in count.items()
        for name in having[place]
        if having[place][name] < number and place not in chosen
    }

    assert absent == {(place, name) for at, place, name in ABSENT if at in (game, "all")}


def test_money_of_brass_is_worth_nothing_in_the_canal_era(tmp_path: Path) -> None:
    """As the page says, and as the rules score it."""
    rich = Counter[bool]()
    for match in golden_exports("brass", tmp_path):
        for turn in match["turns"]:
            is_canal = turn["view"]["era"] == "BRASS_ERA_CANAL"
            for player in turn["view"]["players"]:
                assert player["worth"]["money"] == (
                    0 if is_canal else max(0, player["money"]) // 10
                )
                rich[is_canal] += player["money"] >= 10

    assert set(rich) == {True, False}
    assert min(rich.values()) > 0
