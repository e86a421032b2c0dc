"""`bessemer ladder`: rated matches among bots, the standings, and what an organiser does."""

import argparse
from typing import Final

from bessemer.cli.console.arguments import add_commands, describe

_EXAMPLES: Final = """\
bessemer ladder run                                # rated matches among the shipped bots
bessemer ladder standings                          # the table again
bessemer ladder history greedy                     # the matches of one player
bessemer ladder create main --game furnace         # a ladder for players from elsewhere
bessemer ladder audit                              # what organisers did, and why
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(command, "Play rated matches, show the standings, and organise a ladder.", _EXAMPLES)
    run, show, admin = (f"bessemer.cli.ladder.{module}" for module in ("run", "show", "admin"))
    add_commands(
        command,
        {
            "run": ("play rated matches among bots", f"{run}:add_arguments"),
            "show": (
                "show how far a ladder or a competition is",
                "bessemer.cli.ladder.show_ladder:add_show",
            ),
            "standings": ("show the standings", f"{show}:add_standings"),
            "matrix": ("how each player does against every other", f"{show}:add_matrix"),
            "history": ("the matches of one player", f"{show}:add_history"),
            "report": ("everything as an HTML page", f"{show}:add_report"),
            "plot": ("the ratings over time as a picture", f"{show}:add_plot"),
            "create": (
                "create a ladder for players from elsewhere",
                "bessemer.cli.ladder.create:add_create",
            ),
            "start": ("start a tournament", "bessemer.cli.ladder.formats:add_start"),
            "set": ("set how much is played", f"{admin}:add_set"),
            "lock": ("let no version change from a time on", "bessemer.cli.ladder.entry:add_lock"),
            "freeze": ("start no more matches", f"{admin}:add_freeze"),
            "thaw": ("start matches again", f"{admin}:add_thaw"),
            "season": ("begin a new season", f"{admin}:add_season"),
            "void": ("stop a match from counting", f"{admin}:add_void"),
            "restore": ("let a voided match count again", f"{admin}:add_restore"),
            "remove": ("disqualify a player", f"{admin}:add_remove"),
            "reinstate": ("take a disqualification back", f"{admin}:add_reinstate"),
            "release": ("publish the seeds of half-played blocks", f"{admin}:add_release"),
            "audit": ("list what organisers did, and why", f"{admin}:add_audit"),
        },
    )
