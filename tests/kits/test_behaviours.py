"""
What every kit does, and the Python SDK: one list, run against each.

It joins, resumes in the middle of a decision, answers once, handles refusals, and leaves. The programs
(probe.py, probe.ts, probe.cpp) know of no game, and are told what to play by their environment alone.
"""

import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.v1 import (
    admin_service_pb2,
    admin_service_pb2_grpc,
    ladder_service_pb2,
    ladder_service_pb2_grpc,
)
from bessemer.v1 import match_service_pb2 as pb
from tests.certificates import make_ca, make_certificate
from tests.games.walks import examples_of, option_texts
from tests.kits.cable import Cable
from tests.kits.checked import check_ends, check_replay
from tests.kits.served import PATIENCE, Player, Served, metadata_of
from tests.ports import free_ports

SEED = b"a match of the kits"
SHORT = {"rounds": "3"}
Probe = Sequence[str]
pytestmark = pytest.mark.timeout(1800)  # whoever comes first compiles


@pytest.fixture
def cable(served: Served) -> Iterator[Cable]:
    """A connection to the referee that a test can cut."""
    made = Cable(served.address)
    yield made
    made.close()


@pytest.mark.parametrize("game", NAMES)
def test_it_plays_every_game_to_the_end(probe: Probe, served: Served, game: str) -> None:
    """All its answers are accepted, it brings bytes to the chance, and it is told of begin and end."""
    created = served.create(game, 2, examples_of(game).SHORT)
    players = {seat: served.player(probe, created, seat) for seat in range(2)}
    check_ends(served, created, players)
    check_replay(served, created.match.match_id)
    for seat, player in players.items():
        assert {"begin": game, "seat": seat} == player.told[0]


def test_it_resumes_in_the_middle_of_a_decision(
    probe: Probe, served: Served, cable: Cable, tmp_path: Path
) -> None:
    """A connection that is lost while the bot thinks costs nothing, and its bot is not asked again."""
    created = served.create("furnace", 2, SHORT)
    go = tmp_path / "go"
    slow = served.player(probe, created, 0, BESSEMER_ADDRESS=cable.address, PROBE_WAITS_FOR=str(go))
    other = served.player(probe, created, 1)
    slow.wait_asked(2)
    cable.cut()
    slow.wait_for(lambda: "connection lost" in slow.error)
    served.wait_for_match(created.match.match_id, lambda match: match.seats[0].connected)
    go.touch()
    check_ends(served, created, {0: slow, 1: other})
    check_replay(served, created.match.match_id)


def test_it_answers_once(probe: Probe, served: Served, cable: Cable, tmp_path: Path) -> None:
    """An answer that was lost on its way is sent again as it was; one that arrived is played once."""
    created = served.create("furnace", 2, SHORT)
    go = tmp_path / "go"
    slow = served.player(probe, created, 0, BESSEMER_ADDRESS=cable.address, PROBE_WAITS_FOR=str(go))
    other = served.player(probe, created, 1)
    slow.wait_asked(2)
    cable.swallow()
    go.touch()
    assert cable.swallowed.wait(PATIENCE)
    cable.cut()
    slow.wait_asked(3)
    cable.cut()
    slow.wait_asked(4)
    check_ends(served, created, {0: slow, 1: other})
    check_replay(served, created.match.match_id)


def test_it_plays_on_when_a_move_is_refused(probe: Probe, served: Served) -> None:
    """The default move is played instead, and the bot's log says why, once."""
    created = served.create("furnace", 2, SHORT)
    wrong = served.player(probe, created, 0, PROBE_WRONG="1")
    other = served.player(probe, created, 1)
    check_ends(served, created, {1: other})
    check_ends(served, created, {0: wrong}, faults=1)
    check_replay(served, created.match.match_id)
    assert "C99" in wrong.error
    assert 1 == len(re.findall("playing the default move instead", wrong.error))


def test_it_plays_on_when_the_bot_raises(probe: Probe, served: Served) -> None:
    """The same, with the error in the log."""
    created = served.create("furnace", 2, SHORT)
    wrong = served.player(probe, created, 0, PROBE_RAISES="1")
    other = served.player(probe, created, 1)
    check_ends(served, created, {1: other})
    check_ends(served, created, {0: wrong}, faults=1)
    assert "on purpose" in wrong.error
    assert "playing the default move instead" in wrong.error


