"""Texts that a database can keep: PostgreSQL keeps none with a NUL in it."""


def can_be_stored(*texts: str) -> bool:
    """Whether any row could have these `texts`."""
    return not any("\0" in text for text in texts)


def storable(text: str) -> str:
    """`text`, or its escaped form if it cannot be kept as it is."""
    return text if can_be_stored(text) else ascii(text)
