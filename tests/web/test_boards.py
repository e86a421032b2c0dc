"""Every golden replay can be drawn, and what is drawn is what the views say."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.engine.game import Seat
from bessemer.faces.face import face_of
from bessemer.replays.player import ReplayDiffers, ReplayPlayer
from bessemer.replays.reader import read_replay
from bessemer.wire.plain_json import PlainJson

STATIC: Final = Path(__file__).parents[2] / "clients/bessemer/web/static"
REPLAYS: Final = Path(__file__).parents[1] / "replays"
BOARDS: Final = sorted(STATIC.glob("board-*.js"))
DRAWN: Final = [game for game in NAMES if STATIC / f"board-{game}.js" in BOARDS]
ALL_REPLAYS: Final = [path for game in DRAWN for path in sorted((REPLAYS / game).glob("*.replay"))]
POLICY: Final = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Boards</title>
<link rel="stylesheet" href="style.css"><link rel="stylesheet" href="boards.css">
<link rel="stylesheet" href="test.css"><body><div id="picture"></div><div id="panels"></div>
<script type="module" src="boards.js"></script></body></html>"""
STYLE: Final = "body.wide #picture { width: 850px; } body.narrow #picture { width: 390px; }"
TYPES: Final = {".js": "text/javascript", ".css": "text/css"}

MINUS: Final = "\N{MINUS SIGN}"

