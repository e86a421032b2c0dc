"""`bessemer ladder` and `bessemer compare`, as their users type them: real processes, real gRPC."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.replays.reader import read_replay
from tests.cli.ladder.in_process_of_its_own import ladder
from tests.programs import command_lines

BOTS = "greedy,random,idle"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a ladder of nine matches."""
    data = tmp_path_factory.mktemp("ladder")
    done = ladder("run", "--bots", BOTS, "--matches", "9", "--seed", "7", "--json", data=data)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout.splitlines()[-1])
    assert facts["is_done"]
    assert facts["played"] == 9
    return data


@pytest.mark.parametrize(
    "words", [("standings",), ("run", "--bots", BOTS, "--matches", "9", "--seed", "7")]
)
def test_a_folder_that_was_open_to_others_is_a_warning_beside_the_json(
    played: Path, words: tuple[str, ...]
) -> None:
    """What a program reads is one JSON object; the sentence is for the person."""
    (played / "bessemer.sqlite3").chmod(0o644)

    done = ladder(*words, "--json", data=played)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ladder"]["matches"] == 9
    assert "is its owner's alone now" in done.stderr


def test_a_ladder_gives_standings_a_report_and_replays_that_verify(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything that `make ladder` promises."""
    assert main(["ladder", "standings", "--data", str(played), "--json"]) == 0
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert sum(row["matches"] for row in standings) == 27
    assert "<html" in (played / "index.html").read_text(encoding="utf-8")
    assert len(list((played / "ladders").glob("*/data/match/*.js"))) == 9
    replays = sorted((played / "replays").glob("*.replay"))
    assert len(replays) == 9
    # Who is better on the whole may still lose nine matches: those that were played decide.
    assert [row["player"] for row in standings] == by_their_ranks(replays)
    key = str(played / "replay-key.pub")
    capsys.readouterr()
    assert main(["replay", "verify", "--details", "--key", key, *map(str, replays)]) == 0
    said = capsys.readouterr().out.splitlines()[1::2]
    assert len(said) == 9
    # The seed that was given decides who meets whom, and no cards.
    assert all("mixed from the referee's secret and bytes of" in line for line in said)
    assert not any("brought none" in line for line in said)


def by_their_ranks(replays: list[Path]) -> list[str]:
    """The players of these matches, from the one with the best ranks on."""
    ranks: Counter[str] = Counter()
    for path in replays:
        replay = read_replay(path.read_bytes())
        assert replay.header is not None
        assert replay.result is not None
        ranks.update(dict(zip(replay.header.players, replay.result.ranks, strict=True)))
    return sorted(ranks, key=lambda player: ranks[player])


def test_a_ladder_goes_on_where_it_was(played: Path) -> None:
    """Nine were played; of twelve three are left."""
    done = ladder("run", "--bots", BOTS, "--matches", "12", "--no-replays", "--json", data=played)

    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout.splitlines()[-1])
    assert facts["played"] == 3
    assert sum(row["matches"] for row in facts["standings"]) == 36


def test_another_game_does_not_fit_into_a_ladder(played: Path) -> None:
    """The sentence says what to give."""
    done = ladder("run", "--bots", BOTS, "--matches", "12", "--bank", "3", data=played)

    assert done.returncode == 1
    assert "--name" in done.stderr


def test_history_and_matrix_are_shown(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As tables and as lines."""
    where = ["--data", str(played)]
    assert main(["ladder", "history", "greedy", "--most", "2", *where]) == 0
    assert "random" in capsys.readouterr().out
    assert main(["ladder", "matrix", "--csv", *where]) == 0
    assert "greedy" in capsys.readouterr().out
    picture = played / "ratings.svg"
    assert main(["ladder", "plot", "--out", str(picture), *where]) == 0
    assert "<svg" in picture.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["ladder", "history", "gredy", *where]) == 1
    assert "greedy" in capsys.readouterr().err


