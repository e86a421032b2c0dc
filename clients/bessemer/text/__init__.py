"""
Language models as players: any function from text to text becomes a bot of every game.

    from bessemer.text import TextBot, run

    class MyBot(TextBot):
        def __init__(self) -> None:
            super().__init__(complete)  # your function: a prompt in, an answer out

    if __name__ == "__main__":
        run(MyBot)

`command_model()` is such a function: it asks a program of the command line. docs/text-bots.md tells more.
"""

import os

# A model may be a program, started while gRPC works: its handlers of forks crash some of those.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

from bessemer.sdk.bot import run
from bessemer.text.command_model import ModelFailed, command_model
from bessemer.text.costs import ModelCosts
from bessemer.text.text_bot import TextBot

__all__ = ["ModelCosts", "ModelFailed", "TextBot", "command_model", "run"]
