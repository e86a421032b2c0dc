"""What lies in `deploy`: checked by the programs that read it, and readiness as systemd hears it."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import needed_program
from tests.referees.process import RefereeProcess

DEPLOY = Path(__file__).parents[1] / "deploy"


def test_the_unit_is_what_systemd_takes(tmp_path: Path) -> None:
    """`systemd-analyze verify` has nothing to say of it, with a program and a user that exist."""
    program = needed_program("systemd-analyze", "checking the unit")
    unit = tmp_path / "bessemer.service"
    text = (DEPLOY / "bessemer.service").read_text()
    text = text.replace("/opt/bessemer/bin/bessemer", sys.executable)
    unit.write_text(re.sub(r"(?m)^(User|Group)=.*\n", "", text))
    done = subprocess.run(
        [program, "verify", "--man=no", "--recursive-errors=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "") == (done.returncode, done.stderr)


def test_the_folders_are_what_systemd_takes(tmp_path: Path) -> None:
    """`systemd-tmpfiles` reads every line, and the secret folder is the referee's alone."""
    program = needed_program("systemd-tmpfiles", "checking the folders")
    content = (DEPLOY / "bessemer.tmpfiles.conf").read_text()
    (tmp_path / "root").mkdir()
    file = tmp_path / "bessemer.conf"
    file.write_text(re.sub(r" (root|bessemer) +(bessemer|root) ", " - - ", content))
    done = subprocess.run(
        [program, "--create", f"--root={tmp_path}/root", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert 0o700 == (tmp_path / "root/var/lib/bessemer").stat().st_mode & 0o777


@pytest.mark.asyncio
async def test_systemd_hears_when_the_referee_is_ready_and_when_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the socket that it names, if it names one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        async with RefereeProcess(tmp_path / "data") as command:
            assert b"READY=1" == await asyncio.to_thread(ear.recv, 100)
            command.signal(signal.SIGTERM)
            assert b"STOPPING=1" == await asyncio.to_thread(ear.recv, 100)
            assert 0 == await command.ends()
