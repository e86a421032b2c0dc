"""The questions of every turn: the draw, the way of the pawn, the Spirit, and what cards are for."""

from bessemer.engine.game import Seat
from bessemer.faces.alchemicus.names import cards_number, field_name, letter, seat_of
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST, HAND_LIMIT
from bessemer.games.alchemicus.actions.landing import legal_clearings
from bessemer.games.alchemicus.actions.movement import (
    FIELDS,
    FREE_DISTANCE,
    PAID_DISTANCE,
    RACE_DISTANCE,
)
from bessemer.games.alchemicus.actions.spirit import dear_places, free_places, victims
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.hands import without
from bessemer.games.alchemicus.cards.kinds import GLORIA, KINDS
from bessemer.games.alchemicus.moves import (
    ClearInfamia,
    DiscardDown,
    DrawBank,
    DrawBase,
    DrawNoctis,
    Gift,
    MoveSpirit,
    Pass,
    Place,
    PlayGloria,
    Reward,
    Walk,
)
from bessemer.games.alchemicus.state import OFF, Board, View
from bessemer.terminal.alchemicus.steps import PASS, Answer, Script, ask, listed, payment, pick
from bessemer.terminal.drafts import DraftChoice


def draw(view: View, _seat: Seat) -> Script:
    """From which deck, or which card of the bank; then the fee."""
    board = view.board
    answers = [Answer("draw", "a base card")]
    answers += [Answer(str(kind), f"{kind} from the bank") for kind in sorted(set(board.bank))]
    if board.table.options.noctis:
        is_left = board.noctis_pile or board.noctis_discard
        answers.append(Answer("noctis", "a Noctis card", "" if is_left else "none is left"))
    word = yield from ask(
        "What do you draw? Anything but a base card costs a card of your hand.",
        listed(answers),
        "draw",
    )
    if word == "draw":
        return DrawBase()
    what = "a Noctis card" if word == "noctis" else f"{word} from the bank"
    (fee,) = yield from payment(view.hand, 1, f"For {what}")
    return DrawNoctis(fee) if word == "noctis" else DrawBank(KINDS[word], fee)


# --- The pawn ------------------------------------------------------------------------------------


def move(view: View, seat: Seat) -> Script:
    """A field to be placed on, or how far to go; in the Race also what to pay."""
    board = view.board
    start = board.players[seat].field
    if start == OFF:
        answers = tuple(
            DraftChoice(
                str(field), str(field), field_name(board, field), _barred(board, seat, field)
            )
            for field in range(FIELDS)
        )
        return Place(int((yield from ask("On which field do you begin?", answers))))
    race = board.table.options.race
    farthest = PAID_DISTANCE
    if race:
        farthest = min(RACE_DISTANCE, FREE_DISTANCE + view.hand.count(GLORIA))
    answers = tuple(
        DraftChoice(str(ahead), str(ahead), _way(board, start, ahead), _too_far(view, seat, ahead))
        for ahead in range(1, farthest + 1)
    )
    distance = int((yield from ask("How far do you go?", answers)))
    extra = max(0, distance - FREE_DISTANCE)
    if not race or not extra:
        return Walk(distance)
    hand = view.hand
    for _ in range(extra):
        hand = without(hand, GLORIA)
    return Walk(distance, (yield from payment(hand, extra, f"{distance} fields, {extra} Gloria")))


def _way(board: Board, start: int, ahead: int) -> str:
    """Where it leads, what it costs, and whether it passes the Spirit's field."""
    options = board.table.options
    parts = [field_name(board, (start + ahead) % FIELDS)]
    extra = ahead - FREE_DISTANCE
    if extra > 0:
        price = f"{extra} Gloria + {cards_number(extra)}" if options.race else "1 Fame"
        parts.append(f"for {price}")
    if 0 < (options.deck.spirit_field - start) % FIELDS < ahead:
        parts.append("+1 card")
    return " ".join(parts)


