"""`bessemer submission export` and `verify`: a whole competition as one file for the records."""

import argparse
import hashlib
import io
import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.console.failures import Failed
from bessemer.cli.organise.command import Answer, add_action, facts_of
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import submission_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

SUMS: Final = "SHA256SUMS"
_ABOUT: Final = """\
The records of a competition.
submissions.json   what was handed in, the newest first, with versions and verdicts
logs/N.txt         what was printed when submission N was built, checked and played
archives/HASH.tar.gz   what was handed in, by the SHA-256 of the file
ladders/NAME.json  a ladder: for each season its standings, and the matches from which they follow
SHA256SUMS         the hash of every other file: `bessemer submission verify FILE`, or sha256sum -c
"""


def add_export(command: argparse.ArgumentParser) -> None:
    """Declare `export`."""
    examples = "bessemer submission export records.tar\nbessemer submission verify records.tar\n"
    notes = (
        "For organisers: the file has everybody's code and logs, so it is for you alone to read. The audit log "
        "keeps that you read them. Replays are files of their own: bessemer matches replay.\n"
    )
    describe(command, "Write archives, logs, versions and ratings to one file.", examples, notes)
    command.add_argument(
        "file", type=Path, metavar="FILE", help="the file, which must not be there yet"
    )
    add_action(command, _export)


def add_verify(command: argparse.ArgumentParser) -> None:
    """Declare `verify`."""
    examples = "bessemer submission verify records.tar\n"
    describe(command, "Check every file of an export by its hash.", examples)
    command.add_argument("file", type=Path, metavar="FILE", help="the file that export has written")
    command.set_defaults(run=lambda args: verify(args.file))


class _Records:
    """A tar file that is being written, with the hashes of all that is in it."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.sums: dict[str, str] = {}

    def add(self, name: str, content: bytes) -> None:
        """Add a file."""
        member = tarfile.TarInfo(name)
        member.size, member.mode = len(content), 0o600
        self._tar.addfile(member, io.BytesIO(content))
        self.sums[name] = hashlib.sha256(content).hexdigest()

    def add_facts(self, name: str, facts: Any) -> None:  # noqa: ANN401 - any JSON
        """Add a file of JSON."""
        self.add(name, json.dumps(facts, indent=1).encode())


async def _export(args: argparse.Namespace, calls: "Calls") -> Answer:
    found = await calls.rows(pb.ListSubmissionsRequest(), "submissions")
    with _new_records(args.file) as records:
        records.add("README", _ABOUT.encode())
        records.add_facts("submissions.json", [facts_of(one) for one in found])
        for one in found:
            if log := await _log(calls, one.submission_id):
                records.add(f"logs/{one.submission_id}.txt", log.encode())
            name = f"archives/{one.sha256}.tar.gz"
            if name not in records.sums:
                records.add(name, await _archive(calls, one.submission_id))
        ladders = (await calls(ladder_pb.ListLaddersRequest())).ladders
        for ladder in ladders:
            records.add_facts(f"ladders/{ladder.name}.json", await _ladder(calls, ladder))
        files = len(records.sums)
        lines = (f"{digest}  {name}\n" for name, digest in records.sums.items())
        records.add(SUMS, "".join(lines).encode())
    text = f"{args.file}: {len(found)} submissions and {len(ladders)} ladders in {files} files."
    return Answer(text, {"file": str(args.file), "submissions": len(found), "files": files})


@contextmanager
def _new_records(path: Path) -> Iterator[_Records]:
    """A new file for its owner alone; it is removed again if the body fails."""
    with path.open("xb") as file:
        try:
            path.chmod(0o600)
            with tarfile.open(fileobj=file, mode="w") as tar:
                yield _Records(tar)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


async def _log(calls: "Calls", number: int) -> str:
    request, text = pb.GetSubmissionLogRequest(submission_id=number), ""
    while True:
        part = await calls(request)
        text += "".join(entry.text for entry in part.entries)
        if not part.more:
            return text
        request.after = part.entries[-1].number


async def _archive(calls: "Calls", number: int) -> bytes:
    request = pb.FetchArchiveRequest(submission_id=number)
    return b"".join([part.content async for part in calls.stream(request)])


async def _ladder(calls: "Calls", ladder: ladder_pb.Ladder) -> dict[str, Any]:
    seasons = []
    for season in range(1, ladder.season + 1):
        what = {"ladder": ladder.name, "season": season}
        standings = await calls.rows(ladder_pb.ListStandingsRequest(**what), "standings")  # type: ignore[arg-type] # as named
        matches = await calls.rows(ladder_pb.ListRatedMatchesRequest(**what), "matches")  # type: ignore[arg-type] # as named
        seasons.append(
            {
                "season": season,
                "standings": [facts_of(row) for row in standings],
                "matches": [facts_of(match) for match in matches],
            }
        )
    return {"ladder": facts_of(ladder), "seasons": seasons}


def verify(path: Path) -> int:
    """Check an export; the exit code."""
    try:
        count = _checked(path)
    except (tarfile.TarError, EOFError) as error:
        raise Failed(f"{path} is no export: {error}") from None
    print(f"{path}: {count} files, all as they were written.")
    return 0


def _checked(path: Path) -> int:
    sums: dict[str, str] = {}
    said: dict[str, str] = {}
    with tarfile.open(path, mode="r:") as tar:
        for member in tar:
            file = tar.extractfile(member)
            if file is None or member.name in sums:
                raise Failed(f"{path}: {member.name} is no file of an export")
            digest = hashlib.sha256()
            if member.name == SUMS:
                said = _said(file.read().decode(errors="replace"))
            while part := file.read(1 << 20):
                digest.update(part)
            sums[member.name] = digest.hexdigest()
    if sums.pop(SUMS, None) is None:
        raise Failed(f"{path} has no {SUMS}: it is no export, or its end is missing")
    wrong = sorted(name for name in sums.keys() | said.keys() if sums.get(name) != said.get(name))
    if wrong:
        raise Failed(f"{path}: changed, missing or added: {', '.join(wrong[:5])}")
    return len(sums)


def _said(text: str) -> dict[str, str]:
    return {
        name: digest for digest, _, name in (line.partition("  ") for line in text.splitlines())
    }
