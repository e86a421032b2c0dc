"""The clauses of Furnace's refusals; see `bessemer.faces.refusals`."""

from typing import Final

from bessemer.faces.language import key

REFUSALS: Final = (
    key("seat {seat} is asked for a {phase}, not '{move}'"),
    # Bids.
    key("seat {seat} has no disc worth {value}, only {discs}"),
    key("{card} is not in the row: {cards}"),
    key("{card} already holds a disc worth {value}"),
    key("{card} already holds a disc of seat {seat}"),
    key("seat {seat} may bid {values} on {card}"),
    # Compensation.
    key("{given} counts for the {owed} cards on which seat {seat} is owed processing: {cards}"),
    # The line.
    key("{card} is not a card of seat {seat}"),
    key("{card} stands in the line twice"),
    key("{card} is missing from the line"),
    key("{card} has left its place in the old line"),
    key("keep {line} in this order and put {cards} anywhere"),
    # Plans.
    key("step {number}, {card}: not a card of this player"),
    key("step {number}, {card}: resolved before"),
    key("step {number}, {card}: the line is {line}"),
    key("next may be {cards}"),
    key("after {count} steps {cards} is still to resolve: every card, once"),
    key(
        "step {number}, {card}: {given} counts, but {active} processing lines are "
        "active when it is reached"
    ),
    key("step {number}, {card}: companies are flipped at the start-up {startup} only"),
    key("step {number}, flip {card}: it is named twice"),
    key("step {number}, flip {card}: it is a start-up and has one side"),
    key("step {number}, flip {card}: it is not a card of this player"),
    key("step {number}, flip {card}: it shows its upgraded side already"),
    key("step {number}, flip {card}: it costs 1C + 1U and {missing} is missing"),
    key("possible: {cards}"),
    # Counts, of plans and compensations.
    key(
        "step {number}, {card}: '{effect}' done {count} times lacks {missing}: {held} is held there"
    ),
    key("{card}: '{effect}' done {count} times lacks {missing}: {held} is held there"),
    key("step {number}, {card}: '{effect}' done {count} times is not 0 to {limit}"),
    key("{card}: '{effect}' done {count} times is not 0 to {limit}"),
    key("at most {possible}"),
)