# Any: what a browser and plain JSON give.
Moment = dict[str, Any]


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """A page with all boards, under the strict policy of the real pages; it fails on any error."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: no board is drawn"
    )
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no Chromium here: no board is drawn")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        errors: list[str] = []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        tab.route("**/*", _serve)
        tab.goto("http://boards.test/")
        tab.wait_for_selector("body[data-ready]", state="attached")
        yield tab
        browser.close()
        assert errors == []


def _serve(route: Any) -> None:  # noqa: ANN401 - Playwright's
    name = route.request.url.rsplit("/", 1)[-1]
    if name == "":
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=PAGE, content_type="text/html", headers=headers)
    elif name == "test.css":
        route.fulfill(body=STYLE, content_type="text/css")
    elif name == "favicon.ico":
        route.fulfill(status=204)
    else:
        path = Path(__file__).parent / name if name == "boards.js" else STATIC / name
        route.fulfill(body=path.read_text("utf-8"), content_type=TYPES[path.suffix])


def match_of(path: Path) -> Moment:
    """A replay as the pages are given it: all views in full."""
    player = ReplayPlayer(read_replay(path.read_bytes()))
    game, names = player.game, player.header.players
    plain, face = PlainJson(game.name), face_of(game.name)

    def moment(state: Any, move: Any = None, seat: int | None = None) -> Moment:  # noqa: ANN401
        view = game.view(state, None)
        return {
            "view": plain.view(view),
            "seen": [plain.view(game.view(state, Seat(number))) for number in range(len(names))],
            "move": move,
            "mover": seat,
            "scores": list(face.scores(view)),
            "in_sight": list(face.in_sight(view)),
            "waiting": list(map(int, face.waiting(view))),
        }

    state = player.position.state
    moments = [moment(state)]
    try:
        for record, move, _, after in player.steps():
            played = plain.played(move, record.seat, game.view(state, None))
            state = after.state
            moments.append(moment(state, played, record.seat))
    except ReplayDiffers:
        pass  # what verifies is drawn
    setup = plain.setup(game.options(player.header.options))
    return {"game": game.name, "setup": setup, "players": list(names), "moments": moments}


def some_moments(match: Moment) -> list[int]:
    """Beginning, end, some between, and all at which the table changes by itself."""
    views = [json.dumps(_stage(one["view"])) for one in match["moments"]]
    turns = [at for at in range(1, len(views)) if views[at] != views[at - 1]]
    last = len(views) - 1
    return sorted({0, *(last * part // 5 for part in range(6)), *turns[:: max(1, len(turns) // 4)]})


def _stage(view: Moment) -> list[Any]:
    return [view.get(name) for name in ("era", "round", "phase", "spirit")]


def named(path: Path) -> str:
    """Its game and name."""
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", ALL_REPLAYS, ids=named)
def test_what_is_drawn_is_what_the_view_says(page: Any, path: Path) -> None:  # noqa: ANN401
    """In both layouts; and nothing lies over something else, is cut off or too small to read."""
    match = match_of(path)
    moments = some_moments(match)
    needed = {*moments, *(at - 1 for at in moments)}
    sent = match | {
        "moments": [one if at in needed else None for at, one in enumerate(match["moments"])]
    }
    for told in page.evaluate("([match, moments]) => drawMoments(match, moments)", [sent, moments]):
        here = f"{named(path)} moment {told['index']} {told['layout']}"
        CHECKS[match["game"]](match["moments"][told["index"]]["view"], match, told)
        assert told["faults"] == [], here
        assert told["untitled"] == 0, here
        assert told["summary"], here


def brass(view: Moment, match: Moment, told: Moment) -> None:
    """Tiles with their cubes, markets, links, and the numbers of the panels."""
    keys, texts, cubes = told["keys"], told["texts"], told["cubes"]
    tiles = {tile["space"]: tile for tile in view["tiles"]}
    for key in keys:
        if key.startswith("space:"):
            tile = tiles.pop(key.removeprefix("space:"), None)
            flipped = "flipped" if tile and tile["flipped"] else ""
            expected = (
                " ".join([*(str(tile[part]) for part in _TILE), flipped])
                if tile is not None
                else ""
            )
            assert expected == keys[key]
            assert (tile["cubes"] if tile else 0) == cubes[key]
    assert tiles == {}
    for good in ("coal", "iron"):
        assert view[f"{good}_cubes"] == cubes[f"market:{good}"]
    for seat, player in enumerate(view["players"]):
        assert texts[f"money:{seat}"] == f"£{player['money']}".replace("£-", MINUS + "£")
        assert texts[f"points:{seat}"] == str(player["points"])
        income = match["setup"]["income"][player["income_space"]]
        assert texts[f"incomes:{seat}"] == f"{income:+d}".replace("-", MINUS)
        assert texts[f"cards:{seat}"] == str(player["hand_size"])
        for link in player["links"]:
            assert keys[f"link:{link}"] == str(seat)


_TILE: Final = ("owner", "industry", "level", "cubes")


def furnace(view: Moment, _: Moment, told: Moment) -> None:
    """Discs and who leads, stores, and which companies are upgraded."""
    keys, texts = told["keys"], told["texts"]
    for slot in view["row"]:
        assert keys[f"card:{slot['card']}"] == str(len(slot["discs"]))
        leading = [
            disc["seat"]
            for disc in slot["discs"]
            if keys[f"disc:{slot['card']}:{disc['seat']}:{disc['value']}"] == "leads"
        ]
        assert leading == ([slot["leads"]] if slot["discs"] else [])
    for seat, player in enumerate(view["players"]):
        assert texts[f"money:{seat}"] == f"${player['stock']['money']}"
        for good in ("coal", "iron", "oil", "upgrades"):
            assert keys[f"stock:{seat}:{good}"] == str(player["stock"][good])
        for card in player["companies"]:
            side = "upgraded" if card in player["upgraded"] else "basic"
            assert keys[f"own:{seat}:{card}"] == side


CHECKS: Final[dict[str, Callable[[Moment, Moment, Moment], None]]] = {
    "brass": brass,
    "furnace": furnace,
}


@pytest.mark.parametrize("game", DRAWN)
def test_the_legend_explains_symbols(page: Any, game: str) -> None:  # noqa: ANN401
    """Each line is a symbol and what it stands for."""
    told = page.evaluate("game => legendOf(game)", game)
    assert len(told) >= 5
    assert all(tag == "svg" and title for tag, title in told)


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_no_script_writes_markup_or_inline_styles(path: Path) -> None:
    """Names come from anybody, and the Content-Security-Policy forbids inline styles."""
    text = path.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text)
    assert not re.search(r"[\"']?style[\"']?\s*[:=]\s*[`\"']", text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


def test_a_plan_tells_what_is_in_store_after_each_step() -> None:
    """The last store of `flow` is the one with which the next round begins."""
    match = match_of(REPLAYS / "furnace" / "four-players.replay")
    plans: dict[int, Moment] = {}
    checked = 0
    for moment in match["moments"]:
        if moment["move"] and "production_plan" in moment["move"]:
            plans[moment["mover"]] = moment["move"]
        if len(plans) == len(match["players"]):
            for seat, plan in plans.items():
                assert len(plan["flow"]) == len(plan["production_plan"]["steps"])
                assert plan["flow"][-1] == moment["view"]["players"][seat]["stock"]
                checked += 1
            plans = {}
    assert checked == 16


def test_worth_is_what_is_scored_in_the_end() -> None:
    """Of Brass: links, tiles and money together."""
    match = match_of(REPLAYS / "brass" / "four-players.replay")
    before, after = (moment["view"]["players"] for moment in match["moments"][-2:])
    gained = [new["points"] - old["points"] for old, new in zip(before, after, strict=True)]
    assert gained == [sum(player["worth"].values()) for player in after]
