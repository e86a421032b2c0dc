"""Words of strangers, made fit to be shown."""


def printable(text: str) -> str:
    """What may come from anybody, without what a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
