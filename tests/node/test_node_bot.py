"""A client in another language that knows no rules plays whole matches of every game."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.v1 import match_service_pb2 as pb
from tests.certificates import make_ca, make_certificate
from tests.games.walks import examples_of, option_texts
from tests.node.checked import check_ends, check_replay
from tests.node.installed import PROTO
from tests.node.served import PATIENCE, Output, Served, metadata_of
from tests.ports import free_ports

SEED = b"a match of the Node bot"


def play_raw(served: Served, created: pb.CreateMatchResponse, seat: int, moves: int) -> bool:
    """Join a seat and make up to so many moves, each the last legal one; whether it ended."""
    requests: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    join = pb.JoinSeat(match_id=created.match.match_id, seat=seat, max_legal_moves=20)
    requests.put(pb.PlayRequest(join=join))
    metadata = metadata_of(created.seat_tokens[seat])
    try:
        stream = served.stub.Play(iter(requests.get, None), metadata=metadata, timeout=PATIENCE)
        for response in stream:
            match response.WhichOneof("message"):
                case "decision" if moves > 0:
                    moves -= 1
                    move = response.decision.legal_moves[-1]
                    answer = pb.Answer(turn=response.decision.turn, move=move)
                    requests.put(pb.PlayRequest(answer=answer))
                case "decision":
                    return False
                case "refusal":
                    pytest.fail(response.refusal.message)
                case "ended":
                    return True
    finally:
        requests.put(None)
    return False


def settings() -> Iterator[tuple[str, int, Mapping[str, str]]]:
    """Every game with every number of seats, and with every value of every option."""
    for game in GAMES.values():
        # The first of them has the first values of all options, the last one the last.
        texts, steps = list(option_texts(game)), len(game.seats) - 1
        for step, seats in enumerate(game.seats):
            chosen = texts[(len(texts) - 1) * step // steps]
            yield game.name, seats, {**chosen, **examples_of(game.name).ALWAYS}


@pytest.mark.parametrize(("game", "seats", "options"), tuple(settings()))
def test_node_bots_play_a_match_among_themselves(
    node: Path, served: Served, game: str, seats: int, options: Mapping[str, str]
) -> None:
    """Of any game: all they send is accepted, and the replay verifies."""
    created = served.create(game, seats, options, SEED)
    bots = [served.bot(node, created, seat) for seat in range(seats)]
    ends = {seat: bot.ended() for seat, bot in enumerate(bots)}

    check_ends(served, created, ends)
    check_replay(served, created.match.match_id)


@pytest.mark.parametrize("game", GAMES)
def test_a_stream_in_node_unary_calls_in_node_and_a_stream_in_python_meet(
    node: Path, served: Served, game: str
) -> None:
    """Three clients of three kinds play one match, of any game."""
    created = served.create(game, 3, examples_of(game).SHORT, SEED)
    bot, unary = served.bot(node, created, 0), served.unary(node, created, 1)
    is_over = play_raw(served, created, 2, moves=1000)
    ends, unary_end = {0: bot.ended()}, unary.ended()

    assert is_over
    check_ends(served, created, ends)
    assert (0, "") == (unary_end.code, unary_end.error)
    assert ends[0].told["ranks"][1] == unary_end.told["rank"]
    check_replay(served, created.match.match_id)


def test_bots_come_back_to_a_referee_that_was_killed(node: Path, tmp_path: Path) -> None:
    """The match goes on where it was, and nothing that was sent again is refused."""
    served = Served(tmp_path, f"127.0.0.1:{free_ports()[0]}")
    try:
        created = served.create("furnace", 3, {"rounds": "3"}, SEED)
        bots = [served.bot(node, created, seat) for seat in (0, 1)]
        is_over = [play_raw(served, created, 2, moves=5)]
        served.stop()
        served = Served(tmp_path, served.address)
        is_over.append(play_raw(served, created, 2, moves=1000))
        ends = {seat: bot.ended() for seat, bot in enumerate(bots)}

        assert [False, True] == is_over
        check_ends(served, created, ends)
        assert all(end.told["reconnects"] > 0 for end in ends.values())
        check_replay(served, created.match.match_id)
    finally:
        served.stop()


def test_bots_play_over_tls(
    node: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One trusts the CA that it is given, one those of the system; both show a certificate."""
    folder = tmp_path_factory.mktemp("tls")
    make_ca(folder, "ca")
    make_certificate(folder, "server", "ca")
    # This machine's, whoever shows it.
    own = ("--tls-cert", str(folder / "server.pem"), "--tls-key", str(folder / "server.key"))
    files = (*own, "--tls-client-ca", str(folder / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "ca.pem"))
    served = Served(folder, f"unix:{folder}/plain.sock", "--listen", "127.0.0.1:0", *files)
    try:
        created = served.create("furnace", 2, {"rounds": "3"}, SEED)
        address = served.addresses[1].replace("127.0.0.1", "localhost")  # Node wants a name
        words = ("--connect", address, *own)
        trusted = (("--tls",), ("--tls-ca", str(folder / "ca.pem")))
        bots = [served.bot(node, created, seat, *words, *trusted[seat]) for seat in range(2)]
        ends = {seat: bot.ended() for seat, bot in enumerate(bots)}

        check_ends(served, created, ends)
    finally:
        served.stop()