def test_an_organiser_voids_removes_and_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of it with a reason, and in the audit log."""
    done = ladder("run", "--bots", BOTS, "--matches", "4", "--no-replays", "--json", data=tmp_path)
    assert done.returncode == 0, done.stderr
    where = ["--data", str(tmp_path)]
    with closing(sqlite3.connect(tmp_path / "bessemer.sqlite3")) as database:
        (match_id,) = database.execute("SELECT match_id FROM rated").fetchone()

    def matches() -> int:
        assert main(["ladder", "standings", "--json", *where]) == 0
        rows = json.loads(capsys.readouterr().out)["standings"]
        return sum(row["matches"] for row in rows)

    assert matches() == 12
    assert main(["ladder", "void", match_id, "--reason", "a bug", *where]) == 0
    capsys.readouterr()
    assert matches() == 9
    assert main(["ladder", "remove", "greedy", "--reason", "too good", *where]) == 0
    capsys.readouterr()
    assert main(["ladder", "standings", "--json", *where]) == 0
    rows = json.loads(capsys.readouterr().out)["standings"]
    assert ("greedy", 0, True) == tuple(
        rows[-1][what] for what in ("player", "place", "disqualified")
    )
    assert [1, 2] == [row["place"] for row in rows[:-1]]
    assert main(["ladder", "standings", *where]) == 0
    assert "greedy (disqualified)" in capsys.readouterr().out
    assert main(["ladder", "reinstate", "greedy", "--reason", "a joke", *where]) == 0
    assert main(["ladder", "remove", "idle", "--void", "--reason", "asleep", *where]) == 0
    capsys.readouterr()
    assert matches() == 0
    assert main(["ladder", "season", "--reason", "autumn", *where]) == 0
    assert main(["ladder", "freeze", "--reason", "late", *where]) == 0
    assert main(["ladder", "audit", "--json", *where]) == 0
    log = json.loads(capsys.readouterr().out.splitlines()[-1])["audit"]
    assert [entry["action"] for entry in log] == [
        *("create", "void", "remove", "reinstate", "remove", "season", "freeze")
    ]
    assert log[1]["reason"] == "a bug"
    assert main(["ladder", "void", "nothing", "--reason", "a bug", *where]) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "nobody,random"], "no bot 'nobody'"),
        (["--bots", "random"], "at least two bots"),
        (["--bots", "random,random"], "a name of its own"),
        (["--bot", "mine"], "NAME=COMMAND"),
        (["--bots", "random,idle", "--seats", "4"], "cannot fill 4 seats"),
    ],
)
def test_what_cannot_be_played_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    """Before anything is started."""
    assert main(["ladder", "run", "--data", str(tmp_path), *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_folder_without_a_ladder_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rather than shown as an empty one."""
    assert main(["ladder", "standings", "--data", str(tmp_path)]) == 1
    assert "--data" in capsys.readouterr().err


def test_control_c_keeps_what_was_played(tmp_path: Path) -> None:
    """And leaves no process behind."""
    words = ("--bots", BOTS, "--matches", "100000", "--no-replays", "--json")
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "bessemer.cli.main",
            "ladder",
            "run",
            "--data",
            str(tmp_path),
            *words,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 120
        database = tmp_path / "bessemer.sqlite3"
        while time.monotonic() < deadline:
            if database.exists() and _rated(database) > 2:
                break
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)

    assert process.returncode == 130, err
    facts = json.loads(out.splitlines()[-1])
    assert not facts["is_done"]
    assert sum(row["matches"] for row in facts["standings"]) == 3 * _rated(database)
    assert not command_lines(str(tmp_path))


def _rated(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        try:
            (count,) = connection.execute("SELECT count(*) FROM rated").fetchone()
        except sqlite3.OperationalError:
            return 0  # its tables are being made
    return int(count)


def test_a_bot_that_cannot_run_is_disabled_and_the_others_play_on(tmp_path: Path) -> None:
    """With the reason on the screen; a bot is any command line."""
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nsys.exit('no such cards')\n", encoding="utf-8")
    data = tmp_path / "data"

    done = ladder(
        *("run", "--bots", BOTS, "--bot", f"bad={bad}", "--seats", "3", "--matches", "5"),
        *("--no-replays", "--json"),
        data=data,
    )

    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout.splitlines()[-1])
    assert {row["player"] for row in facts["standings"]} == {"greedy", "random", "idle"}
    assert "bad is restarted: it exited with code 1" in done.stderr
    # It is in the table, in the JSON and on the page, although it never played.
    (failed,) = facts["failures"]
    assert (failed["player"], failed["matches"]) == ("bad", 0)
    assert failed["exits"] >= 1
    assert "Failures of the bots" in (data / "index.html").read_text(encoding="utf-8")
    assert "never played" in ladder("standings", data=data).stdout
    assert "no such cards" in done.stderr + (data / "logs" / "bad.log").read_text(encoding="utf-8")


