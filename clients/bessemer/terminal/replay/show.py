"""Showing a match from its file: on the screen, or printed where there is none."""

from pathlib import Path

from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.notes import NO_NOTES, read_notes
from bessemer.replays.reader import STDIN, read_replay, replay_bytes
from bessemer.terminal.device.screen import has_screen
from bessemer.terminal.replay.plain import failed, print_replay


def show(path: str | Path, *, plain: bool) -> int:
    """
    Show the match in a file, `-` being the standard input: on the screen, or printed if `plain`.

    Returns 0, or 1 if the file cannot be read or is damaged, after showing what is sound.
    """
    is_stdin = str(path) == STDIN
    try:
        data = replay_bytes(path)
    except OSError as error:
        return failed(f"cannot read {path}: {error.strerror}")
    replay = read_replay(data)
    notes = read_notes(path, replay.header.match_id) if replay.header else NO_NOTES
    # The keys come from the standard input, so a replay that came from there is printed.
    if plain or is_stdin or not has_screen():
        return print_replay(replay, notes)
    # Here: what is printed needs no Textual.
    from bessemer.terminal.replay.app import ReplayApp  # noqa: PLC0415
    from bessemer.terminal.replay.timeline import build_timeline  # noqa: PLC0415

    try:
        timeline = build_timeline(replay, notes)
    except ReplayDiffers as differs:
        return failed(str(differs))
    ReplayApp(timeline).run()
    return failed(f"damaged: {timeline.trouble}") if timeline.trouble else 0