def test_a_bot_leaves_its_seat_to_a_newer_connection(node: Path, served: Served) -> None:
    """It does not fight for the seat: two that did would take it from one another for ever."""
    created = served.create("furnace", 2, {}, SEED)
    bot = served.bot(node, created, 0)
    play_raw(served, created, 1, moves=0)  # asked for a move: everybody has joined
    join = pb.PlayRequest(join=pb.JoinSeat(match_id=created.match.match_id, seat=0))
    requests: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    requests.put(join)
    newer = served.stub.Play(iter(requests.get, None), metadata=metadata_of(created.seat_tokens[0]))
    next(newer)
    end = bot.ended()
    requests.put(None)

    assert (1, "") == (end.code, end.out)
    assert "bot: ABORTED: a newer connection plays this seat\n" == end.error


def test_a_strategy_that_takes_what_is_not_offered_is_told_so(node: Path, served: Served) -> None:
    """In a sentence that says what is offered; nothing was played."""
    folder = node / "wrong"
    shutil.copytree(node, folder, ignore=shutil.ignore_patterns("wrong"))
    strategy = (folder / "choices.mjs").read_text(encoding="utf-8")
    wrong = re.sub(r"(?<=return )Array\.from\(.*", '["nothing"];', strategy)
    assert wrong != strategy
    (folder / "choices.mjs").write_text(wrong, encoding="utf-8")
    created = served.create("furnace", 2, {}, SEED)
    bots = [served.bot(folder, created, seat) for seat in range(2)]
    while all(bot.is_running for bot in bots):
        time.sleep(0.05)
    asked, waiting = sorted(bots, key=lambda bot: bot.is_running)
    waiting.stop()
    end = asked.ended()

    assert (1, "") == (end.code, end.out)
    assert re.fullmatch(r"bot: \w+: 'nothing' is not offered; take 1 of C\d\d, .*\n", end.error)


def run_bot(node: Path, arguments: Sequence[str], token: str) -> Output:
    """Run the bot to its end."""
    done = subprocess.run(
        ["node", str(node / "bot.mjs"), *arguments],  # noqa: S607 - the node of this machine
        env={**os.environ, "BESSEMER_TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
    )
    return Output(done.returncode, done.stdout, done.stderr)


TOKEN = f"bsm_{'a' * 12}_{'a' * 52}"


@pytest.mark.parametrize(
    ("code", "sentence", "change", "token"),
    [
        pytest.param(2, r"usage: .*", {"--seat": "first"}, TOKEN, id="no number of a seat"),
        pytest.param(2, r"Unknown option '--bank'.*", {"--bank": "9"}, TOKEN, id="unknown word"),
        pytest.param(2, r"put the seat's token into .* BESSEMER_TOKEN", {}, "", id="no token"),
        pytest.param(
            2,
            r".* is not there: say --proto DIR, or bessemer protos .*",
            {"--proto": "/"},
            TOKEN,
            id="no API",
        ),
        pytest.param(1, r"UNAUTHENTICATED: no good token.*", {}, TOKEN, id="unknown token"),
        pytest.param(1, r"NOT_FOUND: .*", {}, None, id="unknown match"),
        pytest.param(
            1,
            r"UNAVAILABLE: .*",
            {"--connect": "unix:/nowhere", "--patience": "0"},
            TOKEN,
            id="nobody there",
        ),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    node: Path, served: Served, code: int, sentence: str, change: dict[str, str], token: str | None
) -> None:
    """No stack trace: what is wrong, and 2 if it is the caller's words, otherwise 1."""
    words = {"--connect": served.address, "--match": "none", "--seat": "0", "--proto": str(PROTO)}
    arguments = [part for word in (words | change).items() for part in word]
    good_token = served.metadata[0][1].removeprefix("Bearer ")
    end = run_bot(node, arguments, good_token if token is None else token)

    assert (code, "") == (end.code, end.out)
    assert re.fullmatch(f"bot: {sentence}\n", end.error, re.DOTALL), end.error
    assert "    at " not in end.error
