"""The questions of Noctis: which card, on what, paid with what; and how to answer Infamia."""

from bessemer.engine.game import Seat
from bessemer.faces.alchemicus.names import cards_number, field_name, goods_text, letter, seat_of
from bessemer.games.alchemicus.actions.defence import PRICE
from bessemer.games.alchemicus.actions.targets import Sight, targets
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import GOLEM, KINDS, Kind
from bessemer.games.alchemicus.moves import (
    Banish,
    FieldGolem,
    GiveCards,
    GiveGolem,
    Golem,
    Infamia,
    Mutabilus,
    NoctisMove,
    Pactum,
    Pass,
    Spiritus,
    Undo,
)
from bessemer.games.alchemicus.state import View
from bessemer.terminal.alchemicus.steps import (
    PASS,
    Answer,
    Asking,
    Script,
    ask,
    listed,
    payment,
    pick,
    pick_building,
)
from bessemer.terminal.drafts import DraftChoice


def noctis(view: View, seat: Seat) -> Script:
    """Which card, its target, and its payment."""
    costs, others = view.board.table.options.deck.costs, len(view.hand) - 1
    answers = []
    for kind, _ in runs(view.hand):
        if kind >= GOLEM:
            why_not = ""
            if costs[kind] > others:
                why_not = f"{kind} costs {cards_number(costs[kind])} besides itself"
            elif not _targets(view, seat, kind):
                why_not = f"nothing is there to play {kind} on"
            answers.append(Answer(str(kind), f"{kind} costs {costs[kind]}", why_not))
    word = yield from ask("Which Noctis card do you play?", listed(answers, "no more"))
    if word == PASS:
        return Pass()
    kind = KINDS[word]
    target = yield from _target(view, seat, _targets(view, seat, kind))
    pay = yield from payment(without(view.hand, kind), costs[kind], str(kind))
    return target._replace(pay=pay)


def _targets(view: View, seat: Seat, kind: Kind) -> list[NoctisMove]:
    board = view.board
    sight = Sight(
        board.players,
        seat,
        board.golems,
        race=board.table.options.race,
        is_noctis_left=bool(board.noctis_pile or board.noctis_discard),
    )
    return list(targets(kind, sight))


def _target(view: View, seat: Seat, aims: list[NoctisMove]) -> Asking[NoctisMove]:
    """Narrow the targets of one kind down to one, question by question."""
    first = aims[0]
    if isinstance(first, Pactum):
        return first
    if isinstance(first, Golem | FieldGolem):
        return (yield from _golem(view, seat, aims))
    if isinstance(first, Undo | Banish):
        aims = yield from _homunculus(aims)
    return (yield from _aimed(view, seat, aims))


def _golem(view: View, seat: Seat, aims: list[NoctisMove]) -> Asking[NoctisMove]:
    """Under a building, or in the Race on a field."""
    board = view.board
    places = [aim.building for aim in aims if isinstance(aim, Golem)]
    fields = [aim.field for aim in aims if isinstance(aim, FieldGolem)]
    answers = [Answer("building", "under a building of yours")] if places else []
    answers += [Answer("field", "on a field of the board")] if fields else []
    if (yield from pick("Where does the Golem go?", listed(answers))) == "building":
        buildings = board.players[seat].buildings
        text = "Which building does the Golem guard?"
        return Golem((yield from pick_building(text, buildings, places)))
    names = tuple(
        DraftChoice(str(field), f"field.{field}", field_name(board, field)) for field in fields
    )
    word = yield from pick("On which field does the Golem lie?", names)
    return FieldGolem(int(word.removeprefix("field.")))


def _homunculus(aims: list[NoctisMove]) -> Asking[list[NoctisMove]]:
    """Turn a good back, or banish a Spiritus."""
    answers = [
        Answer(word, label)
        for word, label, kind in (
            ("undo", "turn a good back", Undo),
            ("banish", "banish a Spiritus", Banish),
        )
        if any(isinstance(aim, kind) for aim in aims)
    ]
    word = yield from pick("What does the Homunculus do?", listed(answers))
    return [aim for aim in aims if isinstance(aim, Undo if word == "undo" else Banish)]


def _aimed(view: View, seat: Seat, aims: list[NoctisMove]) -> Asking[NoctisMove]:
    """Whom it is played on, which building, and for a Mutabilus where the good goes."""
    others = [
        aim for aim in aims if isinstance(aim, Mutabilus | Spiritus | Undo | Banish | Infamia)
    ]
    players = view.board.players
    names = [
        Answer(letter(other), f"{letter(other)}{' (you)' if other == seat else ''}")
        for other in dict.fromkeys(aim.seat for aim in others)
    ]
    victim = seat_of((yield from pick("On whom do you play it?", listed(names))))
    here = [aim for aim in others if aim.seat == victim]
    if isinstance(here[0], Infamia):
        return here[0]
    places = dict.fromkeys(aim.building for aim in here if not isinstance(aim, Infamia))
    buildings = players[victim].buildings
    place = yield from pick_building(f"Which building of {letter(victim)}?", buildings, places)
    there = [aim for aim in here if not isinstance(aim, Infamia) and aim.building == place]
    if not isinstance(there[0], Mutabilus):
        return there[0]
    text = f"Where does the {goods_text(buildings[place])} go?"
    rooms = [aim.into for aim in there if isinstance(aim, Mutabilus)]
    into = yield from pick_building(text, players[seat].buildings, rooms)
    return Mutabilus(victim, place, into)


def defence(view: View, seat: Seat) -> Script:
    """Suffer it, give a Golem, or cards."""
    board = view.board
    buildings = board.players[seat].buildings
    guarded = [place for place, building in enumerate(buildings) if building.golem]
    few = f"you have {cards_number(len(view.hand))}, and it takes {PRICE}"
    answers = [
        Answer("golem", "give a Golem", "" if guarded else "no Golem is under a building of yours"),
        Answer("cards", f"give {PRICE} cards", "" if len(view.hand) >= PRICE else few),
    ]
    loss = (
        "suffer it: you cannot sell gold while you have Infamia"
        if board.table.options.race
        else "suffer it: lose 1 Fame"
    )
    text = f"{letter(board.active)} plays Infamia on you. How do you answer?"
    match (yield from ask(text, listed(answers, loss))):
        case "golem":
            text = "Which building gives up its Golem?"
            return GiveGolem((yield from pick_building(text, buildings, guarded)))
        case "cards":
            return GiveCards((yield from payment(view.hand, PRICE, "Infamia")))
        case _:
            return Pass()
