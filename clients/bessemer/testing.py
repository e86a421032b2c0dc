"""A referee for tests, without a network: see `bessemer.sdk.testing`."""

from bessemer.sdk.testing import BotFault, FakeReferee, IdleBot, PlayedMatch, RandomBot

__all__ = ["BotFault", "FakeReferee", "IdleBot", "PlayedMatch", "RandomBot"]
