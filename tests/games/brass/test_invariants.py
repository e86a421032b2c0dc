"""What never changes, whatever is played: held after every move of random matches."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES
from bessemer.games.brass.board.geography import COAL, IRON, PORT, SHIPYARD, SPACES
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import FULL_STACKS, KINDS, Tile, kind_of
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.scoring import scored
from bessemer.games.brass.state import Phase, State
from tests.games.brass.positions import asked, random_states

MATCHES = 12

every_table = pytest.mark.parametrize("players", [2, 3, 4])


def all_states(players: int) -> Iterator[State]:
    """Every state of a few random matches."""
    for number in range(MATCHES):
        yield from random_states(players, number)


def all_moves(players: int) -> Iterator[tuple[State, State]]:
    """The states before and after every move of a few random matches."""
    for number in range(MATCHES):
        yield from pairwise(random_states(players, number))


def tiles(state: State) -> Iterator[tuple[int, Tile]]:
    """Every tile on the map with its space."""
    for space, tile in enumerate(state.board.land.tiles):
        if tile is not None:
            yield space, tile


# --- What lies where -----------------------------------------------------------------------------


@every_table
def test_every_card_is_in_one_place(players: int) -> None:
    """In a hand, the deck, aside or played; and the board says how many are where."""
    for state in all_states(players):
        everywhere = [card for hand in state.hands for card in hand]
        everywhere += [*state.deck, *state.aside, *state.board.discards]

        assert sorted(everywhere) == sorted(SETTINGS[players].cards)
        assert state.board.cards == tuple(map(len, state.hands))
        assert state.board.deck == len(state.deck)
        assert all(list(hand) == sorted(hand) for hand in state.hands)
        assert len(state.aside) == SETTINGS[players].eras[state.board.era].aside


@every_table
def test_every_distant_tile_is_drawn_or_to_come(players: int) -> None:
    """And the marker is where the drawn ones have brought it."""
    for state in all_states(players):
        drawn = state.board.drawn

        assert sorted((*drawn, *state.distant)) == sorted(SETTINGS[players].distant)
        assert state.board.cotton == min(8, sum(drawn))
        assert sum(drawn[:-1]) < 8
        assert state.distant


@every_table
def test_what_the_land_remembers_agrees_with_its_tiles(players: int) -> None:
    """Kinds, sides and owners as bits, and the links of all seats, follow from the pieces."""
    for state in all_states(players):
        board = state.board
        land = board.land
        for industry in range(len(INDUSTRIES)):
            there = sum(1 << space for space, tile in tiles(state) if tile.industry == industry)
            assert there == land.kinds[industry]
        assert land.face_up == sum(1 << space for space, tile in tiles(state) if not tile.flipped)
        for seat, player in enumerate(board.players):
            assert player.tiles == sum(
                1 << space for space, tile in tiles(state) if tile.owner == seat
            )
        assert land.links == sum(player.links for player in board.players)
        assert land.links.bit_count() == sum(p.links.bit_count() for p in board.players)


@every_table
def test_every_tile_is_where_it_may_be(players: int) -> None:
    """On its symbol, of an era that was, with as many cubes as its side says."""
    for state in all_states(players):
        board = state.board
        for space, tile in tiles(state):
            kind = kind_of(tile)
            assert tile.industry in SPACES[space].industries
            assert kind.level > 0
            assert 0 <= tile.cubes <= kind.cubes
            assert tile.flipped or (tile.cubes > 0) == (tile.industry in (COAL, IRON))
            assert not (tile.flipped and tile.cubes)
            assert tile.flipped or tile.industry != SHIPYARD
            assert board.era is Era.CANAL or tile.level > 1
            assert SETTINGS[players].spots >> space & 1
        if board.era is Era.CANAL:
            owners = Counter((tile.owner, SPACES[space].place) for space, tile in tiles(state))
            assert set(owners.values()) <= {1}
        assert not board.land.links & ~SETTINGS[players].eras[board.era].links
        assert all(0 <= player.markers <= 14 for player in board.players)


@every_table
def test_tiles_leave_the_stacks_from_the_top_and_never_come_back(players: int) -> None:
    """Of every stack: what is on the map is above what is left, and no tile is doubled."""
    for before, after in all_moves(players):
        for seat, player in enumerate(after.board.players):
            built = Counter(
                (tile.industry, tile.level) for _, tile in tiles(after) if tile.owner == seat
            )
            for industry, left in enumerate(player.stacks):
                assert 0 <= left <= before.board.players[seat].stacks[industry]
                gone = Counter(
                    kind.level for kind in FIGURES.stacks[industry][: FULL_STACKS[industry] - left]
                )
                for level in KINDS[industry]:
                    assert built[industry, level] <= gone[level]
        lost = sum(FULL_STACKS) * players - sum(map(sum, (p.stacks for p in after.board.players)))
        assert lost >= sum(1 for _ in tiles(after))


# --- What flows ----------------------------------------------------------------------------------


def coal_and_iron(state: State, industry: int) -> int:
    """The cubes of one kind on tiles and on the track."""
    track = state.board.coal if industry == COAL else state.board.iron
    return track + sum(tile.cubes for _, tile in tiles(state) if tile.industry == industry)


@every_table
def test_cubes_come_with_tiles_and_go_with_use(players: int) -> None:
    """An action brings the cubes of the tile it builds and takes at most what it needs."""
    for before, after in all_moves(players):
        if before.board.phase is not Phase.ACTION or before.board.era is not after.board.era:
            continue
        if after.board.round != before.board.round:
            continue  # debts may have taken tiles as well
        for industry in (COAL, IRON):
            new = sum(
                kind_of(tile).cubes
                for space, tile in tiles(after)
                if tile.industry == industry and _is_new(before, after, space)
            )
            old = sum(
                tile.cubes
                for space, tile in tiles(before)
                if tile.industry == industry and _is_new(before, after, space)
            )
            used = coal_and_iron(before, industry) - old + new - coal_and_iron(after, industry)
            assert 0 <= used <= 2
            assert 0 <= (after.board.coal if industry == COAL else after.board.iron) <= 8


def _is_new(before: State, after: State, space: int) -> bool:
    one, other = before.board.land.tiles[space], after.board.land.tiles[space]
    return other is not None and (
        one is None or (one.owner, one.level) != (other.owner, other.level)
    )


@every_table
def test_money_is_what_was_had_less_what_was_spent(players: int) -> None:
    """Within a turn: spent, lent, or paid by the bank for a filled track; nobody else's changes."""
    for before, after in all_moves(players):
        same_round = (before.board.round, before.board.era) == (
            after.board.round,
            after.board.era,
        )
        if before.board.phase is Phase.SHORTFALL or not same_round:
            continue
        if after.board.phase is Phase.OVER:
            continue
        mover = asked(before)
        for seat, (old, new) in enumerate(
            zip(before.board.players, after.board.players, strict=True)
        ):
            gained = new.money - old.money + (new.spent - old.spent)
            assert new.money >= 0
            if seat != mover:
                assert (old.money, old.spent, old.stacks) == (new.money, new.spent, new.stacks)
                assert new.income >= old.income
                continue
            filled = _refill(before, after)
            lent = gained - filled
            assert lent in (0, 10, 20, 30)
            assert (lent > 0) == (new.income < old.income)


