"""The examples of docs/protocol.md for other people's tools, run as they stand on the page."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.kits.built import PROTO, ROOT
from tests.kits.served import PATIENCE, Served
from tests.programs import needed_program

TEXT: Final = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
BUF: Final = Path(sys.executable).with_name("buf")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A referee, in a folder of its own beside a copy of the .proto files."""
    folder = tmp_path_factory.mktemp("tools")
    (folder / "proto").symlink_to(PROTO)
    data = folder / "bessemer-data"
    data.mkdir()
    referee = Served(data)
    yield referee
    referee.stop()


def commands(label: str) -> list[str]:
    """The commands of the example that is marked so."""
    (example,) = re.findall(rf"```sh {label}\n(.*?)```", TEXT, re.DOTALL)
    return str(example).replace("\\\n", "").splitlines()


def shell(command: str, folder: Path) -> str:
    """What the command prints; it must succeed."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": f"{BUF.parent}:{os.environ['PATH']}", "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


def test_buf_curl_needs_nothing_but_the_page(served: Served) -> None:
    """By reflection and by the files: health, a new match, and what ladders there are."""
    health, created, ladders = (
        json.loads(shell(command.replace("127.0.0.1:7777", served.address), served.folder.parent))
        for command in commands("buf curl")
    )

    assert "SERVING" == health["statuses"]["bessemer.v1.LadderService"]["status"]
    assert 2 == len(created["seatTokens"])
    assert {} == ladders


def test_buf_curl_shows_why_it_was_refused(served: Served) -> None:
    """The sentence, and that a refusal is in the details."""
    (command,) = [c for c in commands("buf curl") if "CreateMatch" in c]
    command = command.replace("127.0.0.1:7777", served.address).replace("furnace", "chess")

    with pytest.raises(AssertionError, match="there is no game 'chess'") as refused:
        shell(command, served.folder.parent)
    assert "bessemer.v1.Refusal" in str(refused.value)


def test_grpcurl_needs_nothing_but_the_page(served: Served) -> None:
    """Its own way through reflection, where the program is installed."""
    if shutil.which("grpcurl") is None:
        pytest.skip("the example for grpcurl needs grpcurl, which no package index has")
    listed, described, created = (
        shell(command.replace("127.0.0.1:7777", served.address), served.folder.parent)
        for command in commands("grpcurl")
    )

    assert "bessemer.v1.MatchService.CreateMatch" in listed
    assert "rpc CreateMatch" in described
    assert 2 == len(json.loads(created)["seatTokens"])


def test_go_code_is_generated_without_options(tmp_path: Path) -> None:
    """Go's plugins find the import path in the files, and one package holds all."""
    needed_program("protoc-gen-go", "Go code")
    needed_program("protoc-gen-go-grpc", "Go code")
    (tmp_path / "proto").symlink_to(PROTO)
    (command,) = commands("protoc")
    shell(command.replace("protoc ", f"{sys.executable} -m grpc_tools.protoc ", 1), tmp_path)

    made = list((tmp_path / "bessemer" / "v1").glob("*.go"))
    files = list((PROTO / "bessemer" / "v1").glob("*.proto"))
    services = [file for file in files if file.stem.endswith("_service")]
    assert len(files) + len(services) == len(made)
    assert all("\npackage bessemerv1\n" in file.read_text(encoding="utf-8") for file in made)


def test_every_file_names_the_same_packages() -> None:
    """Whoever generates code for Go, Java or C# gets one package, not one a file."""
    wanted = {
        'option csharp_namespace = "Bessemer.V1";',
        'option go_package = "bessemer/v1;bessemerv1";',
        "option java_multiple_files = true;",
        'option java_package = "com.bessemer.v1";',
    }
    for file in (PROTO / "bessemer" / "v1").glob("*.proto"):
        assert wanted <= set(file.read_text(encoding="utf-8").splitlines()), file.name
