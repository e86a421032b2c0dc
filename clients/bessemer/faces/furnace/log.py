"""What happened, in sentences for the log."""

from typing import assert_never

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import company_name, gain_text, times_text
from bessemer.faces.players import Players
from bessemer.games.furnace import simultaneous
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
)
from bessemer.games.furnace.state import AGENT, Answer, Board, Phase


def describe_move(move: Move, seat: Seat, before: Board | None) -> str:
    """What a move did, without who did it; with its gain if the table before it is known."""
    match move:
        case Bid(value, card):
            name = f" {company_name(before.table.options.deck, card)}" if before else ""
            return f"bids {value} on {card}{name}"
        case Compensation(counts):
            gain = _gain(move, seat, before, Phase.COMPENSATION)
            return f"takes compensation{gain}{_processed(counts, seat, before, gain)}"
        case ChainPlacement(line):
            return f"puts the new cards into the line: {' '.join(line)}"
        case ProductionPlan(steps):
            gain = _gain(move, seat, before, Phase.PLAN)
            return f"produces{gain}: {'; '.join(map(str, steps))}"
        case _:
            assert_never(move)


def _gain(move: Answer, seat: Seat, before: Board | None, phase: Phase) -> str:
    if before is None or before.phase is not phase:
        return ""
    try:
        after = simultaneous.player_after(before, seat, move)
    except IllegalMove:
        return ""  # the table is not the one that the move was made at
    gain = gain_text(before.players[seat].stock, after.stock)
    return f" ({gain})" if gain else " (no change)"


def _processed(counts: tuple[int, ...], seat: Seat, before: Board | None, gain: str) -> str:
    """How often each processing was done, with its card if the table before is the right one."""
    if not counts:
        return ""
    if before is None or not gain:
        return f", processing {', '.join(map(times_text, counts))}"
    cards = [claim.card for claim in before.owed[seat] if claim.effect.takes]
    done = zip(cards, counts, strict=True)
    return f": {', '.join(f'{card} {times_text(count)}' for card, count in done)}"


def describe_changes(before: Board, after: Board, players: Players) -> list[str]:
    """Cards that changed hands, the new round and the end; `before` may be long ago."""
    entries = _agent_discs(before, after)
    deck = after.table.options.deck
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        won = [card for card in new.companies if card not in old.companies]
        if won:
            cards = ", ".join(f"{card} {company_name(deck, card)}" for card in won)
            entries.append(f"{players.title(seat)} wins {cards}")
    gone = [card for card in after.gone if card not in before.gone]
    if gone:
        cards = ", ".join(f"{card} {company_name(deck, card)}" for card in gone)
        leave = "leaves" if len(gone) == 1 else "leave"
        entries.append(f"No player wins {cards}, which {leave} the game")
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        entries.append("The match is over")
    elif after.round != before.round:
        first = players.title(after.first)
        entries.append(f"Round {after.round} of {after.table.options.rounds}; {first} bids first")
    return entries


def _agent_discs(before: Board, after: Board) -> list[str]:
    """What the Agent of a two-player match placed; its die says where."""
    if len(after.players) != AGENT or before.row.cards != after.row.cards:
        return []
    pairs = zip(after.row.cards, before.row.stacks, after.row.stacks, strict=True)
    return [
        f"The die shows {after.die}: X Agent puts {disc.value} on {card}"
        for card, old, new in pairs
        for disc in new[len(old) :]
        if disc.seat == AGENT
    ]
