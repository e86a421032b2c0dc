"""The recorded matches."""

from typing import Final

from tests.replays.make import FOLDER, SUFFIX

FILES: Final = {f"{path.parent.name}/{path.stem}": path for path in FOLDER.rglob(f"*{SUFFIX}")}
