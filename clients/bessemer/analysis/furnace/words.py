"""The wording of parts of an analysis in a cell of a table, on a terminal and on a page."""

from bessemer.analysis.rooms import Facts


def number(value: float) -> str:
    """A worth in money: whole if it is whole."""
    return f"{value:.1f}".removesuffix(".0")


def lost(choice: Facts) -> str:
    """The loss of a choice; a lower bound where the best is not proven."""
    return number(choice["lost"]) if choice["is_proven"] else f"≥ {number(choice['lost'])}"


def note(choice: Facts) -> str:
    """Notes on a choice: who made it, how sure the best is."""
    notes = [choice["default"]] if choice["default"] else []
    if not choice["is_proven"]:
        most = choice["lost_at_most"]
        notes.append("not proven" if most is None else f"not proven, ≤ {number(most)}")
    return "; ".join(notes)


def answer(text: str) -> str:
    """A move without its first word, which the table says already."""
    return text.partition(" ")[2]


def worth(card: Facts, seat: int) -> str:
    """The worth of a card to a seat; an estimate where that is not proven."""
    return f"{'' if card['is_proven'][seat] else '~'}{number(card['worth'][seat])}"


def printed(card: Facts) -> str:
    """The effects of a card: its basic and its additional line."""
    return f"{card['basic']} | {card['additional']}"


def disc(placed: Facts) -> str:
    """A disc and whose it is."""
    whose = "Agent" if placed["seat"] == "agent" else f"seat {placed['seat']}"
    return f"{whose} with {placed['value']}"


def won(card: Facts, *, is_over: bool) -> str:
    """The winner of the card."""
    if card["won"] is None:
        return "nobody" if is_over else "bids missing"
    return disc(card["won"])


def paid(card: Facts) -> str:
    """The compensations of the others."""
    return "; ".join(f"seat {one['seat']}: {one['text']}" for one in card["paid"])


def heading(found: Facts) -> str:
    """The match in a line."""
    options = ", ".join(f"{name}={value}" for name, value in found["options"].items())
    ending = f"{found['status']}: {found['message']}" if found["message"] else found["status"]
    return f"{found['game']}, match {found['match_id']} ({options}), {ending}"
