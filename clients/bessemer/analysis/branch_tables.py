"""The moves that a bot would have made, as tables on a terminal."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bessemer.analysis.branch import LOGGED
from bessemer.analysis.rooms import Facts
from bessemer.printable import printable


def print_branched(found: Facts) -> None:
    """The bot's move instead, and the two outcomes side by side."""
    console, decision = Console(highlight=False), found["decision"]
    where = f"Turn {decision['turn']}, round {decision['round']}, seat {decision['seat']}"
    console.print(Text(f"{where}: {decision['kind']}", "bold"))
    by = f" ({decision['default']}: default move)" if decision["default"] else ""
    console.print(Text(f"  played{by}: {decision['played']}"))
    console.print(Text(f"  {found['bot']}: {_instead(decision)}"))
    table = _table("seat", "played on by", "score", "logged score", "rank", "logged rank")
    for player in found["players"]:
        who = player["played_by"]
        is_followed = who == LOGGED
        table.add_row(
            Text(printable(f"{player['seat']} {player['name']}")),
            "its logged moves" if is_followed else f"{who} from turn {player['from_turn']}",
            str(player["score"]),
            _or_dash(player["logged_score"]),
            str(player["rank"]),
            _or_dash(player["logged_rank"]),
        )
    console.print(table)
    if found["players"][0]["logged_score"] is None:
        console.print("The logged match was not finished.")


def print_compared(found: Facts) -> None:
    """Every decision of the seat with both answers."""
    console, decisions = Console(highlight=False), found["decisions"]
    table = _table("turn", "round", "kind", "played", found["bot"])
    for one in decisions:
        by = f" ({one['default']})" if one["default"] else ""
        table.add_row(
            str(one["turn"]),
            str(one["round"]),
            one["kind"],
            Text(one["played"] + by),
            Text(_instead(one), "" if one["leads_to_the_same"] else "bold"),
        )
    console.print(table)
    seat = printable(f"seat {found['seat']}, {found['name']}")
    same_result = sum(one["leads_to_the_same"] for one in decisions)
    console.print(
        Text(
            f"{seat}: {found['bot']} would have made {found['same']} of {len(decisions)} moves "
            f"alike, and {same_result} with the same result"
        )
    )


def _instead(decision: Facts) -> str:
    if decision["is_same"]:
        return "the same"
    alike = " (leads to the same)" if decision["leads_to_the_same"] else ""
    return f"{decision['instead']}{alike}"


def _table(*headings: str) -> Table:
    table = Table()
    for heading in headings:
        is_text = heading not in ("turn", "round", "score", "logged score", "rank", "logged rank")
        table.add_column(heading, justify="left" if is_text else "right", overflow="fold")
    return table


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)
