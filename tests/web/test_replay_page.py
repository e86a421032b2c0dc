"""`bessemer replay html`: a page from disk that shows every turn as the replay has it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bessemer.analysis.logged_match import logged_match
from bessemer.analysis.rooms import analysis
from bessemer.cli.console.progress import progress_bar
from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from tests.web.board_checks import CHECKS
from tests.web.exported import REPLAYS, exported
from tests.web.npm_packages import npm_packages
from tests.web.watched_page import WatchedPage

MOST_BYTES: Final = {"furnace": 150_000, "brass": 250_000, "alchemicus": 400_000}
every_game = pytest.mark.parametrize("game", NAMES)
_ON_THE_PAGE: Final = """(() => {
    const text = (name) => document.querySelector(name)?.textContent ?? "";
    const drawn = { keys: {}, texts: {}, cubes: {} };
    for (const element of document.querySelectorAll("[data-key]")) {
        const key = element.getAttribute("data-key");
        drawn.keys[key] = element.getAttribute("data-value");
        drawn.texts[key] = element.textContent;
        drawn.cubes[key] = element.querySelectorAll(".cube").length;
    }
    return {
        drawn,
        view: viewer.context().view,
        turn: text(".turn b"),
        line: text(".log [aria-current] b"),
        what: text(".log [aria-current] .what"),
        said: text(".said").slice(1),
    };
})()"""
PHONE: Final = {"width": 390, "height": 844}


@pytest.fixture
def opened(page: WatchedPage, tmp_path: Path) -> Callable[..., WatchedPage]:
    """Opens the page of a replay."""

    def open_page(game: str, name: str = "four-players", address: str = "") -> WatchedPage:
        file = tmp_path / "match.html"
        assert 0 == main(
            ["replay", "html", str(REPLAYS / game / f"{name}.replay"), "-o", str(file)]
        )
        page.open(f"{file.as_uri()}{address}")
        return page

    return open_page


@every_game
def test_every_turn_is_drawn_from_what_the_replay_says(
    opened: Callable[..., WatchedPage], game: str
) -> None:
    """Stepping by key from the set-up to the end: view, figures, turn, sentence, log and scores."""
    shown, match = opened(game), exported(game)
    keyboard, players = shown.page.keyboard, match["header"]["players"]
    turns = [{"turn": 0, "view": match["setup"]["view"]}, *match["turns"]]
    for turn in turns:
        found = shown.viewer(_ON_THE_PAGE)
        assert turn["view"] == found["view"]
        CHECKS[game](turn["view"], {"setup": match["setup"]["figures"]}, found["drawn"])
        assert [str(turn["turn"])] * 2 == [found["turn"], found["line"]]
        if turn["turn"]:
            assert found["said"].startswith(players[turn["seat"]])
            assert found["what"] in found["said"]
        keyboard.press("ArrowRight")
    if match["end"]["ranks"]:
        places = shown.page.locator(".player .place").all_inner_texts()
        assert len(players) == len(places)
        assert {rank == 1 for rank in match["end"]["ranks"]} == {
            place == "winner" for place in places
        }


@every_game
def test_keys_and_address(opened: Callable[..., WatchedPage], game: str) -> None:
    """Home, End, back, rounds and play by key; a link leads to its turn; the address follows."""
    shown = opened(game, address="#turn=7")
    press, last = shown.page.keyboard.press, len(exported(game)["turns"])

    assert 7 == shown.viewer("viewer.index")
    press("ArrowLeft")
    assert 6 == shown.viewer("viewer.index")
    press("End")
    assert last == shown.viewer("viewer.index")
    press("Home")
    assert 0 == shown.viewer("viewer.index")
    press("]")
    assert 2 == shown.viewer("viewer.story.moments[viewer.index].round")
    press("[")
    assert 1 == shown.viewer("viewer.story.moments[viewer.index].round")
    press("Space")
    # It goes on by itself, so no single turn is waited for.
    shown.page.wait_for_function("() => document.getElementById('viewer').viewer.index > 1")
    press("Space")
    shown.page.locator('.log a[href="#turn=12"]').click()
    assert 12 == shown.viewer("viewer.index")
    shown.page.wait_for_url("**#turn=12")
    press("?")
    assert shown.page.locator("dialog[open]").is_visible()


@every_game
def test_rounds_and_phases_by_mouse_and_by_touch(
    opened: Callable[..., WatchedPage], game: str
) -> None:
    """Every phase is in the menu, and the buttons go through all of them, on a phone too."""
    shown = opened(game)
    headings = shown.viewer("viewer.story.moments.map(({ heading }) => heading)")
    rounds = shown.viewer("viewer.story.moments.map(({ round }) => round)")
    told = list(zip(rounds, headings, strict=True))
    begins = [at for at in range(len(told)) if at == 0 or told[at] != told[at - 1]]
    menu = shown.page.get_by_label("Go to a round or a phase")
    offered = [option.strip() for option in menu.locator("option").all_inner_texts()]

    assert [headings[at] for at in begins] == offered[1:]
    menu.select_option(value=str(begins[-2]))
    assert begins[-2] == shown.viewer("viewer.index")
    shown.size(PHONE)
    box = shown.page.locator(".controls").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    for at in (begins[-1], begins[-2], begins[-3]):
        name = "The next phase" if at == begins[-1] else "The phase before"
        shown.page.get_by_role("button", name=name).click()
        assert at == shown.viewer("viewer.index")


@every_game
def test_as_each_seat_saw_it(opened: Callable[..., WatchedPage], game: str) -> None:
    """The switch shows a seat's own view, and the truth has all of them; `f` goes through them."""
    shown = opened(game, address="#turn=20&seat=1")

    assert 1 == shown.viewer("viewer.context().seatSeen")
    assert [False, True, False, False] == shown.viewer("viewer.context().seen.map(v => v !== null)")
    own = shown.viewer("viewer.context().view")
    assert own == shown.viewer("viewer.story.viewAt(20, 1)")
    for _ in range(3):
        shown.page.keyboard.press("f")
    assert "all" == shown.viewer("viewer.seat")
    assert [True] * 4 == shown.viewer("viewer.context().seen.map(v => v !== null)")
    shown.page.keyboard.press("f")
    assert shown.viewer("viewer.seat") is None


