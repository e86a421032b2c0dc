"""What a page is shown of answers in the making."""

import random
from itertools import islice
from typing import Final

import pytest

from bessemer.engine import drafts
from bessemer.web.previews import ahead_of, preview_of
from bessemer.wire.plain_json import PlainJson
from tests.games.walks import SETTINGS, Setting, Way
from tests.table.clicking import click_together, sat
from tests.table.positions import positions

SOME: Final = dict(islice(SETTINGS.items(), 0, None, 4))


@pytest.mark.parametrize("setting", SOME.values(), ids=SOME)
def test_every_table_ahead_can_be_drawn(setting: Setting) -> None:
    """Whatever the answer is, what it would leave is a view as any other."""
    game, rng = setting.game, random.Random(3)
    for walk, seat, view in islice(positions(setting, b"ahead", Way.BUSY), 30):
        move = game.sample_move(walk.state, seat, rng.randrange)
        model = sat(game, view)
        click_together(model, drafts.path_of(game, view, move))
        if (ahead := ahead_of(model, preview_of(model))) is not None:
            assert PlainJson(game.name).view(ahead)
