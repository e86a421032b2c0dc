"""Manual pages: one for every command, which the programs that show them take without a word."""

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.console.arguments import every_command
from bessemer.cli.main import main, parser
from bessemer.cli.man import page_name
from tests.programs import needed_program

NAMES: Final = [page_name(command.prog) for command in every_command(parser())]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all of them."""
    folder = tmp_path_factory.mktemp("man") / "man1"
    assert main(["man", str(folder)]) == 0
    return folder


def test_every_command_has_its_page(pages: Path) -> None:
    """Groups too; and each page names what is below."""
    assert {f"{name}.1" for name in NAMES} == {path.name for path in pages.iterdir()}
    group = (pages / "bessemer-ladder.1").read_text(encoding="utf-8")
    assert all(
        name.replace("-", "\\-") in group for name in NAMES if name.startswith("bessemer-ladder-")
    )


def test_the_pages_are_without_fault(pages: Path) -> None:
    """The program mandoc looks for what other programs forgive."""
    mandoc = needed_program("mandoc", "looking for faults in manual pages")
    done = subprocess.run(
        [mandoc, "-T", "lint", "-W", "warning", *pages.iterdir()],
        check=False,
        capture_output=True,
        text=True,
    )

    assert "" == done.stdout


def test_man_shows_what_help_says(pages: Path) -> None:
    """By name, from the folder: every option, the examples, and no complaint."""
    man = needed_program("man", "showing manual pages")
    told = {**os.environ, "MANPATH": str(pages.parent), "MANWIDTH": "100", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [man, "--warnings", "-P", "cat", "bessemer-ladder-run"],
        check=True,
        capture_output=True,
        text=True,
        env=told,
    )

    assert "" == done.stderr
    (command,) = [one for one in every_command(parser()) if one.prog == "bessemer ladder run"]
    shown = done.stdout.replace("\b", "")
    for option in command._actions:
        assert option.option_strings[0] in shown
    assert "bessemer ladder run --format swiss --rounds 5 --seatings rotated" in shown
    assert "EXIT STATUS" in shown