def _too_far(view: View, seat: Seat, ahead: int) -> str:
    board, extra = view.board, ahead - FREE_DISTANCE
    player = board.players[seat]
    if extra > 0:
        if board.table.options.race:
            if len(view.hand) < 2 * extra:
                return f"that costs {cards_number(2 * extra)}, Gloria included"
        elif not player.fame:
            return f"{ahead} fields cost a Fame, and you have none"
    return _barred(board, seat, (player.field + ahead) % FIELDS)


def _barred(board: Board, seat: Seat, field: int) -> str:
    """On the Spirit's field one pawn stands at a time."""
    if field != board.table.options.deck.spirit_field:
        return ""
    others = [other for other, player in enumerate(board.players) if player.field == field]
    return "" if others in ([], [seat]) else f"{letter(others[0])} stands on the Spirit's field"


def reward(_view: View, _seat: Seat) -> Script:
    """From which deck."""
    answers = listed([Answer("base", "a base card"), Answer("noctis", "a Noctis card")])
    word = yield from ask("You passed the Spirit's field: which card do you take?", answers, "base")
    return Reward(noctis=word == "noctis")


def clearing(view: View, seat: Seat) -> Script:
    """How many Infamia cards to get rid of, and with what."""
    # Whoever is asked can pay for one, so the first clearing that the rules allow tells its price.
    clearings = legal_clearings(view.board, seat, view.hand)
    price = next(len(move.pay) for move in clearings if isinstance(move, ClearInfamia))
    answers = [
        Answer(
            str(number),
            f"{number} for {cards_number(number * price)}",
            "" if len(view.hand) >= number * price else "you have too few cards",
        )
        for number in range(1, view.board.players[seat].infamia + 1)
    ]
    word = yield from ask("Do you clear Infamia?", listed(answers, "no"))
    if word == PASS:
        return Pass()
    number = int(word)
    pay = yield from payment(view.hand, number * price, f"{number} Infamia")
    return ClearInfamia(number, pay)


def spirit(view: View, seat: Seat) -> Script:
    """Where the Spirit goes; in the centre also whom it robs."""
    board = view.board
    deck = board.table.options.deck
    answers = [
        Answer(str(place), f"{place}, the centre" if place == CENTRE else str(place))
        for place in free_places(deck, board.spirit)
    ]
    answers += [
        Answer(str(place), f"{place} for your whole hand")
        for place in dear_places(deck, board.spirit)
    ]
    text = f"Where does the Spirit go? It leaves {board.spirit}."
    to = KINDS[(yield from ask(text, listed(answers)))]
    robbed = victims(board.players, seat) if to == CENTRE else []
    if not robbed:
        return MoveSpirit(to)
    names = [
        Answer(letter(victim), f"{letter(victim)}, {cards_number(board.players[victim].cards)}")
        for victim in robbed
    ]
    word = yield from pick(
        "From whom does it steal a card, drawn at random?", listed(names, "nobody")
    )
    return MoveSpirit(to, None if word == PASS else seat_of(word))


# --- Cards for Fame ------------------------------------------------------------------------------


def gifts(view: View, _seat: Seat) -> Script:
    """Whether, and which cards."""
    answers = listed([Answer("give", f"give {GIFT} cards")], "no")
    word = yield from ask(f"Do you give {GIFT} cards for 1 Fame?", answers)
    return Pass() if word == PASS else Gift((yield from payment(view.hand, GIFT, "A gift")))


def gloria(view: View, _seat: Seat) -> Script:
    """Whether, and which other cards."""
    held = GLORIA in view.hand
    answers = [Answer("play", "play it", "" if held else "you have no Gloria in your hand")]
    text = f"Do you play a Gloria? With {GLORIA_COST} other cards it brings 1 Fame."
    if (yield from ask(text, listed(answers, "no"))) == PASS:
        return Pass()
    others = without(view.hand, GLORIA)
    return PlayGloria((yield from payment(others, GLORIA_COST, "A Gloria")))


def hand_limit(view: View, _seat: Seat) -> Script:
    """What to discard."""
    number = len(view.hand) - HAND_LIMIT
    purpose = f"You may keep {HAND_LIMIT} cards"
    return DiscardDown((yield from payment(view.hand, number, purpose, "discard")))
