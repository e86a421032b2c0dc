"""`bessemer replay`: what it prints, how it ends, and that what it exports can be checked."""

import io
import json
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey as PrivateKey

from bessemer.cli.main import main
from bessemer.replays.reader import read_replay
from bessemer.replays.signatures import SigningKey
from tests.replays.make import FOLDER, KEY, play
from tests.replays.script import Script

GOLDEN = sorted(FOLDER.rglob("*.replay"))
FORFEITED = FOLDER / "furnace" / "forfeited.replay"


def run(*words: str) -> int:
    """The exit code of `bessemer replay` with these words."""
    return main(["replay", *words])


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A file with a changed byte in turn 10."""
    path = tmp_path / "damaged.replay"
    path.write_bytes(FORFEITED.read_bytes().replace(b'{"turn":10,', b'{"turn":11,'))
    return path


# --- verify --------------------------------------------------------------------------------------


def test_verify_has_a_line_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    """All golden files verify: exit 0."""
    assert run("verify", *map(str, GOLDEN)) == 0
    lines = capsys.readouterr().out.splitlines()

    assert len(GOLDEN) == len(lines)
    for path, line in zip(GOLDEN, lines, strict=True):
        assert line.startswith(f"ok   {path}: ")


def test_verify_says_what_differs(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One bad file among good ones: exit 1, and the bad one is named with its line."""
    missing = damaged.parent / "missing.replay"

    assert run("verify", str(FORFEITED), str(damaged), str(missing)) == 1
    good, bad, gone = capsys.readouterr().out.splitlines()

    assert good.startswith("ok ")
    assert bad.startswith(f"bad  {damaged}: line 11: ")
    assert gone.startswith(f"bad  {missing}: cannot be read")


def test_verify_with_a_key_takes_only_what_it_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A key is digits or a file, and may be one of several; without one it says that none was."""
    unsigned, other = tmp_path / "unsigned.replay", SigningKey(PrivateKey(b"o" * 32)).public
    unsigned.write_bytes(play(Script(2)).replay)
    file = tmp_path / "replay-key.pub"
    file.write_text(f"{KEY.public}\n")

    assert run("verify", str(FORFEITED)) == 0
    assert re.fullmatch(r"ok   \S+forfeited.replay: \d+ turns, finished\n", capsys.readouterr().out)
    assert run("verify", "--details", str(FORFEITED), str(unsigned)) == 0
    _, signed, _, not_signed = capsys.readouterr().out.splitlines()
    assert signed.endswith(f"signed by key {KEY.public[:16]} (--key KEY checks it)")
    assert not_signed.endswith("not signed, so anybody may have written it")

    for key in (KEY.public, str(file)):
        assert run("verify", "--key", other, "--key", key, str(FORFEITED)) == 0
        assert f"signed by the known key {KEY.public[:16]}" in capsys.readouterr().out
    assert run("verify", "--key", other, str(FORFEITED)) == 1
    assert run("verify", "--key", KEY.public, str(unsigned)) == 1
    assert run("verify", "--key", "nonsense", str(FORFEITED)) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err


def test_verify_prints_json_alone(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program reads each verdict, as `jq` does."""
    assert run("verify", "--json", str(FORFEITED), str(damaged)) == 1
    found = json.loads(capsys.readouterr().out)

    assert found["ok"] is False
    assert [True, False] == [one["ok"] for one in found["replays"]]
    assert str(damaged) == found["replays"][1]["file"]


def test_verify_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`-` stands for it."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FORFEITED.read_bytes())))

    assert run("verify", "-") == 0
    assert capsys.readouterr().out.startswith("ok   -: 66 turns")


@pytest.mark.parametrize("words", [[], ["verify"], ["export", "--format", "xml", "x"], ["fly"]])
def test_wrong_usage_ends_with_2(words: Sequence[str]) -> None:
    """As every command."""
    with pytest.raises(SystemExit) as ended:
        run(*words)

    assert ended.value.code == 2


