"""Moves and changes, in sentences for the log."""

from typing import assert_never

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import company_name, gain_text, times_text
from bessemer.faces.language import tr, trn
from bessemer.faces.players import Players
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, Move, ProductionPlan
from bessemer.games.furnace.phases import simultaneous
from bessemer.games.furnace.state import AGENT, Answer, Board, Phase, View


def describe_move(
    move: Move,
    seat: int,
    before: View | None,
    players: Players,  # noqa: ARG001 - no move names another player
) -> str:
    """The effect of a move, without who did it; with its gain if the table before it is known."""
    board = None if before is None else before.board
    match move:
        case Bid(value, card):
            name = f" {company_name(board.table.options.deck, card)}" if board else ""
            return tr("bids {value} on {card}", value=value, card=f"{card}{name}")
        case Compensation(counts):
            gain = _gain(move, Seat(seat), board, Phase.COMPENSATION)
            return _compensated(counts, Seat(seat), board, gain)
        case ChainPlacement(line):
            return tr("puts the new cards into the line: {line}", line=" ".join(line))
        case ProductionPlan(steps):
            gain = _gain(move, Seat(seat), board, Phase.PLAN)
            plan = "; ".join(map(str, steps))
            if gain:
                return tr("produces ({gain}): {plan}", gain=gain, plan=plan)
            return tr("produces: {plan}", plan=plan)
        case _:
            assert_never(move)


def _gain(move: Answer, seat: Seat, before: Board | None, phase: Phase) -> str:
    if before is None or before.phase is not phase:
        return ""
    try:
        after = simultaneous.player_after(before, seat, move)
    except IllegalMove:
        return ""  # the table is not the one that the move was made at
    return gain_text(before.players[seat].stock, after.stock) or tr("no change")


def _compensated(counts: tuple[int, ...], seat: Seat, before: Board | None, gain: str) -> str:
    """The gain, and how often each processing was done, with its card if that is known."""
    if before is None or not gain:
        if not counts:
            return tr("takes compensation")
        done = ", ".join(map(times_text, counts))
        return tr("takes compensation, processing {counts}", counts=done)
    if not counts:
        return tr("takes compensation ({gain})", gain=gain)
    cards = [claim.card for claim in before.owed[seat] if claim.effect.takes]
    pairs = zip(cards, counts, strict=True)
    done = ", ".join(f"{card} {times_text(count)}" for card, count in pairs)
    return tr("takes compensation ({gain}): {counts}", gain=gain, counts=done)


def describe_changes(before: View, after: View, players: Players) -> list[str]:
    """Cards that changed hands, the new round and the end; `before` may be long ago."""
    old, new = before.board, after.board
    entries = _agent_discs(old, new)
    deck = new.table.options.deck
    for seat, (then, now) in enumerate(zip(old.players, new.players, strict=True)):
        won = [card for card in now.companies if card not in then.companies]
        if won:
            cards = ", ".join(f"{card} {company_name(deck, card)}" for card in won)
            entries.append(tr("{player} wins {cards}", player=players.title(seat), cards=cards))
    gone = [card for card in new.gone if card not in old.gone]
    if gone:
        cards = ", ".join(f"{card} {company_name(deck, card)}" for card in gone)
        entries.append(
            trn(
                "No player wins {cards}, which leaves the game",
                "No player wins {cards}, which leave the game",
                len(gone),
                cards=cards,
            )
        )
    if new.phase is Phase.OVER and old.phase is not Phase.OVER:
        entries.append(tr("The match is over"))
    elif new.round != old.round:
        entries.append(
            tr(
                "Round {number} of {rounds}; {player} bids first",
                number=new.round,
                rounds=new.table.options.rounds,
                player=players.title(new.first),
            )
        )
    return entries


def _agent_discs(before: Board, after: Board) -> list[str]:
    """The discs that the Agent of a two-player match placed; its die says where."""
    if len(after.players) != AGENT or before.row.cards != after.row.cards:
        return []
    pairs = zip(after.row.cards, before.row.stacks, after.row.stacks, strict=True)
    return [
        tr(
            "The die shows {die}: X Agent puts {value} on {card}",
            die=after.die,
            value=disc.value,
            card=card,
        )
        for card, old, new in pairs
        for disc in new[len(old) :]
        if disc.seat == AGENT
    ]
