"""The commands for organisers, on a folder, through the referee that runs there, and over the network."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest

from bessemer.cli.main import main
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.matches.records import (
    ClockSettings,
    Created,
    Durability,
    Ended,
    MatchResult,
    MatchSpec,
)
from bessemer.matches.records import Status as MatchState
from bessemer.rpc.serving.server import serving
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import match_service_pb2_grpc as match_grpc
from tests.certificates import make_ca, make_certificate
from tests.referees.in_process import config_of, metadata_of
from tests.referees.process import RefereeProcess

REASON = ["--reason", "a test"]


class Place(NamedTuple):
    """A referee, and the arguments that lead a command there."""

    data: Path
    where: list[str]
    who: str
    """As the audit log names whoever uses it."""


@pytest.fixture(scope="module", params=["folder", "running", "connect", "tls"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """Each way to a referee; one for all tests, as starting it takes a while."""
    # The path of a socket must be short.
    data = tmp_path_factory.mktemp("r")
    assert main(["player", "add", "first", "--data", str(data)]) == 0
    if request.param == "folder":
        yield Place(data, ["--data", str(data)], "(on the data)")
        return
    words: list[str] = []
    if request.param == "tls":
        make_ca(data, "ca")
        make_certificate(data, "referee", "ca")
        words = ["--tls-cert", f"{data}/referee.pem", "--tls-key", f"{data}/referee.key"]
    with RefereeProcess(data, *words) as referee:
        address = referee.address
        if request.param == "running":
            yield Place(data, ["--data", str(data)], "organiser (")
            return
        where = ["--connect", address, "--token-file", str(data / "organiser.token")]
        if request.param == "tls":
            where += ["--tls-ca", str(data / "ca.pem")]
        yield Place(data, where, "organiser (")


class Run(NamedTuple):
    """What a command printed."""

    code: int
    out: str
    err: str

    @property
    def facts(self) -> dict[str, Any]:
        """The JSON object on the last line."""
        found = json.loads(self.out.splitlines()[-1])
        assert isinstance(found, dict)
        return found


@pytest.fixture
def run(place: Place, capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401 - a function
    """Runs a command at the place."""

    def run(*words: str, code: int = 0) -> Run:
        capsys.readouterr()
        got = main([*words, *place.where])
        out, err = capsys.readouterr()
        assert code == got, err
        assert code == 0 or re.fullmatch(r"(bessemer: .+\n(.+\n)*)", err), "a sentence"
        return Run(got, out, err)

    return run


def test_a_player_is_added_shown_and_given_tokens(place: Place, run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """The token into a file for its owner alone, or printed once."""
    file = tmp_path / "ada.token"
    facts = run("player", "add", "ada", "--author", "eve", "--out", str(file), "--json").facts
    assert ("ada", "eve") == (facts["player"]["name"], facts["player"]["author"])
    assert "token" not in facts
    assert 0o600 == file.stat().st_mode & 0o777
    assert re.fullmatch(r"bsm_\w{12}_\w{52}\n", file.read_text())
    assert "ada" in run("player", "list").out
    made = run("player", "token", "ada", "--json").facts
    assert made["token"].startswith(f"bsm_{made['token_id']}_")
    tokens = run("player", "show", "ada", "--json").facts["player"]["tokens"]
    assert [False, False] == [token["revoked"] for token in tokens]
    run("player", "revoke", made["token_id"])
    assert f"{made['token_id']}" in run("player", "show", "ada").out
    assert ", revoked" in run("player", "show", "ada").out
    log = run("audit", "--json").facts["audit"]
    mine = [one for one in log if one["subject"] in ("ada", made["token_id"])]
    assert ["create player", "create token", "revoke token"] == [one["action"] for one in mine]
    assert all(place.who in one["who"] for one in mine), mine


def test_a_person_is_invited_by_a_link(run: Any) -> None:  # noqa: ANN401
    """Registered with the first link; the next one has another token, and both are the person's."""
    pages = ("--pages", "https://pages.example/")
    first, second = (run("player", "invite", "fay", *pages, "--json").facts for _ in range(2))
    player = run("player", "show", "fay", "--json").facts["player"]

    assert player["person"]
    assert {first["token_id"], second["token_id"]} == {one["token_id"] for one in player["tokens"]}
    link = rf"https://pages\.example/sign-in#bsm_{first['token_id']}_\w{{52}}"
    assert re.fullmatch(link, first["link"])
    assert "https://pages.example/sign-in#bsm_" in run("player", "invite", "fay", *pages).out


