"""A field that is called idle is one on which nothing can be done, and no other is."""

import pytest

from bessemer.faces.alchemicus.idle_fields import is_idle
from bessemer.games.alchemicus.moves import Pass, Walk
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.walks import SETTINGS, Setting, states

_FIELDS = frozenset(
    {Phase.BUILD, Phase.ACQUIRE, Phase.TRANSPORT, Phase.TRANSMUTE, Phase.SALE, Phase.GIFTS}
)
_OWN = [setting for setting in SETTINGS.values() if setting.game is ALCHEMICUS]


@pytest.mark.parametrize(
    "setting", _OWN, ids=[name for name, one in SETTINGS.items() if one.game is ALCHEMICUS]
)
def test_idle_is_what_asks_nothing(setting: Setting) -> None:
    """Wherever a pawn goes, its player can do something there or was told that it is idle."""
    seen = set()
    for walk in states(setting, b"idle"):
        state = walk.state
        if state.board.phase is not Phase.MOVE:
            continue
        (seat,) = walk.asked
        view, player = ALCHEMICUS.view(state, seat), state.board.players[seat]
        if player.infamia:
            continue
        for move in ALCHEMICUS.legal_moves(state, seat):
            if not isinstance(move, Walk) or move.distance > 3:
                continue
            after = ALCHEMICUS.apply(state, seat, move)
            field = after.board.players[seat].field
            kind = state.board.table.options.deck.outer[field]
            gained = len(ALCHEMICUS.view(after, seat).hand) > len(view.hand)
            if kind not in _FIELDS or gained or after.board.phase is Phase.REWARD:
                continue
            moves = ALCHEMICUS.legal_moves(after, seat) if after.board.phase is kind else ()
            can_act = any(not isinstance(action, Pass) for action in moves)
            assert is_idle(view, field) != can_act, (kind, move)
            seen.add(is_idle(view, field))

    assert {True, False} == seen
