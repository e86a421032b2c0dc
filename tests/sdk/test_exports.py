"""What a bot author may import, and at what cost."""

import subprocess
import sys

from bessemer import sdk


def test_what_is_public_is_there() -> None:
    """Every name in `__all__`, sorted, and none besides; submodules are not meant."""
    assert sorted(sdk.__all__) == sorted(sdk._HOME)
    assert all(getattr(sdk, name) is not None for name in sdk.__all__)


def test_the_public_names_stay() -> None:
    """A name that disappears breaks somebody's bot: this list may only grow."""
    assert {
        *("Bid", "Bot", "BotFailed", "ChainPlacement", "Compensation", "ConnectionGone"),
        *("FurnaceBot", "FurnaceView", "MatchEnd", "MatchStart", "Move", "MoveRefused", "Offer"),
        *("PlanDraft", "ProductionPlan", "SeatError", "SeatRefused", "SeatCredentials", "Step"),
        *("play_matches", "play_seat", "run"),
    } <= set(sdk.__all__)


def test_a_bot_that_is_only_tested_loads_no_grpc() -> None:
    """Importing the class and the fake referee is quick."""
    program = (
        "import sys; from bessemer.sdk import FurnaceBot; from bessemer.sdk.testing import *;"
        "FakeReferee().play(IdleBot(), IdleBot()); sys.exit('grpc' in sys.modules)"
    )

    assert 0 == subprocess.run([sys.executable, "-c", program], check=False).returncode
