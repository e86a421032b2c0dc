"""`bessemer replay analyse`: table, JSON, page and picture say the same, of every kind of match."""

import dataclasses
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from bessemer.analysis.furnace import words
from bessemer.analysis.furnace.curve import curve
from bessemer.analysis.furnace.page import page_facts
from bessemer.analysis.furnace.tables import print_tables
from bessemer.cli.main import main
from bessemer.replays.format import write_replay
from bessemer.web.site.analysis_page import analysis_page
from tests.replays.make import FOLDER, SCRIPTS, play

GOLDEN = {path.stem: path for path in sorted((FOLDER / "furnace").glob("*.replay"))}
HASTY = ("--seconds", "0.001")
SVG = "{http://www.w3.org/2000/svg}"
Facts = dict[str, Any]


def analyse(path: Path, *words: str) -> int:
    """The exit code."""
    return main(["replay", "analyse", str(path), *HASTY, *words])


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> "Analyses":
    """Every golden replay analysed, each once."""
    return Analyses(tmp_path_factory.mktemp("analyses"))


class Analyses:
    """What the command printed and wrote for each golden replay."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._facts: dict[str, Facts] = {}

    def facts(self, name: str, capsys: pytest.CaptureFixture[str]) -> Facts:
        """The JSON object."""
        if name not in self._facts:
            html, svg = self.html(name), self.svg(name)
            capsys.readouterr()
            assert analyse(GOLDEN[name], "--json", "--html", str(html), "--svg", str(svg)) == 0
            self._facts[name] = json.loads(capsys.readouterr().out.splitlines()[-1])
        return self._facts[name]

    def html(self, name: str) -> Path:
        """Where its page is, once the facts were asked for."""
        return self._folder / f"{name}.html"

    def svg(self, name: str) -> Path:
        """Where its picture is."""
        return self._folder / f"{name}.svg"


class Page(HTMLParser):
    """The tables of a page by caption, their cells as text; and all of its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._text = ""
        self._caption = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.tables[self._caption].append([])
        if tag in ("caption", "th", "td"):
            self._text = ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption":
            self._caption = self._text
            assert self._caption not in self.tables
            self.tables[self._caption] = []
        if tag in ("th", "td"):
            self.tables[self._caption][-1].append(self._text)


def columns(table: list[list[str]]) -> list[dict[str, str]]:
    """The rows of a table by heading."""
    heading, *rows = table
    return [dict(zip(heading, row, strict=True)) for row in rows]


# --- The same everywhere -------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDEN)
def test_json_adds_up(name: str, found: Analyses, capsys: pytest.CaptureFixture[str]) -> None:
    """A player's loss is the sum over rounds, over kinds, and over all single choices."""
    facts = found.facts(name, capsys)
    choices = [*facts["plans"], *facts["compensations"], *facts["placements"]]

    for player in facts["players"]:
        own = [one for one in choices if one["seat"] == player["seat"]]
        assert pytest.approx(player["lost"]) == sum(one["lost"] for one in own)
        assert pytest.approx(player["lost"]) == sum(player["lost_by_round"])
        assert pytest.approx(player["lost"]) == sum(player["lost_by_choice"].values())
        assert player["lost_so_far"][-1] == player["lost"]
        assert player["money_by_round"][-1] == player["money"]
    for one in choices:
        assert pytest.approx(one["lost"]) == one["best_earned"] - one["earned"]


