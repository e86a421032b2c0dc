"""An analysis as tables on a terminal."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bessemer.analysis.furnace import words
from bessemer.analysis.rooms import Facts
from bessemer.printable import printable

_LEFT = ("seat", "note", "played", "best", "won by", "compensation", "summary")


def print_tables(console: Console, found: Facts, *, with_plans: bool) -> None:
    """Everything, the summary last: that is where the eye is when the command ends."""
    names = [printable(f"{player['seat']} {player['name']}") for player in found["players"]]
    for auction in found["auctions"]:
        console.print(_auction(auction, names))
    for kind, title in (("compensations", "Compensations"), ("placements", "Lines of the chain")):
        if found[kind]:
            console.print(_answers(title, found[kind], names))
    if found["plans"]:
        console.print(_plans(found["plans"], names))
    if with_plans and found["plans"]:
        console.print(_answers("Plans, move by move", found["plans"], names))
    console.print(_summary(found, names))


def _table(title: str, headings: list[str]) -> Table:
    # Without lines between the columns nine of them fit into 80 letters.
    table = Table(title=Text(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in headings:
        is_text = heading in _LEFT
        table.add_column(Text(heading), justify="left" if is_text else "right", overflow="fold")
    return table


def _auction(auction: Facts, names: list[str]) -> Table:
    title = f"Auction of round {auction['round']}: what each card was worth to each seat"
    headings = ["card", *names, "won by", "compensation"]
    table = _table(title, headings)
    for card in auction["cards"]:
        # The most that the card was worth to anybody stands out.
        most = max(card["worth"])
        table.add_row(
            card["card"],
            *(
                Text(words.worth(card, seat), "bold" if card["worth"][seat] == most else "")
                for seat in range(len(names))
            ),
            words.won(card, is_over=auction["is_over"]),
            words.paid(card),
        )
    return table


def _plans(choices: list[Facts], names: list[str]) -> Table:
    headings = ["turn", "round", "seat", "money", "at best", "earned", "at best", "lost", "note"]
    table = _table("Production plans", headings)
    for one in choices:
        table.add_row(
            str(one["turn"]),
            str(one["round"]),
            Text(names[one["seat"]]),
            f"{one['money']:+d}",
            f"{one['best_money']:+d}",
            words.number(one["earned"]),
            words.number(one["best_earned"]),
            _lost(one),
            words.note(one),
        )
    return table


def _answers(title: str, choices: list[Facts], names: list[str]) -> Table:
    table = _table(title, ["turn", "round", "seat", "lost", "note", "played", "best"])
    for one in choices:
        best = words.answer(one["best"]) if one["lost"] else "the same"
        table.add_row(
            str(one["turn"]),
            str(one["round"]),
            Text(names[one["seat"]]),
            _lost(one),
            words.note(one),
            Text(words.answer(one["played"])),
            Text(best),
        )
    return table


def _lost(one: Facts) -> Text:
    return Text(words.lost(one), "bold red" if one["lost"] else "green")


def _summary(found: Facts, names: list[str]) -> Table:
    table = _table(printable(words.heading(found)), ["rank", "seat", "money", "lost", "summary"])
    for player in sorted(found["players"], key=lambda player: player["rank"] or 0):
        defaults = f" ({player['defaults']} default moves)" if player["defaults"] else ""
        table.add_row(
            str(player["rank"] or ""),
            Text(names[player["seat"]]),
            str(player["money"]),
            words.number(player["lost"]),
            player["summary"] + defaults,
        )
    return table
