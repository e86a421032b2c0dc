"""
Changes a board in the middle of a move: tiles, links, cubes, money and income.

States never change: an editor starts from one board and makes the next. It judges nothing: the caller
has asked whether the change is legal.
"""

from bessemer.engine.game import Seat
from bessemer.games.brass.board.geography import COAL, IRON
from bessemer.games.brass.board.income import advanced
from bessemer.games.brass.board.stacks import KINDS, Tile
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.network.supply import TRACK
from bessemer.games.brass.state import Board, Land, Player, make


class BoardEditor:
    """Starts as one board and becomes the next."""

    __slots__ = (
        "_base",
        "_face_up",
        "_kinds",
        "_land_changed",
        "_tiles",
        "coal",
        "cotton",
        "drawn",
        "iron",
        "links",
        "players",
    )

    def __init__(self, board: Board) -> None:
        land = board.land
        self._base = board
        self._tiles = list(land.tiles)
        self._kinds = list(land.kinds)
        self._face_up = land.face_up
        self._land_changed = False
        self.links = land.links
        self.players = list(board.players)
        self.coal = board.coal
        self.iron = board.iron
        self.cotton = board.cotton
        self.drawn = board.drawn

    def board(self) -> Board:
        """The board as it is now."""
        era, number, phase, order, turn, actions, waiting, _, land, *_ = base = self._base
        if self._land_changed or self.links != land.links:
            land = make(Land, (tuple(self._tiles), tuple(self._kinds), self._face_up, self.links))
        return make(
            Board,
            (
                *(era, number, phase, order, turn, actions, waiting),
                *(tuple(self.players), land, self.coal, self.iron, self.cotton, self.drawn),
                *(base.cards, base.deck, base.discards),
            ),
        )

    # --- Money and income ------------------------------------------------------------------------

    def pay(self, seat: Seat, pounds: int) -> None:
        """Spend `pounds`, to be counted for the next turn order."""
        money, income, points, spent, stacks, tiles, links = self.players[seat]
        self.players[seat] = make(
            Player, (money - pounds, income, points, spent + pounds, stacks, tiles, links)
        )

    def receive(self, seat: Seat, pounds: int) -> None:
        """Get `pounds` from the bank; what was spent stays spent."""
        player = self.players[seat]
        self.players[seat] = make(Player, (player.money + pounds, *player[1:]))

    def advance(self, seat: Seat, spaces: int) -> None:
        """Move the income marker forward."""
        money, income, *rest = self.players[seat]
        self.players[seat] = make(Player, (money, advanced(income, spaces), *rest))

    # --- Stacks and links ------------------------------------------------------------------------

    def take_from_stack(self, seat: Seat, industry: int) -> None:
        """The top tile of a stack is gone."""
        money, income, points, spent, stacks, tiles, links = self.players[seat]
        left = list(stacks)
        left[industry] -= 1
        self.players[seat] = make(Player, (money, income, points, spent, tuple(left), tiles, links))

    def lay_link(self, seat: Seat, link: int) -> None:
        """Put a marker of `seat` on `link`."""
        *rest, links = self.players[seat]
        self.players[seat] = make(Player, (*rest, links | 1 << link))
        self.links |= 1 << link

    # --- Tiles -----------------------------------------------------------------------------------

    def put_tile(self, space: int, tile: Tile) -> None:
        """Put a tile on an empty space, face up."""
        bit = 1 << space
        self._land_changed = True
        self._tiles[space] = tile
        self._kinds[tile.industry] |= bit
        self._face_up |= bit
        self._set_owned(tile.owner, bit)

    def remove_tile(self, space: int) -> Tile:
        """Take a tile from the board for good, with its cubes; nobody's income falls."""
        tile = self._tiles[space]
        assert tile is not None, "only what is there can be removed"
        bit = 1 << space
        self._land_changed = True
        self._tiles[space] = None
        self._kinds[tile.industry] &= ~bit
        self._face_up &= ~bit
        self._set_owned(tile.owner, bit)
        return tile

    def _set_owned(self, seat: Seat, changed: int) -> None:
        money, income, points, spent, stacks, tiles, links = self.players[seat]
        self.players[seat] = make(
            Player, (money, income, points, spent, stacks, tiles ^ changed, links)
        )

    def flip(self, space: int, extra: int = 0) -> None:
        """Turn a tile over: its owner's income rises by what it says, and by `extra`."""
        tile = self._tiles[space]
        assert tile is not None, "only what is there can be flipped"
        owner, industry, level, _, _ = tile
        self._land_changed = True
        self._tiles[space] = make(Tile, (owner, industry, level, 0, True))
        self._face_up &= ~(1 << space)
        self.advance(owner, KINDS[industry][level].income + extra)

    # --- Cubes -----------------------------------------------------------------------------------

    def take_coal(self, seat: Seat, source: int) -> None:
        """One cube of coal from a mine, or bought from the track."""
        if source != TRACK:
            self._lose_cubes(source, 1)
            return
        self.pay(seat, SETTINGS[len(self.players)].prices[self.coal])
        # RULING brass-supply: an empty track still sells, for there are cubes without end.
        self.coal = max(0, self.coal - 1)

    def take_iron(self, seat: Seat, source: int) -> None:
        """One cube of iron from a works, or bought from the track."""
        if source != TRACK:
            self._lose_cubes(source, 1)
            return
        self.pay(seat, SETTINGS[len(self.players)].prices[self.iron])
        self.iron = max(0, self.iron - 1)

    def fill_track(self, space: int) -> None:
        """A mine or works that was just built fills its track, dearest space first, and is paid."""
        tile = self._tiles[space]
        assert tile is not None, "only what was just built fills a track"
        refills = SETTINGS[len(self.players)].refills
        filled = self.coal if tile.industry == COAL else self.iron
        moved = min(tile.cubes, len(refills) - filled)
        if not moved:
            return
        self.receive(tile.owner, sum(refills[filled : filled + moved]))
        if tile.industry == COAL:
            self.coal += moved
        elif tile.industry == IRON:
            self.iron += moved
        self._lose_cubes(space, moved)

    def _lose_cubes(self, space: int, number: int) -> None:
        """Take cubes from a tile; when the last is gone it flips."""
        tile = self._tiles[space]
        assert tile is not None, "cubes lie on tiles"
        owner, industry, level, cubes, flipped = tile
        if cubes == number:
            self.flip(space)
        else:
            self._land_changed = True
            self._tiles[space] = make(Tile, (owner, industry, level, cubes - number, flipped))
