"""What is wrong with a call is said in a sentence."""

from typing import Any

import pytest

from tests.text.mcp.clients import model
from tests.text.scripted import choices

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("lok", {}, "There is no tool 'lok'; did you mean look?"),
    ("start_match", {}, "start_match cannot be called like this: game: field required."),
    ("start_match", {"game": "bras"}, "There is no game 'bras'; did you mean brass?"),
    ("start_match", {"gmae": "brass"}, "start_match has no argument 'gmae'; did you mean game?"),
    ("read_rules", {"game": "go"}, "There is no game 'go': there are furnace, brass, alchemicus."),
    ("look", {"wait_seconds": 1e9}, "wait_seconds: input should be less than or equal to 60."),
    ("play", {"answer": 3}, "answer: input should be a valid string."),
    (
        "start_match",
        {"game": "brass", "opponents": ["gredy"]},
        "There is no bot 'gredy'; did you mean greedy?",
    ),
    (
        "start_match",
        {"game": "brass", "opponents": ["./my_bot.py"]},
        "There is no bot './my_bot.py': the bots are search, greedy, random, idle, ",
    ),
    (
        "start_match",
        {"game": "brass", "opponents": ["lines:/bin/sh"]},
        "There is no bot 'lines:/bin/sh': the bots are search, greedy, random, idle, ",
    ),
    (
        "start_match",
        {"game": "brass", "opponents": []},
        "brass is played by 2 to 4 players; with you there are 1.",
    ),
    ("start_match", {"game": "brass", "seat": 2}, "seat is 0 to 1 among 2 players."),
    ("start_match", {"game": "brass", "seat": -1}, "seat: input should be greater than or equal"),
    (
        "start_match",
        {"game": "furnace", "options": {"rounds": "99"}},
        "option rounds is 3 or 4, not '99'",
    ),
    ("play", {"answer": "1"}, "No match is open: begin with start_match."),
    ("join_match", {"match": "m", "seat": 0}, "There is no tool 'join_match'"),
]


@pytest.mark.asyncio
@pytest.mark.parametrize(("tool", "arguments", "said"), WRONG)
async def test_a_wrong_call_gets_a_sentence(
    tool: str, arguments: dict[str, Any], said: str
) -> None:
    """Which names the argument; nothing is started."""
    async with model() as ada:
        told = await ada.call(tool, **arguments)
        assert told.is_error
        assert said in told.text
        assert "pydantic" not in told.text
        assert "Error executing" not in told.text


@pytest.mark.asyncio
async def test_an_answer_that_cannot_be_is_refused() -> None:
    """With the reason, and the question stays; what is not whole yet can be taken back."""
    async with model(tokens=1000) as ada:
        begun = await ada.call("start_match", game="brass", opponents=["random"], seed=3)
        assert "Answer with the tool play" in begun.text
        listed = await ada.call("list_choices")
        assert "Not now: sell (" in listed.text

        for answer, said in (
            ("", "That names none of the choices. "),
            ("castle", "One of: build, develop"),
            ("sell", "Not possible: "),
            ("pass with nowhere", "Not possible: "),
        ):
            told = await ada.call("play", answer=answer)
            assert told.is_error
            assert said in told.text, answer
        nothing = await ada.call("start_over")
        assert ("There is nothing to take back: a whole move is sent at once.", True) == nothing
        early = await ada.call("analyse")
        assert ("The match is not over: it can be analysed when it is.", True) == early

        building = await ada.call("play", answer="build")
        assert "Your move so far: " in building.text
        assert choices(building.text)
        again = await ada.call("start_over")
        assert "Your move so far: " not in again.text
        assert "What do you do?" in again.text
        assert all(len(text) <= 4000 for text in ada.told if "The table:" in text)


@pytest.mark.asyncio
async def test_games_and_rules_are_listed() -> None:
    """All of them, and the rules of the options on request."""
    async with model() as ada:
        games = (await ada.call("list_games")).text
        assert "furnace: 2 to 4 players; bots: " in games
        assert "option noctis: " in games
        short = (await ada.call("read_rules", game="alchemicus")).text
        long = (await ada.call("read_rules", game="alchemicus", variants=True)).text
        assert short.startswith("The rules:\n")
        assert len(short) < len(long)