def test_an_existing_token_file_is_never_overwritten(run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """Nor is anybody registered."""
    file = tmp_path / "bob.token"
    file.write_text("mine")
    for words in (("add", "bob"), ("token", "first")):
        assert "exists" in run("player", *words, "--out", str(file), code=1).err
    assert "mine" == file.read_text()
    run("player", "show", "bob", code=1)


def test_what_was_said_of_a_player_is_corrected(run: Any) -> None:  # noqa: ANN401
    """Only what is given; the audit log says what, and why."""
    run("player", "add", "gus", "--author", "eve")
    run("player", "set", "gus", "--person", "yes", *REASON)
    player = run("player", "show", "gus", "--json").facts["player"]
    assert ("eve", True) == (player["author"], player["person"])
    run("player", "set", "gus", "--author", "adam", "--person", "no", *REASON)
    player = run("player", "set", "gus", "--author", "", *REASON, "--json").facts["player"]
    assert ("", False) == (player["author"], player["person"])
    log = [one for one in run("audit", "--json").facts["audit"] if one["subject"] == "gus"]
    assert ["create player", *["set player"] * 3] == [one["action"] for one in log]
    assert ["a person: a test", "author adam, a bot: a test", "author nobody: a test"] == [
        one["reason"] for one in log[1:]
    ]
    run("player", "set", "gus", *REASON, code=2)
    assert "1 to 40 letters" in run("player", "set", "gus", "--author", "-", *REASON, code=1).err
    assert "no player" in run("player", "set", "nobody", "--person", "no", *REASON, code=1).err


def test_a_player_who_never_played_is_deleted_without_a_trace(run: Any) -> None:  # noqa: ANN401
    """The name is free again, for somebody who is spelled otherwise too; the audit log knows both."""
    run("player", "add", "Hal", "--author", "eve")
    assert "Hal is deleted: nothing is left" in run("player", "delete", "Hal", *REASON).out
    assert "no player" in run("player", "show", "Hal", code=1).err
    assert "Hal" not in run("player", "list").out
    run("player", "add", "hal")
    assert not run("player", "delete", "hal", *REASON, "--json").facts["name_kept"]
    log = [one for one in run("audit", "--json").facts["audit"] if one["subject"] in ("Hal", "hal")]
    assert ["create player", "delete player"] * 2 == [one["action"] for one in log]
    assert "no player" in run("player", "delete", "hal", *REASON, code=1).err
    assert "stays" in run("player", "delete", "organiser", *REASON, code=1).err


def test_a_ban_is_taken_back(run: Any) -> None:  # noqa: ANN401
    """Both in the audit log."""
    run("player", "add", "cid")
    assert run("player", "ban", "cid", *REASON, "--json").facts["player"]["banned"]
    assert "banned: a test" in run("player", "list").out
    assert not run("player", "unban", "cid", *REASON, "--json").facts["player"]["banned"]
    log = run("audit", "--json").facts["audit"]
    deeds = [one["action"] for one in log if one["subject"] == "cid"]
    assert ["create player", "ban player", "unban player"] == deeds


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["player", "show", "nobody"], "no player 'nobody'"),
        (["player", "token", "nobody"], "there is no player 'nobody'"),
        (["player", "revoke", "aaaaaaaaaaaa"], "no token with this id"),
        (["player", "ban", "nobody", *REASON], "no player 'nobody'"),
        (["player", "delete", "nobody", *REASON], "no player 'nobody'"),
        (["player", "unban", "first", *REASON], "no player 'first' is banned"),
        (["player", "add", "first"], "a player first already"),
        (["player", "add", "a b"], "a name has"),
        (["matches", "show", "nothing"], "no match with this id"),
        (["matches", "abort", "nothing", *REASON], "no match with this id"),
        (["ladder", "freeze", "--ladder", "nothing", *REASON], "no ladder 'nothing'"),
        (["ladder", "void", "nothing", *REASON], "no rated match"),
        (["ladder", "remove", "first", "--ladder", "nothing", *REASON], "no ladder 'nothing'"),
    ],
)
def test_what_is_not_known_is_refused_with_a_sentence(
    run: Any,  # noqa: ANN401
    words: list[str],
    sentence: str,
) -> None:
    """And exit code 1."""
    assert sentence in run(*words, code=1).err


