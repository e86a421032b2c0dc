"""Own bots in this process: what their files give to `run`, and why some cannot play."""

import random
import sys
from pathlib import Path

import pytest

from bessemer.bots.own import short_name
from bessemer.bots.registry import NoSuchBot, new_bot
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance
from bessemer.sdk.offline.local_match import BotFault, play_locally
from tests.bots import own_files

every_game = pytest.mark.parametrize("game", NAMES)


def played(game: str, *names: str, seed: int = 1) -> tuple[str, ...]:
    """The moves of a short match among these bots, as text."""
    rules = GAMES[game]
    options = rules.options({"round_cap": "6"} if game == "alchemicus" else {})
    state = rules.setup(options, len(names), Chance(b"own"))
    bots = [new_bot(game, name, random.Random(f"{seed}/{seat}")) for seat, name in enumerate(names)]
    match = play_locally(rules, state, bots, options=rules.option_texts(options))
    return tuple(rules.format(move) for _, move in match.moves)


@every_game
def test_an_own_bot_plays_as_a_shipped_one(game: str, tmp_path: Path) -> None:
    """One without a method does what `idle` does."""
    own = own_files.write(tmp_path, own_files.LAZY, game)

    assert played(game, "idle", "random") == played(game, own, "random")


@every_game
def test_what_an_own_bot_draws_follows_from_the_seed(game: str, tmp_path: Path) -> None:
    """From Python's own luck, also where it is async and calls run without a guard."""
    own = own_files.write(tmp_path, own_files.LUCKY, game)
    one, again, another = (played(game, own, "idle", seed=seed) for seed in (1, 1, 2))

    assert one == again
    assert one != another


@every_game
def test_an_own_bot_is_told_of_the_match_and_finds_its_helpers(game: str, tmp_path: Path) -> None:
    """Two folders may have helpers of one name: each bot gets its own."""
    good = own_files.write(tmp_path / "good", own_files.ATTENTIVE, game)
    own_files.write(tmp_path / "good", own_files.HELPER, game, "helper.py")
    bad = own_files.write(tmp_path / "bad", own_files.ATTENTIVE, game)
    own_files.write(tmp_path / "bad", "def answer(view):\n    return None\n", game, "helper.py")

    assert played(game, "idle", "random") == played(game, good, "random")
    with pytest.raises(BotFault, match="it answered: None"):
        played(game, bad, "random")
    assert played(game, "idle", "random") == played(game, good, "random")


def test_loading_leaves_no_trace_where_it_matters(tmp_path: Path) -> None:
    """The main module and the arguments are ours again; a random.py beside a bot replaces nothing."""
    main, words = sys.modules["__main__"], list(sys.argv)
    own_files.write(tmp_path, "raise ImportError('not mine')", "brass", "colorsys.py")
    new_bot("brass", own_files.write(tmp_path, own_files.LAZY, "brass"), random.Random(1))

    assert (main, words) == (sys.modules["__main__"], sys.argv)
    import colorsys  # noqa: PLC0415 - after the bot is loaded

    assert str(tmp_path) not in str(colorsys.__file__)


@every_game
@pytest.mark.parametrize("fault", own_files.UNUSABLE)
def test_a_file_that_is_of_no_use_is_a_sentence(game: str, fault: str, tmp_path: Path) -> None:
    """The message has the fault and the name of the file; asked again it is the same."""
    other = NAMES[NAMES.index(game) - 1]
    text, said = own_files.UNUSABLE[fault]
    own = own_files.write(tmp_path, text, game, other=other)

    for _ in range(2):
        with pytest.raises(NoSuchBot) as refused:
            new_bot(game, own, random.Random(1))
        assert "my_bot.py" in str(refused.value)
        assert said.format(game=game, other=other) in str(refused.value)


@every_game
def test_a_file_that_is_not_there_and_a_program_are_sentences(game: str, tmp_path: Path) -> None:
    """The second can be played elsewhere, and the message says so; it also names the shipped bots."""
    with pytest.raises(NoSuchBot, match=r"there is no file ./nowhere.py"):
        new_bot(game, "./nowhere.py", random.Random(1))
    with pytest.raises(NoSuchBot, match=r"is not a \.py file: .* `bessemer compare`"):
        new_bot(game, own_files.write(tmp_path, "#!/bin/sh\n", game, "bot.sh"), random.Random(1))
    with pytest.raises(
        NoSuchBot, match=rf"no bot 'deep' plays {game}: .*random, idle, easy.*; .*my_bot.py"
    ):
        new_bot(game, "deep", random.Random(1))


@every_game
@pytest.mark.parametrize("fault", own_files.FAULTY)
def test_what_an_own_bot_does_wrong_is_told(game: str, fault: str, tmp_path: Path) -> None:
    """Which seat, in which phase, and what; for an exception also where it was raised."""
    own = own_files.write_faulty(tmp_path, fault, game)
    with pytest.raises(BotFault) as raised:
        played(game, "idle", own)

    assert "seat 1 (Faulty), round 1, " in str(raised.value)
    assert own_files.FAULTY[fault][1] in str(raised.value)
    assert ("(my_bot.py, line 4)" in str(raised.value)) == (fault == "raises")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("greedy", "greedy"), ("./my_bot.py", "my_bot"), ("a/my new bot!.py", "my-new-bot-")],
)
def test_a_bot_is_called_by_its_file(name: str, expected: str) -> None:
    """Without folder and ending, in letters that every file and table can hold."""
    assert expected == short_name(name)


def test_a_bot_that_ends_its_process_ends_only_its_answer(tmp_path: Path) -> None:
    """It is told of like any other fault, and we live on; others end as they like."""
    file = tmp_path / "dies.py"
    file.write_text(
        "import os\nfrom bessemer.furnace import Bot, run\n"
        "class Dies(Bot):\n    def bid(self, view): os._exit(3)\nrun(Dies)\n"
    )
    with pytest.raises(BotFault, match=r"dies\.py ended its process by os\._exit\(3\)"):
        played("furnace", str(file), "random")
