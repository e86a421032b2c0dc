"""Views of Alchemicus as messages, built field by field: the definition that quicker ways are held to."""

from collections.abc import Iterable

from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.state import NOBODY, OFF, Board, Building, Lying, Shuffle, View
from bessemer.v1 import alchemicus_pb2 as pb
from bessemer.v1 import move_pb2


def kind_message(kind: Kind) -> pb.AlchemicusKind.ValueType:
    """A kind of card, by its name."""
    return pb.AlchemicusKind.Value(f"ALCHEMICUS_KIND_{kind.name}")


def kinds_message(kinds: Iterable[Kind]) -> list[pb.AlchemicusKind.ValueType]:
    """Some cards."""
    return [kind_message(kind) for kind in kinds]


def lying_message(lying: Lying) -> pb.AlchemicusLying:
    """A good."""
    good = pb.AlchemicusGood.Value(f"ALCHEMICUS_GOOD_{lying.good.name}")
    return pb.AlchemicusLying(good=good, cards=lying.cards)


def building_message(building: Building) -> pb.AlchemicusBuilding:
    """A building, and what lies on and under it."""
    return pb.AlchemicusBuilding(
        kind=kind_message(building.kind),
        goods=map(lying_message, building.goods),
        golem=building.golem,
        spiritus=building.spiritus,
    )


def player_message(board: Board, seat: int) -> pb.AlchemicusPlayer:
    """What everybody sees of one seat."""
    player = board.players[seat]
    return pb.AlchemicusPlayer(
        fame=player.fame,
        field=None if player.field == OFF else player.field,
        turns=player.turns,
        buildings=map(building_message, player.buildings),
        infamia=player.infamia,
        cards=player.cards,
        noctis_cards=player.backs,
        shown=kinds_message(board.shown[seat]),
    )


def shuffle_message(shuffle: Shuffle | None) -> pb.AlchemicusShuffle | None:
    """What everybody remembers of a pile."""
    if shuffle is None:
        return None
    return pb.AlchemicusShuffle(
        pool=kinds_message(shuffle.pool),
        shown=kinds_message(shuffle.shown),
        outside=kinds_message(shuffle.outside),
        goods=shuffle.goods,
        held=shuffle.held,
        drawn=shuffle.drawn,
        robbed=shuffle.robbed,
    )


def build_view(view: View) -> move_pb2.View:
    """`view` as a message."""
    board, recalled = view.board, view.recalled
    message = pb.AlchemicusView(
        phase=pb.AlchemicusPhase.Value(f"ALCHEMICUS_PHASE_{board.phase.name}"),
        waiting_seats=board.waiting,
        active_seat=board.active,
        start_seat=board.table.start,
        spirit=kind_message(board.spirit),
        players=[player_message(board, seat) for seat in range(len(board.players))],
        discard=kinds_message(board.discard),
        bank=kinds_message(board.bank),
        pile=board.pile,
        noctis_discard=kinds_message(board.noctis_discard),
        noctis_pile=board.noctis_pile,
        golems=board.golems,
        traded=board.traded,
        ending=board.ending,
        winner_seat=None if board.winner == NOBODY else board.winner,
        shuffle=shuffle_message(board.shuffles[0]),
        noctis_shuffle=shuffle_message(board.shuffles[1]),
        own_hand=kinds_message(view.hand),
    )
    if board.offer is not None:
        message.offer.lying.CopyFrom(lying_message(board.offer.lying))
        message.offer.price = board.offer.price
    if any(recalled):
        message.own_memory.held.extend(kinds_message(recalled.held))
        message.own_memory.drawn.extend(kinds_message(recalled.drawn))
        for cards in recalled.known:
            message.own_memory.known.add(cards=kinds_message(cards))
    return move_pb2.View(alchemicus=message)
