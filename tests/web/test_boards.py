"""Every golden replay can be drawn, and what is drawn is what the views say."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route

from bessemer.engine.catalogue import NAMES
from bessemer.engine.drafts import begin
from bessemer.engine.game import Seat
from bessemer.faces.face import face_of
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.wire.plain_json import PlainJson
from tests.web.board_checks import CHECKS, Moment
from tests.web.watched_page import WatchedPage

STATIC: Final = Path(__file__).parents[2] / "clients/bessemer/web/static"
REPLAYS: Final = Path(__file__).parents[1] / "replays"
DRAWN: Final = [game for game in NAMES if (STATIC / "boards" / game / "board.js").is_file()]
ALL_REPLAYS: Final = [path for game in DRAWN for path in sorted((REPLAYS / game).glob("*.replay"))]
POLICY: Final = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Boards</title>
<link rel="stylesheet" href="style.css"><link rel="stylesheet" href="boards/boards.css">
<link rel="stylesheet" href="test.css"><body><div id="picture"></div><div id="panels"></div><div id="hand"></div>
<script type="module" src="test.js"></script></body></html>"""
STYLE: Final = (
    "body.wide #picture { width: 862px; height: 554px; } body.narrow #picture { width: 390px; }"
)
TYPES: Final = {".js": "text/javascript", ".css": "text/css"}


@pytest.fixture(scope="module")
def boards(browser: Browser) -> Iterator[Page]:
    """A page with all boards, under the strict policy of the real pages; it fails on any error."""
    watched = WatchedPage(browser.new_page(viewport={"width": 1280, "height": 800}))
    page = watched.page
    page.route("**/*", _serve)
    page.goto("http://boards.test/")
    page.wait_for_selector("body[data-ready]", state="attached")
    yield page
    watched.check()
    page.close()


def _serve(route: Route) -> None:
    name = route.request.url.removeprefix("http://boards.test/")
    if name == "":
        headers = {"Content-Security-Policy": POLICY}
        route.fulfill(body=PAGE, content_type="text/html", headers=headers)
    elif name == "test.css":
        route.fulfill(body=STYLE, content_type="text/css")
    elif name == "favicon.ico":
        route.fulfill(status=204)
    else:
        path = Path(__file__).parent / "boards.js" if name == "test.js" else STATIC / name
        route.fulfill(body=path.read_text("utf-8"), content_type=TYPES[path.suffix])


def match_of(path: Path, choose: Callable[[list[str]], list[int]] | None = None) -> Moment:
    """
    A replay as the pages are given it, all views in full.

    Args:
        path: the replay.
        choose: by the headings of all moments, which are wanted (and those before them); all if it
            is not given. The others are null.
    """
    player = ReplayPlayer(read_replay(path.read_bytes()))
    game, names = player.game, player.header.players
    plain, face = PlainJson(game.name), face_of(game.name)
    states = [player.position.state]
    moves: list[tuple[Any, int | None]] = [(None, None)]
    try:
        for record, move, _, after in player.steps():
            states.append(after.state)
            moves.append((move, record.seat))
    except ReplayDiffers:
        pass  # what verifies is drawn
    chosen = list(range(len(states)))
    if choose is not None:
        chosen = choose([face.heading(game.view(state, None)) for state in states])
    needed = {*chosen, *(at - 1 for at in chosen)}

    def moment(at: int) -> Moment | None:
        if at not in needed:
            return None
        state, (move, seat) = states[at], moves[at]
        view = game.view(state, None)
        before = game.view(states[at - 1], None) if at else None
        return {
            "view": plain.view(view),
            "seen": [plain.view(game.view(state, Seat(number))) for number in range(len(names))],
            "move": None if seat is None else plain.played(move, seat, before),
            "mover": seat,
            "scores": list(face.scores(view)),
            "in_sight": list(face.in_sight(view)),
            "waiting": list(map(int, face.waiting(view))),
        }

    return {
        "game": game.name,
        "setup": plain.setup(game.options(player.header.options)),
        "players": list(names),
        "moments": [moment(at) for at in range(len(states))],
        "chosen": chosen,
        "things": {at: _things(game, states[at]) for at in chosen} if choose else {},
    }


