"""Several referees on one PostgreSQL share the lobby of a ladder, and each other's matches."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.matches.durable.sharing import Alone, Peer
from bessemer.replays.signatures import signing_key
from bessemer.rpc.play.streams import Connections
from bessemer.rpc.serving import server
from bessemer.rpc.serving.owner import own_referee
from bessemer.rpc.sharing.relay import Relay
from bessemer.rpc.sharing.vouchers import Vouchers
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.certificates import P256, make_ca, make_certificate, openssl
from tests.referees.in_process import channel_to, config_of, eventually, metadata_of, move
from tests.rpc.sharing.pair import bot, make_ladder, pair, played, referee, token_of
from tests.storage.postgres import fresh_postgres


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with fresh_postgres() as found:
        yield found


@pytest.mark.asyncio
async def test_players_at_one_referee_meet_those_at_the_other(url: str, tmp_path: Path) -> None:
    """The one at the second has a token that the first has never heard of."""
    async with pair(url, tmp_path) as both:
        anna, bela = await token_of(both.first, "anna"), await token_of(both.second, "bela")
        async with bot(both.first.address, anna), bot(both.second.address, bela):
            await eventually(lambda: len(played(url)) > 0)
    assert {("anna", "bela")} == {tuple(sorted(each)) for each in played(url)}


@pytest.mark.asyncio
async def test_everything_about_a_match_can_be_asked_at_either_referee(
    url: str, tmp_path: Path
) -> None:
    """Its seats are played, watched, asked about and ended where they are not."""
    async with pair(url, tmp_path) as both:
        table = await both.first.organiser.create()
        found = await both.second.organiser.GetMatch(pb.GetMatchRequest(match_id=table.match_id))
        assert match_pb2.MATCH_STATUS_OPEN == found.match.status
        streams = [await both.second.seat(table, seat) for seat in range(3)]
        seats = both.first.match(table.match_id).seats
        await eventually(lambda: any(one.decision is not None for one in seats))
        seat = next(number for number, one in enumerate(seats) if one.decision is not None)
        asked = await streams[seat].decision()
        watch = both.second.organiser.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
        assert table.match_id == (await watch.read()).match.match_id
        await streams[seat].answer(asked.turn, move("bid 4 on C99"))
        assert (await streams[seat].refusal()).message
        legal = pb.CheckMoveRequest(
            match_id=table.match_id, seat=seat, turn=asked.turn, move=asked.legal_moves[0]
        )
        there = both.second.client(table.tokens[seat])
        assert not (await there.CheckMove(legal)).HasField("refusal")
        await both.second.organiser.AbortMatch(
            admin.AbortMatchRequest(match_id=table.match_id, message="for a test")
        )
        assert both.first.match(table.match_id).result is not None


@pytest.mark.asyncio
async def test_a_command_on_the_database_reaches_a_match_that_is_played(
    url: str, tmp_path: Path
) -> None:
    """It has a token that only it knows itself, and vouches for who has it."""
    make_ladder(url)
    async with referee(url, tmp_path / "one", "one") as house:
        table = await house.organiser.create()
        ids = (table.match_id,)
        async with (
            own_referee(tmp_path / "elsewhere", url, "root", ids) as own,
            channel_to(own.address) as channel,
        ):
            abort = admin.AbortMatchRequest(match_id=table.match_id, message="for a test")
            await RefereeCalls(channel, own.token)(abort)
        assert house.match(table.match_id).result is not None


@pytest.mark.asyncio
async def test_a_command_ends_the_match_of_a_referee_that_is_gone(url: str, tmp_path: Path) -> None:
    """It takes over that match alone."""
    make_ladder(url)
    async with referee(url, tmp_path / "one", "one", drain_timeout=0.0) as house:
        tables = [await house.organiser.create() for _ in range(2)]
        ids = [table.match_id for table in tables]
    async with (
        own_referee(tmp_path / "elsewhere", url, "root", ids[:1]) as own,
        channel_to(own.address) as channel,
    ):
        calls = RefereeCalls(channel, own.token)
        await calls(admin.AbortMatchRequest(match_id=ids[0], message="for a test"))
        assert match_pb2.MATCH_STATUS_ABORTED == (await calls.match(ids[0])).status
        assert match_pb2.MATCH_STATUS_OPEN == (await calls.match(ids[1])).status


@pytest.mark.asyncio
async def test_who_waits_is_told_the_same_everywhere(url: str, tmp_path: Path) -> None:
    """There is one lobby."""
    async with pair(url, tmp_path) as both:
        bela = await token_of(both.second, "bela")
        async with bot(both.second.address, bela):
            lobby = next(iter(both.first.referee.ladders.lobbies))
            await eventually(lambda: len(lobby.players) == 1)
            stub = ladder_grpc.LadderServiceStub(both.second.channel)
            found = await stub.GetLobby(
                ladder_pb.GetLobbyRequest(ladder="main"), metadata=metadata_of(bela)
            )
            assert 1 == found.waiting_players
        await eventually(lambda: not lobby.players)


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["own", "signed"])
async def test_referees_trust_the_certificates_that_the_database_names(
    tmp_path: Path, kind: str
) -> None:
    """One that signed itself, and one from a CA that they do not know."""
    make_ca(tmp_path, "ca")
    make_certificate(tmp_path, "signed", "ca")
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
    files = ("-keyout", "own.key", "-out", "own.pem")
    openssl("req", "-x509", "-newkey", *P256, "-nodes", *files, *subject, folder=tmp_path)
    config = config_of(
        tmp_path / "data",
        tls_cert=tmp_path / f"{kind}.pem",
        tls_key=tmp_path / f"{kind}.key",
    )
    async with server.serving(config) as other:
        certificate = (tmp_path / f"{kind}.pem").read_text()
        peer = Peer("other", other.addresses[0], certificate, other.key.public)
        key = signing_key(tmp_path)
        other.vouchers.peers = {"us": Peer("us", "", "", key.public)}
        relay = Relay(Alone(), Vouchers("us", key), Connections(), lambda: 0.0, _nothing)
        # It is called "", as a referee without a name.
        peer = peer._replace(name="")
        caller = Caller("anna", Role.PLAYER, "token")
        data = pb.GetSelfRequest().SerializeToString()
        answer = await relay.unary(peer, "/bessemer.v1.MatchService/GetSelf", data, caller)
        await relay.close()
    assert "anna" == pb.GetSelfResponse.FromString(answer).name


async def _nothing() -> None:
    """There is nothing to catch up with."""