def _refill(before: State, after: State) -> int:
    refills = SETTINGS[len(before.board.players)].refills
    coal = sum(refills[before.board.coal : after.board.coal])
    return coal + sum(refills[before.board.iron : after.board.iron])


@every_table
def test_income_rises_by_what_flips(players: int) -> None:
    """Every flip advances its owner by what the tile says; only loans go back."""
    for before, after in all_moves(players):
        if before.board.era is not after.board.era or before.board.phase is Phase.SHORTFALL:
            continue
        if before.board.round != after.board.round:
            continue
        for seat, (old, new) in enumerate(
            zip(before.board.players, after.board.players, strict=True)
        ):
            flipped = [
                tile
                for space, tile in tiles(after)
                if tile.owner == seat and tile.flipped and not _was_flipped(before, space, tile)
            ]
            rise = sum(kind_of(tile).income for tile in flipped)
            bonus = 0
            if len(after.board.drawn) > len(before.board.drawn) and flipped:
                bonus = (3, 3, 2, 2, 1, 1, 0, 0)[after.board.cotton]
            if new.income >= old.income:
                assert new.income == min(99, old.income + rise + bonus)


def _was_flipped(before: State, space: int, tile: Tile) -> bool:
    """Whether the same tile lay there with this side up."""
    was = before.board.land.tiles[space]
    return was is not None and was.flipped and was[:3] == tile[:3]


