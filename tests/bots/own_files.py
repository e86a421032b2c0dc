"""Files of own bots, as authors write them: one that plays for each game, and those that cannot."""

from pathlib import Path
from typing import Final

LAZY: Final = """
from bessemer.{game} import Bot, run

class Lazy(Bot):
    '''Does as little as may be.'''

if __name__ == "__main__":
    run(Lazy)
"""
LUCKY: Final = """
import random

from bessemer.{game} import Bot, View, run

class Lucky(Bot):
    '''Anything legal, by Python's own luck.'''

    async def decide(self, view: View):
        return view.random_move()

run(Lucky)
"""
ATTENTIVE: Final = """
from helper import answer

from bessemer.{game} import Bot, run

class Attentive(Bot):
    '''Has a file beside it, and remembers what it receives.'''

    def begin(self, match):
        self.told = (match.game, match.seat, len(match.players), sorted(match.options))

    def decide(self, view):
        assert self.told[0] == {game!r} and self.told[1] == view.seat
        return answer(view)

if __name__ == "__main__":
    run(Attentive)
"""
HELPER: Final = "def answer(view):\n    return view.default_move()\n"

SAD: Final = """
from bessemer.{game} import Bot, run

class Sad(Bot):
    def __init__(self):
        raise ValueError("no weights")

run(Sad)
"""

UNUSABLE: Final = {
    "no-bot": ("print('hello')", "has no bot: it must end with run(MyBot)"),
    "no-python": ("def def", "cannot be loaded: SyntaxError: "),
    "no-import": ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_"),
    "exits": ("raise SystemExit('enough')", "ends with 'enough' before it calls run"),
    "init": (
        SAD,
        "Sad cannot be made: it raised ValueError: no weights",
    ),
    "nothing": (
        "from bessemer.{game} import run\nrun(dict)",
        "dict made {{}}, which is no bot: it has no method decide",
    ),
    "other-game": (
        "from bessemer.{other} import Bot, run\nclass Lost(Bot): ...\nrun(Lost)",
        "Lost is a bot of {other} and cannot play {game}",
    ),
}
"""By its fault: a file, and the message about it."""

FAULTY: Final = {
    "raises": ("return 1 // 0", "the bot raised ZeroDivisionError"),
    "no-move": ("return 'pass, please'", "it answered: "),
}
"""By its fault: what a bot decides, and the message about it."""


def write(folder: Path, text: str, game: str, name: str = "my_bot.py", other: str = "") -> str:
    """Write such a file; its path, as it is given on a command line."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text.format(game=game, other=other), encoding="utf-8")
    return str(path)


def write_faulty(folder: Path, fault: str, game: str) -> str:
    """Write the file of a bot that does wrong when it is asked."""
    body = f"def decide(self, view):\n        {FAULTY[fault][0]}"
    text = f"from bessemer.{game} import Bot, run\nclass Faulty(Bot):\n    {body}\nrun(Faulty)\n"
    return write(folder, text.replace("{", "{{").replace("}", "}}"), game)
