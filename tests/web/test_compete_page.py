"""The pages of a competition in a browser: a link signs up, a folder is handed in, nothing bars the way."""

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from playwright.sync_api import expect

from bessemer.v1 import submission_service_pb2 as pb
from bessemer.v1 import submission_service_pb2_grpc
from tests.web.npm_packages import npm_packages
from tests.web.seated import House
from tests.web.watched_page import WatchedPage

_WIDE, _PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A referee and its pages."""
    with House(tmp_path / "data") as found:
        yield found


def organised(house: House, *words: str) -> dict[str, str]:
    """What a command of the organiser says."""
    command = [sys.executable, "-m", "bessemer.cli.main", *words, "--data", str(house.data)]
    done = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def archived(house: House) -> bytes:
    """What was handed in, as the referee has it."""
    with grpc.insecure_channel(f"127.0.0.1:{house.port}") as channel:
        stub = submission_service_pb2_grpc.SubmissionServiceStub(channel)
        metadata = (("authorization", f"Bearer {house.referee.token}"),)
        parts = stub.FetchArchive(pb.FetchArchiveRequest(submission_id=1), metadata=metadata)
        return b"".join(one.content for one in parts)


def check(page: WatchedPage, source: str) -> None:
    """axe-core finds nothing serious, and a phone scrolls nothing sideways, in the light and in the dark."""
    for size, scheme in ((_WIDE, "light"), (_PHONE, "dark")):
        page.settle(color_scheme=scheme)
        page.size(size)
        page.page.evaluate(source)
        found = page.page.evaluate("() => axe.run({ resultTypes: ['violations'], preload: false })")
        serious = [
            (one["id"], [node["html"][:150] for node in one["nodes"]][:3])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        assert [] == serious, json.dumps(serious, indent=1)
        assert size["width"] >= page.page.evaluate("document.documentElement.scrollWidth")
    page.size(_WIDE)


def test_a_folder_is_handed_in_from_the_link_on(
    page: WatchedPage, house: House, tmp_path: Path
) -> None:
    """Signed up by a link, whose code leaves the address; packed by the page's script, and read by the referee."""
    axe = (npm_packages() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    organised(
        house, "ladder", "create", "main", "--game", "furnace", "--locks", "2096-10-02T07:06Z"
    )
    link = organised(house, "team", "invite", "--pages", house.pages)["link"]
    folder = tmp_path / "my bot"
    (folder / "deep" / ("d" * 90)).mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "left.pyc").write_bytes(b"out")
    (folder / "deep" / ("d" * 90) / "data.txt").write_text("x" * 1500)
    (folder / "bot.py").write_text("pass\n")
    browser = page.page

    browser.goto(f"{house.pages}/compete")
    browser.get_by_text("deadline: 2096-10-02").wait_for()
    check(page, axe)
    browser.goto(link)
    browser.get_by_label("The name of your team").fill("owls")
    browser.get_by_label("Your own name").fill("ann")
    check(page, axe)
    assert "bsm_" not in browser.url
    browser.get_by_role("button", name="Sign up").click()
    browser.get_by_text("Welcome, owls").wait_for()
    check(page, axe)
    browser.get_by_role("link", name="To your team").click()

    browser.get_by_label("A folder with bot.toml").set_input_files(folder)
    browser.get_by_role("button", name="Hand in").click()
    expect(browser.get_by_role("alert")).to_have_text("There is no bot.toml in this folder.")
    check(page, axe)
    (folder / "bot.toml").write_text('name = "owl"\ngame = "furnace"\nrun = "bot.py"\n')
    browser.get_by_label("A folder with bot.toml").set_input_files(folder)
    browser.get_by_label("A word about it").fill("the first one")
    browser.get_by_role("button", name="Hand in").click()
    browser.get_by_text("waits to be built").wait_for()
    browser.get_by_text("the first one").wait_for()
    check(page, axe)
    with tarfile.open(fileobj=io.BytesIO(archived(house))) as tar:
        found = {one.name: one.size for one in tar.getmembers()}
    assert {"bot.toml": 45, "bot.py": 5, f"deep/{'d' * 90}/data.txt": 1500} == found
    browser.goto(f"{house.pages}/compete?lang=pl")
    browser.get_by_text("czeka na budowę").wait_for()
    check(page, axe)

    context = browser.context
    context.clear_cookies()
    house.sign_in(browser, house.referee.token, "/compete/organise")
    browser.get_by_role("rowheader", name="owls").wait_for()
    check(page, axe)
