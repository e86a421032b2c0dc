"""
Best production plans by OR-Tools CP-SAT, to check the planner by.

Reads hands as JSON, one a line, and writes for each what its best plan is worth. It knows nothing of
the project: cards stand at positions, there is a stock after every line of every position, and the
solver does the rest. It needs `ortools` and the standard library alone, and runs in an environment
of its own, since the two do not agree on a version of protobuf:

    .venv/solver/bin/python tests/bots/furnace/planning/planner_cpsat.py --seconds 60 < hands.jsonl

A hand: `stock` (coal, iron, oil, tokens, money); `prices` of these, whole numbers; `in_line`, whether
the cards are in the order in which they must be resolved; `floor`, what some plan is known to be
worth (which spares the solver the search for one); and `cards`. A card: `is_startup`; `lines`, each
with `takes`, `gives` (pairs of a resource's number and an amount) and `limit`; and `additional`, the
line that it has more if it is flipped, with `bonus`, what its being flipped is worth, or `null`.

The answer: `status`, the solver's (`OPTIMAL` if it is sure, `INFEASIBLE` if no plan reaches the floor),
and `worth`, that of the best plan it found, or `null`.
"""

import argparse
import importlib
import json
import sys
from typing import Any, Final

# There are no types where there is no ortools.
cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")

COAL: Final = 0
TOKENS: Final = 3
KINDS: Final = 4
FAR: Final = 10_000
"""More than there is ever of anything."""
WORKERS: Final = 8
"""Different strategies at once; it is the mixture that proves quickly, on few cores too."""


class Model:
    """One hand as a constraint program."""

    def __init__(self, hand: dict[str, Any]) -> None:
        self.cards, self.prices = hand["cards"], hand["prices"]
        self.places = range(len(self.cards))
        self.model = cp_model.CpModel()
        self.start = [card["is_startup"] for card in self.cards].index(True)
        self.at = [[self._flag() for _ in self.places] for _ in self.cards]
        for card in self.places:
            self.model.add_exactly_one(self.at[card])
            self.model.add_exactly_one(self.at[other][card] for other in self.places)
            if hand["in_line"]:
                self.model.add(self.at[card][card] == 1)
        self.flips = {c: self._flag() for c, card in enumerate(self.cards) if card["additional"]}
        self.worth = sum(self.cards[card]["bonus"] * flip for card, flip in self.flips.items())
        self.worth += sum(a * b for a, b in zip(self.prices, hand["stock"], strict=True))
        self._produce(hand["stock"][:KINDS])
        self.model.add(self.worth >= hand["floor"])
        self.model.maximize(self.worth)

    def _flag(self) -> Any:  # noqa: ANN401 - ortools' own
        return self.model.new_bool_var("")

    def _where(self, card: int, flag: Any) -> list[Any]:  # noqa: ANN401 - ortools' own
        """The position of a card as flags, all of them off if `flag` is off."""
        flags = [self._flag() for _ in self.places]
        self.model.add(sum(flags) == flag)
        for place in self.places:
            self.model.add(flags[place] <= self.at[card][place])
        return flags

    def _produce(self, stock: list[Any]) -> None:
        """Resolve position after position; at no moment is anything below zero."""
        runs = [self._runs(card) for card in self.places]
        flipping = [self._where(self.start, flip) for flip in self.flips.values()]
        for place in self.places:
            for number in range(2):
                here = [
                    (own[number][0], own[number][1][place]) for own in runs if number < len(own)
                ]
                for side, sign in ("takes", -1), ("gives", 1):
                    changes = [
                        (kind, sign * amount * times)
                        for line, times in here
                        for kind, amount in line[side]
                    ]
                    stock = self._after(stock, changes)
            paid = [(kind, -flags[place]) for flags in flipping for kind in (COAL, TOKENS)]
            stock = self._after(stock, paid)

    def _runs(self, card: int) -> list[tuple[Any, list[Any]]]:
        """The lines of a card, each with how often it runs at each position."""
        facts = self.cards[card]
        lines = [(line, self.at[card]) for line in facts["lines"]]
        if facts["additional"]:
            startup, own = (
                sum(place * self.at[which][place] for place in self.places)
                for which in (self.start, card)
            )
            is_later, is_active = self._flag(), self._flag()
            self.model.add(own > startup).only_enforce_if(is_later)
            self.model.add(own < startup).only_enforce_if(~is_later)
            self.model.add_bool_and(self.flips[card], is_later).only_enforce_if(is_active)
            self.model.add_bool_or(~self.flips[card], ~is_later, is_active)
            lines.append((facts["additional"], self._where(card, is_active)))
        found = []
        for line, where in lines:
            times = where
            if line["takes"]:
                times = [self.model.new_int_var(0, line["limit"], "") for _ in self.places]
                for count, here in zip(times, where, strict=True):
                    self.model.add(count <= line["limit"] * here)
            found.append((line, times))
        return found

    def _after(self, stock: list[Any], changes: list[tuple[int, Any]]) -> list[Any]:
        """The stock after these changes, what they are worth being counted."""
        after = list(stock)
        for kind in range(KINDS):
            if own := [change for what, change in changes if what == kind]:
                after[kind] = self.model.new_int_var(0, FAR, "")
                self.model.add(after[kind] == stock[kind] + sum(own))
        self.worth += sum(self.prices[kind] * change for kind, change in changes)
        return after

    def best(self, seconds: float) -> dict[str, str | int | None]:
        """The worth of the best plan, as far as the solver knows after this time."""
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = WORKERS
        solver.parameters.linearization_level = 2
        status = solver.solve(self.model)
        is_found = status in {cp_model.OPTIMAL, cp_model.FEASIBLE}
        return {
            "status": solver.status_name(status),
            "worth": round(solver.objective_value) if is_found else None,
        }


def main() -> None:
    """Answer each line of the input with a line."""
    parser = argparse.ArgumentParser(description="Best production plans by CP-SAT.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each hand (%(default)s)")
    seconds = parser.parse_args().seconds
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(Model(json.loads(line)).best(seconds))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