# --- Import --------------------------------------------------------------------------------------


def test_teams_are_imported_with_their_tokens(run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """A file each, in a folder that is made; a spreadsheet's mark and empty lines do not matter."""
    file, tokens = tmp_path / "teams.csv", tmp_path / "tokens"
    text = "name,author,role\r\nred,ann,\r\n\r\nblue,bob,spectator\r\ngreen\r\n"
    file.write_text(text, encoding="utf-8-sig")
    facts = run("player", "import", str(file), "--tokens", str(tokens), "--json").facts
    assert ["red", "blue", "green"] == [one["name"] for one in facts["players"]]
    roles = [one["role"] for one in facts["players"]]
    assert ["ROLE_PLAYER", "ROLE_SPECTATOR", "ROLE_PLAYER"] == roles
    files = sorted(tokens.iterdir())
    assert ["blue.token", "green.token", "red.token"] == [one.name for one in files]
    assert {0o600} == {one.stat().st_mode & 0o777 for one in files}
    assert 3 == len({one.read_text() for one in files})
    again = run("player", "import", str(file), "--tokens", str(tokens), code=1)
    assert "there is a player red already" in again.err
    other = run("player", "import", str(file), "--tokens", str(tmp_path / "other"), code=1)
    assert other.err.splitlines() == [
        f"{'bessemer: ' if line == 2 else ''}{file}:{line}: there is a player {name} already "
        "(--new leaves such lines out)"
        for line, name in ((2, "red"), (4, "blue"), (5, "green"))
    ]
    assert not (tmp_path / "other").exists()
    file.write_text("name\nblack\n")
    (tokens / "black.token").touch()
    assert "exists" in run("player", "import", str(file), "--tokens", str(tokens), code=1).err
    assert "black" not in run("player", "list").out


def test_only_the_new_lines_of_a_file_are_imported(run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """The others change nothing, whatever the file says of them now; if all are known it is no fault."""
    file, tokens = tmp_path / "teams.csv", tmp_path / "tokens"
    words = ("player", "import", str(file), "--tokens", str(tokens), "--new", "--json")
    file.write_text("name,author\ncyan,ann\n")
    run(*words)
    before = (tokens / "cyan.token").read_text()
    file.write_text("name,author\ncyan,somebody\nmauve,bob\n")
    facts = run(*words).facts
    again = run(*words).facts

    assert ["mauve"] == [one["name"] for one in facts["players"]]
    assert (["cyan"], []) == (facts["left_out"], again["players"])
    assert before == (tokens / "cyan.token").read_text()
    player = run("player", "show", "cyan", "--json").facts["player"]
    assert ("ann", 1) == (player["author"], len(player["tokens"]))


def test_people_are_registered_as_such_and_have_a_clock_on_ladders(
    run: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    """One by one or from a file; lists say who is one, and a ladder says how long they have."""
    added = run("player", "add", "person-1", "--person", "--json").facts
    assert added["player"]["person"]
    assert not run("player", "add", "bot-1", "--json").facts["player"]["person"]
    file = tmp_path / "people.csv"
    file.write_text("name,person\nperson-2,yes\nbot-2,no\nbot-3,\n")
    run("player", "import", str(file), "--tokens", str(tmp_path / "tokens"))
    listed = run("player", "list", "--json").facts["players"]
    people = {one["name"] for one in listed if one["person"]}
    assert {"person-1", "person-2"} <= people
    assert not {"bot-1", "bot-2", "bot-3"} & people
    assert "person-1: player, a person" in run("player", "show", "person-1").out
    assert "player, person" in run("player", "list").out
    file.write_text("name,person\nnew-5,perhaps\n")
    wrong = run("player", "import", str(file), "--tokens", str(tmp_path / "no"), code=1)
    assert ":2: person 'perhaps': there are yes and no" in wrong.err

    words = ("ladder", "create", "slow", "--people-bank", "3600", "--people-strikes", "5", "--json")
    ladder = run(*words, "--people-away", "90").facts["ladder"]
    assert ("60s", "3600s", "30s", 5, "90s") == (
        ladder["clock"]["bank"],
        ladder["people_clock"]["bank"],
        ladder["people_clock"]["increment"],
        ladder["people_clock"]["strike_limit"],
        ladder["people_clock"]["away_limit"],
    )


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ["the file is empty"]),
        ("name\n", [":1: there is no player"]),
        ("team,author\nred,ann\n", [":1: there is no column 'team'", ":1: the first line names"]),
        ("name,name\nx,y\n", [":1: a column is there twice"]),
        (
            "name,role\nx y,\nnew-1,king\nnew-2,,\nnew-3\nnew-3\n",
            [
                ":2: name 'x y'",
                ":3: role 'king'",
                ":4: 3 columns",
                ":6: new-3 is on line 5 already",
            ],
        ),
        ("name\nnew-4\nfirst\n", [":3: there is a player first already"]),
        ("name\n\xff\n", ["no CSV file in UTF-8"]),
    ],
)
def test_a_wrong_file_registers_nobody_and_names_its_lines(
    run: Any,  # noqa: ANN401
    tmp_path: Path,
    text: str,
    sentences: list[str],
) -> None:
    """Every fault that can be seen in the file."""
    file, tokens = tmp_path / "teams.csv", tmp_path / "tokens"
    file.write_bytes(text.encode("latin-1"))
    err = run("player", "import", str(file), "--tokens", str(tokens), code=1).err
    for sentence in sentences:
        assert sentence in err
    assert not tokens.exists() or not list(tokens.iterdir())
    assert not [one for one in run("player", "list").out.split() if one.startswith("new-")]


