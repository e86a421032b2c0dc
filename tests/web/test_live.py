"""A match in the browser while it is played, through crashes of the referee and of the web server."""

import base64
import json
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from bessemer.engine.catalogue import NAMES
from bessemer.replays.format import write_lines
from bessemer.replays.reader import read_replay
from bessemer.web.differences import applied
from bessemer.web.replay_frames import replay_frames
from tests.ports import free_ports
from tests.referees.process import RefereeProcess
from tests.web.programs import Players, Program, referee, spectator
from tests.web.served import Served
from tests.web.watched_page import WatchedPage

HOSTILE: Final = "<img src=x onerror=alert(1)>"
PASSWORD: Final = "only for organisers"  # noqa: S105 - of this test alone
REPLAYS: Final = Path(__file__).parents[1] / "replays"
LOST: Final = ["ERR_", "Failed to load", "EventSource"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A referee and a web server that nobody kills."""
    data = tmp_path_factory.mktemp("data")
    with RefereeProcess(data) as program:
        port, token = program.port, program.token
        words = ("--referee", f"127.0.0.1:{port}", "--data", str(data), "--port", "0")
        watching = spectator(port, token)
        with Program("web", *words, token=watching, password=PASSWORD) as web:
            yield Served(data, port, token, web.says(r"Open (http\S+)").rstrip("/"))


@pytest.mark.parametrize("game", NAMES)
def test_a_late_spectator_sees_every_turn_and_those_that_follow(
    page: WatchedPage, served: Served, game: str
) -> None:
    """From the middle of a match back to its set-up; and there are no hands to see before the end."""
    players = served.players(game)
    players.move(5)
    page.open(f"{served.pages}/live/{players.match_id}")
    page.page.locator('.log a[href="#turn=5"]').wait_for()
    turn = players.move(2)
    page.page.locator(f'.log a[href="#turn={turn}"][aria-current]').wait_for()

    assert page.viewer("viewer.story.hasSeats") is False
    assert "live" in page.page.inner_text(".status")
    turns = page.viewer("viewer.story.moments.slice(1).map(m => m.turn)")
    assert list(range(1, 8)) == turns
    players.close()


def test_ctrl_c_while_a_page_is_open(served: Served) -> None:
    """The page is cut; that is no error, and no traceback."""
    players = served.players()
    words = ("--referee", f"127.0.0.1:{served.port}", "--data", str(served.data), "--port", "0")
    watching = spectator(served.port, served.token, "pages-2")
    with Program("web", *words, token=watching) as web:
        events = f"{web.says(r'Open (http[^ ]+)')}live/{players.match_id}/events?from=-1"
        with urllib.request.urlopen(events, timeout=60) as page:  # noqa: S310 - our own
            assert page.readline()
            code, said = web.interrupt()
    players.close()

    assert (code, said) == (0, "")


def test_home_shows_small_boards_and_scores(page: WatchedPage, served: Served) -> None:
    """One for each game, and one for each live match, which follows it."""
    players = Players(served.port, served.token, "furnace", ["Ada", "Bob"], patience=1800)
    players.move(5)
    page.page.goto(f"{served.pages}/")
    card = page.page.locator(f'.lives a[href="/live/{players.match_id}"]')
    card.locator(".miniature svg").wait_for()
    expect(page.page.locator(".game .miniature svg")).to_have_count(len(NAMES))
    turn = players.move(2)
    expect(card.locator("small")).to_contain_text(f"turn {turn + 1}")
    shown = card.locator(".scores b").all_inner_texts()
    page.open(f"{served.pages}/live/{players.match_id}")

    assert shown == [str(score) for score in page.viewer("viewer.story.moments.at(-1).scores")]
    players.close()


def test_a_match_that_ends_is_what_its_replay_shows(page: WatchedPage, served: Served) -> None:
    """Every view of the live page, and each seat's clock; one click further there are all hands."""
    players = Players(served.port, served.token, "furnace", ["Ada", "Bob"], patience=1800)
    players.move(7)
    page.open(f"{served.pages}/live/{players.match_id}")
    clocks = page.viewer("viewer.story.header.players.map(({ clock }) => clock)")
    told = page.page.locator(".player .clock").last.get_attribute("title")
    while players.move():
        pass
    page.page.get_by_text("finished", exact=True).wait_for()
    shown = page.viewer("viewer.story.views")
    page.page.get_by_role("link", name="See it again with all hands").click()
    page.page.wait_for_selector(".viewer .picture svg")

    view, views = None, []
    frames = replay_frames(read_replay(players.replay()))
    for moment in [frames["header"], *frames["frames"]]:
        view = moment["view"] if view is None else applied(moment["changes"], view)
        views.append(view)
    assert views == shown == page.viewer("viewer.story.views")
    assert page.viewer("viewer.story.hasSeats") is True
    assert clocks == [player["clock"] for player in frames["header"]["players"]]
    assert clocks[0] == frames["header"]["clock"]
    assert 1800 == clocks[1]["bank"] != clocks[0]["bank"]
    assert told is not None
    assert "30:00" in told
    players.close()


def test_names_are_only_names(page: WatchedPage, served: Served, tmp_path: Path) -> None:
    """A replay comes from anybody, and so do its names: one like markup is shown as it is."""
    replay = read_replay((REPLAYS / "furnace" / "two-players.replay").read_bytes())
    assert replay.header is not None
    assert replay.result is not None
    header = replace(replay.header, players=(HOSTILE, "Ada"), match_id=HOSTILE)
    file = tmp_path / "hostile.replay"
    file.write_bytes(write_lines(header, replay.records, replay.result, None))
    page.page.goto(f"{served.pages}/")
    page.page.set_input_files("#replay", file)
    page.page.wait_for_selector(".viewer .picture svg")

    assert HOSTILE == page.page.locator(".player .name").first.inner_text()
    page.page.keyboard.press("End")
    page.page.keyboard.press("?")
    assert 0 == page.page.locator("img").count()


def test_a_dropped_replay_plays(page: WatchedPage, served: Served) -> None:
    """And what is no replay is said to be none."""
    page.expected = ["400"]
    page.page.goto(f"{served.pages}/")
    page.page.set_input_files("#replay", Path(__file__))
    page.page.get_by_text("is no replay").wait_for()
    page.page.set_input_files("#replay", REPLAYS / "brass" / "two-players.replay")
    page.page.wait_for_selector(".viewer .picture svg")

    assert "brass" == page.viewer("viewer.story.header.game")


def test_both_sides_may_die(page: WatchedPage, tmp_path: Path) -> None:
    """The referee is killed and comes back, then the web server: the page misses nothing."""
    page.expected = LOST
    port, web_port = free_ports(2)
    program = referee(tmp_path, port)
    token = program.token
    where = ("--referee", f"127.0.0.1:{port}", "--data", str(tmp_path))
    words = ("web", *where, "--port", str(web_port))
    watching = spectator(port, token)
    web = Program(*words, token=watching)
    address = web.says(r"Open (http\S+)").rstrip("/")
    players = Players(port, token, "furnace", ["Ada", "Bob"])
    try:
        players.move(5)
        page.open(f"{address}/live/{players.match_id}")
        page.page.locator('.log a[href="#turn=5"]').wait_for()
        program.kill()
        program = referee(tmp_path, port)
        turn = players.move(2)
        page.page.locator(f'.log a[href="#turn={turn}"]').wait_for()
        web.kill()
        players.move(2)
        web = Program(*words, token=watching)
        page.page.locator('.log a[href="#turn=9"]').wait_for()

        assert list(range(1, 10)) == page.viewer("viewer.story.moments.slice(1).map(m => m.turn)")
    finally:
        players.close()
        web.kill()
        program.kill()


def test_every_answer_has_the_strict_policy(served: Served) -> None:
    """Pages, data and errors: no inline code, nothing from elsewhere, no guessing of types."""
    for path in ("/", "/assets/site.js", "/live.json", "/nowhere", "/ladders/x/y", "/live/x"):
        _, text, headers = served.get(path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "nosniff" == headers["x-content-type-options"]
        assert "style=" not in text or path.endswith(".js")
        assert "Traceback" not in text


def test_the_organisers_page_wants_the_password(served: Served) -> None:
    """Nobody else sees how bots fail."""
    right = base64.b64encode(f"organiser:{PASSWORD}".encode()).decode()
    wrong = base64.b64encode(b"organiser:guess").decode()

    assert 401 == served.get("/organiser")[0]
    assert 401 == served.get("/organiser", Authorization=f"Basic {wrong}")[0]
    assert 401 == served.get("/organiser", Authorization="Basic \xe9")[0]
    status, text, _ = served.get("/organiser", Authorization=f"Basic {right}")
    assert (200, True) == (status, "<h1>Bots</h1>" in text)


def test_a_match_that_nobody_plays(served: Served) -> None:
    """Neither a live match nor a finished one."""
    for path in ("/live/none/events", "/matches/none/frames.json"):
        assert 404 == served.get(path)[0]
    assert isinstance(json.loads(served.get("/live.json")[1])["matches"], list)


def test_an_organisers_token_shows_nothing(served: Served) -> None:
    """It may watch what is secret to spectators, so a page must not show what it is told."""
    words = ("--referee", f"127.0.0.1:{served.port}", "--data", str(served.data), "--port", "0")
    players = served.players()
    with Program("web", *words, token=served.token) as web:
        pages = served._replace(pages=web.says(r"Open (http\S+)").rstrip("/"))
        told = json.loads(pages.get("/live.json")[1])
        status, _, _ = pages.get(f"/live/{players.match_id}/events")
    players.close()

    assert ([], 404) == (told["matches"], status)
    assert "use a spectator's" in told["troubles"][0]
