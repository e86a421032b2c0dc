"""The replays of a ladder as files."""

from pathlib import Path

from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.phrases import replay_name
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore


def write_replays(store: SqlStore, report: LadderReport, folder: Path) -> int:
    """
    Write the replays of all matches that count, but for those that lie there; how many lie there.

    Those of blocks that are not over are written when they are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    facts = report.facts
    blocks = SqlLadderStore(store).open_blocks(facts.name)
    secret = {block.name for block in blocks if str(block.season) == facts.season}
    told = [result for result in report.counted if result.block not in secret]
    for result in told:
        path = folder / replay_name(report, result.match_id)
        if not path.exists():
            content = store.replay(result.match_id)
            if content is not None:
                path.write_bytes(content)
    return len(told)
