"""The pages of a ladder from disk: every match one click away, whoever the players are."""

import json
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from bessemer.ratings.results import Result
from bessemer.replays.reader import read_replay
from bessemer.runner.report.facts import LadderFacts, LadderReport
from bessemer.web.assets import SITE
from bessemer.web.replay_frames import replay_frames
from bessemer.web.site.ladder_site import MATCHES_PER_FILE, LadderSite
from tests.web.npm_packages import npm_packages
from tests.web.watched_page import WatchedPage

HOSTILE: Final = '<img src=x onerror="alert(1)">'
PLAYERS: Final = ("magnate", HOSTILE, "planner", "../../etc/passwd", "greedy")
REPLAYS: Final = Path(__file__).parents[1] / "replays"
COUNT: Final = MATCHES_PER_FILE + 30


def result(number: int) -> Result:
    """Players who take turns, each winning as often as it is early in the list."""
    four = [player for at, player in enumerate(PLAYERS) if at != number % len(PLAYERS)]
    order = four if number % 3 else four[::-1]
    ranks = tuple(order.index(player) + 1 for player in four)
    scores = tuple(100 - 10 * rank for rank in ranks)
    return Result(f"m{number}", tuple(four), ranks, scores, 1.7e9 + 60 * number)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a ladder with many matches; one of its matches can be shown."""
    top = tmp_path_factory.mktemp("site")
    facts = LadderFacts("furnace", "furnace", {"rounds": "4"}, "1", 4, False, 0, 1.7e9)
    report = LadderReport.of(facts, [result(number) for number in range(COUNT)])
    frames = replay_frames(read_replay((REPLAYS / "furnace" / "four-players.replay").read_bytes()))
    frames["header"]["players"][1]["name"] = HOSTILE
    site = LadderSite(report, "ladders/furnace/", lambda match: frames if match == "m7" else None)
    files = {f"ladders/furnace/{path}": site.file(path) for path in site.paths()}
    files |= {
        "index.html": site.standings("index.html", "ladders/furnace/"),
        "ladders/furnace/data/match/m7.js": site.file("data/match/m7.js"),
        "ladders/furnace/data/match/m8.js": site.file("data/match/m8.js"),
    }
    files |= {f"assets/{name}": made() for name, made in SITE.items()}
    for path, content in files.items():
        assert content is not None, path
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(content, encoding="utf-8")
    return top


def test_from_the_standings_to_a_player_and_to_a_match(page: WatchedPage, folder: Path) -> None:
    """By clicks alone, and the player with the hostile name is a name everywhere."""
    shown = page.page
    shown.goto((folder / "index.html").as_uri())

    assert len(PLAYERS) == shown.locator("table.sorted tbody tr").count()
    shown.get_by_role("link", name=HOSTILE).first.click()
    expect(shown.locator("h1")).to_have_text(HOSTILE)
    assert len(PLAYERS) - 1 == shown.locator("table").first.locator("tbody tr").count()
    shown.get_by_role("link", name="All matches of this player").click()
    shown.locator("#matches tbody tr").first.wait_for()
    assert HOSTILE == shown.locator("#matches select option:checked").first.inner_text()
    shown.goto((folder / "ladders/furnace/match.html").as_uri() + "?m=m7#turn=12")
    shown.wait_for_selector(".viewer .picture svg")
    assert 12 == page.viewer("viewer.index")
    assert 0 == shown.locator("img[onerror]").count()
    shown.go_back()
    shown.go_back()


def test_the_list_of_matches_is_read_as_far_as_it_is_needed(
    page: WatchedPage, folder: Path
) -> None:
    """The newest file first; the next one when more is asked for than it has; filters go through all."""
    shown = page.page
    shown.goto((folder / "ladders/furnace/matches.html").as_uri())

    rows = shown.locator("#matches tbody tr")
    rows.nth(49).wait_for()
    assert 50 == rows.count()
    shown.select_option('select[aria-label="Winner"]', label="greedy")
    won = [one for one in map(result, range(COUNT)) if one.players[one.ranks.index(1)] == "greedy"]
    expected = f"{len(won)} matches, the newest first."
    shown.get_by_text(expected).wait_for()
    shown.get_by_label("with a fault").check()
    shown.get_by_text("No match like this.").wait_for()


def test_standings_are_sorted_by_a_click(page: WatchedPage, folder: Path) -> None:
    """By any column, down and up."""
    shown = page.page
    shown.goto((folder / "index.html").as_uri())
    matches = shown.get_by_role("button", name="matches", exact=True)
    matches.click()
    column = [
        int(text) for text in shown.locator("table.sorted tbody td:nth-child(5)").all_inner_texts()
    ]

    assert sorted(column, reverse=True) == column


def test_a_match_that_is_not_there_is_said(page: WatchedPage, folder: Path) -> None:
    """Unknown, withheld, or by other rules: a sentence instead of an empty page."""
    page.expected = ["ERR_FILE_NOT_FOUND"]
    address = (folder / "ladders/furnace/match.html").as_uri()
    for query, said in (("?m=m9999", "is not here"), ("?m=m8", "cannot be shown"), ("", "Which")):
        page.page.goto(address + query)
        page.page.get_by_text(said).wait_for()


def test_no_serious_barrier_on_the_pages(page: WatchedPage, folder: Path) -> None:
    """axe-core finds nothing serious on any kind of page; a phone scrolls no page sideways."""
    source = (npm_packages() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    player = next((folder / "ladders/furnace/players").glob("img*.html"))
    for scheme, file in (
        ("light", folder / "index.html"),
        ("dark", player),
        ("light", folder / "ladders/furnace/matches.html"),
    ):
        page.settle(color_scheme=scheme)
        page.page.goto(file.as_uri())
        page.page.evaluate(source)
        found = page.page.evaluate("() => axe.run({ resultTypes: ['violations'], preload: false })")
        serious = [
            (barrier["id"], [node["html"][:150] for node in barrier["nodes"]][:3])
            for barrier in found["violations"]
            if barrier["impact"] in ("serious", "critical")
        ]
        assert [] == serious, json.dumps(serious, indent=1)
        page.size({"width": 390, "height": 844})
        assert 390 == page.page.evaluate("document.documentElement.scrollWidth")
        page.size({"width": 1280, "height": 800})
