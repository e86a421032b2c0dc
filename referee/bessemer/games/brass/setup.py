"""The set-up: an empty map, full stacks and tracks, and a turn order by chance."""

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.engine.options import check_seats
from bessemer.games.brass import eras, rounds
from bessemer.games.brass.board.geography import SPACES
from bessemer.games.brass.board.income import FIRST_SPACE
from bessemer.games.brass.board.stacks import FULL_STACKS
from bessemer.games.brass.board.tables import SEATS, SETTINGS, Era
from bessemer.games.brass.state import Board, Land, Phase, Player, State


def set_up(seats: int, chance: Chance) -> State:
    """
    The state at the first decision.

    Chance draws, in this order: who begins, then what the era draws.

    Raises:
        BadOption: the game is not for this number of seats.
    """
    check_seats("brass", SEATS, seats)
    setting = SETTINGS[seats]
    first, chance = chance.below(seats)
    player = Player(setting.money, FIRST_SPACE, 0, 0, FULL_STACKS, 0, 0)
    board = Board(
        era=Era.CANAL,
        round=1,
        phase=Phase.ACTION,
        order=tuple(Seat((first + ahead) % seats) for ahead in range(seats)),
        turn=0,
        actions=0,
        waiting=(),
        players=(player,) * seats,
        land=Land((None,) * len(SPACES), (0,) * len(FULL_STACKS), 0, 0),
        coal=len(setting.refills),
        iron=len(setting.refills),
        cotton=0,
        drawn=(),
        cards=(),
        deck=0,
        discards=(),
    )
    return rounds.begun(eras.begun(State(board, (), (), (), (), chance), Era.CANAL))
