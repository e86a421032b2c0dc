"""Programs that read and write lines: what they are asked, and what becomes of the bad ones."""

import asyncio
import logging
from pathlib import Path

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.lines import program as program_module
from bessemer.lines.line_bot import LineBot, LinePrograms
from bessemer.sdk.offline.local_match import BotFault
from bessemer.sdk.offline.opponents import RandomBot
from tests.lines import programs
from tests.lines.playing import BAD, FirstWord, fake, play_all
from tests.lines.programs import line_bot, program
from tests.referees.in_process import PATIENCE, House

OTHERS = (1, 2)


@pytest.mark.parametrize("game", NAMES)
def test_a_program_that_takes_the_first_word_plays_every_game(game: str, tmp_path: Path) -> None:
    """It makes the moves that the same bot in Python makes."""
    referee = fake(game)
    by_lines = referee.play(line_bot(tmp_path, programs.FIRST), RandomBot(1), RandomBot(2))
    in_python = referee.play(FirstWord(), RandomBot(1), RandomBot(2))

    assert in_python.moves == by_lines.moves
    assert in_python.ranks == by_lines.ranks


@pytest.mark.parametrize("game", NAMES)
def test_a_choice_of_several_words_is_asked_word_by_word(game: str, tmp_path: Path) -> None:
    """A program that always takes the last word plays whole matches, `done` and all."""
    for seed in (1, 2):
        match = fake(game, seed).play(line_bot(tmp_path, programs.LAST), RandomBot(1))
        assert len(match.ranks) == 2


LOOKS = programs.FIRST.replace(
    "if asked(line): say(line.split()[2])",
    """if not asked(line): continue
    word = line.split()[-1]
    for question in ("look", "try " + word):
        say(question)
        reply = sys.stdin.readline()
        assert reply.startswith(("you ", "unknown")), reply
        print(reply, end="", file=sys.stderr)
    say(word)""",
)


@pytest.mark.parametrize("game", NAMES)
def test_a_plain_bot_may_look_and_try(
    game: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`look` and `try WORD` give the figures of its seat, before it answers."""
    fake(game).play(line_bot(tmp_path, LOOKS), RandomBot(1))

    own = {"furnace": "stock.money=", "brass": "money=", "alchemicus": "fame="}[game]
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("you")]
    assert lines
    assert all(own in line for line in lines)
    assert len(set(lines)) > 1


@pytest.mark.asyncio
async def test_one_program_plays_several_matches_at_once(
    house: House, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """With `many` in its first line, one process plays all of them, each on a channel of its own."""
    shared = LinePrograms(program(tmp_path, programs.MANY))
    tables = [await house.organiser.create() for _ in range(3)]
    ends = await asyncio.gather(*(play_all(house, table, LineBot(shared)) for table in tables))

    assert [()] * 3 == [end.faults for end in ends]
    heard = [line.split() for line in capfd.readouterr().err.splitlines()]
    assert 1 == len({words[2] for words in heard})
    assert 3 == len(heard)


@pytest.mark.asyncio
async def test_garbage_is_a_fault_and_the_default_move(house: House, tmp_path: Path) -> None:
    """A word that is not offered is a fault, says what would be right, and the match goes on."""
    end = await play_all(
        house, await house.organiser.create(), line_bot(tmp_path, programs.GARBAGE)
    )

    assert end.ranks
    assert all("nonsense" in fault and "one word of" in fault for fault in end.faults)
    assert len(end.faults) > 5


@pytest.mark.asyncio
async def test_a_flood_ends_the_program(house: House, tmp_path: Path) -> None:
    """A program that writes for ever is ended; its memory is its own."""
    end = await play_all(house, await house.organiser.create(), line_bot(tmp_path, programs.FLOODS))

    assert "wrote too much that nobody had asked for" in end.faults[-1]


@pytest.mark.asyncio
async def test_silence_is_the_clocks_affair(house: House, tmp_path: Path) -> None:
    """A program that never answers, or never says hello, runs out of time and forfeits."""
    for source in (programs.SILENT, programs.MUTE):
        table = await house.organiser.create(clock={"strike_limit": 2})
        bot = line_bot(tmp_path, source)
        async with asyncio.timeout(PATIENCE):
            playing = asyncio.create_task(play_all(house, table, bot))
            await house.let_time_pass(playing.done)
            end = await playing
        result = house.match(table.match_id).result
        assert result is not None
        assert [BAD] == [fault.seat for fault in result.seat_faults]
        assert end.ranks[BAD] == 3


@pytest.mark.asyncio
async def test_an_answer_out_of_turn_is_dropped(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Lines that nobody asked for are dropped, counted, and told of at the end."""
    with caplog.at_level(logging.WARNING, "bessemer.sdk"):
        end = await play_all(
            house, await house.organiser.create(), line_bot(tmp_path, programs.EAGER)
        )
    assert end.ranks
    assert "lines came when nothing had been asked" in caplog.text


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        pytest.param(programs.STRANGER, "its first line should be", id="another first line"),
        pytest.param(programs.NEWER, "speaks version 9", id="another version"),
        pytest.param(programs.CRASHES, "exited with code 3 before the match was over", id="crash"),
        pytest.param(programs.KILLED, "was killed by SIGKILL before the match", id="killed"),
        pytest.param(programs.CLOSES, "closed its standard input or output", id="closed pipe"),
        pytest.param(programs.ENDLESS, "wrote too much", id="endless line"),
        pytest.param("", "exited with code 0", id="no first line"),
    ],
)
def test_a_program_that_breaks_the_protocol_is_ended(
    source: str, verdict: str, tmp_path: Path
) -> None:
    """It is out of the match, and the sentence says why."""
    with pytest.raises(BotFault, match=verdict):
        fake("furnace").play(line_bot(tmp_path, source), RandomBot(1))


def test_a_first_line_does_not_take_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that says nothing at its start is ended after a while, even if no clock runs."""
    monkeypatch.setattr(program_module, "HELLO_SECONDS", 0.01)
    with pytest.raises(BotFault, match="no first line within"):
        fake("furnace").play(line_bot(tmp_path, programs.MUTE), RandomBot(1))


def test_what_a_runtime_says_before_the_first_line_is_passed_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Java and Mono complain on the standard output when they start; that is in the log."""
    source = 'say("[warning] no such file")\n' + programs.FIRST
    match = fake("furnace").play(line_bot(tmp_path, source), RandomBot(1))
    assert match.ranks
    assert "wrote before its first line: [warning] no such file" in caplog.text


def test_a_program_that_does_not_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the match its input ends; a while later it is killed."""
    monkeypatch.setattr(program_module, "_END_SECONDS", 0.01)
    bot = line_bot(tmp_path, programs.STUBBORN)
    fake("furnace").play(bot, RandomBot(1))

    running = bot._program
    assert running is not None
    assert running._process.poll() is not None
