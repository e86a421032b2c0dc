"""What a bot sees of the folder that its program is in, and what it is told of the rest."""

import sys
from pathlib import Path

import pytest

from bessemer.processes.process import ProcessSpec
from bessemer.runner.bots.bot_failures import BotFailures, FailureKind, sentences
from bessemer.runner.bots.bot_files import is_hidden, visible_files
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from tests.runner.sandbox.sandboxes import sandbox_of
from tests.runner.sandbox.walled import run

FLAT = ("mine.py", "other.py", "parts/__init__.py", "parts/deep.py", "data/book.txt", "book.txt")


def folder_with(folder: Path, *names: str) -> Path:
    """A folder with these files."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("print('seen')\n", encoding="utf-8")
    return folder


def bot(folder: Path, *command: str, name: str = "mine") -> BotSpec:
    """A bot that is started in a folder."""
    return BotSpec(name, (sys.executable, *command), folder)


def seen(one: BotSpec) -> set[str]:
    """What it sees, from its folder."""
    assert one.folder is not None
    return {str(path.relative_to(one.folder)) for path in visible_files(one)}


def test_in_a_folder_of_many_things_a_bot_sees_its_program_and_modules(tmp_path: Path) -> None:
    """Packages among them; not what else is there, unless its command line names it."""
    flat = folder_with(tmp_path, *FLAT, "bot.js", "lib.mjs", "package.json", "program")
    modules = {"mine.py", "other.py", "parts"}

    assert seen(bot(flat, "mine.py")) == modules
    assert seen(bot(flat, str(flat / "mine.py"), "--book", "book.txt")) == {*modules, "book.txt"}
    assert seen(bot(flat, "mine.py", "data")) == {*modules, "data"}
    assert seen(bot(flat, "-m", "parts.deep")) == {"parts"}
    assert seen(bot(flat, "bot.js")) == {"bot.js", "lib.mjs", "package.json"}
    assert seen(bot(flat, "program")) == {"program"}
    assert visible_files(shipped_bot("greedy")) == ()


def test_a_folder_of_its_own_is_seen_as_a_whole(tmp_path: Path) -> None:
    """It is called like the program, as `bessemer new` makes it, or like the bot."""
    folder_with(tmp_path, "mine/mine.py", "mine/bot.py", "mine/book.txt")
    for command, name in (("mine.py", "x"), ("bot.py", "mine"), ("bot.py", "mine:2")):
        assert tmp_path / "mine" in visible_files(bot(tmp_path / "mine", command, name=name))
    assert tmp_path / "mine" in visible_files(bot(tmp_path, "mine/mine.py", name="x"))
    assert tmp_path / "mine" not in visible_files(bot(tmp_path / "mine", "bot.py", name="x"))


@pytest.mark.asyncio
async def test_a_bot_that_misses_a_hidden_file_is_told_what_to_do(tmp_path: Path) -> None:
    """By the name of the file, from what its interpreter says of it."""
    flat = folder_with(tmp_path / "flat", *FLAT)
    (flat / "mine.py").write_text("import other\nimport parts.deep\nopen('book.txt')\n")
    one = bot(flat, "mine.py")
    spec = ProcessSpec("mine", one.command, {}, flat, visible_files(one))
    failures = BotFailures()
    failures.bots = {"mine": one}

    ended, printed = await run(sandbox_of("isolated"), spec, tmp_path)
    failures.on_output("mine", printed.encode())

    assert ended.code == 1
    assert printed.count("seen") == 3, "a module and a package"
    (hidden,) = (each for each in failures.all() if each.kind is FailureKind.HIDDEN)
    assert hidden.text == "book.txt"
    (told,) = sentences([hidden])
    assert told.startswith(
        "mine did not find book.txt, which the sandbox hides from it: name it on"
    )
    assert not is_hidden(one, "nothing.txt")
    assert not is_hidden(one, "../flat/mine.py")