@pytest.mark.parametrize("words", [[], ["show"], ["verify"], ["export"]])
def test_help_shows_examples(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every word has examples in its help."""
    with pytest.raises(SystemExit) as ended:
        run(*words, "--help")

    assert ended.value.code == 0
    assert "examples:\n  bessemer replay " in capsys.readouterr().out


# --- show ----------------------------------------------------------------------------------------


def test_show_lists_moves_and_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who did what, how long it took and why, then the ranks."""
    monkeypatch.setenv("COLUMNS", "200")
    assert run("show", str(FORFEITED)) == 0
    shown = capsys.readouterr().out

    for entry in read_replay(FORFEITED.read_bytes()).records:
        assert f" {entry.move} " in shown
    assert shown.count(" timed out ") == 3
    assert "1 Žofie" in shown
    assert shown.index(" 2 bot-17 │ 19 ") < shown.index(" 0 Ada    │ 18 ")
    assert "bot: out of time" in shown


def test_show_obeys_nothing_that_is_in_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither escape sequences nor markup reach the terminal."""
    monkeypatch.setattr("tests.replays.make._NAMES", ("\x1b[2Jclear", "[bold]loud[/bold]"))
    path = tmp_path / "names.replay"
    path.write_bytes(play(Script(2, stop_after=3)).replay)

    assert run("show", str(path)) == 0
    shown = capsys.readouterr().out
    assert "\x1b[2J" not in shown
    assert "[bold]loud[/bold]" in shown


def test_show_shows_what_is_sound(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The moves before the damage, the damage, and exit 1."""
    assert run("show", str(damaged)) == 1
    shown = capsys.readouterr()

    assert "│    9 │" in shown.out
    assert "│   10 │" not in shown.out
    assert "damaged: line 11" in shown.err
    assert run("show", str(damaged.parent / "missing")) == 1


# --- export --------------------------------------------------------------------------------------


def exported(path: Path, tmp_path: Path) -> Any:  # noqa: ANN401 - JSON
    """What `export` writes."""
    out = tmp_path / "out.json"
    run("export", str(path), "--out", str(out))
    return json.loads(out.read_text(encoding="utf-8"))


def test_export_has_every_move_as_text_and_as_fields(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the cards once, before the first move; on the standard output too."""
    match = exported(FORFEITED, tmp_path)
    assert run("export", "--format", "json", str(FORFEITED)) == 0
    assert match == json.loads(capsys.readouterr().out)

    assert match["error"] is None
    assert "finished" == match["end"]["status"]
    assert list(range(1, 67)) == [turn["turn"] for turn in match["turns"]]
    bid = match["turns"][0]
    fields = bid["fields"]["bid"]
    assert f"bid {fields['value']} on {fields['card']}" == bid["move"]
    assert 36 == len(match["setup"]["figures"]["companies"])
    assert all("companies" not in turn["view"] for turn in match["turns"])


def test_export_owes_the_agent_nothing(tmp_path: Path) -> None:
    """With two players the claims are those of the two; the Agent has discs and a die alone."""
    match = exported(FOLDER / "furnace" / "two-players.replay", tmp_path)
    views = [turn["view"] for turn in match["turns"]]

    assert {2} == {len(view["players"]) for view in views}
    assert any(player["claims"] for view in views for player in view["players"])
    assert {"discs", "die"} == {name for view in views for name in view["agent"]}
    assert not any("owed" in view for view in views)


def test_export_shows_nothing_sealed(tmp_path: Path) -> None:
    """The views are a spectator's: plans show only when the last is in."""
    match = exported(FOLDER / "furnace" / "aborted-while-sealed.replay", tmp_path)
    before, after = (turn["view"]["players"] for turn in match["turns"][-2:])

    assert before == after
    assert match["turns"][-1]["state"] == ""


def test_export_of_a_damaged_file_is_its_valid_prefix(
    damaged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the error in it, and exit 1."""
    whole, prefix = exported(FORFEITED, tmp_path), exported(damaged, tmp_path)

    assert whole["turns"][:9] == prefix["turns"]
    assert prefix["end"] is None
    assert prefix["error"].startswith("line 11: ")
    assert run("export", str(damaged)) == 1
    assert "line 11" in capsys.readouterr().err
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"")
    assert "line 1: it is empty" == exported(nothing, tmp_path)["error"]
    assert run("export", str(tmp_path / "missing")) == 1


# --- Another program, which knows only the export, docs/chance.md and the rulebook ---------------


def shuffled(seed: bytes, drawn: int, items: Sequence[str]) -> tuple[list[str], int]:
    """`shuffled` of docs/chance.md, and how many words are drawn then."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        while True:
            block = sha256(seed + (drawn // 4).to_bytes(8, "big")).digest()
            word = int.from_bytes(block[drawn % 4 * 8 :][:8], "big")
            drawn += 1
            if word < 2**64 - 2**64 % (last + 1):
                break
        pick = word % (last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order, drawn


def changed(stock: dict[str, int], effect: Any, times: int) -> dict[str, int]:  # noqa: ANN401 - JSON
    """A stock after an effect was done so many times."""
    takes, gives = effect.get("takes", {}), effect["gives"]
    left = {
        name: amount + times * (gives.get(name, 0) - takes.get(name, 0))
        for name, amount in stock.items()
    }
    assert all(amount >= 0 for amount in left.values())
    return left


def produce(cards: Any, player: Any, steps: Any) -> dict[str, int]:  # noqa: ANN401 - JSON
    """What a plan makes of a player's stock."""
    stock: dict[str, int] = player["stock"]
    upgraded = set(player["upgraded"])
    for step in steps:
        card, counts = cards[step["card"]], iter(step["counts"])
        if "trade" in card:
            lines = [{"gives": {"upgrades": 1}}, card["trade"]]
        else:
            lines = [card["basic"], *([card["additional"]] if card["card"] in upgraded else [])]
        for line in lines:
            times = next(counts) if "takes" in line else 1
            assert times <= (line.get("limit") or 1)
            stock = changed(stock, line, times)
        for flipped in step["flips"]:
            upgraded.add(flipped)
            stock = changed(stock, {"takes": {"coal": 1, "upgrades": 1}, "gives": {}}, 1)
    return stock


def compensate(player: Any, counts: Sequence[int]) -> dict[str, int]:  # noqa: ANN401 - JSON
    """What the compensations of a row make of a player's stock."""
    stock: dict[str, int] = player["stock"]
    given = iter(counts)
    for claim in player["claims"]:
        times = next(given, 0) if "takes" in claim["effect"] else claim["times"]
        stock = changed(stock, claim["effect"], times)
    return stock


FINISHED = [path for path in GOLDEN if path.parent.name == "furnace" and "aborted" not in path.stem]


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_another_program_comes_to_the_same_scores(path: Path, tmp_path: Path) -> None:
    """It deals the start-ups, pays and produces by itself, and counts the money at the end."""
    match = exported(path, tmp_path)
    seed, figures = bytes.fromhex(match["header"]["seed"]), match["setup"]["figures"]
    cards = {card["card"]: card for card in (*figures["companies"], *figures["startups"])}
    view = match["setup"]["view"]
    seats = range(len(match["header"]["players"]))

    assert sha256(seed).hexdigest() == match["header"]["commitment"]
    startups, _ = shuffled(seed, 0, [card["card"] for card in figures["startups"]])
    assert startups[: len(seats)] == [player["startup"] for player in view["players"]]
    stocks = [cards[startups[seat]]["starts_with"] for seat in seats]

    answers: dict[int, Any] = {}
    for turn in match["turns"]:
        after, fields = turn["view"], turn["fields"]
        ((kind, answer),) = fields.items()
        if kind in ("compensation", "production_plan"):
            answers[turn["seat"]] = answer
        shown = [player["stock"] for player in after["players"]]
        was, now = (one["phase"].removeprefix("FURNACE_PHASE_") for one in (view, after))
        if was == "BID" and now not in ("BID", "COMPENSATION"):
            # Nobody had a choice, so the claims are never shown; they are extractions, which only
            # add. To work them out takes the capitalists' rules as well.
            for new, old in zip(shown, stocks, strict=True):
                assert all(new[name] >= old[name] for name in old)
            stocks = shown
        if was == "COMPENSATION" != now:
            stocks = [
                compensate(
                    view["players"][seat], answers[seat]["counts"] if seat in answers else ()
                )
                for seat in seats
            ]
            answers = {}
        if was == "PLAN" != now:
            stocks = [
                produce(cards, view["players"][seat], answers[seat]["steps"]) for seat in seats
            ]
            answers = {}
        assert stocks == shown
        view = after

    assert [stock["money"] for stock in stocks] == match["end"]["scores"]