def some_moments(headings: list[str]) -> list[int]:
    """Beginning, end, some between, and some at which the table changes by itself."""
    turns = [at for at in range(1, len(headings)) if headings[at] != headings[at - 1]]
    last = len(headings) - 1
    return sorted({*(last * part // 4 for part in range(5)), *turns[:: max(1, len(turns) // 3)]})


def _things(game: Any, state: Any) -> list[str]:  # noqa: ANN401 - any game's
    """What the seat that is asked may point at, on the way to some moves."""
    found: set[str] = set()
    decisions = game.decisions(state)
    if not decisions:
        return []
    first = begin(game, game.view(state, min(decision.seat for decision in decisions)))
    for start in first.choice.words if first.choice else ():
        draft = first
        word = start
        while draft.choice is not None:
            found |= {f"{one.thing.kind}:{one.thing.id}" for one in draft.choice.words if one.thing}
            if draft.choice.is_set:
                break
            draft = draft.take(word.text)
            word = draft.choice.words[-1] if draft.choice else word
    return sorted(found)


def named(path: Path) -> str:
    """Its game and name."""
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", ALL_REPLAYS, ids=named)
def test_what_is_drawn_is_what_the_view_says(boards: Page, path: Path) -> None:
    """
    In both layouts.

    Nothing lies over something else, is cut off or too small to read, and all that a word of a
    choice stands for can be pointed at.
    """
    match = match_of(path, some_moments)
    for told in boards.evaluate("match => drawMoments(match, match.chosen)", match):
        here = f"{named(path)} moment {told['index']} {told['layout']}"
        CHECKS[match["game"]](match["moments"][told["index"]]["view"], match, told)
        assert told["faults"] == [], here
        assert told["isAsAnew"], here
        assert told["untitled"] == 0, here
        assert set(match["things"][told["index"]]) - set(told["things"]) == set(), here


@pytest.mark.parametrize("game", DRAWN)
def test_a_crowded_table_stays_readable(boards: Page, game: str) -> None:
    """More lies on the table than in any golden replay: all of it is there, and none over another."""
    match = match_of(REPLAYS / game / CROWDED[game][0], lambda headings: [len(headings) - 1])
    moment = match["moments"][-1]
    CROWDED[game][1](moment["view"], match)
    match["moments"] = [moment | {"move": None, "mover": None}]
    for told in boards.evaluate("match => drawMoments(match, [0])", match):
        CHECKS[game](moment["view"], match, told)
        assert told["faults"] == [], told["layout"]


def _crowd_brass(view: Moment, match: Moment) -> None:
    figures = match["setup"]
    table = next(one for one in figures["tables"] if one["players"] == len(view["players"]))
    kinds = [kind for kind in figures["tile_kinds"] if kind["level"] > 0]
    view["tiles"] = []
    for number, space in enumerate(figures["spaces"]):
        fitting = [kind for kind in kinds if kind["industry"] in space["industries"]]
        kind = fitting[number % len(fitting)]
        flipped = number % 3 == 0
        tile = {"space": space["space"], "owner": number % 4, "flipped": flipped}
        tile |= {"industry": kind["industry"], "level": kind["level"]}
        view["tiles"].append(tile | {"cubes": 0 if flipped else kind["cubes"]})
    for seat, player in enumerate(view["players"]):
        player |= {"links": table["rails"][seat::4], "money": 138, "points": 104, "spent": 58}
        player["income_space"] = (99, 0, 10, 60)[seat]
    view |= {"phase": "BRASS_PHASE_ACTION", "cotton_marker": 8, "distant_drawn": [0, 0, 1, 1, 2, 2]}


def _crowd_furnace(view: Moment, match: Moment) -> None:
    cards = [company["card"] for company in match["setup"]["companies"]]
    view |= {"phase": "FURNACE_PHASE_BID", "row": []}
    for card in cards[:8]:
        discs = [{"seat": seat, "value": seat + 1} for seat in range(4)]
        owed = [{"seat": seat, "times": seat + 2} for seat in range(3)]
        view["row"].append({"card": card, "discs": discs, "leads": 3, "owed": owed})
    for seat, player in enumerate(view["players"]):
        own = cards[8:][seat * 4 : seat * 4 + 11]
        player |= {"companies": own, "upgraded": own[::2], "line": [], "discs": [1, 2, 2, 3, 4]}
        player["stock"] = dict.fromkeys(player["stock"], 48)


def _crowd_alchemicus(view: Moment, match: Moment) -> None:
    kinds = [card["kind"] for card in match["setup"]["cards"] if card["cost"] != 0][:9]
    lying = [{"good": f"ALCHEMICUS_GOOD_{good}", "cards": []} for good in ("TINCTURE", "METAL")]
    for seat, player in enumerate(view["players"]):
        player |= {"field": 6, "infamia": 1, "buildings": []}
        for place in range(12):
            built = {"kind": kinds[(place + seat) % 9], "golems": place % 3, "spiritus": place % 2}
            goods = lying if built["kind"].endswith("LABRIUM") else lying[: place % 2]
            player["buildings"].append(built | {"goods": goods})
    view |= {"phase": "ALCHEMICUS_PHASE_MOVE", "golems": [2, 6], "bank": kinds[4:9]}
    match["setup"] |= {"race": True, "noctis": True, "bank": True}


CROWDED: Final = {
    "brass": ("four-players.replay", _crowd_brass),
    "furnace": ("four-players.replay", _crowd_furnace),
    "alchemicus": ("four-players.replay", _crowd_alchemicus),
}


@pytest.mark.parametrize("game", DRAWN)
def test_only_what_changed_is_touched(boards: Page, game: str) -> None:
    """From turn to turn nearly all elements stay; drawn once more, nothing is touched at all."""
    found = boards.evaluate("touched", match_of(REPLAYS / game / "four-players.replay"))

    assert found["needless"] == 0
    assert found["stayed"] > 0.95 * found["all"], found


@pytest.mark.parametrize("game", DRAWN)
def test_the_legend_explains_symbols(boards: Page, game: str) -> None:
    """Each line is a symbol and what it stands for."""
    told = boards.evaluate("game => legendOf(game)", game)
    assert len(told) >= 5
    assert all(tag == "svg" and title for tag, title in told)


@pytest.mark.parametrize(
    "path", sorted(STATIC.rglob("*.js")), ids=lambda path: str(path.relative_to(STATIC))
)
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
