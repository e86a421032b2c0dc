"""The pages in the language of whoever looks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.faces.language import LANGUAGES, language
from bessemer.replays.reader import read_replay
from bessemer.web.match_page import match_page
from bessemer.web.replay_frames import replay_frames
from tests.faces.english_words import ALIKE, words
from tests.faces.english_words import NAMES as NAMED
from tests.referees.process import RefereeProcess
from tests.web.programs import Players, Program, spectator
from tests.web.served import Served
from tests.web.watched_page import WatchedPage

REPLAYS: Final = Path(__file__).parents[1] / "replays"
PHONE: Final = {"width": 390, "height": 844}
HOME: Final = {"en": "Live now", "pl": "Teraz na żywo", "pt": "Ao vivo agora"}
BID: Final = {"en": " bids ", "pl": " licytuje ", "pt": " dá lance de "}
CUT_OFF: Final = (
    "() => [...document.querySelectorAll('button, select, a.button, .tabs button')]"
    ".filter((one) => one.offsetWidth && one.scrollWidth > one.clientWidth + 1)"
    ".map((one) => one.textContent)"
)
OUTSIDE: Final = (
    "() => [...document.querySelectorAll('svg text')].filter((one) => {"
    " const said = one.getBoundingClientRect(); const board = one.ownerSVGElement.getBoundingClientRect();"
    " return said.width && (said.right > board.right + 1 || said.left < board.left - 1); })"
    ".map((one) => one.textContent)"
)
BOARD: Final = (
    "() => [...document.querySelectorAll('.board-svg text, .board-svg title, .board-svg desc, .panel .figure-label, .panel title')]"
    ".map((one) => one.textContent).join('\\n')"
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A referee, and pages where guests may play."""
    data = tmp_path_factory.mktemp("data")
    with RefereeProcess(data) as program:
        port, token = program.port, program.token
        words = ("--referee", f"127.0.0.1:{port}", "--data", str(data), "--port", "0")
        with Program("web", *words, token=spectator(port, token)) as web:
            yield Served(data, port, token, web.says(r"Open (http\S+)").rstrip("/"))


def spoken(text: str) -> str:
    """The language that a page says it is in."""
    found = re.search(r'<html lang="(\w+)"', text)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("query", "headers", "expected"),
    [
        pytest.param("", {}, "en", id="nothing"),
        pytest.param("", {"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.8"}, "pl", id="the browser's"),
        pytest.param(
            "", {"Accept-Language": "de,pt-BR;q=0.4,en;q=0.3"}, "pt", id="the best of ours"
        ),
        pytest.param("", {"Accept-Language": "de, pl;q=0, *;q=x"}, "en", id="none of ours"),
        pytest.param("", {"Cookie": "bessemer_settings=language=pl"}, "pl", id="remembered"),
        pytest.param(
            "", {"Cookie": 'bessemer_settings="; a=[', "Accept-Language": "pt"}, "pt", id="junk"
        ),
        pytest.param("?lang=pt", {"Cookie": "bessemer_settings=language=pl"}, "pt", id="asked for"),
        pytest.param(
            "?lang=de", {"Cookie": "bessemer_settings=language=pl"}, "pl", id="there is no such"
        ),
    ],
)
def test_a_page_is_in_the_language(
    served: Served, query: str, headers: dict[str, str], expected: str
) -> None:
    """What the address asks for, what was asked for before, what the browser is set to; or English."""
    _, text, answered = served.get(f"/{query}", Accept="text/html", **headers)

    assert (expected, expected) == (spoken(text), answered["content-language"])
    assert HOME[expected] in text
    assert ("set-cookie" in answered) == (query == "?lang=pt")
    assert all(f'href="?lang={code}"' in text for code in LANGUAGES)


def test_an_error_is_said_in_the_language(served: Served) -> None:
    """Pages that there are not, too."""
    status, text, _ = served.get("/nothing?lang=pl")

    assert (404, "pl") == (status, spoken(text))
    assert "Nie ma takiej strony." in text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/sign-in", "/play"])
def test_a_page_fits_on_a_phone(page: WatchedPage, served: Served, code: str, path: str) -> None:
    """Nothing is wider than the screen, and no button cuts its words off."""
    page.size(PHONE)
    page.page.goto(f"{served.pages}{path}?lang={code}")
    page.page.wait_for_function("document.readyState === 'complete'")

    assert code == page.page.get_attribute("html", "lang")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert [] == page.page.evaluate(CUT_OFF)


def test_a_live_match_is_told_to_each_in_their_language(page: WatchedPage, served: Served) -> None:
    """The same match at the same time, and each goes on in its own."""
    players: Players = served.players()
    players.move(2)
    others = {code: page.page.context.new_page() for code in LANGUAGES}
    for code, other in others.items():
        other.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        # A page keeps the language in which it was opened, though the cookie is that of the last.
        other.goto(f"{served.pages}/live/{players.match_id}?lang={code}")
        other.locator('.log a[href="#turn=2"]').wait_for(state="attached")
    players.move(1)
    for code, other in others.items():
        other.locator('.log a[href="#turn=3"]').wait_for(state="attached")
        told = other.text_content('.log a[href="#turn=3"] .what')
        assert BID[code] in f" {told} "
        assert other.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert [] == other.evaluate(CUT_OFF)
        other.close()
    players.close()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_a_replay_page_fits_on_a_phone(
    page: WatchedPage, tmp_path: Path, game: str, code: str
) -> None:
    """From disk, in each language and game: its words are in the page."""
    replay = read_replay((REPLAYS / game / "two-players.replay").read_bytes())
    with language(code):
        (tmp_path / "match.html").write_text(match_page(replay_frames(replay)), encoding="utf-8")
    page.size(PHONE)
    page.open((tmp_path / "match.html").as_uri())
    page.page.keyboard.press("End")

    assert code == page.page.get_attribute("html", "lang")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert [] == page.page.evaluate(CUT_OFF)
    assert [] == page.page.evaluate(OUTSIDE)
    label = {"en": "One turn back", "pl": "Turę wstecz", "pt": "Um turno para trás"}[code]
    assert 1 == page.page.get_by_role("button", name=label).count()


@pytest.mark.parametrize("game", NAMES)
def test_boards_have_no_word_of_english(page: WatchedPage, tmp_path: Path, game: str) -> None:
    """Neither drawn nor in what one is told by pointing; names and few other words are the same."""
    replay = read_replay((REPLAYS / game / "two-players.replay").read_bytes())
    told = {}
    for code in LANGUAGES:
        with language(code):
            text = match_page(replay_frames(replay))
        (tmp_path / f"{code}.html").write_text(text, encoding="utf-8")
        page.open((tmp_path / f"{code}.html").as_uri())
        page.page.keyboard.press("ArrowRight")
        told[code] = words(page.page.evaluate(BOARD))

    assert len(told["en"]) > 10
    for code in ("pl", "pt"):
        assert set() == told[code] & told["en"] - NAMED - ALIKE[code]
