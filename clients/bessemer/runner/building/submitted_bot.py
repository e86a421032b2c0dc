"""The bot in the folder of a submission that was built."""

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.submissions.manifest import FILE, BadManifest, Manifest, read_manifest
from bessemer.submissions.records import Runtime

PACKAGES: Final = ".bessemer-packages"
"""The folder with the Python packages of a submission, inside its own."""


def manifest_of(folder: Path) -> Manifest:
    """
    The manifest in a folder.

    Raises:
        BadManifest: there is none, or it is not as it should be.
    """
    try:
        content = (folder / FILE).read_bytes()
    except OSError:
        raise BadManifest(
            f"{folder} has no {FILE}: `bessemer new` writes one, and docs/submit.md shows what is in it"
        ) from None
    return read_manifest(content)


def submitted_bot(manifest: Manifest, folder: Path, name: str) -> BotSpec:
    """
    The bot of a submission that was built into this folder; `name` is that of matches.

    Raises:
        BadManifest: what it runs is not there.
    """
    folder = folder.resolve()
    words = manifest.words
    if words[0].endswith(".py"):
        # A Python file is run by the Python that runs us.
        words.insert(0, sys.executable)
        program = words[1]
    else:
        program = words[0] if "/" in words[0] else ""
    if program and not (folder / program).is_file():
        raise BadManifest(f"run names {program}, which is not there once the bot is built", "run")
    if manifest.speaks_lines:
        # Without -P a file in the bot's folder, such as random.py, would be imported.
        words = [sys.executable, "-P", "-m", "bessemer.lines", *words]
    if (folder / PACKAGES).is_dir():
        words = ["/usr/bin/env", f"PYTHONPATH={folder / PACKAGES}", *words]
    return BotSpec(name, tuple(words), folder, is_whole=True)


def build_commands(manifest: Manifest, wheels: Path | None) -> list[list[str]]:
    """
    The command lines that build a submission, in their order; Python packages come from `wheels`.

    Raises:
        BadManifest: packages are needed, and there is no folder of wheels, or no pip.
    """
    commands = [shlex.split(line) for line in manifest.build]
    if manifest.runtime is Runtime.PYTHON and manifest.requirements:
        if wheels is None:
            raise BadManifest(
                "the organiser offers no Python packages here: do without requirements, or ask for a "
                "folder of wheels (--wheels)",
                "requirements",
            )
        # Its own options alone: no index, no settings, and nothing that would have to be built.
        install = ["--isolated", "--disable-pip-version-check", "--no-cache-dir", "install"]
        install += ["--no-index", "--find-links", str(wheels), "--only-binary", ":all:"]
        install += ["--no-compile", "--no-warn-script-location", "--target", PACKAGES]
        commands.insert(0, [*_pip(), *install, "--requirement", manifest.requirements])
    return commands


def _pip() -> list[str]:
    """The pip of our own Python, or the one that Python brings for new environments."""
    if find_spec("pip") is not None:
        return [sys.executable, "-P", "-m", "pip"]
    bundled = find_spec("ensurepip")
    if bundled is not None and bundled.origin is not None:
        for wheel in sorted(Path(bundled.origin).parent.glob("_bundled/pip-*.whl")):
            return [sys.executable, "-P", f"{wheel}/pip"]
    raise BadManifest("there is no pip on this machine: ask the organiser", "requirements")
