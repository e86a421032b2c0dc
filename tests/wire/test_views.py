"""Views of every game as bytes, and back: what protobuf would write, whatever was written before."""

import json
import pickle
import random
from itertools import islice
from typing import Any, Final

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.state import Recalled
from bessemer.games.alchemicus.state import View as AlchemicusView
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase
from bessemer.games.furnace.rules import FURNACE
from bessemer.v1 import move_pb2
from bessemer.wire.encode import JoinedViews
from bessemer.wire.wire import wire_of
from tests.games.alchemicus import positions as alchemicus
from tests.games.brass import positions as brass
from tests.games.brass.refusal_cases import CASES as BRASS_CASES
from tests.games.furnace import positions as furnace
from tests.games.walks import Setting, states
from tests.wire.golden import filled, golden_file, golden_view
from tests.wire.messages import messages_of
from tests.wire.walks import CHOSEN, every_setting, matches, views

OFTEN: Final = 7
"""Of so many states one is looked at where all would take long."""
ALL_CAPITALISTS: Final = ("K1", "K2", "K3", "K4", "K5")

every_game = pytest.mark.parametrize("game", NAMES)


def check(game: str, view: Any, options: Any, writer: JoinedViews) -> bytes:  # noqa: ANN401 - any game's
    """A view is written as protobuf would write what it is read as, and read as it was."""
    written = writer.write(view)
    message = move_pb2.View.FromString(written)
    read = wire_of(game).read_view(message, view.seat, options)

    assert written == message.SerializeToString(deterministic=True)
    assert view == read
    assert repr(view) == repr(read)  # to the last type
    return written


def sent_options(setting: Setting) -> Any:  # noqa: ANN401 - any game's
    """The options as a client gets them: as the texts of the match."""
    return setting.game.options(setting.game.option_texts(setting.options))


@every_setting
def test_a_match_is_written_and_read(setting: Setting) -> None:
    """At every state, for every seat and a spectator in any order."""
    game, options, rng = setting.game.name, sent_options(setting), random.Random(1)
    writer = wire_of(game).view_writer()
    for walk in matches(setting, b"written"):
        seen = views(walk)
        rng.shuffle(seen)
        for view in seen:
            check(game, view, options, writer)


def every_field(about: Any) -> set[str]:  # noqa: ANN401 - a descriptor
    """All fields that a message and those inside it can hold."""
    found = {f"{about.name}.{entry.name}" for entry in about.fields}
    for entry in about.fields:
        if entry.message_type is not None:
            found |= every_field(entry.message_type)
    return found


@every_game
def test_everything_that_can_lie_on_a_table_is_written(game: str) -> None:
    """The matches of these tests do hold whatever a view can show, so nothing passes unseen."""
    found: set[str] = set()
    for setting in CHOSEN.values():
        if setting.game.name == game:
            writer = wire_of(game).view_writer()
            for walk in matches(setting, b"all of it"):
                for view in views(walk):
                    message = move_pb2.View.FromString(writer.write(view))
                    found |= filled(getattr(message, game))
    top = move_pb2.View.DESCRIPTOR.fields_by_name[game].message_type

    assert messages_of(game).RARE == every_field(top) - found


@every_game
def test_a_view_says_what_it_did(game: str) -> None:
    """
    One position of each game as a client reads it, field by field, as it was looked through once.

    It holds writer and reader to the meaning of the fields: two that both mix up would not show.
    """
    assert json.loads(golden_file(game).read_text(encoding="utf-8")) == golden_view(game)


@pytest.mark.parametrize("seed", range(2))
@every_game
def test_views_may_come_in_any_order(game: str, seed: int) -> None:
    """One writer, views of many matches and moments, some of them as copies: all come out right."""
    rng, writer = random.Random(seed), wire_of(game).view_writer()
    seen = [
        (view, setting.options)
        for setting in CHOSEN.values()
        if setting.game.name == game
        for walk in islice(matches(setting, bytes([seed])), seed, None, 2 * OFTEN)
        for view in views(walk)
    ]
    seen += [pickle.loads(pickle.dumps(entry)) for entry in rng.sample(seen, 50)]  # noqa: S301
    rng.shuffle(seen)
    for view, options in seen:
        assert check(game, view, options, writer) == wire_of(game).view_writer().write(view)


