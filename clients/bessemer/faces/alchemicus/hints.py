"""The uses of the fields and cards of Alchemicus; see `Hints` for what each method promises."""

from collections.abc import Iterable
from typing import Final

from bessemer.engine.choices import Word
from bessemer.faces.alchemicus.idle_fields import is_idle
from bessemer.faces.alchemicus.names import blocked, field_name
from bessemer.faces.hints import Hints, Note
from bessemer.faces.language import key, tr, tr_key
from bessemer.faces.questions import Asking
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.kinds import KINDS, Kind
from bessemer.games.alchemicus.moves import Move, Pass, Place, Walk
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.scripts.turn import BASE, NOCTIS
from bessemer.games.alchemicus.state import Board, View

_FIELDS: Final = {
    Phase.BUILD: key("put cards of your hand down, paid with other cards"),
    Phase.SPIRIT: key("move the Spirit: what it stands on works for nobody"),
    Phase.ACQUIRE: key("each Horten gains a herb, each Metalle an ore"),
    Phase.TRANSPORT: key("carry herb to Alembic, ore to Fornax, both on to Labrium"),
    Phase.TRANSMUTE: key("Alembic makes tincture, Fornax metal, Labrium gold"),
    Phase.SALE: key("sell goods in Pergula, Taberna or Donarium"),
    Phase.GIFTS: key("give 5 cards for 1 Fame"),
}
_GIFTS_IN_THE_RACE: Final = key("get rid of Infamia for half the price")
_CARDS: Final = {
    kinds.HORTEN: key("building: gains a herb on acquire"),
    kinds.METALLE: key("building: gains an ore on acquire"),
    kinds.PERGULA: key("building: sells one good on sale"),
    kinds.ALEMBIC: key("building: turns its herb into tincture on transmute"),
    kinds.FORNAX: key("building: turns its ore into metal on transmute"),
    kinds.TABERNA: key("building: sells three goods on sale, better ones for Fame"),
    kinds.DOMO: key("building: a card on acquire, transport and transmute"),
    kinds.LABRIUM: key("building: turns tincture and metal into gold on transmute"),
    kinds.DONARIUM: key("building: sells one gold on sale, for 6 cards or 5 Fame"),
    kinds.GLORIA: key("with 5 other cards it is 1 Fame at the end of a turn"),
    kinds.GOLEM: key("guards a building of yours"),
    kinds.MUTABILUS: key("takes a herb or an ore from another player"),
    kinds.SPIRITUS: key("spoils the next transmutation of another player's building"),
    kinds.HOMUNCULUS: key("turns another player's good back, or banishes a Spiritus"),
    kinds.PACTUM: key("draws three Noctis cards"),
    kinds.INFAMIA: key("another player loses 1 Fame, or gives a Golem or 5 cards"),
}
_IN_THE_RACE: Final = {
    kinds.GLORIA: key("with another card it lets the pawn go one field farther"),
    kinds.DONARIUM: key("building: sells gold on sale, which wins the match"),
    kinds.INFAMIA: key("another player may sell no gold until it is cleared"),
    kinds.GOLEM: key("guards a building of yours, or stops pawns on a field"),
}
_DECKS: Final = {
    BASE.text: key("the next card of the pile: a building or a Gloria"),
    NOCTIS.text: key("the next Noctis card: it guards you, or hinders others"),
}
_OF_CARDS: Final = frozenset({"build", "play", "fee", "pay", "discard", "draw", "to"})


class AlchemicusHints(Hints):
    """Fields, cards and the Spirit in a sentence each."""

    def hint(self, asking: Asking, word: Word) -> str:
        board, name = asking.view.board, asking.choice.name
        if name == "distance":
            start = board.players[asking.view.seat].field
            return field_hint(board, (start + int(word.text)) % FIELDS)
        if name == "field":
            return field_hint(board, int(word.text))
        if name in ("draw", "reward") and word.text in _DECKS:
            return tr_key(_DECKS[word.text])
        if name not in _OF_CARDS or word.text not in KINDS:
            return ""
        kind = KINDS[word.text]
        return blocked(board._replace(spirit=kind)) if name == "to" else card_hint(board, kind)

    def warning(self, view: View, move: Move) -> str:
        assert view.seat is not None, "a spectator decides nothing"
        start = view.board.players[view.seat].field
        match move:
            case Walk(distance) if is_idle(view, there := (start + distance) % FIELDS):
                return _nothing_to_do(view.board, there)
            case Place(there) if is_idle(view, there):
                return _nothing_to_do(view.board, there)
            case Pass() if view.board.phase is Phase.ACQUIRE:
                return tr("Your sources could gain goods; so they gain none.")
            case Pass() if view.board.phase is Phase.TRANSMUTE:
                return tr("Your processors could work; so they do not.")
        return ""

    def is_harmless(self, asking: Asking, word: Word) -> bool:
        return asking.choice.name == word.text == "acquire"

    def things(self, view: View) -> dict[str, str]:
        board = view.board
        deck = board.table.options.deck
        fields = {f"field:{field}": field_hint(board, field) for field in range(FIELDS)}
        cards = {
            f"card:{kind}": tr("costs {n}. {use}", n=deck.costs[kind], use=card_hint(board, kind))
            for kind in Kind
        }
        places = {
            f"place:{kind}": tr(
                "Where the Spirit stands: {what}", what=blocked(board._replace(spirit=kind))
            )
            for kind in (*deck.inner, kinds.DOMO)
        }
        return fields | cards | places

    def notes(self, view: View) -> tuple[Note, ...]:
        board = view.board
        fields = [
            Note(field_name(board, field), field_hint(board, field))
            for field in _first_of_each(board)
        ]
        seen: Iterable[Kind] = {
            *view.hand,
            *board.bank,
            *(one.kind for player in board.players for one in player.buildings),
        }
        cards = [Note(str(kind), card_hint(board, kind)) for kind in sorted(seen)]
        return (*fields, *cards)


def field_hint(board: Board, field: int) -> str:
    """The action of a field of the outer circle."""
    phase = board.table.options.deck.outer[field]
    if phase is Phase.GIFTS and board.table.options.race:
        return tr_key(_GIFTS_IN_THE_RACE)
    return tr_key(_FIELDS[phase])


def card_hint(board: Board, kind: Kind) -> str:
    """The use of a card."""
    in_the_race = _IN_THE_RACE.get(kind) if board.table.options.race else None
    return tr_key(in_the_race or _CARDS[kind])


def _first_of_each(board: Board) -> list[int]:
    """The fields in their order; of several with the same action the first."""
    outer = board.table.options.deck.outer
    return [field for field, phase in enumerate(outer) if outer.index(phase) == field]


def _nothing_to_do(board: Board, field: int) -> str:
    return tr(
        "On {field} you could do nothing now: {hint}.",
        field=field_name(board, field),
        hint=field_hint(board, field),
    )


HINTS: Final = AlchemicusHints()