@every_game
def test_everything_has_its_place_on_one_screen(
    opened: Callable[..., WatchedPage], game: str
) -> None:
    """1280 by 800 shows all parts without scrolling; a phone scrolls down, never sideways."""
    shown = opened(game, address="#turn=40")
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"

    assert [1280, 800] == shown.page.evaluate(size)
    for part in (".picture", ".people", ".log", ".curve", ".controls"):
        box = shown.page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800
    shown.size(PHONE)
    assert 390 == shown.page.evaluate(size)[0]


@every_game
def test_no_serious_barrier(opened: Callable[..., WatchedPage], game: str) -> None:
    """axe-core finds nothing serious: in the light on a wide screen, in the dark on a phone."""
    source = (npm_packages() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    shown = opened(game, address="#turn=40")
    shown.page.evaluate(source)
    for size, scheme in (({"width": 1280, "height": 800}, "light"), (PHONE, "dark")):
        shown.size(size)
        shown.settle(color_scheme=scheme)
        found = shown.page.evaluate(
            "() => axe.run({ resultTypes: ['violations'], preload: false })"
        )
        serious = [
            (barrier["id"], [node["html"][:120] for node in barrier["nodes"]][:3])
            for barrier in found["violations"]
            if barrier["impact"] in ("serious", "critical")
        ]
        assert [] == serious, json.dumps(serious, indent=1)


@every_game
def test_a_page_is_small(game: str, tmp_path: Path) -> None:
    """Everything in one file, within what the game may take."""
    file = tmp_path / "match.html"
    main(["replay", "html", str(REPLAYS / game / "four-players.replay"), "-o", str(file)])

    assert file.stat().st_size < MOST_BYTES[game]


def test_what_a_move_cost_is_marked(page: WatchedPage, tmp_path: Path) -> None:
    """With --analyse: on the curve, in the log and beside the move, as `replay analyse` has it."""
    replay, file = REPLAYS / "furnace" / "two-players.replay", tmp_path / "match.html"
    assert 0 == main(
        ["replay", "html", "--analyse", "--seconds", "5", str(replay), "-o", str(file)]
    )
    match = logged_match(replay.read_bytes())
    facts = analysis("furnace").analysed(match, seconds=5, progress=progress_bar)
    lost = {
        choice["turn"]: choice["lost"]
        for name in ("compensations", "placements", "plans")
        for choice in facts[name]
        if choice["lost"]
    }
    turn, cost = max(lost.items(), key=lambda one: one[1])
    page.open(f"{file.as_uri()}#turn={turn}")

    assert len(lost) == page.page.locator(".curve .mistake").count()
    assert len(lost) == page.page.locator(".log .judged").count()
    assert f"({cost:g} lost)" in page.page.inner_text(".said .better")
    # The list has the worst first; what each player lost; and the best move can be seen on the board.
    assert page.page.locator(".mistakes li b").first.inner_text().endswith(f"{cost:g}")
    assert 2 == page.page.locator(".mistakes dd").count()
    played = page.page.inner_html(".picture")
    page.page.get_by_role("button", name="Show the best move on the board").click()
    assert played != page.page.inner_html(".picture")
    page.page.get_by_role("button", name="Show what was played").click()
    assert played == page.page.inner_html(".picture")
    page.page.goto(f"{file.as_uri()}#turn=0")
    page.page.wait_for_function("() => document.getElementById('viewer').viewer.index === 0")
    page.page.get_by_role("button", name="Next mistake").click()
    assert min(lost) == page.viewer("viewer.story.frameAt(viewer.index).turn")


def test_a_damaged_replay_is_shown_as_far_as_it_goes(
    page: WatchedPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the page says what is wrong, as the command does."""
    lines = (REPLAYS / "furnace" / "two-players.replay").read_bytes().splitlines(keepends=True)
    broken, file = tmp_path / "broken.replay", tmp_path / "broken.html"
    broken.write_bytes(b"".join(lines[:10]) + b"{}\n")

    assert 1 == main(["replay", "html", str(broken)])
    assert "damaged" in capsys.readouterr().err
    page.open(file.as_uri())
    assert "Damaged" in page.page.inner_text(".status")
    assert 9 == page.viewer("viewer.story.last")


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no replay, and a replay that is not there."""
    (tmp_path / "no.replay").write_text("no", encoding="utf-8")

    assert 1 == main(["replay", "html", str(tmp_path / "no.replay")])
    assert 1 == main(["replay", "html", str(tmp_path / "absent.replay")])
    assert 2 == main(["replay", "html", "-"])
    assert "Traceback" not in capsys.readouterr().err


def test_a_mistyped_folder_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither for one page nor for several; the folder for several is made in one that is there."""
    files = [str(REPLAYS / "furnace" / f"{name}.replay") for name in ("two-players", "forfeited")]

    assert 2 == main(["replay", "html", files[0], "-o", str(tmp_path / "pgaes" / "match.html")])
    assert 2 == main(["replay", "html", *files, "-o", str(tmp_path / "pgaes" / "new")])
    assert "there is no folder" in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())

    assert 0 == main(["replay", "html", *files, "-o", str(tmp_path / "new")])
    assert 2 == len(list((tmp_path / "new").iterdir()))