def test_compare_finds_the_better_bot(tmp_path: Path) -> None:
    """Exit 0 if it is the first; the same command then knows without playing."""
    words = ["compare", "greedy", "idle", "--seats", "2", "--seed", "3", "--json"]
    command = [sys.executable, "-m", "bessemer.cli.main", *words]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout.splitlines()[-1])
    assert facts["verdict"] == "better"
    assert facts["matches"] >= 2 * facts["blocks"]
    assert facts["share"]["low"] > 0.5
    assert facts["interval"]["meaning"] == "90 % interval, valid at any time"
    again = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False
    )
    assert again.returncode == 0, again.stderr
    assert {**facts, "matches_before": facts["matches"]} == json.loads(again.stdout)


def test_a_comparison_that_is_stopped_goes_on(tmp_path: Path) -> None:
    """After Ctrl-C: exit 130, what is known by then, and nothing is lost for the same command."""
    command = [sys.executable, "-m", "bessemer.cli.main", "compare", "greedy", "greedy", "--json"]
    playing = subprocess.Popen(
        [*command, "--elo1", "5"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 120
    while not any(map(_ended_in, tmp_path.glob("bessemer-compare/*"))):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    playing.send_signal(signal.SIGINT)
    stopped = json.loads(playing.communicate(timeout=60)[0])
    assert playing.returncode == 130
    assert stopped["verdict"] == "running"
    assert stopped["interval"]["meaning"] == "90 % interval, valid at any time"
    assert stopped["matches"] > 0

    blocks = str(stopped["blocks"] + 3)
    done = subprocess.run(
        [*command, "--elo1", "5", "--most-blocks", blocks],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 4, done.stderr
    facts = json.loads(done.stdout)
    assert facts["matches_before"] >= stopped["matches"]
    assert (facts["seed"], facts["data"]) == (stopped["seed"], stopped["data"])


def _ended_in(data: Path) -> int:
    """How many matches of a folder's ladder have ended."""
    database = data / "bessemer.sqlite3"
    return _rated(database) if database.exists() else 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["greedy", "nobody"], "no bot 'nobody'"),
        (["greedy", "random", "--elo0", "50"], "--elo0 (50) must be below --elo1 (40)"),
        (["greedy", "random", "--others", "idle", "--seats", "4"], "leave --seats out"),
        (["greedy", "random", "--seats", "9"], "2 to 4"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    """Before anything is started."""
    assert main(["compare", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_ladder_that_cannot_begin_ends(tmp_path: Path) -> None:
    """As many bots as seats and one of them broken: exit 1 and the reason, rather than no match ever."""
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nsys.exit(2)\n", encoding="utf-8")
    done = ladder("run", "--bots", f"greedy,{bad}", "--seats", "2", data=tmp_path / "data")

    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(
        "bessemer: no match can be made without bad: it rejects its command line: it exited with code 2"
    )


def test_a_comparison_with_a_broken_bot_ends(tmp_path: Path) -> None:
    """A wrong file is no reason to play for ever."""
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nsys.exit(2)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bessemer.cli.main", "compare", str(bad), "greedy"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert done.returncode == 1
    assert "the comparison cannot be played: no match can be made without bad" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_run_that_is_repeatable_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the header of each replay, since whoever guesses its seed knows all cards; and it can be repeated."""
    seeds = []
    for folder in ("one", "other"):
        data = tmp_path / folder
        words = ["--bots", "idle,random,greedy", "--matches", "2", "--seed", "7", "--repeatable"]
        assert ladder("run", *words, data=data).returncode == 0
        replays = sorted((data / "replays").glob("*.replay"))
        assert main(["replay", "verify", "--details", *map(str, replays)]) == 0
        said = capsys.readouterr().out.splitlines()[1::2]
        assert len(said) == 2
        assert all("played with a known seed" in line for line in said)
        seeds.append({json.loads(one.read_bytes().splitlines()[0])["seed"] for one in replays})

    assert seeds[0] == seeds[1]


def test_repeatable_needs_a_seed(tmp_path: Path) -> None:
    """Said at once, before anything is played."""
    done = ladder("run", "--repeatable", data=tmp_path)

    assert done.returncode == 2
    assert "--seed" in done.stderr
