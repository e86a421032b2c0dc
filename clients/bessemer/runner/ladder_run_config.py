"""The ladder, the bots and the place of a run, and how many matches are played at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bessemer.ladder.ladder import Ladder
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.instances import Instances
from bessemer.runner.sandbox.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class LadderRunConfig:
    """The ladder, its bots, and where they play."""

    data: Path
    """The folder for all that is kept."""
    ladder: Ladder
    entrants: Sequence[BotSpec]
    sandbox: Sandbox
    concurrency: int = 8
    """The number of matches that each bot plays at once."""
    thinkers: int = 0
    """The number of bots that may think at once; 0 for as many as there are processors."""
    instances: Instances = field(default_factory=dict)
    """The number of instances of each bot that the schedule needs."""
    metrics: str = ""
    """Where Prometheus asks, HOST:PORT; "" for nowhere."""
    is_rated: bool = True
    """Whether bots are rated as they play; a comparison does without."""
    ponder: bool = False
    """Whether bots may use the processors while they are asked nothing."""

    @property
    def database(self) -> Path:
        """The ladder's database."""
        return self.data / "bessemer.sqlite3"

    @property
    def logs(self) -> Path:
        """The folder of the bots' logs."""
        return self.data / "logs"

    @property
    def sandbox_warning(self) -> str:
        """A warning about what the sandbox does not protect from; empty if all bots are shipped."""
        return "" if all(bot.is_shipped for bot in self.entrants) else self.sandbox.warning
