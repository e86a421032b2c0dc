"""A bot whose referee does not answer says so, once, and what may be wrong."""

import asyncio
import logging
from pathlib import Path

import pytest

from bessemer.rpc.serving.server import serving
from bessemer.sdk.connection import silence
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.connection.silence import watched
from tests.certificates import make_ca, make_certificate
from tests.ports import free_ports
from tests.referees.in_process import config_of, eventually


def own(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What a bot's kit has logged, without the referee's own lines."""
    return [record.getMessage() for record in caplog.records if record.name == "bessemer.sdk"]


async def said(address: str, caplog: pytest.LogCaptureFixture) -> str:
    """The first word about a referee at this address while somebody calls it without TLS."""
    caplog.set_level(logging.WARNING, "bessemer.sdk")
    async with open_channel(address) as channel, watched(channel, address, tls=False):
        call = asyncio.create_task(RefereeCalls(channel, "t").match("m", waits=True))
        await eventually(lambda: bool(own(caplog)))
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    (message,) = own(caplog)
    return message


@pytest.mark.asyncio
async def test_nobody_is_there(caplog: pytest.LogCaptureFixture) -> None:
    """With the address, and that it is tried again."""
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"

    assert await said(address, caplog) == f"no referee answers at {address}; trying again"


@pytest.mark.asyncio
async def test_a_referee_by_tls_is_called_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The word names the options."""
    make_ca(tmp_path, "ca")
    make_certificate(tmp_path, "server", "ca")
    config = config_of(
        tmp_path / "data", tls_cert=tmp_path / "server.pem", tls_key=tmp_path / "server.key"
    )
    async with serving(config) as referee:
        assert "add --tls, or --tls-ca FILE" in await said(referee.addresses[0], caplog)


@pytest.mark.asyncio
async def test_a_referee_that_answers_is_not_worth_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is one that refuses."""
    monkeypatch.setattr(silence, "_MOMENT", 60.0)  # a busy machine is no silence
    async with serving(config_of(tmp_path)) as referee:
        address = referee.addresses[0]
        async with open_channel(address) as channel, watched(channel, address, tls=False):
            with pytest.raises(CallFailed):
                await RefereeCalls(channel, "bsm_a_b").match("m")

    assert own(caplog) == []


@pytest.mark.asyncio
async def test_who_waits_says_so_now_and_then_until_the_referee_answers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that waits for hours does not look dead; and one line says that it is over."""
    caplog.set_level(logging.WARNING, "bessemer.sdk")
    monkeypatch.setattr(silence, "_REMINDERS", (0.01,))
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"
    async with open_channel(address) as channel, watched(channel, address, tls=False):
        call = asyncio.create_task(RefereeCalls(channel, "bsm_a_b").match("m", waits=True))
        reminder = f"no referee has answered at {address} for"
        await eventually(lambda: sum(line.startswith(reminder) for line in own(caplog)) >= 2)
        async with serving(config_of(tmp_path, listen=(address,))):
            await eventually(lambda: own(caplog)[-1] == f"the referee at {address} answers")
            await asyncio.gather(call, return_exceptions=True)
