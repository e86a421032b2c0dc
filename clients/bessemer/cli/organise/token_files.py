"""Files for tokens: for their owner alone, and none that is there is ever written over."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_files(paths: Sequence[Path]) -> Iterator[list[int]]:
    """
    New empty files of mode 0600, open for writing; if the body fails they are removed again.

    Raises:
        FileExistsError: one is there already; none was made.
        OSError: one cannot be made.
    """
    made: list[tuple[Path, int]] = []
    try:
        for path in paths:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            made.append((path, os.open(path, flags, 0o600)))
        yield [file for _, file in made]
    except BaseException:
        for path, _ in made:
            path.unlink(missing_ok=True)
        raise
    finally:
        for _, file in made:
            os.close(file)


def write_token(file: int, token: str) -> None:
    """Write a token, and have it on the disk: it cannot be asked for again."""
    os.write(file, f"{token}\n".encode("ascii"))
    os.fsync(file)
