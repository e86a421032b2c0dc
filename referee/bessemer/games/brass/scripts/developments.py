"""The choices of a development: one tile or two, and where the iron comes from."""

from collections.abc import Iterator

from bessemer.engine.choices import Ask, Choice, Script, Thing, Word, ordered, some, words
from bessemer.games.brass.actions.develop import most_tiles
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import INDUSTRY
from bessemer.games.brass.moves import MARKET, Develop, Development
from bessemer.games.brass.network.supply import SOURCE_IDS, TRACK, iron_sources
from bessemer.games.brass.scripts.things import STACK, card_choice, sources
from bessemer.games.brass.state import Board
from bessemer.games.brass.turn import Turn


def develop(turn: Turn, stacks: list[int]) -> Script[Develop]:
    """The tiles, as many sources of iron, the card: which iron is for which tile means nothing."""
    board, seat, hand = turn.board, turn.seat, turn.hand
    left = board.players[seat].stacks
    most = most_tiles(board, seat, stacks)

    def others() -> Iterator[tuple[Word, Develop]]:
        iron = SOURCE_IDS[iron_sources(board)[0]]
        return (
            (word, Develop(Development(word.text, iron), None, hand[0]))
            for word in words(INDUSTRIES, STACK)
            if INDUSTRY[word.text] not in stacks
        )

    names = [(INDUSTRIES[stack], min(left[stack], most)) for stack in stacks]
    offered = tuple(Word(name, Thing(STACK, name), copies) for name, copies in names)
    choice = Choice("tiles", offered, 1, most)
    tiles = yield Ask(choice, lambda move: ordered(choice, _tiles(move)), others)
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
    board, seat, hand = turn.board, turn.seat, turn.hand
    stacks = board.players[seat].stacks
    industry = next((name for name, left in zip(INDUSTRIES, stacks, strict=True) if left), None)
    iron = SOURCE_IDS[iron_sources(board)[0]]
    return Develop(Development(industry or INDUSTRIES[0], iron), None, hand[0])


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