@every_game
def test_the_same_board_is_not_encoded_again(game: str) -> None:
    """Viewers who see no more than the board are sent the very same bytes for the very same board."""
    state = GAMES[game].setup(GAMES[game].options({}), 3, Chance(b"same"))
    writer = wire_of(game).view_writer()
    first = writer.write(GAMES[game].view(state, None))
    writer.write(GAMES[game].view(state, Seat(1)))

    assert first is writer.write(GAMES[game].view(state, None))


# --- What is hidden ------------------------------------------------------------------------------


@every_setting
def test_what_a_seat_cannot_see_changes_no_byte(setting: Setting) -> None:
    """Other hands, piles, dice and sealed answers: the same bytes, from any writer."""
    wire, differing = wire_of(setting.game.name), 0
    writer = wire.view_writer()
    for number, walk in enumerate(islice(matches(setting, b"hidden"), 0, None, OFTEN)):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            written = writer.write(view)
            for draw in range(2):
                other = walk.game.resample(view, Chance(b"other %d %d" % (number, draw)))
                differing += other != walk.state
                # Everybody else's view of the other state comes first: nothing of it may stay.
                for peer in walk.viewers:
                    writer.write(walk.game.view(other, peer))

                assert written == writer.write(walk.game.view(other, viewer))
                assert written == wire.view_writer().write(walk.game.view(other, viewer))
    assert differing


@every_setting
def test_a_bot_cannot_tell_a_view_that_was_sent(setting: Setting) -> None:
    """A view that was sent gives the same legal moves and the same resampled states."""
    wire, options = wire_of(setting.game.name), sent_options(setting)
    writer = wire.view_writer()
    for walk in islice(matches(setting, b"bots"), 0, None, 11):
        for seat in walk.asked:
            view = walk.game.view(walk.state, seat)
            sent = move_pb2.View.FromString(writer.write(view))
            state = walk.game.resample(wire.read_view(sent, seat, options), Chance(b"bot"))

            assert walk.game.resample(view, Chance(b"bot")) == state
            assert list(islice(walk.game.legal_moves(walk.state, seat), 20)) == list(
                islice(walk.game.legal_moves(state, seat), 20)
            )


def test_sealed_answers_of_furnace_do_differ() -> None:
    """The leak test has something to find: resampled states differ in what is sealed."""
    for walk in states(CHOSEN["furnace 4"], b"hidden"):
        if walk.game.sealed(walk.state):
            view = walk.game.view(walk.state, None)
            others = {walk.game.resample(view, Chance(bytes([n]))).sealed for n in range(8)}
            if len(others) > 1:
                return
    pytest.fail("no sealed answers were drawn")


def test_each_hidden_thing_of_brass_changed_by_hand_changes_no_byte() -> None:
    """Two hands swapped, the deck, the cards set aside and the distant tiles turned round."""
    state = BRASS.setup(BRASS.options({}), 3, Chance(b"by hand"))
    first, second, third = state.hands
    writer = wire_of("brass").view_writer()
    changes = {
        "hands": state._replace(hands=(first, third, second)),
        "deck": state._replace(deck=state.deck[::-1]),
        "aside": state._replace(aside=state.aside[::-1]),
        "distant": state._replace(distant=state.distant[::-1]),
        "chance": state._replace(chance=Chance(b"another")),
    }
    for what, other in changes.items():
        assert other != state, what
        for viewer in (Seat(0), None):
            assert writer.write(BRASS.view(state, viewer)) == writer.write(
                BRASS.view(other, viewer)
            ), what
    assert writer.write(BRASS.view(state, Seat(1))) != writer.write(
        BRASS.view(changes["hands"], Seat(1))
    )


@pytest.mark.parametrize("game", [game for game in NAMES if messages_of(game).HAND])
def test_nobody_is_sent_anothers_hand(game: str) -> None:
    """A seat's own cards are in its view alone; a spectator's has none."""
    state = GAMES[game].setup(GAMES[game].options({}), GAMES[game].seats[-1], Chance(b"hands"))
    writer, name = wire_of(game).view_writer(), messages_of(game).HAND
    for viewer, hand in ((Seat(1), state.hands[1]), (None, ())):
        sent = move_pb2.View.FromString(writer.write(GAMES[game].view(state, viewer)))

        assert len(hand) == len(getattr(getattr(sent, game), name))