# --- Ladders -------------------------------------------------------------------------------------


def test_the_clocks_of_a_ladder_are_set(run: Any) -> None:  # noqa: ANN401
    """Only what is given changes."""
    run("ladder", "create", "clocks", "--bank", "60", "--increment", "1")
    words = ("ladder", "set", "--ladder", "clocks", *REASON, "--json")
    run(*words, "--bank", "30")
    ladder = run(*words, "--people-bank", "3600", "--people-increment", "0.5").facts["ladder"]
    assert ("30s", "1s") == (ladder["clock"]["bank"], ladder["clock"]["increment"])
    clock = ladder["people_clock"]
    assert ("3600s", "0.500s") == (clock["bank"], clock["increment"])
    run(*words, code=2)
    assert "600s" == run(*words, "--absence", "600").facts["ladder"]["format"]["absence"]
    assert "increment" in run(*words, "--bank", "0", "--increment", "0", code=1).err


@pytest.mark.parametrize("game", NAMES)
def test_a_ladder_is_created_frozen_and_thawed(run: Any, game: str) -> None:  # noqa: ANN401
    """And whatever else is done to it: in its audit log."""
    made = run("ladder", "create", game, "--game", game, "--bank", "5", "--json").facts["ladder"]
    assert (game, "5s") == (made["game"], made["clock"]["bank"])
    ladder = ["--ladder", game]
    assert run("ladder", "freeze", *ladder, *REASON, "--json").facts["ladder"]["frozen"]
    assert not run("ladder", "thaw", *ladder, *REASON, "--json").facts["ladder"]["frozen"]
    assert 2 == run("ladder", "season", *ladder, *REASON, "--json").facts["ladder"]["season"]
    assert 0 == run("ladder", "release", *ladder, *REASON, "--json").facts["blocks"]
    run("ladder", "remove", "first", *ladder, *REASON)
    assert "already" in run("ladder", "remove", "first", *ladder, *REASON, code=1).err
    run("ladder", "reinstate", "first", *ladder, *REASON)
    log = run("ladder", "audit", *ladder, "--json").facts["audit"]
    deeds = ["create", "freeze", "thaw", "season", "release", "remove", "reinstate"]
    assert deeds == [one["action"] for one in log]
    assert "reinstate" in run("ladder", "audit", *ladder).out


# --- Matches, and the referee itself -------------------------------------------------------------


def open_match(data: Path, match_id: str, game: str) -> None:
    """A match in the journal of a referee that does not run."""
    rules = GAMES[game]
    spec = MatchSpec(
        match_id=match_id,
        game=game,
        rules_version=rules.rules_version,
        options=rules.option_texts(rules.options({})),
        players=("", ""),
        seed=b"12345678",
        clock=ClockSettings(),
        durability=Durability.MOVE,
        created=1.0,
    )
    with closing(open_store(data / "bessemer.sqlite3")) as store:
        store.write([Created(spec, (), ())])


