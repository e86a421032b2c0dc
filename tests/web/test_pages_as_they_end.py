"""Pages of matches are written while a ladder is played, the same as the export writes."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.web.pages import slug
from bessemer.web.site import as_they_end
from bessemer.web.site.as_they_end import PagesAsTheyEnd
from tests.referees.in_process import eventually


def test_a_match_has_its_page_before_the_run_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the export leaves it as it is."""
    run = f"ladder run --bots random,idle --seats 2 --matches 2 --no-pages --no-replays --data {tmp_path}"
    assert 0 == main(run.split())
    with closing(open_store(tmp_path / "bessemer.sqlite3")) as store:
        ids = [one.result.match_id for one in SqlLadderStore(store).history("furnace", 1)]
    monkeypatch.setattr(as_they_end, "FEW", 1)
    folder = tmp_path / "ladders" / slug("furnace") / "data" / "match"

    with PagesAsTheyEnd(tmp_path, tmp_path / "bessemer.sqlite3", "furnace") as pages:
        for match_id in ids:
            pages.match_ended(match_id)
        asyncio.run(eventually(lambda: len(list(folder.glob("*.js"))) == len(ids) == 2))

    early = {path.name: (path.read_text(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    (folder / f"{ids[0]}.js").unlink()
    assert 0 == main(["web", "export", str(tmp_path), "--data", str(tmp_path)])
    now = {path.name: (path.read_text(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    assert early[f"{ids[0]}.js"][0] == now[f"{ids[0]}.js"][0]
    assert early[f"{ids[1]}.js"] == now[f"{ids[1]}.js"]
