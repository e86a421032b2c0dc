"""
Moving the pawn clockwise along the outer circle.

One, two or three fields are free; four or five cost a Fame. In the Race there is no Fame: there a
field beyond the third costs a Gloria and one more card, and Golems lie in wait.
"""

from typing import Final

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import GLORIA, GOLEM
from bessemer.games.alchemicus.moves import Cards, Place, Walk
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import OFF, Board, Hand, Player, make

FIELDS: Final = 8
FREE_DISTANCE: Final = 3
PAID_DISTANCE: Final = 5
RACE_DISTANCE: Final = 8
"""RULING alchemicus-lap (R28): one lap at most."""

Players = tuple[Player, ...] | list[Player]


def enter_move(play: Play) -> None:
    """There is always a choice: one pawn alone can bar a field."""
    play.ask(play.active)


def walk(play: Play, seat: Seat, move: Place | Walk) -> None:
    """
    Put the pawn where it goes, and see what it passes.

    Raises:
        Refused: too far, not payable, or onto the Spirit's field, where another pawn is.
    """
    player = play.players[seat]
    if isinstance(move, Place):
        _place(play, seat, move)
        play.go(Phase.LANDING)
        return
    if player.field == OFF:
        raise Refused(
            Code.WRONG_KIND, say("the pawn is not on the board yet: it is placed on a field")
        )
    distance = move.distance
    _pay_for(play, seat, distance, move.pay)
    start, spirit = player.field, play.options.deck.spirit_field
    # RULING alchemicus-declared-end (R43): the end must be legal by itself, Golem or not.
    _check_free(play.players, seat, (start + distance) % FIELDS, spirit, "distance")
    step = stop_on_the_way(play.golems, play.players, seat, distance, spirit)
    if step:
        distance = step
        stop = (start + step) % FIELDS
        play.golems = tuple(other for other in play.golems if other != stop)
        play.throw((GOLEM,))
    _set_field(play, seat, (start + distance) % FIELDS)
    play.go(Phase.REWARD if passes(start, distance, spirit) else Phase.LANDING)


def _place(play: Play, seat: Seat, move: Place) -> None:
    if play.players[seat].field != OFF:
        raise Refused(Code.WRONG_KIND, say("the pawn is on the board: it moves"))
    if not 0 <= move.field < FIELDS:
        raise Refused(
            Code.NO_SUCH_FIELD,
            say("the fields are 0 to {most}, not {field}", most=FIELDS - 1, field=move.field),
            part="field",
        )
    _check_free(play.players, seat, move.field, play.options.deck.spirit_field, "field")
    _set_field(play, seat, move.field)


def _set_field(play: Play, seat: Seat, field: int) -> None:
    fame, _, turns, buildings, infamia, cards, backs = play.players[seat]
    play.players[seat] = make(Player, (fame, field, turns, buildings, infamia, cards, backs))


def _pay_for(play: Play, seat: Seat, distance: int, pay: Cards) -> None:
    """Pay for the distance, in Fame or, in the Race, in Gloria cards and others."""
    race = play.options.race
    farthest = RACE_DISTANCE if race else PAID_DISTANCE
    if not 1 <= distance <= farthest:
        raise Refused(
            Code.WRONG_DISTANCE,
            say("a pawn moves 1 to {most} fields, not {number}", most=farthest, number=distance),
            part="distance",
        )
    extra = max(0, distance - FREE_DISTANCE)
    if race:
        if extra:
            play.lose(seat, (GLORIA,) * extra, "distance")
        play.pay(seat, pay, extra)
        play.throw((GLORIA,) * extra)  # the price first, as at the end of a turn
        return
    if extra:
        if not play.players[seat].fame:
            raise Refused(
                Code.NO_FAME,
                say("{number} fields cost a Fame", number=distance),
                part="distance",
                missing="1 Fame",
            )
        play.gain_fame(seat, -1)
    play.pay(seat, pay, 0)


def stop_on_the_way(
    golems: tuple[int, ...], players: Players, seat: Seat, distance: int, spirit: int
) -> int:
    """After how many fields a Golem stops the pawn of `seat`; 0 if none does."""
    # RULING alchemicus-golem-owner (R29): everybody is stopped, its owner too.
    # RULING alchemicus-golem-beyond (R30): only where the move would end beyond it; neither the
    # field at its end nor the one where it starts.
    if golems:
        for step in range(1, distance):
            field = (players[seat].field + step) % FIELDS
            # RULING alchemicus-golem-spirit (R31): on the Spirit's field nobody is stopped beside
            # another; that Golem stays.
            if field in golems and not (field == spirit and _is_taken(players, seat, spirit)):
                return step
    return 0


def passes(start: int, distance: int, spirit: int) -> bool:
    """Whether a pawn passes the Spirit's field. RULING alchemicus-passing (R7): taken or not."""
    return 0 < (spirit - start) % FIELDS < distance


def open_fields(board: Board, seat: Seat) -> list[int]:
    """Where the pawn may be placed."""
    spirit = board.table.options.deck.spirit_field
    taken = _is_taken(board.players, seat, spirit)
    return [field for field in range(FIELDS) if field != spirit or not taken]


def open_distances(board: Board, seat: Seat, hand: Hand) -> list[int]:
    """How far the pawn may go, whatever is paid."""
    options, player = board.table.options, board.players[seat]
    if options.race:
        extra = min(hand.count(GLORIA), len(hand) // 2, RACE_DISTANCE - FREE_DISTANCE)
        farthest = FREE_DISTANCE + extra
    else:
        farthest = PAID_DISTANCE if player.fame else FREE_DISTANCE
    spirit = options.deck.spirit_field
    barred = (spirit - player.field) % FIELDS
    if not 0 < barred <= farthest or not _is_taken(board.players, seat, spirit):
        return list(range(1, farthest + 1))
    return [distance for distance in range(1, farthest + 1) if distance != barred]


def paid_fields(board: Board, distance: int) -> int:
    """The number of fields that cost a Gloria and a card."""
    return max(0, distance - FREE_DISTANCE) if board.table.options.race else 0


def _is_taken(players: Players, seat: Seat, spirit: int) -> bool:
    """Whether the pawn of somebody else stands on the Spirit's field."""
    return any(player.field == spirit and other != seat for other, player in enumerate(players))


def _check_free(players: list[Player], seat: Seat, field: int, spirit: int, part: str) -> None:
    if field == spirit and _is_taken(players, seat, spirit):
        raise Refused(Code.FIELD_TAKEN, say("somebody stands on the Spirit's field"), part=part)
