"""
A referee for the tests of a bot, without a network.

    from bessemer.furnace import View
    from bessemer.testing import FakeReferee, RandomBot

    match = FakeReferee(View, seed=7).play(MyBot(), RandomBot(), RandomBot())
    assert match.ranks[0] == 1

It plays whole matches by the real rules of the game whose `View` it is given, and shows positions.
Whatever a bot does wrong is raised as a `BotFault`. gRPC is not imported.
"""

from bessemer.sdk.offline.fake_referee import FakeReferee, PlayedMatch
from bessemer.sdk.offline.local_match import BotFault
from bessemer.sdk.offline.opponents import IdleBot, RandomBot

__all__ = ["BotFault", "FakeReferee", "IdleBot", "PlayedMatch", "RandomBot"]
