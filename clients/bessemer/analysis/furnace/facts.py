"""An analysis as plain facts: what `--json` prints, and what tables and pages are drawn from."""

import math

from bessemer.analysis.logged_match import LoggedMatch
from bessemer.analysis.rooms import Facts, ProgressBar
from bessemer.bots.furnace.analysis.auctions import AuctionAnalysis, Offer
from bessemer.bots.furnace.analysis.judgement import Judgement
from bessemer.bots.furnace.analysis.log import LoggedMove, read_log
from bessemer.bots.furnace.analysis.match import (
    MatchAnalysis,
    analyse,
    losses_so_far,
    questions,
    sentence,
)
from bessemer.bots.furnace.analysis.valuation import STOCK_PRICES
from bessemer.games.furnace.effects import SYMBOLS
from bessemer.games.furnace.state import AGENT, Disc, Table
from bessemer.matches.records import Cause, Status
from bessemer.replays.replaying import Step

_CHOICES = {"compensation": "compensations", "placement": "placements", "plan": "plans"}


def analysed(match: LoggedMatch, *, seconds: float, progress: ProgressBar) -> Facts:
    """Judge every choice and value every row, with so many seconds for each question."""
    log = read_log(match.first.state, map(_logged_move, match.steps))
    with progress("analysing", questions(log)) as advance:
        return _facts(match, analyse(log, seconds=seconds, advance=advance))


def _logged_move(step: Step) -> LoggedMove:
    record = step.record
    return LoggedMove(
        turn=record.turn,
        seat=record.seat,
        move=step.move,
        default="" if record.cause is Cause.PLAYED else record.cause.value,
        asked=step.asked,
        before=step.before.state,
        after=step.after.state,
    )


def _facts(match: LoggedMatch, analysis: MatchAnalysis) -> Facts:
    """All that there is to say, as JSON has it."""
    header, ending, log = match.header, match.result, analysis.log
    is_finished = ending is not None and ending.status is Status.FINISHED
    found: Facts = {
        "match_id": header.match_id,
        "game": header.game,
        "options": {
            name: value if len(value) < 80 else "a deck of its own"
            for name, value in header.options.items()
        },
        "status": "cut off" if ending is None else ending.status.value,
        "message": "" if ending is None else ending.message,
        "error": match.error,
        "rounds": log.board.table.options.rounds,
        "prices_by_rounds_left": {
            str(left): dict(zip(SYMBOLS, prices, strict=True))
            for left, prices in STOCK_PRICES.items()
        },
        "players": [
            {
                "seat": summary.seat,
                "name": header.players[summary.seat],
                "rank": ending.ranks[summary.seat] if ending and is_finished else None,
                "money": log.board.players[summary.seat].stock.money,
                "lost": summary.loss,
                "lost_by_choice": {kind.value: loss for kind, loss in summary.by_kind.items()},
                "lost_by_round": list(summary.by_round),
                "lost_so_far": list(losses_so_far(summary)),
                "money_by_round": [of_seats[summary.seat] for of_seats in log.money],
                "is_proven": summary.is_proven,
                "defaults": summary.defaults,
                "summary": sentence(summary),
            }
            for summary in analysis.summaries
        ],
        "auctions": [_auction(auction, log.board.table) for auction in analysis.auctions],
    }
    for kind, plural in _CHOICES.items():
        found[plural] = [_choice(one) for one in analysis.judgements if one.kind.value == kind]
    return found


def _choice(one: Judgement) -> Facts:
    return {
        "turn": one.turn,
        "round": one.round,
        "seat": one.seat,
        "default": one.default or None,
        "money": one.money,
        "best_money": one.best_money,
        "earned": one.earned,
        "best_earned": one.best_earned,
        "lost": one.loss,
        "lost_at_most": one.loss_at_most if math.isfinite(one.most) else None,
        "is_proven": one.is_proven,
        "played": str(one.played),
        "best": str(one.best),
    }


def _auction(auction: AuctionAnalysis, table: Table) -> Facts:
    return {
        "round": auction.round,
        "is_over": auction.is_over,
        "cards": [_offer(offer, table) for offer in auction.offers],
    }


def _offer(offer: Offer, table: Table) -> Facts:
    company, seats = table.options.deck.companies[offer.card], len(table.startups)
    return {
        "card": offer.card,
        "basic": str(company.basic),
        "additional": str(company.additional),
        "worth": [of_seat.worth for of_seat in offer.worths],
        "is_proven": [of_seat.is_proven for of_seat in offer.worths],
        "discs": [_disc(disc, seats) for disc in offer.discs],
        "won": None if offer.won is None else _disc(offer.won, seats),
        "paid": [
            {
                "seat": paid.seat,
                "effect": str(paid.effect),
                "times": paid.times,
                "used": paid.used,
                "text": str(paid),
            }
            for paid in offer.paid
        ],
    }


def _disc(disc: Disc, seats: int) -> Facts:
    # The Agent of a two-player match is nobody's seat.
    return {"seat": "agent" if seats == AGENT == disc.seat else disc.seat, "value": disc.value}