@pytest.mark.parametrize("name", GOLDEN)
def test_money_by_round_is_what_plans_brought(
    name: str, found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the shipped deck only production brings money."""
    facts = found.facts(name, capsys)

    for player in facts["players"]:
        plans = {one["round"]: one for one in facts["plans"] if one["seat"] == player["seat"]}
        money = player["money_by_round"]
        for number, (before, after) in enumerate(pairwise(money), 1):
            assert plans[number]["money"] == after - before


@pytest.mark.parametrize("name", GOLDEN)
def test_the_page_says_what_the_json_says(
    name: str, found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """Summary, plans and auctions: the same rows with the same figures."""
    facts = found.facts(name, capsys)
    tables = Page(found.html(name).read_text(encoding="utf-8")).tables

    for player in facts["players"]:
        shown = next(
            row
            for row in columns(tables["Summary"])
            if row["seat"] == f"{player['seat']} {player['name']}"
        )
        assert words.number(player["lost"]) == shown["lost"]
        assert str(player["money"]) == shown["money"]
        assert shown["summary"].startswith(player["summary"])
    for kind, title in (
        ("plans", "Production plans, in the order of turns"),
        ("compensations", "Compensations, in the order of turns"),
        ("placements", "Lines of the chain, in the order of turns"),
    ):
        rows = columns(tables[title]) if facts[kind] else []
        assert [words.lost(one) for one in facts[kind]] == [row["lost"] for row in rows]
        assert [str(one["turn"]) for one in facts[kind]] == [row["turn"] for row in rows]
        for one, row in zip(facts[kind], rows, strict=True):
            assert one["played"] in row["moves"]
    for auction in facts["auctions"]:
        rows = columns(tables[f"Round {auction['round']}"])
        assert [card["card"] for card in auction["cards"]] == [row["card"] for row in rows]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_picture_is_xml_with_a_line_for_each_seat(
    name: str, found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two panels, every seat in each; the ends of the lines are labelled with the figures."""
    facts = found.facts(name, capsys)
    root = ET.fromstring(found.svg(name).read_text(encoding="utf-8"))  # noqa: S314 - our own
    lines = root.findall(f"{SVG}polyline")
    texts = [text.text for text in root.iter(f"{SVG}text")]

    assert 2 * len(facts["players"]) == len(lines)
    for player, line in zip(facts["players"], lines, strict=False):
        assert len(player["money_by_round"]) == len(line.attrib["points"].split())
        for last in (player["money"], player["lost"]):
            label = f"{player['seat']} {player['name']}: {words.number(last)}"
            assert label in texts
    assert root.find(f"{SVG}title") is not None
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert facts["players"][0]["summary"] in (description.text or "")


@pytest.mark.parametrize("name", ["two-players", "chain", "forfeited"])
def test_the_page_needs_nothing_else(
    name: str, found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """No script, nothing loaded from anywhere, a language, a title, light and dark."""
    found.facts(name, capsys)
    text = found.html(name).read_text(encoding="utf-8")
    page = Page(text)

    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed"}
    for _, attributes in page.tags:
        assert not {"src", "href", "onload"} & attributes.keys()
    assert "url(" not in text
    assert "@import" not in text
    assert {"http://www.w3.org/2000/svg"} == set(re.findall(r"https?://[^\"'<\s]+", text))
    assert ("html", {"lang": "en"}) in page.tags
    assert "title" in tags
    assert "prefers-color-scheme: dark" in text


@pytest.mark.parametrize("name", ["four-players", "chain", "forfeited-while-leading"])
def test_the_tables_say_what_the_json_says(
    name: str,
    found: Analyses,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every plan has a line with its figures, every player one with the summary."""
    facts = found.facts(name, capsys)
    print_tables(Console(highlight=False, width=200), facts, with_plans=True)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]

    for one in facts["plans"]:
        figures = [f"{one['money']:+d}", f"{one['best_money']:+d}", words.number(one["earned"])]
        assert any(
            line[:2] == [str(one["turn"]), str(one["round"])] and set(figures) <= set(line)
            for line in lines
        )
    shown = [" ".join(line) for line in lines]
    for player in facts["players"]:
        assert any(player["summary"] in line for line in shown)
    for auction in facts["auctions"]:
        for card in auction["cards"]:
            assert any(line[:1] == [card["card"]] for line in lines)


# --- What there is to know -----------------------------------------------------------------------


def test_the_agent_is_called_by_its_name(
    found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a match of two the third bidder is nobody's seat; in others seat 2 is a seat."""
    for name, is_agent in (("two-players", True), ("three-players", False)):
        cards = [card for one in found.facts(name, capsys)["auctions"] for card in one["cards"]]
        seats = {disc["seat"] for card in cards for disc in card["discs"]}
        assert is_agent == ("agent" in seats)
        assert is_agent == (2 not in seats)


def test_default_moves_are_marked(found: Analyses, capsys: pytest.CaptureFixture[str]) -> None:
    """A seat that has forfeited did not choose what its plans lost."""
    facts = found.facts("forfeited", capsys)
    away = [one["default"] for one in facts["plans"] if one["seat"] == 1]

    assert set(away) == {"forfeited"}
    assert {None} == {one["default"] for one in facts["plans"] if one["seat"] != 1}
    assert facts["players"][1]["defaults"] >= len(away)


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.startswith("aborted")])
def test_an_aborted_match_is_analysed_as_far_as_it_went(
    name: str, found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says that it was aborted, nobody has a rank, and an open auction has no winners."""
    facts = found.facts(name, capsys)

    assert facts["status"] == "aborted"
    assert [player["rank"] for player in facts["players"]] == [None] * len(facts["players"])
    for auction in facts["auctions"]:
        if not auction["is_over"]:
            assert all(card["won"] is None for card in auction["cards"])


def test_what_anybody_may_write_does_no_harm(
    found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names are text: on the page, in the picture and on the terminal."""
    facts = json.loads(json.dumps(found.facts("two-players", capsys)))
    facts["players"][0]["name"] = '<script>alert("&")</script>\x1b[31m' + "x" * 60
    tags = {tag for tag, _ in Page(analysis_page(page_facts(facts))).tags}
    picture = curve(facts)

    assert "script" not in tags
    assert "\x1b" not in analysis_page(page_facts(facts)) + picture
    assert ET.fromstring(picture) is not None  # noqa: S314 - our own


# --- Words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "lost", "note"),
    [
        ({"lost": 4.0, "is_proven": True, "default": None, "lost_at_most": 4.0}, "4", ""),
        (
            {"lost": 4.4, "is_proven": False, "default": None, "lost_at_most": 9.1},
            "≥ 4.4",
            "not proven, ≤ 9.1",
        ),
        (
            {"lost": 0.0, "is_proven": False, "default": "timed out", "lost_at_most": None},
            "≥ 0",
            "timed out; not proven",
        ),
    ],
)
def test_what_is_not_proven_is_marked(choice: Facts, lost: str, note: str) -> None:
    """A loss that may be greater says so, and how great it can be if that is known."""
    assert lost == words.lost(choice)
    assert note == words.note(choice)


def test_what_became_of_a_card_in_words() -> None:
    """Who won it with what, what others got, and what is only about right."""
    card: Facts = {
        "worth": [3.0, 2.5],
        "is_proven": [False, True],
        "won": {"seat": 1, "value": 4},
        "paid": [{"seat": 0, "text": "6C"}, {"seat": 2, "text": "1x 1I -> 1O"}],
    }

    assert ["~3", "2.5"] == [words.worth(card, seat) for seat in range(2)]
    assert words.won(card, is_over=True) == "seat 1 with 4"
    assert words.paid(card) == "seat 0: 6C; seat 2: 1x 1I -> 1O"
    assert words.won({"won": {"seat": "agent", "value": 3}}, is_over=True) == "Agent with 3"
    assert words.won({"won": None}, is_over=True) == "nobody"
    assert words.won({"won": None}, is_over=False) == "bids missing"


# --- Labels --------------------------------------------------------------------------------------


def labels(picture: str) -> Iterator[tuple[float, float]]:
    """The places of the labels at the right."""
    for text in ET.fromstring(picture).iter(f"{SVG}text"):  # noqa: S314 - our own
        if ": " in (text.text or ""):
            yield float(text.attrib["x"]), float(text.attrib["y"])


@pytest.mark.parametrize("money", [(0, 0, 0, 0), (50, 50, 50, 50), (50, 49, 48, 1), (9, 0, 1, 0)])
def test_no_label_lies_on_another(
    money: tuple[int, ...], found: Analyses, capsys: pytest.CaptureFixture[str]
) -> None:
    """However close the lines end, the labels stay apart and in the picture."""
    facts = json.loads(json.dumps(found.facts("four-players", capsys)))
    for player, last in zip(facts["players"], money, strict=True):
        player["money_by_round"] = [0, 0, 0, 0, last]
    heights = sorted(y for _, y in labels(curve(facts)))[:4]

    assert all(upper + 15 <= lower for upper, lower in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < 300


# --- What cannot be analysed ---------------------------------------------------------------------


def test_a_cut_off_file_is_analysed_up_to_the_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 1, a sentence names the line, and the rest is there."""
    lines = GOLDEN["two-players"].read_bytes().splitlines(keepends=True)
    path = tmp_path / "cut.replay"
    path.write_bytes(b"".join(lines[:16]))

    assert analyse(path, "--json", "--html", str(tmp_path / "cut.html")) == 1
    shown = capsys.readouterr()
    facts = json.loads(shown.out.splitlines()[-1])
    assert facts["status"] == "cut off"
    assert "line 17" in facts["error"]
    assert "line 17" in shown.err
    assert "line 17" in (tmp_path / "cut.html").read_text(encoding="utf-8")
    assert [auction["is_over"] for auction in facts["auctions"]] == [True, False]


def test_other_rules_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A replay of another rules version says which it needs."""
    played = play(SCRIPTS["furnace/two-players"])
    spec = dataclasses.replace(played.spec, rules_version=99)
    path = tmp_path / "other.replay"
    path.write_bytes(write_replay(spec, spec.players, 0.0, played.records, played.result))

    assert analyse(path) == 1
    assert "rules version 99" in capsys.readouterr().err


def test_an_end_that_is_not_the_end_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The moves are sound and are analysed, but the recorded scores are not theirs."""
    played = play(SCRIPTS["furnace/all-forfeited"])
    ending = dataclasses.replace(played.result, scores=(99, 99))
    path = tmp_path / "wrong.replay"
    path.write_bytes(write_replay(played.spec, played.spec.players, 0.0, played.records, ending))

    assert analyse(path, "--json") == 1
    shown = capsys.readouterr()
    assert "the scores differ" in shown.err
    assert "the scores differ" in json.loads(shown.out.splitlines()[-1])["error"]


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\x00\n", b'{"a":1}\n'])
def test_no_replay_is_a_sentence(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is not a replay ends with 1 and one line."""
    path = tmp_path / "no.replay"
    path.write_bytes(content)

    assert analyse(path) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert shown.err.startswith("bessemer: ")


def test_files_that_cannot_be_read_or_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence: exit 1, or 2 if the folder is not there and nothing need be analysed."""
    assert analyse(tmp_path / "missing.replay") == 1
    assert "cannot read" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        analyse(GOLDEN["aborted-at-once"], "--svg", str(tmp_path / "missing" / "out.svg"))
    assert ended.value.code == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_wrong_seconds_are_wrong_usage(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and the sentence says what is wanted."""
    with pytest.raises(SystemExit) as ended:
        main(["replay", "analyse", "x", "--seconds", seconds])

    assert ended.value.code == 2
    assert "above 0" in capsys.readouterr().err