# --- What random play hardly ever meets ----------------------------------------------------------


def test_another_table_of_furnace_is_seen_though_nothing_else_differs() -> None:
    """A board that shares every other part with the last one still shows its own table."""
    view, writer = FURNACE.view(furnace.match(3), None), wire_of("furnace").view_writer()
    table = view.board.table
    swapped = table._replace(startups=table.startups[::-1])
    other = view._replace(board=view.board._replace(table=swapped))

    assert writer.write(view) != writer.write(other)
    assert writer.write(view) == wire_of("furnace").view_writer().write(view)


def test_large_stocks_and_long_names_of_furnace() -> None:
    """Amounts of more than seven and eight bits, and a message of more than 127 bytes in another."""
    rich = furnace.position(
        4, stocks={0: "127C + 128I", 1: "255C + 256$", 2: "999O + 999U", 3: "999$"}
    )
    writer = wire_of("furnace").view_writer()
    check("furnace", FURNACE.view(rich, None), rich.board.table.options, writer)

    long = furnace.deck_text(filler=32).replace('"Z', '"Z-LONG-LONG-LO')
    options = FURNACE.options({"deck": long, "capitalists": "off"})
    *_, final = states(Setting(FURNACE, options, 4), b"long")
    view = FURNACE.view(final.state, None)
    assert any(len(player.companies) > 7 for player in view.board.players)
    check("furnace", view, options, writer)


def test_views_of_own_decks_of_furnace() -> None:
    """Claims are those of the deck that is played, whatever its cards do."""
    text = furnace.deck_text(
        [("1C -> 1O", "2C", "1O -> 4$ x1")] * 24, capitalists=ALL_CAPITALISTS, filler=8
    )
    setting = Setting(FURNACE, FURNACE.options({"deck": text, "rounds": "3"}), 4)
    writer = wire_of("furnace").view_writer()
    for walk in states(setting, b"own"):
        check("furnace", walk.game.view(walk.state, None), sent_options(setting), writer)


@pytest.mark.parametrize("case", BRASS_CASES.values(), ids=BRASS_CASES)
def test_a_rich_position_of_brass(case: Any) -> None:  # noqa: ANN401 - a case
    """Debts, closed markets and overbuilt tiles too."""
    writer = wire_of("brass").view_writer()
    for viewer in (None, *map(Seat, range(len(case.state.board.players)))):
        check("brass", BRASS.view(case.state, viewer), BRASS.options({}), writer)


def test_debts_are_among_the_rich_positions() -> None:
    """The test above meets every phase, and money below 0."""
    boards = [case.state.board for case in BRASS_CASES.values()]

    assert set(Phase) == {board.phase for board in boards}
    assert min(player.money for board in boards for player in board.players) < 0


def test_large_numbers_of_brass() -> None:
    """Money and points of more than seven, and of more than fourteen, bits."""
    rich = brass.position(
        owns={0: {"money": 127, "points": 128}, 1: {"money": 16_383, "spent": 16_384, "income": 99}}
    )
    check("brass", BRASS.view(rich, None), BRASS.options({}), wire_of("brass").view_writer())


@pytest.mark.parametrize("winner", [0, 1])
def test_the_end_of_alchemicus(winner: int) -> None:
    """The last round, and who sold gold in the Race: seat 0 is not nobody."""
    board = alchemicus.match(2).board._replace(ending=True, winner=Seat(winner))
    view = AlchemicusView(None, board, (), Recalled())
    writer = wire_of("alchemicus").view_writer()
    written = move_pb2.View.FromString(
        check("alchemicus", view, board.table.options, writer)
    ).alchemicus

    assert (True, True, winner) == (
        written.ending,
        written.HasField("winner_seat"),
        written.winner_seat,
    )


def test_large_numbers_of_alchemicus() -> None:
    """Numbers of more than seven bits, in lists too."""
    state = alchemicus.position("build", fame=(300, 127, 0, 0), turns=(128, 128, 0, 0))
    board = state.board._replace(traded=(1, 128, 300), pile=140)
    view = AlchemicusView(None, board, (), Recalled())
    check("alchemicus", view, board.table.options, wire_of("alchemicus").view_writer())
