"""The events of a registry's matches, for everybody who must know."""

from bessemer.matches.match import Match


class MatchListener:
    """
    Hears of every match; a listener overrides the methods that concern it.

    Called on the event loop, in the order of subscription. Listeners are subscribed where the parts of a
    referee are put together, see `MatchRegistry.subscribe`.
    """

    def match_ended(self, match: Match) -> None:
        """A match is over, and its end is durable."""

    def journal_changed(self) -> None:
        """The journal cannot be written, or can be written again."""

    def match_forgotten(self, match: Match) -> None:
        """A match that has ended leaves the memory."""