@pytest.mark.parametrize("game", NAMES)
def test_matches_are_listed_shown_and_ended_on_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    """Of which no referee runs; the other matches are left as they are."""
    where = ["--data", str(tmp_path)]
    assert main(["player", "add", "ada", *where]) == 0
    for match_id in ("m1", "m2"):
        open_match(tmp_path, match_id, game)
    assert main(["matches", "abort", "m1", "--reason", "rain", *where]) == 0
    capsys.readouterr()
    assert main(["matches", "list", "--json", *where]) == 0
    listed = json.loads(capsys.readouterr().out)["matches"]
    assert {"m1": "MATCH_STATUS_ABORTED", "m2": "MATCH_STATUS_OPEN"} == {
        one["match_id"]: one["status"] for one in listed
    }
    for match_id, words in (("m1", "ended by the organiser: rain"), ("m2", "open")):
        assert main(["matches", "show", match_id, *where]) == 0
        assert words in capsys.readouterr().out
    with closing(open_store(tmp_path / "bessemer.sqlite3")) as store:
        store.write(
            [Ended("m2", MatchResult(MatchState.FINISHED, 2.0, (1, 2), (7, 3), turn=90), None)]
        )
    assert main(["matches", "list", "--status", "finished", *where]) == 0
    assert re.search(r"m2 .* finished +90 ", capsys.readouterr().out)
    assert main(["matches", "show", "m2", *where]) == 0
    assert "finished, turn 90" in capsys.readouterr().out
    assert main(["matches", "abort", "m1", "--reason", "rain", *where]) == 1
    assert "over already" in capsys.readouterr().err


def test_a_running_referee_ends_matches_and_drains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Through the socket in its folder."""
    where = ["--data", str(tmp_path)]
    with RefereeProcess(tmp_path) as referee:
        address = referee.address
        token = (tmp_path / "organiser.token").read_text().strip()
        with grpc.insecure_channel(address) as channel:
            stub: Any = match_grpc.MatchServiceStub(channel)
            request = pb.CreateMatchRequest(game="furnace", seats=[pb.SeatRequest()] * 2)
            match_id = stub.CreateMatch(request, metadata=metadata_of(token)).match.match_id
        assert main(["matches", "list", "--status", "open", *where]) == 0
        assert match_id in capsys.readouterr().out
        assert main(["matches", "show", match_id, *where]) == 0
        assert "seat 1: anybody, not there" in capsys.readouterr().out
        assert main(["matches", "abort", match_id, "--reason", "rain", *where]) == 0
        assert main(["drain", *where]) == 0
        assert "0 matches" in capsys.readouterr().out
        assert referee.wait() == 0
    assert main(["audit", *where]) == 0
    assert re.search(r"organiser \(\w+\)  -  drain", capsys.readouterr().out)
    assert main(["drain", *where]) == 1
    assert "no referee runs" in capsys.readouterr().err


def test_the_referee_of_a_folder_is_asked_wherever_its_database_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its socket is in the folder; and a match that it plays is shown by the database, too."""
    database = f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    where = ["--data", str(tmp_path / "data")]
    assert main(["ladder", "create", "main", *where, "--database", database]) == 0
    (tmp_path / "elsewhere.sqlite3").stat()
    limits = ("--database", database, "--drain-timeout", "0.5")
    with RefereeProcess(tmp_path / "data", *limits) as referee:
        token = (tmp_path / "data" / "organiser.token").read_text().strip()
        with grpc.insecure_channel(referee.address) as channel:
            stub: Any = match_grpc.MatchServiceStub(channel)
            request = pb.CreateMatchRequest(game="furnace", seats=[pb.SeatRequest()] * 2)
            match_id = stub.CreateMatch(request, metadata=metadata_of(token)).match.match_id
        for words in (where, [*where, "--database", database]):
            capsys.readouterr()
            assert main(["matches", "show", match_id, *words]) == 0
            assert f"{match_id}: furnace, open" in capsys.readouterr().out
        assert main(["drain", "--wait", *where, "--database", database]) == 0
        assert referee.process.poll() == 0, "it has ended when the command returns"
        assert "has ended. 1 match is not over, and will continue" in capsys.readouterr().out


