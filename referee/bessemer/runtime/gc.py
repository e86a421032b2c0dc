"""The garbage collector, for a process that holds many matches."""

import gc


def calm_collector() -> None:
    """
    Let the garbage collector look less often; for a process that does nothing but serve.

    Matches are made of immutable values, which refcounting frees. Left alone, the collector walks
    all of them again and again: it took two fifths of the referee's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
