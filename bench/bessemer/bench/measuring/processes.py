"""The processes of a benchmark: modules of ours that do tasks, and a referee with scripted players."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Final

_NO_LIMITS: Final = ("--requests", "1000000", "--streams", "100000", "--matches", "100000")


class TaskProcess:
    """A module of ours as a process that reads lines and answers with lines; it ends with the stack."""

    def __init__(
        self, stack: ExitStack, module: str, *words: str, errors: IO[str] | None = None
    ) -> None:
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603 - the project's own modules
                [sys.executable, "-m", module, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        )
        stack.callback(process.kill)
        assert process.stdin is not None
        assert process.stdout is not None
        self._input, self._output, self._pid = process.stdin, process.stdout, process.pid

    def line(self) -> str:
        """
        Read its next line.

        Raises:
            SystemExit: it has ended.
        """
        line = self._output.readline()
        if not line:
            raise SystemExit("bessemer: a process of the benchmark failed; see what it printed")
        return line.strip()

    def tell(self, task: dict[str, Any]) -> None:
        """Give it its next task."""
        self._input.write(json.dumps(task) + "\n")
        self._input.flush()

    def hear(self) -> dict[str, Any]:
        """Read the figures of a task."""
        figures: dict[str, Any] = json.loads(self.line())
        return figures

    def ask(self, task: dict[str, Any]) -> dict[str, Any]:
        """Let it do a task; the figures."""
        self.tell(task)
        return self.hear()

    def memory(self) -> float:
        """Its resident memory in KiB."""
        return memory_of(self._pid)


class MeasuredReferee:
    """The command `bessemer serve`, and a process of scripted players who answer at once."""

    def __init__(self, stack: ExitStack, folder: Path, limits: Sequence[str] = _NO_LIMITS) -> None:
        self._log = folder / "referee.log"
        listen = ("--listen", "127.0.0.1:0", "--metrics", "", "--log", "json")
        words = ("serve", "--data", str(folder), *listen, *limits)
        with self._log.open("w", encoding="utf-8") as errors:
            self._process = TaskProcess(stack, "bessemer.cli.main", *words, errors=errors)
        served = self._served()
        self.address = str(served["listen"][0])
        self.is_compiled = bool(served["compiled"])
        self.token = (folder / "organiser.token").read_text(encoding="ascii").strip()
        self.players = TaskProcess(stack, "bessemer.bench.decisions.load")

    def play(
        self,
        matches: int,
        *,
        times: int = 1,
        durability: str = "match",
        game: str = "furnace",
        by_choices: bool = False,
    ) -> dict[str, Any]:
        """So many matches at once, several times if they are soon over; `p50` is the median turn's."""
        task = {
            "what": "play",
            "address": self.address,
            "token": self.token,
            "matches": matches,
            "durability": durability,
            "game": game,
            "by_choices": by_choices,
        }
        played = [self.players.ask(task) for _ in range(times)]
        return {
            **played[0],
            "decisions": sum(one["decisions"] for one in played),
            "seconds": sum(one["seconds"] for one in played),
            "p50": sorted(one["p50"] for one in played)[times // 2],
        }

    def memory(self) -> float:
        """The resident memory of the referee in KiB."""
        return self._process.memory()

    def clock_losses(self) -> int:
        """Seats that forfeited, and tracebacks: scripted players always answer, so each is a fault."""
        log = self._log.read_text(encoding="utf-8")
        return log.count('"seat forfeits"') + log.count("Traceback")

    def _served(self) -> dict[str, Any]:
        """The line of the log that says where it serves, and whether it is compiled."""
        for _ in range(300):
            for line in self._log.read_text(encoding="utf-8").splitlines():
                event: dict[str, Any] = json.loads(line) if line.startswith("{") else {}
                if event.get("event") == "referee serves":
                    return event
            time.sleep(0.1)
        log = self._log.read_text(encoding="utf-8")
        raise SystemExit(f"bessemer: the referee did not start:\n{log}")


def memory_of(pid: int | str) -> float:
    """The resident memory of a process in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0
