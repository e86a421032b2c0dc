"""What the table did by itself, in sentences for the log."""

from collections import Counter

from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import NOBODY, Board, View
from bessemer.terminal.alchemicus.names import cards_number, cards_text
from bessemer.terminal.seats import Seats


def round_number(board: Board) -> int:
    """The round that is being played, from 1; at the end the last one."""
    is_complete = board.phase is Phase.OVER and board.winner == NOBODY
    return board.players[board.active].turns + (not is_complete)


def happened(before: View, after: View, seats: Seats) -> list[str]:
    """Cards that came and went unseen, Fame, new piles, rounds and the end."""
    old, new = before.board, after.board
    entries = _own_cards(before, after)
    for seat, (then, now) in enumerate(zip(old.players, new.players, strict=True)):
        if then.fame != now.fame:
            entries.append(f"{seats.title(seat)} has {now.fame} Fame")
        if then.infamia != now.infamia:
            entries.append(f"{seats.title(seat)} bears {now.infamia} Infamia")
    if new.pile > old.pile:
        entries.append(f"The discards are shuffled: a new pile of {new.pile}")
    if new.noctis_pile > old.noctis_pile:
        entries.append(f"The Noctis discards are shuffled: a new pile of {new.noctis_pile}")
    if new.ending and not old.ending:
        entries.append("The goal is reached: this is the last round")
    if new.phase is Phase.OVER and old.phase is not Phase.OVER:
        entries.append("The match is over")
    elif round_number(new) != round_number(old):
        entries.append(f"Round {round_number(new)}; {seats.title(new.table.start)} begins")
    return entries


def _own_cards(before: View, after: View) -> list[str]:
    """What the viewer drew and was robbed of; nothing while the hand is not shown."""
    if after.seat is None or len(after.hand) != after.board.players[after.seat].cards:
        return []
    if not before.hand and before.board.players[after.seat].cards:
        return []  # seen for the first time: nothing of it is news
    had, has = Counter(before.hand), Counter(after.hand)
    gained, lost = (has - had).elements(), (had - has).elements()
    entries = []
    if cards := tuple(gained):
        entries.append(f"You get {cards_text(cards)}")
    if cards := tuple(lost):
        entries.append(f"You lost {cards_number(len(cards))}: {cards_text(cards)}")
    return entries