@every_table
def test_points_come_at_the_end_of_an_era_alone(players: int) -> None:
    """As much as `scored` says, and a debt may take some back."""
    for before, after in all_moves(players):
        gained = [
            new.points - old.points
            for old, new in zip(before.board.players, after.board.players, strict=True)
        ]
        if before.board.era is after.board.era and after.board.phase is not Phase.OVER:
            assert all(points <= 0 for points in gained)
        else:
            assert all(entry.points >= 0 for entry in scored(before.board).players)
        assert all(player.points >= 0 for player in after.board.players)


@every_table
def test_turns_follow_the_order(players: int) -> None:
    """Rounds and actions are counted as the rules say, and the asked seat is the one in turn."""
    for state in all_states(players):
        board = state.board
        assert sorted(board.order) == list(range(players))
        if board.phase is Phase.OVER:
            assert BRASS.outcome(state) is not None
            assert 0 == board.turn
            continue
        assert 1 <= board.round <= SETTINGS[players].rounds
        assert len(board.waiting) == 1
        assert board.waiting == (board.order[board.turn],)
        if board.phase is not Phase.SHORTFALL:
            assert 1 <= board.actions <= 2
            assert len(state.hands[board.waiting[0]]) >= board.actions - (board.phase is Phase.SALE)
        else:
            assert board.players[board.waiting[0]].money < 0
        assert all(entry.money >= 0 or board.phase is Phase.SHORTFALL for entry in board.players)
        assert all(INCOME[entry.income] is not None for entry in board.players)


def test_random_play_sees_everything_that_can_happen() -> None:
    """These matches would prove little if nothing happened in them."""
    seen: Counter[str] = Counter()
    for players in (2, 3, 4):
        for before, after in all_moves(players):
            board = after.board
            seen["sale"] += board.phase is Phase.SALE
            seen["shortfall"] += board.phase is Phase.SHORTFALL
            seen["closed"] += board.cotton == 8
            seen["distant"] += len(board.drawn) > len(before.board.drawn)
            seen["two rails"] += (
                board.land.links.bit_count() - before.board.land.links.bit_count() == 2
            )
            seen["refilled"] += board.coal > before.board.coal or board.iron > before.board.iron
            seen["coal track empty"] += board.coal == 0
            seen["iron track empty"] += board.iron == 0
            for space, tile in tiles(before):
                other = board.land.tiles[space]
                if other is not None and other.level > tile.level:
                    seen["overbuilt"] += 1
            seen["sold to a port"] += bool(
                before.board.land.face_up
                & ~board.land.face_up
                & before.board.land.kinds[PORT]
                & board.land.kinds[PORT]
            )
            seen["flipped shipyard"] += bool(board.land.kinds[SHIPYARD])
            seen["stack emptied"] += any(0 in player.stacks for player in board.players)

    assert {name for name, count in seen.items() if not count} == set()
