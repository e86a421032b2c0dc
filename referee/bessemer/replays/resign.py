"""Signing a replay that another referee wrote, with your own key."""

from bessemer.replays.format import write_lines
from bessemer.replays.reader import read_replay
from bessemer.replays.signatures import SigningKey


def resigned(file: bytes, key: SigningKey) -> bytes:
    """The same match signed with `key`; a file that is damaged, or badly signed, stays as it is."""
    replay = read_replay(file)
    if replay.error is not None or replay.header is None or replay.result is None:
        return file
    return write_lines(replay.header, replay.records, replay.result, key)
