"""Files of what the pages remember."""

import os
from pathlib import Path


def write_private(path: Path, content: bytes) -> None:
    """Have a file with this content, which only its owner can read; never half of it."""
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
