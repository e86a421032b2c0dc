"""The table of the shipped bots, and what it proves."""

import json
from pathlib import Path

import pytest

from bessemer.bots.factory import LEVELS
from bessemer.cli.bots.duels import BlockResult, ShareFigure
from bessemer.cli.bots.round_robin import (
    NoPlace,
    StrengthRow,
    ranked_bots,
    rows_of,
    table,
    unproven,
    write_table,
)
from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES

PAGE = "# Bots\n\n<!-- strength brass -->\nold\n<!-- end of strength brass -->\n\nThe end.\n"


def rows(shares: dict[tuple[str, str], float]) -> list[StrengthRow]:
    """The rows of three bots whose blocks all go the same way, a little up and down."""

    def duel(a: str, b: str) -> list[BlockResult]:
        return [
            BlockResult(shares[a, b] + change, 0.5, (0.0, 0.0)) for change in (-0.02, 0.02) * 50
        ]

    return rows_of(["best", "good", "weak"], duel)


PROVEN = rows({("best", "good"): 0.6, ("best", "weak"): 0.9, ("good", "weak"): 0.8})


def test_a_share_against_one_is_what_that_one_lacks_of_all() -> None:
    """Each pair is played once, and counts for both."""
    assert pytest.approx(0.4) == PROVEN[1].against["best"].mean
    assert PROVEN[1].against["best"].margin == PROVEN[0].against["good"].margin


def test_the_field_is_the_mean_of_all_others() -> None:
    """With a smaller margin than each of them."""
    field = PROVEN[0].field

    assert pytest.approx(0.75) == field.mean
    assert field.margin is not None
    assert field.margin < (PROVEN[0].against["good"].margin or 0)


def test_an_order_that_is_proven_has_no_complaints() -> None:
    """All intervals are above even."""
    assert [] == list(unproven(PROVEN))


def test_a_bot_above_one_that_it_does_not_beat_is_named() -> None:
    """Even is not enough."""
    found = list(
        unproven(rows({("best", "good"): 0.5, ("best", "weak"): 0.9, ("good", "weak"): 0.8}))
    )

    assert ["best is not proven stronger than good: 50.0% ±0.4%"] == found


def test_nothing_is_proven_by_one_block() -> None:
    """It has no interval."""
    share = ShareFigure(1.0, None)
    found = unproven([StrengthRow("a", {"b": share}), StrengthRow("b", {"a": share})])

    assert 2 == len(list(found))


def test_the_table_is_put_between_the_marks_of_the_game(tmp_path: Path) -> None:
    """The rest of the page stays, and a second time changes nothing."""
    page = tmp_path / "bots.md"
    page.write_text(PAGE)

    for _ in range(2):
        write_table(page, "brass", table(PROVEN))

    assert page.read_text() == PAGE.replace("old", f"\n{table(PROVEN)}\n")
    assert "| `best` |  | 60.0 ± 0.4 % | 90.0 ± 0.4 % | 75.0 ± 0.3 % |" in page.read_text()


def test_a_page_without_marks_is_left_alone(tmp_path: Path) -> None:
    """The error says what to write where."""
    page = tmp_path / "bots.md"
    page.write_text("# Bots\n")

    with pytest.raises(NoPlace, match="put <!-- strength brass -->"):
        write_table(page, "brass", table(PROVEN))
    assert page.read_text() == "# Bots\n"


@pytest.mark.parametrize("game", NAMES)
def test_levels_are_no_bots_of_their_own(game: str) -> None:
    """Nor is the bot that does nothing."""
    ranked = ranked_bots(game)

    assert not {*ranked} & {*LEVELS, "idle"}
    assert ranked[-1] == "random"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["greedy"], "name two bots, or none with --all"),
        ([], "name two bots, or none with --all"),
        (["greedy", "idle", "--all"], "name two bots, or none with --all"),
        (["greedy", "idle", "--write", "x.md"], "--write goes with --all"),
    ],
)
def test_wrong_usage_is_refused_at_once(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is played."""
    assert 2 == main(["bench", "strength", *words])
    assert reason in capsys.readouterr().err


def test_all_bots_of_a_game_play_each_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures come as JSON; one block proves nothing, and the exit code says so."""
    monkeypatch.setattr("bessemer.cli.bots.round_robin.ranked_bots", lambda _: ["greedy", "random"])
    words = ["--all", "--seats", "2", "--blocks", "1", "--seed", "1", "--json"]

    assert 1 == main(["bench", "strength", *words])

    said = capsys.readouterr()
    found = json.loads(said.out.splitlines()[-1])
    assert {"greedy", "random"} == {*found["bots"]}
    assert "not proven stronger" in said.err
