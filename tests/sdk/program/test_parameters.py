"""The numbers of a bot: `run(MyBot, params=Params())`, and wherever a bot is named."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bessemer.bots.own import short_name
from bessemer.cli.bots.bot_names import bot_spec
from bessemer.cli.ladder.run_config import entrant_of
from bessemer.cli.main import main
from bessemer.sdk.program import running
from bessemer.sdk.program.bot_checks import UnusableBot
from bessemer.sdk.program.parameters import changed
from bessemer.testing import play

BOT = """\
from dataclasses import dataclass

from bessemer.furnace import Bot, View, run


@dataclass(frozen=True)
class Params:
    disc: int = 1
    max_price: float = 2.5


class MyBot(Bot):
    def __init__(self, params: Params) -> None:
        self.params = params

    def bid(self, view: View):
        assert type(self.params.disc) is int and 0 <= self.params.max_price <= 2.5
        bids = view.legal_bids()
        return next((bid for bid in bids if bid.value >= self.params.disc), bids[-1])


if __name__ == "__main__":
    run(MyBot, params=Params())
"""


@dataclass(frozen=True)
class Params:
    """Of a bot under test."""

    depth: int = 1
    max_price: float = 2.5

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.depth < 1:
            raise ValueError("depth is at least 1")


@dataclass(frozen=True)
class Wordy:
    """A text is no number."""

    name: str = "x"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], Params()),
        (["--depth", "3"], Params(3)),
        (["--depth=3", "--max-price", "-0.5"], Params(3, -0.5)),
        (["--max_price=1e3", "--depth", "2", "--depth", "4"], Params(4, 1000)),
    ],
)
def test_words_change_numbers(words: list[str], expected: Params) -> None:
    """As options are written; the last one counts."""
    assert expected == changed(Params(), words)


@pytest.mark.parametrize(
    ("params", "words", "said"),
    [
        (Params(), ["--dept", "3"], "no number --dept; did you mean --depth"),
        (Params(), ["--zzz", "3"], "no number --zzz: there are --depth, --max-price"),
        (Params(), ["--depth", "3.5"], "--depth takes a whole number, not '3.5'"),
        (Params(), ["--max-price", "nan"], "--max-price takes a number, not 'nan'"),
        (Params(), ["--depth"], "--depth needs a number"),
        (Params(), ["--depth", "0"], "Params refuses --depth 0: depth is at least 1"),
        (None, ["--depth", "3"], r"must end with run\(MyBot, params=Params\(\)\)"),
        ({"depth": 1}, [], r"takes an object of a class with @dataclass\(frozen=True\)"),
        (Wordy(), [], "Wordy.name is .x., and no number"),
        (3, [], "not 3"),
    ],
)
def test_what_is_wrong_is_a_sentence(params: Any, words: list[str], said: str) -> None:  # noqa: ANN401
    """With what would be right."""
    with pytest.raises(UnusableBot, match=said):
        changed(params, words)


def test_a_program_takes_them_on_its_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """They are in its help; what is wrong with them ends it with 2, before it looks for a match."""

    @dataclass(frozen=True)
    class Taken:
        seed: int = 1

    for params, words, said in (
        (Params(), ["--help"], "--max-price"),
        (Params(), ["--dept", "3"], "did you mean --depth"),
        (Params(), ["--depth", "x"], "takes a whole number"),
        (Params(), ["--depth", "-3"], "depth is at least 1"),
        (Params(), ["--depth", "3"], "not clear what to play"),
        (Taken(), [], "every bot has an option --seed: call your number seed otherwise"),
    ):
        with pytest.raises(SystemExit) as ended:
            running.run(lambda _: None, words, params)  # type: ignore[arg-type, return-value]
        assert (0 if words == ["--help"] else 2) == ended.value.code
        shown = capsys.readouterr()
        assert said in shown.out + shown.err


def test_a_bot_is_named_with_its_numbers(tmp_path: Path) -> None:
    """In this process and as a program, with a name that tells them apart."""
    file = tmp_path / "my_bot.py"
    file.write_text(BOT)
    deep = f"{file} --disc 3 --max-price=0.5"

    spec = bot_spec(deep, ())
    assert ("my_bot-disc-3-max-price-0.5", "--disc", "3") == (
        short_name(deep),
        *spec.command[-3:-1],
    )
    assert spec == entrant_of("furnace", deep)
    assert [file.resolve()] == spec.programs
    assert entrant_of("furnace", f"deep={file} --disc=3").command[-1] == "--disc=3"
    match = play([deep, str(file)], game="furnace", options={"rounds": "3"})
    first = [next(text for seat, text in match.moves if seat == who) for who in (0, 1)]
    assert first[0].startswith("bid 3 ")
    assert first[1].startswith("bid 1 ")


def test_a_match_is_played_with_numbers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """By processes; a misspelt number is told by the bot, and ends the match."""
    file = tmp_path / "my_bot.py"
    file.write_text(BOT)
    command = ["match", "furnace", "--option", "rounds=3", "--json", "--no-sandbox", "--bots"]

    assert 0 == main([*command, f"{file} --disc 1,{file} --max-price 2"])
    seats = json.loads(capfd.readouterr().out)["seats"]
    assert ["my_bot-disc-1", "my_bot-max-price-2"] == [seat["bot"] for seat in seats]
    assert 1 == main([*command, f"{file} --disk 1,idle"])
    assert "it has no number --disk; did you mean --disc?" in capfd.readouterr().err
