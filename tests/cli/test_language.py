"""The commands that people use at a table, in their language."""

from pathlib import Path

import pytest

from bessemer.cli.main import main
from tests.cli.recorded import golden
from tests.cli.terminal_session import SHORT, played


def test_a_match_through_a_pipe_in_polish(tmp_path: Path) -> None:
    """From the first question to the end: what is told, what is refused, help, the result."""
    lines = "bid 9 on C99\n?\nsuggest\nundo\n" + "default\n" * 60
    done = played(tmp_path, lines, "--versus", "random", *SHORT, "--lang", "pl", "--out", "out")

    assert (0, "") == (done.returncode, done.stderr)
    for said in (
        "Runda 1 z 3.",
        "Które przedsiębiorstwo licytujesz?",
        "To niemożliwe: ty: brak dysku o wartości 9, są tylko 1, 2, 2, 3, 4",
        "Zamiast tego: bid 1 on ",
        "A Ada (ty) licytuje 1 na ",
        "Koniec partii.",
        "Zapis partii: out.",
    ):
        assert said in done.stdout
    for english in ("Round", "Which", "Not possible", "bids", "produces", "Start-up", "The "):
        assert english not in done.stdout


@pytest.mark.parametrize(
    ("words", "environ", "expected"),
    [
        pytest.param([], {}, "match", id="english"),
        pytest.param(["--lang", "pl"], {}, "partia", id="asked for"),
        pytest.param([], {"BESSEMER_LANG": "pt"}, "partida", id="by our variable"),
        pytest.param([], {"LANG": "pt_BR.UTF-8"}, "partida", id="the system's"),
        pytest.param(["--lang", "en"], {"LANG": "pl_PL.UTF-8"}, "match", id="not the system's"),
    ],
)
def test_a_replay_is_shown_in_the_language(
    words: list[str],
    environ: dict[str, str],
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The one that is asked for, or the system's."""
    for name in ("BESSEMER_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)

    assert 0 == main(["replay", "show", "--plain", golden("furnace"), *words])
    assert f"furnace, {expected} " in capsys.readouterr().out


def test_a_language_that_there_is_not_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that there are, are named."""
    with pytest.raises(SystemExit) as ended:
        main(["play", "--versus", "random", "--lang", "de"])

    assert 2 == ended.value.code
    assert "pl" in capsys.readouterr().err