def test_it_leaves_its_seat_to_a_newer_connection(probe: Probe, served: Served) -> None:
    """It does not fight for the seat: two that did would take it from one another for ever."""
    created = served.create("furnace", 2, {})
    player = served.player(probe, created, 0)
    match_id = created.match.match_id
    served.wait_for_match(match_id, lambda match: match.seats[0].connected)
    requests: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    requests.put(pb.PlayRequest(join=pb.JoinSeat(match_id=match_id, seat=0)))
    metadata = metadata_of(created.seat_tokens[0])
    newer = served.stub.Play(iter(requests.get, None), metadata=metadata)
    next(newer)
    assert 1 == player.ended()
    requests.put(None)
    assert "a newer connection plays this seat" in player.error


def test_it_comes_back_to_a_referee_that_was_killed(probe: Probe, tmp_path: Path) -> None:
    """The match goes on where it was, and nothing that was sent again is refused."""
    go = tmp_path / "go"
    first = Served(tmp_path, f"127.0.0.1:{free_ports()[0]}")
    created = first.create("furnace", 2, SHORT)
    players = [first.player(probe, created, seat, PROBE_WAITS_FOR=str(go)) for seat in range(2)]
    try:
        while not any(len(player.asked) > 1 for player in players):
            assert all(player.is_running for player in players)
            time.sleep(0.05)
        first.referee.kill()
        second = Served(tmp_path, first.address)
        go.touch()
        check_ends(second, created, dict(enumerate(players)))
        check_replay(second, created.match.match_id)
        second.stop()
    finally:
        first.stop()


def test_it_finds_the_referee_among_several_addresses(probe: Probe, served: Served) -> None:
    """Nobody is at the first one."""
    created = served.create("furnace", 2, SHORT)
    addresses = f"127.0.0.1:{free_ports()[0]}, {served.address}"
    players = {
        seat: served.player(probe, created, seat, BESSEMER_ADDRESS=addresses) for seat in range(2)
    }
    check_ends(served, created, players)


def test_it_plays_over_tls(probe: Probe, tmp_path_factory: pytest.TempPathFactory) -> None:
    """One trusts the CA that it is given, one those of the system; both show a certificate."""
    folder = tmp_path_factory.mktemp("tls")
    make_ca(folder, "ca")
    make_certificate(folder, "server", "ca")
    pem, key, ca = (str(folder / name) for name in ("server.pem", "server.key", "ca.pem"))
    files = ("--tls-cert", pem, "--tls-key", key, "--tls-client-ca", ca)
    served = Served(folder, f"unix:{folder}/plain.sock", "--listen", "127.0.0.1:0", *files)
    try:
        created = served.create("furnace", 2, SHORT)
        own = {
            "BESSEMER_ADDRESS": served.addresses[1].replace("127.0.0.1", "localhost"),
            "BESSEMER_TLS_CERT": pem,
            "BESSEMER_TLS_KEY": key,
        }
        trusted = ({"BESSEMER_TLS": "1", "SSL_CERT_FILE": ca}, {"BESSEMER_TLS_CA": ca})
        if sys.executable in probe:  # gRPC for Python looks for the system's by itself
            trusted = (trusted[1], trusted[1])
        players = {
            seat: served.player(probe, created, seat, **own, **more)
            for seat, more in enumerate(trusted)
        }
        check_ends(served, created, players)
    finally:
        served.stop()


