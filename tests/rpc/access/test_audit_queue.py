"""What is logged and audited of players, tokens and certificates, and that a flood is one line."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bessemer.accounts.failed_sign_ins import FailedSignIns, host_of
from bessemer.rpc.calls.error_statuses import Rarely
from bessemer.v1 import admin_service_pb2 as admin
from tests.referees.in_process import Hourglass, House, eventually, why
from tests.storage.examples import audited as log_of


async def audited(house: House, count: int) -> list[tuple[str, str]]:
    """The so many entries of the audit log: what was done, and of whom or what."""
    store = house.referee.store
    await eventually(lambda: len(log_of(store)) >= count)
    found = log_of(store)
    assert count == len(found)
    return [(entry.action, entry.subject) for entry in found]


@pytest.mark.asyncio
async def test_players_and_tokens_are_logged_and_audited(house: House) -> None:
    """Created and revoked, a seat's token too; with who did it and by which token."""
    with capture_logs() as lines:
        _, first = await house.player("ann")
        second = (await house.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))).token_id
        table = await house.organiser.create(2)
        of_seat = table.tokens[1].split("_")[1]
        for token_id in (first, of_seat, of_seat):
            await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))
    by = f"organiser ({house.organiser.token.split('_')[1]})"

    assert [
        ("create player", "ann"),
        ("create token", "ann"),
        ("revoke token", first),
        ("revoke token", of_seat),
    ] == await audited(house, 4)
    entries = log_of(house.referee.store)
    assert {by} == {entry.who for entry in entries}
    assert f"token {second}" == entries[1].reason
    events = [line["event"] for line in lines if line.get("by") == by]
    assert ["player created", "token created", *["token revoked"] * 3] == events


@pytest.mark.asyncio
async def test_a_flood_of_failed_sign_ins_is_one_line_and_two_rows(house: House) -> None:
    """The first is told at once; the others together, when it is time or the referee stops."""
    stranger = house.client("bsm_aaaaaaaaaaaa_" + "a" * 52)
    with capture_logs() as lines:
        for _ in range(100):
            assert "NOT_AUTHENTICATED" == await why(stranger.GetStatus(admin.GetStatusRequest()))
        assert [("failed sign-in", "127.0.0.1 (1)")] == await audited(house, 1)
        house.referee.accounts.sign_ins.tell()

    assert [1, 99] == [line["times"] for line in lines if line["event"] == "sign-in failed"]
    assert ("failed sign-in", "127.0.0.1 (99)") == (await audited(house, 2))[-1]
    (_, last) = await asyncio.to_thread(log_of, house.referee.store)
    assert "99 times, with tokens aaaaaaaaaaaa" == last.reason


def test_a_flood_from_everywhere_is_bounded_too() -> None:
    """What is remembered and what is told; after a minute it is told again."""
    told: list[tuple[str, ...]] = []
    clock = Hourglass()
    failed = FailedSignIns(lambda *entry: told.append(entry), clock)
    for number in range(5000):
        failed.failed(f"ipv4:10.{number // 250}.{number % 250}.1:5{number}", "")
    assert 1 == len(told)
    clock.advance(61.0)
    failed.failed("ipv6:%5B::1%5D:7", "")

    _, action, hosts, reason = told[1]
    assert ("failed sign-in", "5000 times, without a token") == (action, reason)
    assert len(hosts) < 200
    assert "others" in hosts


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("ipv4:127.0.0.1:5555", "127.0.0.1"),
        ("ipv6:%5B::1%5D:5555", "[::1]"),
        ("unix:/run/b.sock", "unix"),
        ("", "unknown"),
    ],
)
def test_where_a_call_came_from(peer: str, host: str) -> None:
    """Without the port."""
    assert host == host_of(peer)


def test_what_happens_often_is_said_rarely() -> None:
    """The first time, and then with how often it was."""
    clock = Hourglass()
    rarely = Rarely(10.0, clock)

    assert [1, 0, 0] == [rarely.happened() for _ in range(3)]
    clock.advance(10.0)
    assert 3 == rarely.happened()


@pytest.mark.asyncio
async def test_entries_wait_for_a_database_that_is_away(house: House) -> None:
    """None is lost, and each is written once."""
    audit = house.referee.accounts.audit
    with house.referee.store.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE audit RENAME TO elsewhere")
    audit.note("", "TLS reload", "cert.pem", "read again")
    with capture_logs() as lines:
        await eventually(lambda: bool(lines))
    assert "audit log cannot be written" == lines[0]["event"]
    with house.referee.store.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO audit")

    assert await audit.flush()
    assert [("TLS reload", "cert.pem")] == await audited(house, 1)
