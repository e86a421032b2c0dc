"""Refusals of the rules are said in a person's language."""

import random
import re
from importlib import import_module

import pytest

from bessemer.engine import choices
from bessemer.engine.catalogue import GAMES, NAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.faces.language import language
from bessemer.faces.players import Players
from bessemer.faces.refusals import clause_of, reason_text, refusal_text
from tests.rpc.referee_under_test import SHORT

GAMES_WITH_CLAUSES = [
    name for name in NAMES if import_module(f"bessemer.faces.{name}.refusals").REFUSALS
]


def refusals(name: str, seed: int) -> set[str]:
    """What the rules say in a random match to everything that cannot be chosen, and to slips."""
    game, luck = GAMES[name], random.Random(seed)
    state = game.setup(game.options(SHORT.get(name, {})), 2 + seed % 3, Chance(bytes([seed])))
    found, words = set[str](), ["0", "9", "S9", "C99"]
    while decisions := game.decisions(state):
        seat = luck.choice(decisions).seat
        draft = choices.begin(game, game.view(state, seat))
        while draft.choice is not None:
            found |= {str(closed.refusal) for closed in draft.not_now()}
            least = max(1, draft.choice.least) if draft.choice.is_set else 1
            texts = [word.text for word in draft.choice.words for _ in range(word.copies)]
            draft = draft.take(*choices.ordered(draft.choice, luck.sample(texts, least)))
        text = game.format(draft.move)
        words += text.replace(";", " ").split()
        found |= {
            refused
            for _ in range(6)
            if (refused := refusal_of(game, state, seat, slip(text, words, luck)))
        }
        state = game.apply(state, seat, draft.move)
    return found


def slip(text: str, words: list[str], luck: random.Random) -> str:
    """The text of a move with another word in it, or one more, or one less."""
    parts = re.split(r"( )", text)
    place = luck.randrange(len(parts))
    parts[place] = luck.choice([luck.choice(words), "", f"{parts[place]} {luck.choice(words)}"])
    return "".join(parts).strip()


def refusal_of(game: AnyGame, state: object, seat: Seat, text: str) -> str:
    """Why a typed move is refused; empty if it is not, or is none."""
    try:
        game.apply(state, seat, game.parse(text))
    except MalformedMove:
        return ""
    except IllegalMove as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("name", GAMES_WITH_CLAUSES)
def test_every_refusal_is_known(name: str) -> None:
    """Each is one of the listed clauses, or several of them."""
    said = {message for seed in range(6) for message in refusals(name, seed)}
    unknown = {
        clause
        for message in said
        if clause_of(name, message) is None
        for clause in message.split("; ")
        if clause_of(name, clause) is None
    }

    assert said
    assert set() == unknown


def test_a_refusal_is_said_in_the_language() -> None:
    """With its values and names; in English it is what the rules say."""
    said = "seat 0 has no disc worth 3, only 1, 2; seat 0 may bid 1 or 2 on C07"
    players = Players(("Ada", "Bo"), 0)

    assert "you have no disc worth 3, only 1, 2; you may bid 1 or 2 on C07" == refusal_text(
        "furnace", said, players
    )
    assert said == reason_text("furnace", said, 0)
    with language("pl"):
        told = "ty: brak dysku o wartości 3, są tylko 1, 2; ty, możliwe oferty na C07: 1 lub 2"
        assert told == refusal_text("furnace", said, players)
        assert told == reason_text("furnace", said, 0)
        assert "Ada: teraz decyduje kto inny; something new of Ada" == refusal_text(
            "furnace", "seat 0 is not asked now; something new of seat 0", players._replace(own=1)
        )


@pytest.mark.parametrize(
    ("game", "said", "told"),
    [
        (
            "brass",
            "for cotton at bury.left there is bury or cotton",
            "karty pasujące (przędzalnia, Bury (lewe)): Bury lub przędzalnia",
        ),
        (
            "brass",
            "coal cannot come from market; it comes from wigan.left or bury.right",
            "węgiel nie może stąd pochodzić: tor Popytu; pochodzi z: Wigan (lewe) lub Bury (prawe)",
        ),
        (
            "alchemicus",
            "no herb lies on building 3; seat 0 may for instance 'pass'",
            "na budynku 3 nie leży: zioła; ty: można na przykład 'pass'",
        ),
    ],
)
def test_what_a_refusal_names_is_called_as_elsewhere(game: str, said: str, told: str) -> None:
    """Industries, spaces, goods and phases by their names, and lists joined as one says it."""
    assert said == reason_text(game, said, 0)
    with language("pl"):
        assert told == reason_text(game, said, 0)
