"""The third action: throw away the top tiles of stacks, for iron."""

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Below, Seat
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import INDUSTRY, SPACES
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import MARKET, Develop, Development
from bessemer.games.brass.network.supply import SOURCE, SOURCE_IDS, iron_cost, iron_sources
from bessemer.games.brass.refusals import Code, check_card, check_source, overspent, source_names
from bessemer.games.brass.state import Board, Hand, make
from bessemer.games.brass.turn import Turn


def open_stacks(board: Board, seat: Seat) -> list[int]:
    """The industries whose top tile `seat` can throw away; none if there is no iron to be had."""
    player = board.players[seat]
    if player.money < iron_cost(board):
        return []
    return [industry for industry, left in enumerate(player.stacks) if left]


def most_tiles(board: Board, seat: Seat, stacks: list[int]) -> int:
    """How many tiles one action can throw away, of `stacks` first; what they are means nothing."""
    first = Development(INDUSTRIES[stacks[0]], SOURCE_IDS[iron_sources(board)[0]])
    return 2 if open_stacks(_developed(board, seat, first), seat) else 1


def in_order(first: Development, second: Development) -> tuple[Development, Development]:
    """
    Two tiles as the script lists them: both by the order of the board, the track last.

    What the two stacks lose and what the two sources give is all that matters.
    """
    industries = sorted((first.industry, second.industry), key=INDUSTRY.__getitem__)
    sources = sorted((first.iron, second.iron), key=_iron_rank)
    one, other = map(Development, industries, sources)
    return one, other


def _iron_rank(source: str) -> int:
    return len(SPACES) if source == MARKET else SOURCE[source]


def sample_develop(turn: Turn, stacks: list[int], below: Below) -> Develop:
    """One tile or two, as likely; each stack equally likely, then the works."""
    board, seat = turn.board, turn.seat
    first = _sample_tile(board, stacks, below)
    between = _developed(board, seat, first)
    more = open_stacks(between, seat)
    second = _sample_tile(between, more, below) if more and below(2) else None
    if second is not None:
        first, second = in_order(first, second)
    return make(Develop, (first, second, turn.any_card(below)))


def _sample_tile(board: Board, stacks: list[int], below: Below) -> Development:
    industry = stacks[below(len(stacks))]
    sources = iron_sources(board)
    source = sources[0] if len(sources) == 1 else sources[below(len(sources))]
    return make(Development, (INDUSTRIES[industry], SOURCE_IDS[source]))


def developed(board: Board, seat: Seat, hand: Hand, move: Develop) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    check_card(hand, move.card)
    _check_tile(board, seat, move.first, "first")
    board = _developed(board, seat, move.first)
    if move.second is not None:
        _check_tile(board, seat, move.second, "second")
        board = _developed(board, seat, move.second)
    return board


def _check_tile(board: Board, seat: Seat, tile: Development, part: str) -> None:
    """Refuses a tile that cannot be thrown away next."""
    industry, player = INDUSTRY.get(tile.industry), board.players[seat]
    if industry is None or not player.stacks[industry]:
        if industry is None:
            code = Code.NO_SUCH_INDUSTRY
            why = say("there is no industry {thing}", thing=tile.industry)
        else:
            code = Code.STACK_EMPTY
            why = say("the stack of {industry} is empty", industry=tile.industry)
        names = tuple(INDUSTRIES[stack] for stack in open_stacks(board, seat))
        raise IllegalMove(
            code,
            why,
            say("there are tiles of {things}", things=names),
            part=f"{part}.industry",
            card=tile.industry,
            words=names,
        )
    cost, sources = iron_cost(board), iron_sources(board)
    if cost > player.money:
        why = say("iron from {source} costs £{needed}, and there is £{money}")
        about = why.about(source=source_names(sources)[0], needed=cost, money=player.money)
        raise overspent(cost, player.money, about, part)
    check_source(Code.WRONG_IRON, "iron", tile.iron, sources, f"{part}.iron")


def _developed(board: Board, seat: Seat, tile: Development) -> Board:
    """The board after one legal tile is thrown away."""
    editor = BoardEditor(board)
    editor.take_iron(seat, SOURCE[tile.iron])
    editor.take_from_stack(seat, INDUSTRY[tile.industry])
    return editor.board()
