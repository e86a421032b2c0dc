"""Positions of Brass written by hand, and the questions that tests ask about them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import LINK, LINK_IDS, SPACE, SPACE_IDS, bits
from bessemer.games.brass.board.stacks import KINDS, TOPS, Tile
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, Player, State, View


def chance(number: int = 0) -> Chance:
    """A chance by its number."""
    return Chance(b"brass %d" % number)


def match(players: int, number: int = 0) -> State:
    """The first state of a match."""
    return BRASS.setup(BRASS.options({}), players, chance(number))


def position(
    players: int = 3,
    *,
    era: str = "canal",
    number: int = 2,
    hands: Mapping[int, str] | None = None,
    tiles: str = "",
    links: str = "",
    owns: Mapping[int, Mapping[str, Any]] | None = None,
    stacks: str = "",
    deck: int | None = None,
    distant: str = "",
    **board: Any,  # noqa: ANN401 - whatever fields a board has
) -> State:
    """
    A position in which seat 0 takes the first of two actions in round `number` of `era`.

    Tiles are written "0 cotton2 oldham.left, 1 coal3/2 wigan.left, 2 port1! preston.top": the seat,
    the industry and level, the cubes if not all, "!" if flipped, the space. Links: "0 bolton-bury
    bury-manchester, 1 preston-wigan". Stacks: "0 cotton2 port3" puts those levels on top of seat
    0's stacks, "cotton0" empties one. `owns` sets fields of players by seat.
    """
    start = match(players)
    editor = BoardEditor(start.board)
    for entry in filter(None, tiles.split(", ")):
        _put(editor, *entry.split())
    for entry in filter(None, links.split(", ")):
        seat, *names = entry.split()
        for name in names:
            editor.lay_link(Seat(int(seat)), LINK[name])
    for entry in filter(None, stacks.split(", ")):
        seat, *names = entry.split()
        _restack(editor, int(seat), names)
    for seat_number, fields in (owns or {}).items():
        editor.players[seat_number] = editor.players[seat_number]._replace(**fields)
    cards = _cards(players, hands or {}, deck)
    state = cards._replace(
        board=editor.board()._replace(
            era=Era(era),
            round=number,
            phase=Phase.ACTION,
            order=tuple(map(Seat, range(players))),
            turn=0,
            actions=2,
            waiting=(Seat(0),),
            cards=cards.board.cards,
            deck=cards.board.deck,
            discards=cards.board.discards,
        )
    )
    if distant:
        state = state._replace(distant=tuple(map(int, distant.split())))
    return state._replace(board=state.board._replace(**board))


def _put(editor: BoardEditor, seat: str, what: str, space: str) -> None:
    flipped = what.endswith("!")
    name, _, cubes = what.removesuffix("!").partition("/")
    industry, level = INDUSTRIES.index(name[:-1]), int(name[-1])
    held = int(cubes) if cubes else KINDS[industry][level].cubes
    owner, before = Seat(int(seat)), editor.players[int(seat)]
    editor.put_tile(SPACE[space], Tile(owner, industry, level, held, flipped=False))
    if flipped:
        editor.flip(SPACE[space])
        # A position says what the income is; what lies there has been counted before.
        editor.players[owner] = editor.players[owner]._replace(income=before.income)


def _restack(editor: BoardEditor, seat: int, names: list[str]) -> None:
    left = list(editor.players[seat].stacks)
    for name in names:
        industry = INDUSTRIES.index(name[:-1])
        none = name[-1] == "0" and name != "shipyard0"
        left[industry] = (
            0
            if none
            else max(
                count
                for count, kind in enumerate(TOPS[industry])
                if kind and kind.level == int(name[-1])
            )
        )
    editor.players[seat] = editor.players[seat]._replace(stacks=tuple(left))


def _cards(players: int, given: Mapping[int, str], deck: int | None) -> State:
    """All cards of the match: the hands as given, eight for the others, the rest in the deck."""
    setting, start = SETTINGS[players], match(players)
    left = Counter(setting.cards)
    hands: list[tuple[str, ...]] = [()] * players
    for seat, text in given.items():
        hands[seat] = tuple(sorted(text.split()))
        left.subtract(hands[seat])
    assert min(left.values()) >= 0, "there are not so many of these cards"
    rest = list(Draws(chance(99)).shuffled(tuple(left.elements())))
    for seat in range(players):
        if seat not in given:
            hands[seat], rest = tuple(sorted(rest[:8])), rest[8:]
    aside, rest = rest[: len(start.aside)], rest[len(start.aside) :]
    size = len(rest) if deck is None else deck
    board = start.board._replace(
        cards=tuple(map(len, hands)), deck=size, discards=tuple(rest[size:])
    )
    return start._replace(
        board=board, hands=tuple(hands), deck=tuple(rest[:size]), aside=tuple(aside)
    )


# --- Playing -------------------------------------------------------------------------------------


def asked(state: State) -> int:
    """The one seat that must decide."""
    (decision,) = BRASS.decisions(state)
    return decision.seat


def play(state: State, *texts: str) -> State:
    """The state after moves, each made by whoever is asked."""
    for text in texts:
        state = BRASS.apply(state, Seat(asked(state)), BRASS.parse(text))
    return state


def idle(state: State, until_round: int | None = None) -> State:
    """Everybody answers with the default until the turn order is new, or until a round begins."""
    number, era = state.board.round, state.board.era
    while BRASS.decisions(state) and (state.board.round, state.board.era) == (number, era):
        state = play(state, str(BRASS.default_move(state, Seat(asked(state)))))
    if until_round is not None and state.board.round < until_round:
        return idle(state, until_round)
    return state


def refused(state: State, text: str, seat: int | None = None) -> IllegalMove:
    """The refusal of a move; the state is as it was."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refusal:
        BRASS.apply(state, Seat(asked(state) if seat is None else seat), BRASS.parse(text))
    assert before == repr(state)
    return refusal.value


