"""
Installs packages with pip and shows how far it is, without pip's own noise.

On a terminal one line counts; in a log there is a line for each step, and one now and then. All of
pip's output is printed if it fails. Usage: install.py PIP-INSTALL-ARGUMENTS
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final

_LOG_SECONDS: Final = 10.0
_DOWNLOADS: Final = re.compile(r"\s*(?:Downloading|Using cached) \S+\.(?:whl|tar\.gz|zip)")
_INSTALLS: Final = "Installing collected packages: "


def steps(lines: Iterable[str]) -> Iterator[str]:
    """What pip is doing, after each of its lines that tells."""
    found = 0
    for line in lines:
        if line.startswith("Collecting ") and not found:
            yield "finding packages"
        elif _DOWNLOADS.match(line):
            found += 1
            yield f"downloading packages: {found}"
        elif line.startswith(_INSTALLS):
            count = line.removeprefix(_INSTALLS).count(",") + 1
            yield f"installing {count} {'package' if count == 1 else 'packages'}"


class Display:
    """One line that is rewritten, or lines in a log."""

    def __init__(self, *, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self._shown, self._shown_at = "", 0.0

    def show(self, step: str) -> None:
        """Show what is being done now."""
        if self._is_terminal:
            print(f"\r\x1b[K  {step}", end="", flush=True)
            return
        is_new = step.partition(":")[0] != self._shown.partition(":")[0]
        if is_new or time.monotonic() - self._shown_at > _LOG_SECONDS:
            self._shown, self._shown_at = step, time.monotonic()
            print(f"  {step}", flush=True)

    def end(self, step: str) -> None:
        """Show how it ended."""
        print(f"\r\x1b[K  {step}" if self._is_terminal else f"  {step}", flush=True)


def main(arguments: list[str]) -> int:
    """Install; pip's exit code."""
    begun, output = time.monotonic(), list[str]()
    display = Display(is_terminal=sys.stdout.isatty())
    pip = [sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    with subprocess.Popen(
        [*pip, "--progress-bar", "off", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None

        def recorded(lines: Iterable[str]) -> Iterator[str]:
            for line in lines:
                output.append(line)
                yield line

        for step in steps(recorded(process.stdout)):
            display.show(step)
    if process.returncode:
        display.end("pip failed:")
        sys.stdout.writelines(output)
        return process.returncode
    display.end(f"installed in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
