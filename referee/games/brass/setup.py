"""The set-up: an empty map, full stacks and tracks, and a turn order by chance."""

from referee.games.brass import eras, rounds
from referee.games.brass.geography import SPACES
from referee.games.brass.income import FIRST_SPACE
from referee.games.brass.options import check_playable
from referee.games.brass.stacks import FULL_STACKS
from referee.games.brass.state import Board, Land, Phase, Player, State
from referee.games.brass.tables import SETTINGS, Era
from referee.games.chance import Chance
from referee.games.game import Seat


def set_up(seats: int, chance: Chance) -> State:
    """
    The state at the first decision.

    Chance draws, in this order: who begins, then what the era draws.

    Raises:
        BadOption: so many cannot play.
    """
    check_playable(seats)
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
