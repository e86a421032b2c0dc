"""Refusals of the rules are said in a person's language."""

import random
import re

import pytest

from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import GAMES, NAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, MalformedMove, Sentence, any_of, say
from bessemer.engine.game import Seat
from bessemer.faces.language import ENGLISH, LANGUAGES, Key, language, tr_key
from bessemer.faces.players import Players
from bessemer.faces.refusals import reason_text, refusal_text
from tests.referees.in_process import SHORT


def refusals(name: str, seed: int) -> set[str]:
    """The texts that the rules say in a random match to everything that cannot be chosen, and to slips."""
    game, luck = GAMES[name], random.Random(seed)
    state = game.setup(game.options(SHORT.get(name, {})), 2 + seed % 3, Chance(bytes([seed])))
    found, words = set[str](), ["0", "9", "S9", "C99"]
    while decisions := game.decisions(state):
        seat = luck.choice(decisions).seat
        draft = drafts.begin(game, game.view(state, seat))
        while draft.choice is not None:
            found |= {said.text for closed in draft.not_now() for said in closed.refusal.sentences}
            least = max(1, draft.choice.least) if draft.choice.is_set else 1
            texts = [word.text for word in draft.choice.words for _ in range(word.copies)]
            draft = draft.take(*choices.ordered(draft.choice, luck.sample(texts, least)))
        text = game.format(draft.move)
        words += text.replace(";", " ").split()
        for _ in range(6):
            said = refusal_of(game, state, seat, slip(text, words, luck))
            found |= {sentence.text for sentence in said}
        state = game.apply(state, seat, draft.move)
    return found


def slip(text: str, words: list[str], luck: random.Random) -> str:
    """The text of a move with another word in it, or one more, or one less."""
    parts = re.split(r"( )", text)
    place = luck.randrange(len(parts))
    parts[place] = luck.choice([luck.choice(words), "", f"{parts[place]} {luck.choice(words)}"])
    return "".join(parts).strip()


def refusal_of(game: AnyGame, state: object, seat: Seat, text: str) -> tuple[Sentence, ...]:
    """Why a typed move is refused; empty if it is not, or is none."""
    try:
        game.apply(state, seat, game.parse(text))
    except MalformedMove:
        return ()
    except IllegalMove as refused:
        return refused.sentences
    return ()


@pytest.mark.parametrize("name", NAMES)
def test_every_refusal_is_known(name: str) -> None:
    """Each of its sentences is in the catalogues of all languages."""
    texts = {text for seed in range(6) for text in refusals(name, seed)}

    assert texts
    for code in set(LANGUAGES) - {ENGLISH}:
        with language(code):
            assert set() == {text for text in texts if tr_key(Key(text)) == text}


def test_a_refusal_is_said_in_the_language() -> None:
    """With its values and names; what no catalogue knows stays English, with names."""
    said = (
        say("seat {seat} has no disc worth {value}, only {discs}", seat=0, value=3, discs=(1, 2)),
        say("seat {seat} may bid {values} on {card}", seat=0, values=any_of([1, 2]), card="C07"),
    )
    players = Players(("Ada", "Bo"), 0)

    assert "you have no disc worth 3, only 1, 2; you may bid 1 or 2 on C07" == refusal_text(
        "furnace", said, players
    )
    assert "seat 0 has no disc worth 3, only 1, 2; seat 0 may bid 1 or 2 on C07" == reason_text(
        "furnace", said, 0
    )
    with language("pl"):
        told = "ty: brak dysku o wartości 3, są tylko 1, 2; ty, możliwe oferty na C07: 1 lub 2"
        assert told == refusal_text("furnace", said, players)
        assert told == reason_text("furnace", said, 0)
        said = (say("seat {seat} is not asked now", seat=0), say("something new of seat 0"))
        assert "Ada: teraz decyduje kto inny; something new of Ada" == refusal_text(
            "furnace", said, players._replace(own=1)
        )


@pytest.mark.parametrize(
    ("game", "said", "told"),
    [
        (
            "brass",
            (
                say(
                    "for {industry} at {space} there is {things}",
                    industry="cotton",
                    space="bury.left",
                    things=any_of(["bury", "cotton"]),
                ),
            ),
            "karty pasujące (przędzalnia, Bury (lewe)): Bury lub przędzalnia",
        ),
        (
            "brass",
            (
                say("{cube} cannot come from {source}", cube="coal", source="market"),
                say("it comes from {sources}", sources=any_of(["wigan.left", "bury.right"])),
            ),
            "węgiel nie może stąd pochodzić: tor Popytu; pochodzi z: Wigan (lewe) lub Bury (prawe)",
        ),
        (
            "alchemicus",
            (
                say("no {good} lies on building {place}", good="herb", place=3),
                say("seat {seat} may for instance '{move}'", seat=0, move="pass"),
            ),
            "na budynku 3 nie leży: zioła; ty: można na przykład 'pass'",
        ),
    ],
)
def test_what_a_refusal_names_is_called_as_elsewhere(
    game: str, said: tuple[Sentence, ...], told: str
) -> None:
    """Industries, spaces, goods and phases by their names, and lists joined as one says it."""
    with language("pl"):
        assert told == reason_text(game, said, 0)
