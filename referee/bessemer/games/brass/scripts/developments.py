"""The choices of a development: one tile or two, and where the iron comes from."""

from bessemer.engine.choices import Choice, Thing, Word, ordered
from bessemer.engine.scripts import Ask, Script, some, words
from bessemer.games.brass.actions.develop import most_tiles
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.moves import MARKET, Develop, Development
from bessemer.games.brass.network.supply import SOURCE_IDS, TRACK, iron_sources
from bessemer.games.brass.scripts.things import STACK, card_choice, sources
from bessemer.games.brass.state import Board
from bessemer.games.brass.turn import Turn


def develop(turn: Turn, stacks: list[int]) -> Script[Develop]:
    """The tiles, as many sources of iron, the card: which iron is for which tile means nothing."""
    board, seat = turn.board, turn.seat
    left = board.players[seat].stacks
    most = most_tiles(board, seat, stacks)

    names = [(INDUSTRIES[stack], min(left[stack], most)) for stack in stacks]
    offered = tuple(Word(name, Thing(STACK, name), copies) for name, copies in names)
    choice = Choice("tiles", offered, 1, most)
    tiles = yield Ask(
        choice,
        lambda move: ordered(choice, _tiles(move)),
        lambda: ((word, _refused(turn, word.text)) for word in words(INDUSTRIES, STACK)),
    )
    irons = yield from some(
        "iron",
        sources(_sources(board, len(tiles)), "iron"),
        _irons,
        least=len(tiles),
        most=len(tiles),
    )
    first, *more = map(Development, tiles, irons)
    return Develop(first, more[0] if more else None, (yield from card_choice(turn)))


def no_develop(turn: Turn) -> Develop:
    """A development that is refused, if none is possible."""
    stacks = turn.board.players[turn.seat].stacks
    names = (name for name, left in zip(INDUSTRIES, stacks, strict=True) if left)
    return _refused(turn, next(names, INDUSTRIES[0]))


def _refused(turn: Turn, industry: str) -> Develop:
    iron = SOURCE_IDS[iron_sources(turn.board)[0]]
    return Develop(Development(industry, iron), None, turn.hand[0])


def _sources(board: Board, tiles: int) -> list[str]:
    """The sources of iron for this number of tiles; a works once for each of its cubes."""
    found: list[str] = []
    for source in iron_sources(board):
        tile = None if source == TRACK else board.land.tiles[source]
        found += [SOURCE_IDS[source]] * (min(tile.cubes, tiles) if tile else tiles)
    return found + [MARKET] * (tiles - len(found))


def _tiles(move: Develop) -> list[str]:
    return [part.industry for part in (move.first, move.second) if part]


def _irons(move: Develop) -> list[str]:
    return [part.iron for part in (move.first, move.second) if part]