@pytest.mark.asyncio
async def test_a_match_of_another_referee_is_shown_by_the_database(tmp_path: Path) -> None:
    """Several referees share one; what is known of a match that another plays is its row."""
    (tmp_path / "own").mkdir()
    open_match(tmp_path, "m1", "furnace")
    config = config_of(
        tmp_path / "own", database=f"sqlite:///{tmp_path}/bessemer.sqlite3", name="a"
    )
    async with serving(config) as referee:
        referee.registry.matches.pop("m1", None)
        token = (tmp_path / "own" / "organiser.token").read_text().strip()
        async with open_channel(referee.addresses[0]) as channel:
            found = await RefereeCalls(channel, token).match("m1")

    assert found.status == match_pb2.MATCH_STATUS_OPEN


def test_wrong_places_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder, no token, nobody there, a token of nobody."""
    monkeypatch.delenv("BESSEMER_TOKEN", raising=False)
    assert main(["player", "list", "--data", str(tmp_path / "none")]) == 1
    assert "--data" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    assert main(["player", "list", "--connect", "127.0.0.1:1"]) == 2
    assert "--token-file" in capsys.readouterr().err
    monkeypatch.setenv("BESSEMER_TOKEN", "x")
    assert main(["player", "list", "--connect", f"unix:{tmp_path}/none.sock"]) == 1
    assert "no referee answers" in capsys.readouterr().err
    monkeypatch.delenv("BESSEMER_TOKEN")
    with RefereeProcess(tmp_path / "r") as referee:
        address = referee.address
        (tmp_path / "other.token").write_text(f"bsm_{'a' * 12}_{'a' * 52}\n")
        words = ["--connect", address, "--token-file", str(tmp_path / "other.token")]
        assert main(["player", "list", *words]) == 1
        assert "no good token" in capsys.readouterr().err


def test_a_referee_elsewhere_tells_how_its_ladder_stands(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same standings and matches as the folder, for people and programs; unknown names are refused."""
    data = tmp_path_factory.mktemp("l")
    played = ["--option", "rounds=3", "--seats", "2", "--matches", "3", "--bots", "random,idle"]
    assert main(["ladder", "run", "--data", str(data), *played]) == 0

    def run(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        assert main(["ladder", *words]) == code
        said = capsys.readouterr()
        return said.err if code else said.out

    def facts(*words: str) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(run(*words, "--json").splitlines()[-1])

    ours = facts("standings", "--data", str(data))["standings"]
    token = data / "organiser.token"
    with RefereeProcess(data) as referee:
        address = referee.address
        there = ["--connect", address, "--token-file", str(token)]
        told = facts("standings", *there)["standings"]
        matches = facts("history", "random", *there)["matches"]
        text = run("standings", *there), run("history", "random", "--most", "1", *there)
        unknown = run("history", "nosuch", *there, code=1)
        for command in ("standings", "matrix"):
            assert run(command, "--csv", "--data", str(data)) == run(command, "--csv", *there)
        assert 4 == len(run("history", "idle", "--csv", *there).splitlines())
        matrix = facts("matrix", *there)["matrix"], facts("matrix", "--data", str(data))["matrix"]
        old = facts("history", "idle", "--season", "1", *there)["history"]
        assert "no ladder 'other'" in run("matrix", "--ladder", "other", *there, code=1)
        drawn = [data / name for name in ("there.svg", "here.svg", "there.html", "here.html")]
        for file, place in zip(drawn, (there, ["--data", str(data)]) * 2, strict=True):
            command = "plot" if file.suffix == ".svg" else "report"
            assert str(file) in run(command, "--out", str(file), *place)

    assert 2 == len(matrix[0])
    assert matrix[0] == matrix[1]
    assert 3 == len(old)
    assert drawn[0].read_text() == drawn[1].read_text()
    assert drawn[2].read_text() == drawn[3].read_text()
    assert [one["player"] for one in ours] == [one["player"] for one in told]
    assert [one["matches"] for one in ours] == [one["matches"] for one in told]
    assert 3 == len(matches)
    assert {"random", "idle"} == set(matches[0]["players"])
    assert "median score" in text[0]
    assert 2 == len(text[1].splitlines())
    assert "nobody of this name was rated" in unknown
