"""The json dialect: what a program reads, how it may answer, and what becomes of a bad answer."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.sdk import Bot
from bessemer.sdk.offline.opponents import RandomBot
from tests.lines import programs
from tests.lines.playing import FirstWord, fake, play_all
from tests.lines.programs import json_program, line_bot
from tests.referees.in_process import House


class FirstMove:
    """The first of the legal moves, in Python."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """The move."""
        assert view.moves_since() is not None
        return view.legal_moves(1)[0]


class SeesWhatHappens(FirstMove):
    """Collects the moves that it is told of."""

    def __init__(self) -> None:
        self.told: list[tuple[int, str]] = []

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """The move."""
        self.told += [(seat, view.game.format(move)) for seat, move in view.moves_since()]
        return super().decide(view)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize(
    ("source", "same"),
    [
        pytest.param(programs.BY_TEXT, FirstMove(), id="text"),
        pytest.param(programs.BY_INDEX, FirstMove(), id="index"),
        pytest.param(programs.BY_PATH, FirstWord(), id="path"),
    ],
)
def test_an_answer_is_a_text_an_index_or_a_path(
    game: str, source: str, same: Bot, tmp_path: Path
) -> None:
    """The program makes the moves that the same bot in Python makes."""
    by_lines = fake(game).play(line_bot(tmp_path, source), RandomBot(1))
    in_python = fake(game).play(same, RandomBot(1))

    assert in_python.moves == by_lines.moves


def played(bot: Any, game: str, seats: int = 2) -> Any:  # noqa: ANN401 - any game's
    """A match of this bot against random play."""
    return fake(game).play(bot, *(RandomBot(seat) for seat in range(1, seats)))


def said(capfd: pytest.CaptureFixture[str]) -> list[Any]:
    """What a program wrote on its standard error, line by line."""
    return [json.loads(line) for line in capfd.readouterr().err.splitlines()]


@pytest.mark.parametrize("game", NAMES)
def test_it_reads_the_view_and_what_happened(
    game: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """All moves of the match come, in their order; the view is that of the seat."""
    show = 'print(line, end="", file=sys.stderr)'
    source = json_program(f'{show}\nsay({{"index": 0}})').replace(
        "    told = ", f"    {show} if '\"ask\"' not in line else None\n    told = "
    )
    match = played(line_bot(tmp_path, source), game, seats=3)

    first, *asked, last = said(capfd)
    assert ("match", game, 0, 3) == (
        first["type"],
        first["game"],
        first["seat"],
        len(first["players"]),
    )
    assert first["setup"]
    assert GAMES[game].option_texts(GAMES[game].options({})) == first["options"]
    assert list(match.ranks) == last["ranks"]
    assert match.ranks[0] == last["rank"]
    told = [(one["seat"], one["move"]) for ask in asked for one in ask["since"]]
    assert [(int(seat), move) for seat, move in match.moves][: len(told)] == told
    assert told
    for ask in asked:
        assert {"ask"} == {ask["type"]}
        assert 3 == len(ask["view"]["players"])
        assert ask["choice"]["words"]
        assert ask["time_left"] is None


@pytest.mark.parametrize("game", NAMES)
def test_a_seat_is_told_of_no_sealed_move(game: str) -> None:
    """Of moves that are made at the same time it hears when all of them are open."""
    bots = SeesWhatHappens(), SeesWhatHappens(), SeesWhatHappens()
    match = fake(game, seed=3).play(*bots)

    for bot in bots:
        assert [(int(s), m) for s, m in match.moves][: len(bot.told)] == bot.told


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("print('nonsense', flush=True)", "a line is a JSON object"),
        ("print('[' * 60000, flush=True)", "a line is a JSON object"),
        ("say({})", "say a move"),
        ('say({"move": "dance"})', "not a move of furnace"),
        ('say({"move": "bid 1 on C99"})', "C99"),
        ('say({"index": 90000})', "legal moves, so none with index"),
        ('say({"path": []})', "the path ends before company is chosen"),
        ('say({"path": [["C99"]]})', "'C99' is not offered"),
        ('say({"path": [3]})', "an answer is a word or a list of words"),
    ],
)
@pytest.mark.asyncio
async def test_a_bad_answer_is_refused(
    answer: str,
    sentence: str,
    house: House,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The program and the log are told what would be right, and the default move is played."""
    source = json_program(
        f"""
        print(json.dumps(told["kind"]), file=sys.stderr)
        if told["kind"] != "bid": say({{"index": 0}})
        else:
            {answer}
            print(json.dumps(heard()), file=sys.stderr)
        """
    )
    end = await play_all(house, await house.organiser.create(), line_bot(tmp_path, source))

    assert end.ranks
    assert sentence in end.faults[0]
    refused = [one for one in said(capfd) if isinstance(one, dict)]
    assert {"refused"} == {one["type"] for one in refused}
    assert sentence in refused[0]["why"]


@pytest.mark.asyncio
async def test_a_note_comes_before_the_answer_or_with_it(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """In both dialects; the referee keeps it for the seat's owner."""
    plain = programs.FIRST.replace("say(line", 'say("note I know why"); say(line')
    json_line = json_program('say({"note": "I know why"})\nsay({"index": 0})')
    with caplog.at_level(logging.WARNING, "bessemer.sdk"):
        for source in (plain, json_line, programs.BY_TEXT):
            bot = line_bot(tmp_path, source)
            views: list[Any] = []
            decide = bot.decide

            async def kept(view: Any, decide: Any = decide, views: Any = views) -> Any:  # noqa: ANN401
                views.append(view)
                return await decide(view)

            bot.decide = kept  # type: ignore[method-assign]
            end = await play_all(house, await house.organiser.create(), bot)
            assert () == end.faults
            notes = {view.noted for view in views}
            assert notes & {"I know why\n", "the first\n"}


@pytest.mark.parametrize("game", NAMES)
def test_it_may_ask_about_the_rules_before_it_answers(
    game: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A program plays a match by looking ahead, without a rule of its own, and never errs."""
    source = json_program(
        """
        say({"ask": "imagine"})
        state = heard()["state"]
        say([{"ask": "sample", "state": state}, {"ask": "sample"}])
        sample, own = heard()
        assert sample["move"]
        say({"ask": "check", "move": own["move"]})
        assert heard() == {"legal": True}
        say({"ask": "after", "move": own["move"]})
        assert "view" in heard()
        say({"ask": "apply", "state": state, "seat": told_match["seat"], "move": own["move"]})
        after = heard()
        say({"ask": "outcome", "state": after["state"]})
        assert "outcome" in heard()
        say({"ask": "nonsense"})
        assert "error" in heard()
        say({"move": own["move"]})
        """
    ).replace(
        '"] != "ask": continue',
        '"] == "match": told_match = told\n    if told["type"] != "ask": continue',
    )
    match = played(line_bot(tmp_path, source), game)

    assert 2 == len(match.ranks)
    assert "" == capfd.readouterr().err
