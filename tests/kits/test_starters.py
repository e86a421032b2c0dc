"""`bessemer new --kind grpc`: the starters play in the sandbox, in a match and on a ladder."""

import json
import shutil
from pathlib import Path

import pytest

from bessemer.cli.bots.kits import KITS
from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from tests.kits.built import cpp_programs, ts_programs

pytestmark = pytest.mark.timeout(1800)  # whoever comes first compiles


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built starters of both kits, each in a folder of its name as `bessemer new` makes it."""
    above = tmp_path_factory.mktemp("kits")
    sources, unused = ts_programs(), shutil.ignore_patterns("typescript", "@typescript")
    for game in NAMES:
        shutil.copytree(sources, above / game, ignore=unused)
        (above / game / f"{game}.js").chmod(0o755)
        shutil.copy(cpp_programs() / game, above / f"{game}_cpp")
    return above


@pytest.mark.parametrize("game", NAMES)
def test_they_play_in_a_match(
    game: str, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against one another, in the sandbox, without a fault."""
    monkeypatch.chdir(folder)
    bots = f"./{game}/{game}.js,./{game}_cpp"
    assert 0 == main(["match", game, "--bots", bots, "--bank", "600", "--json"])
    result = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert [None, None] == [seat["fault"] for seat in result["seats"]]


def test_what_works_in_a_match_works_on_a_ladder(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several matches at once, of one process."""
    monkeypatch.chdir(folder)
    words = ["ladder", "run", "--game", "furnace", "--option", "rounds=3", "--seats", "2"]
    words += ["--matches", "6", "--bank", "600", "--data", "run", "--json"]
    bots = [f"ts=node {folder}/furnace/furnace.js", f"cpp={folder}/furnace_cpp"]
    assert 0 == main([*words, *(word for bot in bots for word in ("--bot", bot))])
    run = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert [] == json.loads((folder / "run/bot-failures.json").read_text())
    assert {"ts", "cpp"} == {player["player"] for player in run["standings"]}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", KITS)
def test_a_project_has_its_own_name(language: str, game: str, tmp_path: Path) -> None:
    """Nothing in it is called like the template, and no call of organisers is in its API."""
    folder = tmp_path / "iron_fist"
    words = ("new", "--kind", "grpc", "--language", language, "--game", game, str(folder))
    assert 0 == main(words)
    assert (folder / f"iron_fist{KITS[language].starter}").exists()
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "proto" in path.parts or not any(
            word in text for word in ("my_bot", "MyBot", "my_game", "MyGame")
        )
    names = {path.name for path in files}
    assert {"ladder_service.proto", "match_service.proto", "status.proto"} <= names
    assert "admin_service.proto" not in names


def test_a_language_without_a_kit_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says which have one."""
    assert 2 == main(["new", "--kind", "grpc", "--language", "go", str(tmp_path / "bot")])
    assert "there is a kit for --language ts and cpp" in capsys.readouterr().err
    assert not (tmp_path / "bot").exists()
