"""Golden files: matches recorded once that must verify for as long as their rules version lasts."""

from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.matches.records import Durability, MatchSpec, Status
from bessemer.replays.format import write_replay
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.verify import verify
from tests.replays.golden import FILES
from tests.replays.make import FOLDER, KEY, SCRIPTS, SUFFIX

OLD_RULES: Final = {
    path.stem: path for path in (FOLDER / "old").iterdir() if not path.stem.startswith("format-")
}
"""Replays of rules versions that are gone, as `<game>-<version>`."""


def way_of_ending(replay: Replay) -> str:
    """Finished, forfeited or aborted."""
    assert replay.result is not None
    if replay.result.status is Status.FINISHED and replay.result.seat_faults:
        return "forfeited"
    return replay.result.status.value


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_a_golden_file_verifies(path: Path) -> None:
    """If it does not, old replays would differ: raise the rules version, or mend the change."""
    replay = read_replay(path.read_bytes())
    verdict = verify(replay)

    assert verdict.ok, str(verdict)
    assert replay.header is not None
    assert replay.header.game == path.parent.name


@pytest.mark.parametrize("path", OLD_RULES.values(), ids=OLD_RULES)
def test_a_replay_of_old_rules_is_refused_by_name(path: Path) -> None:
    """It is read, but not played by rules that are not its own; the sentence says which it needs."""
    replay = read_replay(path.read_bytes())
    game, _, version = path.stem.rpartition("-")
    verdict = verify(replay)

    assert replay.header is not None
    assert (game, int(version)) == (replay.header.game, replay.header.rules_version)
    assert not verdict.ok
    assert verdict.is_of_another_build
    assert str(verdict).startswith(
        f"made by an earlier build, {game} rules version {version}; "
        f"this Bessemer reads {game} rules version {GAMES[game].rules_version}"
    )


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_a_golden_file_is_written_byte_for_byte(path: Path) -> None:
    """Whatever writes replays today writes the same files."""
    file = path.read_bytes()
    replay = read_replay(file)
    header, result = replay.header, replay.result
    assert header is not None
    assert result is not None
    spec = MatchSpec(
        match_id=header.match_id,
        game=header.game,
        rules_version=header.rules_version,
        options=header.options,
        players=header.players,
        seed=header.seed,
        clock=header.clock,
        durability=Durability.MATCH,
        created=header.created,
    )

    assert file == write_replay(
        spec, header.players, header.started, replay.records, result, key=KEY
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_way_of_ending_has_a_golden_file(game: str) -> None:
    """For each game of the catalogue."""
    replays = [read_replay(path.read_bytes()) for path in (FOLDER / game).glob(f"*{SUFFIX}")]

    assert {"finished", "forfeited", "aborted"} == {way_of_ending(replay) for replay in replays}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_number_of_seats_has_a_golden_file(game: AnyGame) -> None:
    """From the fewest players to the most."""
    replays = [read_replay(path.read_bytes()) for path in (FOLDER / game.name).glob(f"*{SUFFIX}")]

    assert set(game.seats) == {len(replay.header.players) for replay in replays if replay.header}


def test_the_files_are_those_of_the_scripts() -> None:
    """None is left over, none was forgotten."""
    assert set(SCRIPTS) == set(FILES)
