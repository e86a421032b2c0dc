"""Models that answer by a script."""

import re
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

from bessemer.sdk.view import AnyView
from bessemer.testing import FakeReferee


class Scripted:
    """Gives these answers, the last of them for ever; it keeps its prompts."""

    def __init__(self, *answers: str) -> None:
        self._answers = answers
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return self._answers[min(len(self.prompts), len(self._answers)) - 1]


class Chooser:
    """Names any choice that a prompt lists, by number or by word, after some thoughts."""

    def __init__(self, seed: int) -> None:
        self._luck = Random(seed)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return f"Let me see.\nThat is good.\n**Answer: {self._luck.choice(choices(prompt))}**"


def choices(prompt: str) -> Sequence[str]:
    """What the question of a prompt offers: numbers where there are any, else words."""
    until_question = re.split("\n\n(?=Think as long as you like|Answer with the tool)", prompt)[0]
    question = until_question.rpartition("\n\n")[2]
    found = re.findall(r"^(\d+)\. |^- ([^:\n]+)", question, re.MULTILINE)
    return [number or word for number, word in found]


def referee(game: str, seed: int = 3) -> FakeReferee[Any]:
    """A referee of a game."""
    return FakeReferee(import_module(f"bessemer.{game}").View, seed=seed)


def first_view(game: str) -> AnyView:
    """A decision with something to choose."""
    view: AnyView = next(
        view for view in referee(game).views() if view.choices().choice is not None
    )
    return view
