"""The choices of Noctis: which card, on what, paid with what; and how to answer Infamia."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bessemer.engine.choices import Answer, Thing, Word
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Ask, Script, one, words
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.defence import PRICE, golem_places
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.actions.noctis import payable, sight_at
from bessemer.games.alchemicus.actions.targets import PLAYED_AS, Sight, targets
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import GOLEM, HOLDS, KINDS, Kind
from bessemer.games.alchemicus.moves import Move, NoctisMove
from bessemer.games.alchemicus.scripts.things import (
    CARD,
    FIELD,
    PASS,
    SEAT,
    building_words,
    optional,
    payment,
)
from bessemer.games.alchemicus.state import View

Targeting = Generator[Ask, Answer, NoctisMove]


def noctis(view: View, seat: Seat) -> Script[Move]:
    """Which card, its target, and its payment."""
    board, hand = view.board, view.hand
    sight = sight_at(board, seat)
    aims = {kind: found for kind in payable(board, hand) if (found := list(targets(kind, sight)))}

    def others() -> Iterator[tuple[Word, Move]]:
        closed = [kind for kind, _ in runs(hand) if kind >= GOLEM and kind not in aims]
        for kind, word in zip(closed, words(closed, CARD), strict=True):
            yield word, _impossible(kind, sight)._replace(pay=without(hand, kind))

    text = yield from optional(
        "play", words(aims, CARD), lambda move: PLAYED_AS[type(move)], others
    )
    if text == PASS:
        return moves.Pass()
    kind = KINDS[text]
    target = yield from _target(sight, aims[kind])
    cost = board.table.options.deck.costs[kind]
    return target._replace(pay=(yield from payment(without(hand, kind), cost)))


def _target(sight: Sight, aims: list[NoctisMove]) -> Targeting:
    """One of the targets of a kind, choice by choice."""
    if type(aims[0]) in _USES:
        offered = words(dict.fromkeys(_USES[type(aim)] for aim in aims))
        use = yield from one("use", offered, lambda move: _USES[type(move)])
        aims = [aim for aim in aims if _USES[type(aim)] == use]
    match aims[0]:
        case moves.Pactum() as pactum:
            return pactum
        case moves.Golem():
            return (yield from _guard(sight, aims))
        case moves.FieldGolem():
            return (yield from _lie_in_wait(aims))
        case moves.Infamia() | moves.Mutabilus() | moves.Spiritus() | moves.Undo() | moves.Banish():
            return (yield from _aim(sight, aims))


def _guard(sight: Sight, aims: list[NoctisMove]) -> Targeting:
    """Which own building a Golem guards."""
    offered = building_words(
        sight.seat, [aim.building for aim in aims if isinstance(aim, moves.Golem)]
    )
    return moves.Golem(int((yield from one("building", offered, _building))))


def _lie_in_wait(aims: list[NoctisMove]) -> Targeting:
    """On which field a Golem lies, in the Race."""
    fields = [aim.field for aim in aims if isinstance(aim, moves.FieldGolem)]

    def taken() -> Iterator[tuple[Word, Move]]:
        for word in words([field for field in range(FIELDS) if field not in fields], FIELD):
            yield word, moves.FieldGolem(int(word.text))

    offered = words(fields, FIELD)
    return moves.FieldGolem(
        int((yield from one("field", offered, lambda move: move.field, others=taken)))
    )


def _aim(sight: Sight, aims: list[NoctisMove]) -> Targeting:
    """Whom it is played on, which building, and for a Mutabilus where the good goes."""
    aimed = [
        aim
        for aim in aims
        if isinstance(
            aim, moves.Infamia | moves.Mutabilus | moves.Spiritus | moves.Undo | moves.Banish
        )
    ]
    seats = list(dict.fromkeys(aim.seat for aim in aimed))

    def safe() -> Iterator[tuple[Word, Move]]:
        for other, player in enumerate(sight.players):
            if other in seats or other == sight.seat:
                continue
            witness = aimed[0]._replace(seat=Seat(other))
            if not isinstance(witness, moves.Infamia):
                if not player.buildings:
                    continue
                guarded = golem_places(player.buildings) or [0]
                witness = witness._replace(building=guarded[0])
            yield Word(str(other), Thing(SEAT, str(other))), witness

    victim = Seat(
        int((yield from one("seat", words(seats, SEAT), lambda move: move.seat, others=safe)))
    )
    here = [aim for aim in aimed if aim.seat == victim]
    first = here[0]
    if isinstance(first, moves.Infamia):
        return first
    places = list(dict.fromkeys(_building(aim) for aim in here))

    def covered() -> Iterator[tuple[Word, Move]]:
        everywhere = range(len(sight.players[victim].buildings))
        for word in _but(victim, everywhere, places):
            yield word, first._replace(building=int(word.text))

    place = int(
        (yield from one("building", building_words(victim, places), _building, others=covered))
    )
    if not isinstance(first, moves.Mutabilus):
        return first._replace(building=place)
    rooms = [aim.into for aim in here if isinstance(aim, moves.Mutabilus) and aim.building == place]

    def full() -> Iterator[tuple[Word, Move]]:
        good = sight.players[victim].buildings[place].goods[0].good
        own = enumerate(sight.players[sight.seat].buildings)
        storing = [into for into, building in own if good in HOLDS.get(building.kind, ())]
        for word in _but(sight.seat, storing, rooms):
            yield word, moves.Mutabilus(victim, place, int(word.text))

    offered = building_words(sight.seat, rooms)
    into = yield from one("into", offered, lambda move: move.into, others=full)
    return moves.Mutabilus(victim, place, int(into))


def _building(move: Any) -> int:  # noqa: ANN401 - any move that names one
    place: int = move.building
    return place


def _but(seat: Seat, places: Iterable[int], offered: Sequence[int]) -> tuple[Word, ...]:
    return building_words(seat, [place for place in places if place not in offered])


def _impossible(kind: Kind, sight: Sight) -> NoctisMove:
    """A way to play a card that cannot be paid, or that has no target."""
    found = next(targets(kind, sight), None) or next(targets(kind, _without_golems(sight)), None)
    if found is not None:
        return found
    # Rather on a building that is there and not guarded: the reason is neither the one nor the other.
    nobody = (Seat((sight.seat + 1) % len(sight.players)), 0, None)
    other, place, _ = next(sight.unguarded(), nobody)
    return _ANYWHERE[kind](other, place)


def _without_golems(sight: Sight) -> Sight:
    """As if no Golem were anywhere: a target only then is refused as guarded."""
    players = tuple(
        player._replace(
            buildings=tuple(building._replace(golems=0) for building in player.buildings)
        )
        for player in sight.players
    )
    return sight._replace(players=players, golems=())


_USES: Final[Mapping[type, str]] = {
    moves.Golem: "building",
    moves.FieldGolem: "field",
    moves.Undo: "undo",
    moves.Banish: "banish",
}
"""The uses of the cards that have two."""

_ANYWHERE: Final[Mapping[Kind, Callable[[Seat, int], NoctisMove]]] = {
    Kind.GOLEM: lambda _other, _place: moves.FieldGolem(0),
    Kind.MUTABILUS: lambda other, place: moves.Mutabilus(other, place, 0),
    Kind.SPIRITUS: moves.Spiritus,
    Kind.HOMUNCULUS: moves.Undo,
    Kind.PACTUM: lambda _other, _place: moves.Pactum(),
    Kind.INFAMIA: lambda other, _place: moves.Infamia(other),
}
"""A way to play each kind where it has no target at all."""


def defence(view: View, seat: Seat) -> Script[Move]:
    """Suffer it, give a Golem, or cards."""
    hand, buildings = view.hand, view.board.players[seat].buildings
    guarded = golem_places(buildings)
    can_pay = len(hand) >= PRICE

    def others() -> Iterator[tuple[Word, Move]]:
        if not guarded:
            yield Word("golem"), moves.GiveGolem(0)
        if not can_pay:
            yield Word("cards"), moves.GiveCards(hand)

    offered = words(["golem"] * bool(guarded) + ["cards"] * can_pay)
    text = yield from optional(
        "defence",
        offered,
        lambda move: "golem" if isinstance(move, moves.GiveGolem) else "cards",
        others,
    )
    if text == PASS:
        return moves.Pass()
    if text == "cards":
        return moves.GiveCards((yield from payment(hand, PRICE)))

    def bare() -> Iterator[tuple[Word, Move]]:
        for word in _but(seat, range(len(buildings)), guarded):
            yield word, moves.GiveGolem(int(word.text))

    golems = building_words(seat, guarded)
    return moves.GiveGolem(int((yield from one("building", golems, _building, others=bare))))