def test_it_plays_on_a_ladder_and_leaves(probe: Probe, served: Served) -> None:
    """Several matches at once, as versions; it is in nobody's lobby once it was told to end."""
    admin = admin_service_pb2_grpc.AdminServiceStub(served.channel)
    ladders = ladder_service_pb2_grpc.LadderServiceStub(served.channel)
    name = f"of-{Path(probe[-1]).suffix.strip('.') or 'cpp'}"
    admin.CreateLadder(
        admin_service_pb2.CreateLadderRequest(name=name, game="furnace", options=SHORT, seats=2),
        metadata=served.metadata,
    )
    players = []
    for version in ("1", "2"):
        player = admin.CreatePlayer(
            admin_service_pb2.CreatePlayerRequest(name=f"{name}-{version}"),
            metadata=served.metadata,
        )
        environment = {
            "BESSEMER_ADDRESS": served.address,
            "BESSEMER_TOKEN": player.token,
            "BESSEMER_LADDER": name,
            "BESSEMER_GAME": "furnace",
            "BESSEMER_CONCURRENCY": "2",
            "BESSEMER_VERSION": version,
        }
        players.append(Player(probe, environment))
    for one in players:
        one.wait_for(partial(has_ended, one, 3))
        assert all(not told["faults"] and told["ranks"] for told in one.told if "ranks" in told)
        assert f"joined ladder {name} as version" in one.error
        one.terminate()
        one.ended()
    asked = ladder_service_pb2.GetLobbyRequest(ladder=name)
    while ladders.GetLobby(asked, metadata=served.metadata).waiting_players:
        pass
    standings = ladders.ListStandings(
        ladder_service_pb2.ListStandingsRequest(ladder=name), metadata=served.metadata
    )
    assert {f"{name}-1:1", f"{name}-2:2"} == {one.player for one in standings.standings}


def has_ended(player: Player, matches: int) -> bool:
    """Whether it was told of the end of so many matches."""
    return len([told for told in player.told if "ranks" in told]) >= matches


TOKEN = f"bsm_{'a' * 12}_{'a' * 52}"


@pytest.mark.parametrize(
    ("code", "sentence", "change"),
    [
        pytest.param(2, r".*seat.*", {"BESSEMER_SEAT": "first"}, id="no number of a seat"),
        pytest.param(2, r".*--connect.*|.*usage.*", {"BESSEMER_ADDRESS": ""}, id="no address"),
        pytest.param(2, r".*BESSEMER_TOKEN.*", {"BESSEMER_TOKEN": ""}, id="no token"),
        pytest.param(2, r".*-1.*", {"BESSEMER_PATIENCE": "-1"}, id="no patience"),
        pytest.param(
            1, r".*UNAUTHENTICATED: no good token.*", {"BESSEMER_TOKEN": TOKEN}, id="unknown token"
        ),
        pytest.param(1, r".*NOT_FOUND: .*", {"BESSEMER_MATCH": "none"}, id="unknown match"),
        pytest.param(
            1,
            r".*(UNAVAILABLE|not reached).*",
            {"BESSEMER_ADDRESS": "unix:/nowhere", "BESSEMER_PATIENCE": "0"},
            id="nobody there",
        ),
        pytest.param(
            1, r".*cannot (be )?(used|read).*", {"BESSEMER_TLS_CA": "/nowhere"}, id="no CA"
        ),
    ],
)
def test_what_goes_wrong_is_a_sentence(
    probe: Probe, served: Served, code: int, sentence: str, change: Mapping[str, str]
) -> None:
    """No stack trace: what is wrong, and 2 if it is clear from what it was told, otherwise 1."""
    created = served.create("furnace", 2, SHORT)
    player = served.player(probe, created, 0, **change)
    ended = player.ended()
    assert re.search(sentence, player.error, re.DOTALL), player.error
    assert "Traceback" not in player.error
    assert "    at " not in player.error
    assert code == ended
    assert [] == player.told


def settings() -> Iterator[tuple[str, int, Mapping[str, str]]]:
    """Every game with every number of seats, and with every value of every option."""
    for game in GAMES.values():
        # The first of them has the first values of all options, the last one the last.
        texts, steps = list(option_texts(game)), len(game.seats) - 1
        for step, seats in enumerate(game.seats):
            chosen = texts[(len(texts) - 1) * step // steps]
            yield game.name, seats, {**chosen, **examples_of(game.name).ALWAYS}


@pytest.mark.parametrize(("game", "seats", "options"), tuple(settings()))
@pytest.mark.parametrize("probe", ["typescript"], indirect=True)
def test_a_kit_that_knows_no_rule_plays_every_setting(
    probe: Probe, served: Served, game: str, seats: int, options: Mapping[str, str]
) -> None:
    """By choices alone: all that it sends is accepted, and the replay verifies."""
    created = served.create(game, seats, options, SEED)
    players = {seat: served.player(probe, created, seat) for seat in range(seats)}
    check_ends(served, created, players)
