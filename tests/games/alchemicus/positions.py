"""
Positions made by hand, and short words for looking into them and playing on.

Cards are written `Horten Domo*3`. A row of buildings is written
`Horten Alembic=herb Labrium=tincture+metal Domo! Fornax=ore~~`: after `=` what lies on it, `!` a
Golem under it, `~` a Spiritus on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Outcome, Seat
from bessemer.games.alchemicus.cards.kinds import BASE, GOODS, KINDS, NOCTIS, Kind
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.rules import ALCHEMICUS, _advance
from bessemer.games.alchemicus.state import Building, Lying, Player, Recalled, State, Table

# The fields of the shipped board, by name.
BUILD, SPIRIT, ACQUIRE, TRANSPORT, TRANSMUTE, SECOND_BUILD, SALE, GIFTS = range(8)
FIELD_PHASES = {
    "build": BUILD,
    "spirit": SPIRIT,
    "acquire": ACQUIRE,
    "transport": TRANSPORT,
    "transmute": TRANSMUTE,
    "sale": SALE,
    "gifts": GIFTS,
}


def seed(number: int) -> Chance:
    """A chance like any other."""
    return Chance(b"position %d" % number)


def match(players: int = 2, number: int = 0, **options: str) -> State:
    """The first decision of a match."""
    return ALCHEMICUS.setup(ALCHEMICUS.options(options), players, seed(number))


def cards(text: str) -> tuple[Kind, ...]:
    """The cards written as `text`."""
    found: list[Kind] = []
    for word in text.split():
        name, _, number = word.partition("*")
        found += [KINDS[name]] * int(number or 1)
    return tuple(found)


def words(given: Iterable[int]) -> str:
    """Cards as text, by kind."""
    return " ".join(str(Kind(card)) for card in sorted(given))


# --- Making a position ---------------------------------------------------------------------------


def position(
    phase: str,
    *,
    players: int = 2,
    hands: Mapping[int, str] | None = None,
    rows: Mapping[int, str] | None = None,
    fame: Sequence[int] = (0, 0, 0, 0),
    fields: Sequence[int] | None = None,
    turns: Sequence[int] = (1, 1, 1, 1),
    infamia: Sequence[int] = (0, 0, 0, 0),
    spirit: str = "Labrium",
    pile: str | None = None,
    discard: str = "",
    bank: str | None = None,
    noctis_pile: str | None = None,
    noctis_discard: str = "",
    golems: tuple[int, ...] = (),
    active: int = 0,
    start: int = 0,
    ending: bool = False,
    number: int = 0,
    **options: str,
) -> State:
    """
    The position in which the match comes to `phase`, and goes on by itself as far as it does.

    Everybody else is on the first BUILD, the active seat on the field of the phase. What is
    not written anywhere is in the piles, unless these are written. With a `bank`, even an empty one,
    the bank is played.
    """
    with_bank = "off" if bank is None else "on"
    chosen = ALCHEMICUS.options({"start": str(start), "bank": with_bank} | options)
    bank = bank or ""
    state = ALCHEMICUS.setup(chosen, players, seed(number))
    left = Counter({kind: chosen.deck.copies[kind] for kind in Kind})
    held = [cards((hands or {}).get(seat, "")) for seat in range(players)]
    faces: list[int] = []
    table = [_row((rows or {}).get(seat, "Horten Pergula"), faces) for seat in range(players)]
    left.subtract(card for hand in held for card in hand)
    left.subtract(building.kind for row in table for building in row)
    left.subtract(cards(f"{discard} {bank} {noctis_discard}"))
    left.subtract(Kind(face) for face in faces)
    left[Kind.GOLEM] -= len(golems) + sum(building.golems for row in table for building in row)
    left[Kind.SPIRITUS] -= sum(building.spiritus for row in table for building in row)
    left[Kind.INFAMIA] -= sum(infamia)
    base = [kind for kind in BASE for _ in range(left[kind])]
    night = [kind for kind in NOCTIS for _ in range(left[kind])] if chosen.noctis else []
    where = list(fields or [BUILD] * players)
    if fields is None:
        where[active] = FIELD_PHASES.get(phase, BUILD)
    people = tuple(
        Player(
            fame[seat],
            where[seat],
            turns[seat],
            table[seat],
            infamia[seat],
            len(held[seat]),
            sum(card in NOCTIS for card in held[seat]),
        )
        for seat in range(players)
    )
    board = state.board._replace(
        table=Table(chosen, Seat(start)),
        active=Seat(active),
        spirit=KINDS[spirit],
        players=people,
        discard=cards(discard),
        bank=cards(bank),
        noctis_discard=cards(noctis_discard),
        golems=golems,
        ending=ending,
        shown=((),) * players,
        shuffles=(None, None),
    )
    state = State(
        board,
        tuple(held),
        seed(number).shuffled(base)[0] if pile is None else cards(pile),
        seed(number).shuffled(night)[0] if noctis_pile is None else cards(noctis_pile),
        tuple(faces),
        (Recalled(),) * players,
        seed(number),
    )
    return entering(state, phase)


def entering(state: State, phase: str) -> State:
    """The first decision after the match has come to `phase`."""
    play = Play(state)
    play.go(Phase(phase))
    _advance(play)
    return play.state()


def _row(text: str, faces: list[int]) -> tuple[Building, ...]:
    row = []
    for word in text.split():
        bare = word.rstrip("!~")
        marks = word[len(bare) :]
        kind, _, goods = bare.partition("=")
        lying = []
        for name in goods.split("+") if goods else ():
            numbers = range(len(faces), len(faces) + (2 if name == "gold" else 1))
            # Whatever is plentiful: what a good is made of means nothing to most rules.
            faces += [KINDS["Metalle"] for _ in numbers]
            lying.append(Lying(GOODS[name], tuple(numbers)))
        row.append(Building(KINDS[kind], tuple(lying), marks.count("!"), marks.count("~")))
    return tuple(row)


def drawing(state: State, below: int, wanted: int) -> State:
    """The same position where the next draw below `below` gives `wanted`."""
    chances = (seed(number) for number in count())
    return state._replace(
        chance=next(chance for chance in chances if chance.below(below)[0] == wanted)
    )


# --- Looking into a state ------------------------------------------------------------------------


def asked(state: State) -> tuple[int, str]:
    """The seat that must decide and what; (-1, "") at the end."""
    decisions = ALCHEMICUS.decisions(state)
    return (decisions[0].seat, decisions[0].kind) if decisions else (-1, "")


def moves(state: State) -> Iterator[str]:
    """The legal moves of the seat that is asked, as texts."""
    for move in ALCHEMICUS.legal_moves(state, Seat(asked(state)[0])):
        yield ALCHEMICUS.format(move)


def legal(state: State, beginning: str = "") -> list[str]:
    """Those that begin so; only where they are few."""
    return [text for text in moves(state) if text.startswith(beginning)]


def hand(state: State, seat: int) -> str:
    """The hand of a seat, by kind."""
    return words(state.hands[seat])


def size(state: State, seat: int) -> int:
    """The number of cards that a seat holds."""
    assert len(state.hands[seat]) == state.board.players[seat].cards
    return len(state.hands[seat])


def fame(state: State, seat: int) -> int:
    """The Fame of a seat."""
    return state.board.players[seat].fame


def field(state: State, seat: int) -> int:
    """Where the pawn of a seat stands."""
    return state.board.players[seat].field


def row(state: State, seat: int) -> str:
    """The buildings of a seat, as `position` takes them."""
    return " ".join(map(_building_text, state.board.players[seat].buildings))


def _building_text(building: Building) -> str:
    goods = "+".join(str(lying.good) for lying in building.goods)
    marks = "!" * building.golems + "~" * building.spiritus
    return str(building.kind) + (f"={goods}" if goods else "") + marks


def discard(state: State) -> str:
    """The base discards, by kind."""
    return words(state.board.discard)


def noctis_discard(state: State) -> str:
    """The Noctis discards, by kind."""
    return words(state.board.noctis_discard)


# --- Playing on ----------------------------------------------------------------------------------


def answer(state: State, seat: int, text: str) -> State:
    """The state after one move of `seat`."""
    return ALCHEMICUS.apply(state, Seat(seat), ALCHEMICUS.parse(text))


def play(state: State, *texts: str) -> State:
    """The state after these moves, each made by the seat that is asked."""
    for text in texts:
        state = answer(state, asked(state)[0], text)
    return state


def make(state: State, move: Move) -> State:
    """The state after a move that need not have a text."""
    return ALCHEMICUS.apply(state, Seat(asked(state)[0]), move)


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The code of the refusal of a move, without the game's name; the state stays the same."""
    before = repr(state)
    with pytest.raises(IllegalMove) as caught:
        answer(state, asked(state)[0] if seat is None else seat, text)

    assert before == repr(state)
    assert text not in caught.value.allowed
    return caught.value.code.removeprefix("alchemicus.")


def until(state: State, kind: str) -> State:
    """The state after default moves, up to the next decision of a kind or to the end."""
    while asked(state)[1] not in ("", kind):
        seat = Seat(asked(state)[0])
        state = ALCHEMICUS.apply(state, seat, ALCHEMICUS.default_move(state, seat))
    return state


def finished(state: State) -> Outcome:
    """The result of a match that is over."""
    outcome = ALCHEMICUS.outcome(state)
    assert outcome is not None
    assert (-1, "") == asked(state)
    return outcome


def default(state: State) -> str:
    """The default move of the seat that is asked."""
    return ALCHEMICUS.format(ALCHEMICUS.default_move(state, Seat(asked(state)[0])))
