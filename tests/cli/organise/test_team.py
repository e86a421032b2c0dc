"""`bessemer team`: invitations are made, used, listed and revoked, and members come and go."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bessemer.cli.main import main
from tests.referees.process import RefereeProcess


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The arguments that lead to a referee that runs."""
    data = tmp_path_factory.mktemp("r")
    with RefereeProcess(data) as referee:
        (address,) = referee.addresses
        yield ["--connect", address, "--token-file", str(data / "organiser.token")]


@pytest.fixture
def facts(where: list[str], capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401
    """Runs a command as the organiser, or with other arguments after it; what it says, as JSON."""

    def run(*words: str, token: Path | None = None, code: int = 0) -> Any:  # noqa: ANN401
        whose = where if token is None else [*where[:2], "--token-file", str(token)]
        assert code == main([*words, *whose, "--json"])
        said = capsys.readouterr()
        return said.err if code else json.loads(said.out.splitlines()[-1])

    return run


def test_a_team_from_an_invitation_to_its_last_member(facts: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """By commands alone, as the pages do it too."""
    made = facts("team", "invite", "--uses", "2", "--pages", "https://pages.example/")
    code, ann, ben = (tmp_path / name for name in ("code", "ann", "ben"))
    code.write_text(made["code"])
    assert f"https://pages.example/compete/join#{made['code']}" == made["link"]

    facts("team", "register", "owls", "ann", "--out", str(ann), token=code)
    more = facts("team", "invite", token=ann)
    code.write_text(more["code"])
    facts("team", "register", "owls", "ben", "--out", str(ben), token=code)
    shown = facts("team", "show", token=ben)
    assert ("owls", ["ann", "ben"]) == (shown["team"], [one["name"] for one in shown["members"]])

    facts("team", "remove", "owls", "ann", token=ben)
    assert "no good token" in facts("team", "show", token=ann, code=1)
    assert "no member ann: name one of ben" in facts("team", "remove", "owls", "ann", code=1)
    listed = facts("team", "invitations")["invitations"]
    assert [("owls", 1), ("", 1)] == [(one["team"], one["uses"]) for one in listed]
    facts("team", "revoke", made["invitation"]["invitation_id"])
    assert facts("team", "invitations")["invitations"][1]["revoked"]


def test_members_are_imported_with_a_token_each(facts: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """In files that name them; what is wrong is said with its line."""
    file, tokens = tmp_path / "teams.csv", tmp_path / "tokens"
    file.write_text("name,members\nbats,eve kim\nsolo,\n")
    facts("player", "import", str(file), "--tokens", str(tokens))
    facts("player", "token", "bats", "--member", "lou", "--out", str(tokens / "lou"))

    assert ["bats.eve.token", "bats.kim.token", "lou", "solo.token"] == sorted(
        one.name for one in tokens.iterdir()
    )
    shown = facts("team", "show", token=tokens / "bats.kim.token")
    assert ["eve", "kim", "lou"] == [one["name"] for one in shown["members"]]
    file.write_text("name,members\ncats,ann Ann\ndogs,a:b\n")
    wrong = facts("player", "import", str(file), "--tokens", str(tokens), code=1)
    assert ":2: a member is there twice" in wrong
    assert ":3: member 'a:b'" in wrong