def legal(state: State, start: str = "") -> list[str]:
    """The legal moves of whoever is asked that begin so."""
    moves = map(str, BRASS.legal_moves(state, Seat(asked(state))))
    return [move for move in moves if move.startswith(start)]


def random_states(players: int, number: int) -> Iterator[State]:
    """
    Every state of a random match.

    Random players are soon poor; in matches of odd number they begin rich, with stacks of which
    some tiles are gone, so that everything is built and sold.
    """
    state, draws = match(players, number), Draws(chance(1000 + number))
    if number % 2:
        rich = tuple(
            entry._replace(money=150, stacks=tuple(left - draws.below(4) for left in entry.stacks))
            for entry in state.board.players
        )
        state = state._replace(board=state.board._replace(players=rich))
    while BRASS.decisions(state):
        yield state
        seat = Seat(asked(state))
        state = BRASS.apply(state, seat, BRASS.sample_move(state, seat, draws.below))
    yield state


# --- Looking -------------------------------------------------------------------------------------


def player(state: State | View, seat: int = 0) -> Player:
    """What a seat owns."""
    return state.board.players[seat]


def tile(state: State, space: str) -> str | None:
    """The tile on a space, written as `position` reads it, always with its cubes."""
    there = state.board.land.tiles[SPACE[space]]
    if there is None:
        return None
    side = "!" if there.flipped else ""
    return f"{there.owner} {INDUSTRIES[there.industry]}{there.level}/{there.cubes}{side}"


def links_of(state: State, seat: int) -> list[str]:
    """The links of a seat."""
    return [LINK_IDS[link] for link in bits(player(state, seat).links)]


def tiles_of(state: State, seat: int) -> list[str]:
    """The spaces with tiles of a seat."""
    return [SPACE_IDS[space] for space in bits(player(state, seat).tiles)]


def top(state: State, seat: int, industry: str) -> int | None:
    """The level on top of a stack."""
    number = INDUSTRIES.index(industry)
    kind = TOPS[number][player(state, seat).stacks[number]]
    return kind.level if kind else None
