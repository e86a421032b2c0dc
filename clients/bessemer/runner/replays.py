"""The replays of a ladder as files."""

from pathlib import Path

from bessemer.runner.report.facts import Report
from bessemer.runner.report.phrases import replay_name
from bessemer.storage.store import SqlStore


def write_replays(store: SqlStore, report: Report, folder: Path) -> int:
    """Write the replays of all matches that count, but for those that lie there; how many lie there."""
    folder.mkdir(parents=True, exist_ok=True)
    for result in report.counted:
        path = folder / replay_name(report, result.match_id)
        if not path.exists():
            content = store.replay(result.match_id)
            if content is not None:
                path.write_bytes(content)
    return len(report.counted)
