"""The picture and the page: well formed, escaped, self-contained, and with the report's figures."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bessemer.printable import printable
from bessemer.ratings.results import Result
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.rating_curves import MOST_LINES, rating_plot
from bessemer.web.site.report_page import report_page as page
from bessemer.web.site.report_page import write_report
from tests.runner.report.conftest import FACTS, HOSTILE, lonely, simulated

SVG = "{http://www.w3.org/2000/svg}"
VOID = frozenset({"meta"})


def _many() -> list[Result]:
    """Twenty players, of whom most are about equal."""
    return simulated([f"p{at}" for at in range(20)], 20)


class Elements(HTMLParser):
    """The elements and the text of a page; fails where they are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def picture(report: LadderReport) -> ET.Element:
    """The picture, read as XML."""
    return ET.fromstring(rating_plot(report))  # noqa: S314  # it is our own


def test_pages_are_well_formed(odd: LadderReport) -> None:
    """Every element is closed, whatever the ladder is like, and nothing comes from elsewhere."""
    elements = Elements(page(odd))

    assert [] == elements.open
    assert not [tag for tag, attributes in elements.tags if {"src", "href"} & attributes.keys()]
    assert not re.search(r"@import|url\((?!#)", page(odd))


def test_pictures_are_well_formed(odd: LadderReport) -> None:
    """XML, with a title and a description, whatever the ladder is like."""
    root = picture(odd)

    assert "Ladder spring, season 2026-1: ratings over time" == root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    assert not re.search(r"\bnan\b|\binf\b", rating_plot(odd))


def test_names_are_escaped(report: LadderReport) -> None:
    """Markup in a name is text, on the page and in the picture, and its control signs are gone."""
    shown = printable(HOSTILE)
    elements = Elements(page(report))

    assert "b" not in {tag for tag, attributes in elements.tags if "onload" in attributes}
    assert shown in {attributes.get("title") for _, attributes in elements.tags}
    assert any(word.startswith('<b onload="x">') for word in elements.words)
    assert "\x1b" not in page(report)
    labels = ["".join(label.itertext()) for label in picture(report).iter(f"{SVG}text")]
    assert any('<b onload="x">' in label for label in labels)


def test_the_page_has_the_figures(report: LadderReport) -> None:
    """Rating, wins, median of each player; shares of each pair; the replays' names."""
    found = set(Elements(page(report)).words)

    for row in report.rows:
        assert phrases.rating(row.standing.rating) in found
        assert phrases.share(row.standing.wins) in found
        assert phrases.median(row.standing.median_score) in found
    for matchup in report.matchups.values():
        assert {phrases.percent(matchup.share.value), phrases.interval(matchup.share)} <= found
    assert f"furnace-{report.counted[-1].match_id}.replay" in found


def test_every_player_has_a_line_and_the_best_a_name() -> None:
    """Twelve are named with their final figures, the others are grey."""
    report = LadderReport.of(FACTS, _many())
    root = picture(report)
    lines = [line.get("class") for line in root.iter(f"{SVG}polyline")]
    labels = ["".join(label.itertext()) for label in root.iter(f"{SVG}text")]

    assert MOST_LINES == lines.count("line")
    assert len(report.rows) - MOST_LINES == lines.count("grey")
    for row in report.rows[:MOST_LINES]:
        assert f"{phrases.rating(row.standing.rating)} {row.standing.player}" in labels


def test_labels_stand_apart_inside_the_picture() -> None:
    """However close the ratings are, each name is legible."""
    root = picture(LadderReport.of(FACTS, _many()))
    keys = [line for line in root.iter(f"{SVG}line") if line.get("class") == "key"]
    places = [float(key.get("y1", "nan")) for key in keys]

    assert MOST_LINES == len(places)
    assert all(below - above >= 17.9 for above, below in pairwise(places))
    assert 0 < places[0] < places[-1] < float(root.get("height", "0"))


def test_what_does_not_count_is_said_instead_of_drawn() -> None:
    """No empty axes: a sentence, in the picture and on the page."""
    report = LadderReport.of(FACTS, lonely())

    assert "No match counts yet" in rating_plot(report)
    assert not list(picture(report).iter(f"{SVG}polyline"))
    assert "No match counts yet; 3 not counted" in page(report)
    assert "There is no result yet" in page(LadderReport.of(FACTS, []))


def test_a_page_of_a_ladder_without_faults_says_so() -> None:
    """No empty table of faults."""
    report = LadderReport.of(FACTS, [result for result in _many() if not result.faults])

    assert "No bot and no network failed" in page(report)


def test_the_page_is_written(report: LadderReport, tmp_path: Path) -> None:
    """One file; a folder that is not there is the caller's error to tell."""
    write_report(report, tmp_path / "ladder.html")

    assert page(report) == (tmp_path / "ladder.html").read_text(encoding="utf-8")
    with pytest.raises(FileNotFoundError):
        write_report(report, tmp_path / "nowhere" / "ladder.html")


def test_a_player_keeps_its_colour_and_lines_are_whole() -> None:
    """Whoever joins later takes a colour that is free; no line leaves the picture."""
    before = simulated(["ann", "bob", "cy", "dee"], 6)
    after = [*before, *simulated(["zed", "dee", "cy", "bob", "ann"], 12, seed=2)]
    colours = []
    for results in (before, after):
        report = LadderReport.of(FACTS, results)
        root = picture(report)
        keys = [line for line in root.iter(f"{SVG}line") if line.get("class") == "key"]
        looks = [f"{key.get('style')} {key.get('stroke-dasharray')}" for key in keys]
        colours.append(dict(zip(report.players, looks, strict=True)))
        lines = [line for line in root.iter(f"{SVG}polyline") if line.get("class") == "line"]
        points = [point for line in lines for point in (line.get("points") or "").split()]
        heights = [float(point.split(",")[1]) for point in points]
        assert 44 <= min(heights) <= max(heights) <= 412

    assert colours[0].items() <= colours[1].items()
    assert 5 == len(set(colours[1].values()))
