"""
A bot that takes the first legal move and has children which spin: `hog.py CHILDREN`.

It has them from its first decision on, and half of them cut all ties to it. Without them it loses every
match to a bot that looks at all.
"""

import subprocess
import sys
from typing import Any

from bessemer.furnace import Bot, run

SPIN = "while True: pass"
SPIN_ELSEWHERE = f"import os\nif os.fork(): os._exit(0)\nos.setsid()\n{SPIN}"
CHILDREN = int(sys.argv.pop())


class Hog(Bot):
    """Plays what comes first."""

    spinning: list[subprocess.Popen[bytes]] = []  # noqa: RUF012 - of all matches together

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any decision's
        while len(self.spinning) < CHILDREN:
            program = SPIN_ELSEWHERE if len(self.spinning) % 2 else SPIN
            self.spinning.append(subprocess.Popen((sys.executable, "-ISc", program)))
        return view.legal_moves(1)[0]


if __name__ == "__main__":
    run(Hog)
