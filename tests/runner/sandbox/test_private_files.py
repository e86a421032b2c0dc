"""What lies in a bot's folder and is none of its business: a bot tries to read it."""

import shutil
import sys
from pathlib import Path

import pytest

from bessemer.processes.process import CannotStart
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.sandbox import private_files
from bessemer.runner.sandbox.private_files import others_files, private_paths
from tests.runner.sandbox.sandboxes import FOLDER, bad_bot, sandbox_of
from tests.runner.sandbox.walled import REFUSED, run

PRIVATE = (
    "bessemer-data/organiser.token",
    "bessemer-data/bessemer.sqlite3-wal",
    "a/b/c/ladder/bessemer.sqlite3",
    "ada.token",
    "keys/server-key.pem",
    "backups/bessemer-20260301T030000Z.backup",
    "bessemer.toml",
    "web/sessions.json",
    "web/tables.json",
    ".git/config",
)
TOKEN = f"secret bsm_{'a' * 12}_{'b' * 52}"
KEY = "secret\n-----BEGIN EC PRIVATE KEY-----\n"
DATABASE = "SQLite format 3\0 secret CREATE TABLE bessemer_schema"
BY_CONTENT = {"notes.txt": TOKEN, "key.pem": KEY, "old.db": DATABASE, "old.db-wal": "secret"}


def write(folder: Path, *names: str) -> None:
    """Files with a secret in them."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("secret", encoding="utf-8")


@pytest.mark.asyncio
async def test_what_lies_beside_a_bots_program_is_hidden(tmp_path: Path) -> None:
    """
    A referee's data, wherever in the bot's folder, backups, tokens and keys; not what is the bot's own.

    A secret is known by its content if not by its name, except in a program that is named itself.
    """
    own = tmp_path / "own"
    mine = ("weights/table.txt", "book.db", "named.txt")
    write(own, *PRIVATE, *BY_CONTENT, *mine, "other/bot.py")
    for name, content in {**BY_CONTENT, "named.txt": TOKEN}.items():
        (own / name).write_text(content, encoding="utf-8")
    (own / "book.db").write_text("SQLite format 3\0 secret CREATE TABLE book", encoding="utf-8")
    shutil.copy(FOLDER / "bad_bot.py", own)
    readable = (own, own / "named.txt")
    spec = bad_bot("read")._replace(folder=own, readable=readable, hidden=(own / "other",))

    for name in (*PRIVATE, *BY_CONTENT, "other/bot.py", *mine):
        log = tmp_path / "bot.log"
        log.unlink(missing_ok=True)
        command = (sys.executable, "bad_bot.py", "read", name)
        ended, printed = await run(sandbox_of("isolated"), spec._replace(command=command), tmp_path)

        is_own = name in mine
        assert (0 if is_own else REFUSED, is_own) == (ended.code, "secret" in printed), name


@pytest.mark.asyncio
async def test_a_program_beside_its_own_is_hidden_and_says_so(tmp_path: Path) -> None:
    """
    Read or imported, there is nothing of the other bot in it.
    """
    write(tmp_path, "other.py")
    (tmp_path / "mine.py").write_text("print(open('other.py').read())\nimport other\n")
    command = (sys.executable, "mine.py")
    spec = bad_bot("spy")._replace(
        folder=tmp_path,
        command=command,
        readable=(tmp_path,),
        hidden=(tmp_path / "other.py",),
    )

    ended, printed = await run(sandbox_of("isolated"), spec, tmp_path)

    assert 1 == ended.code
    assert "secret" not in printed
    assert (
        "ImportError: this file is hidden by the sandbox: it is the program of another" in printed
    )


@pytest.mark.asyncio
async def test_a_bot_in_the_midst_of_data_is_refused(tmp_path: Path) -> None:
    """
    The sentence says what to do.
    """
    data = tmp_path / "data"
    write(data, "organiser.token", "bad_bot.py")
    ladders = tmp_path / "ladder" / "bots"
    write(ladders, "bad_bot.py")
    sandbox = sandbox_of("isolated", hidden=(tmp_path / "ladder",))

    for folder, why in (
        (data, "is the data folder of a referee .*give the bot its own folder"),
        (ladders, "lies in .*ladder, the ladder's own data: give the bot its own folder"),
    ):
        spec = bad_bot("spy")._replace(folder=folder, readable=(folder,))
        with pytest.raises(CannotStart, match=why):
            await sandbox.start(spec, tmp_path / "bot.log")


def test_a_folder_too_large_to_be_searched_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    But what packages and repositories hold is not searched.
    """
    write(tmp_path, "node_modules/a/1", "node_modules/a/2", "node_modules/a/3", "bot.js")
    monkeypatch.setattr(private_files, "_MOST_FILES", 3)

    assert [] == private_paths(tmp_path)
    write(tmp_path, "1", "2", "3")
    with pytest.raises(CannotStart, match="too many to be searched"):
        private_paths(tmp_path)


def test_bots_see_nothing_of_each_other(tmp_path: Path) -> None:
    """
    Of bots in one folder the programs are hidden, of others the folder.

    Versions of one bot, and bots of one author, may import each other.
    """
    write(tmp_path, "a.py", "b.py", "sub/c.py", "sub/d.py")

    def bot(name: str, file: str, author: str = "", folder: str = "") -> BotSpec:
        path = tmp_path / file
        return BotSpec(name, (sys.executable, str(path)), tmp_path / folder, author)

    a, b = bot("a", "a.py"), bot("b", "b.py")
    c = bot("c", "sub/c.py", folder="sub")
    here = bot("here", "sub/d.py")  # as `node sub/d.js`: it may read all of the folder
    bots = [a, b, c, shipped_bot("greedy")]

    assert (tmp_path / "b.py", tmp_path / "sub") == others_files(a, bots)
    assert () == others_files(c, bots)
    assert () == others_files(shipped_bot("greedy"), bots)
    assert (tmp_path / "sub" / "c.py",) == others_files(here, [here, c])
    assert () == others_files(bot("a:1", "a.py"), [bot("a:2", "b.py")])
    assert () == others_files(bot("a", "a.py", "ada"), [bot("b", "b.py", "ada")])
    assert (tmp_path / "b.py",) == others_files(bot("a", "a.py", "ada"), [bot("b", "b.py", "bob")])
    assert () == others_files(bot("a", "a.py"), [bot("b", "a.py")]), "one program, two arguments"


def test_links_lead_nowhere(tmp_path: Path) -> None:
    """
    A link to a data folder is not followed: behind the walls its end is not there.
    """
    write(tmp_path, "data/organiser.token", "own/bot.py")
    (tmp_path / "own" / "link").symlink_to(tmp_path / "data")

    assert [] == private_paths(tmp_path / "own")
