"""
A state while one move changes it.

The fields of the state lie here loose, and rules change them in place; nobody outside sees it before
it is a state again. A move that is refused half-way leaves nothing behind: this is thrown away.
"""

from collections.abc import Iterable

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.goods import has_room, put, taken
from bessemer.games.alchemicus.cards.kinds import GOLEM, Good, Kind
from bessemer.games.alchemicus.cards.memory import Memory
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import FREE, Board, Building, Lying, Player, State, make


class Play:
    """The loose fields of a state; their meaning is documented there."""

    __slots__ = (
        "active",
        "bank",
        "chance",
        "changed",
        "discard",
        "ending",
        "faces",
        "golems",
        "hands",
        "memory",
        "noctis_discard",
        "noctis_pile",
        "offer",
        "options",
        "phase",
        "pile",
        "players",
        "spirit",
        "table",
        "traded",
        "waiting",
        "winner",
    )

    def __init__(self, state: State) -> None:
        board, hands, self.pile, self.noctis_pile, self.faces, recalled, self.chance = state
        (
            self.table,
            self.phase,
            self.waiting,
            self.active,
            self.spirit,
            players,
            self.discard,
            self.bank,
            _,
            self.noctis_discard,
            _,
            self.golems,
            self.traded,
            self.offer,
            self.ending,
            self.winner,
            shown,
            shuffles,
        ) = board
        self.options = self.table.options
        self.players = list(players)
        self.hands = list(hands)
        self.memory = Memory(shown, shuffles, recalled)
        self.changed = 0
        """The seats whose hand has changed, as bits."""

    def state(self) -> State:
        """The state that the rules have made of it."""
        if self.changed:
            self._count_hands()
        memory = self.memory
        board = make(
            Board,
            (
                self.table,
                self.phase,
                self.waiting,
                self.active,
                self.spirit,
                tuple(self.players),
                self.discard,
                self.bank,
                len(self.pile),
                self.noctis_discard,
                len(self.noctis_pile),
                self.golems,
                self.traded,
                self.offer,
                self.ending,
                self.winner,
                memory.shown,
                memory.shuffles,
            ),
        )
        return make(
            State,
            (
                board,
                tuple(self.hands),
                self.pile,
                self.noctis_pile,
                self.faces,
                memory.recalled,
                self.chance,
            ),
        )

    def _count_hands(self) -> None:
        for seat, hand in enumerate(self.hands):
            if self.changed >> seat & 1:
                fame, field, turns, buildings, infamia, _, _ = self.players[seat]
                backs = 0
                if self.options.noctis:
                    for card in hand:
                        backs += card >= GOLEM
                self.players[seat] = make(
                    Player, (fame, field, turns, buildings, infamia, len(hand), backs)
                )

    # --- Who is asked ----------------------------------------------------------------------------

    def ask(self, seat: Seat) -> None:
        """Wait for `seat`."""
        self.waiting = (seat,)

    def ask_if(self, has_choice: bool, otherwise: Phase) -> None:  # noqa: FBT001 - as in English
        """Wait for the active seat if it has something to choose, else enter another phase."""
        if has_choice:
            self.ask(self.active)
        else:
            self.go(otherwise)

    def go(self, phase: Phase) -> None:
        """Wait for nobody: enter `phase`."""
        self.phase = phase
        self.waiting = ()

    # --- Hands -----------------------------------------------------------------------------------

    def backs(self, seat: Seat) -> int:
        """The number of Noctis cards in the hand of `seat`."""
        if not self.options.noctis:
            return 0
        return sum([card >= GOLEM for card in self.hands[seat]])

    def lose(self, seat: Seat, cards: Iterable[Kind], part: str = "pay") -> None:
        """
        Take `cards` out of a hand for all to see; the caller puts them somewhere.

        Raises:
            Refused: they are not all there.
        """
        hand = list(self.hands[seat])
        for card in cards:
            try:
                hand.remove(card)
            except ValueError:
                raise Refused(
                    Code.NOT_IN_HAND,
                    say(
                        "{card} is not in the hand, or not so often: {cards}",
                        card=card,
                        cards=sorted(self.hands[seat]),
                    ),
                    part=part,
                    card=str(card),
                    missing=str(card),
                ) from None
        self.hands[seat] = tuple(hand)
        self.changed |= 1 << seat
        self.memory.left_hand(seat, cards)

    def pay(self, seat: Seat, cards: tuple[Kind, ...], price: int, part: str = "pay") -> None:
        """
        Discard `cards` for a price.

        Raises:
            Refused: they are not so many, or not in the hand.
        """
        if len(cards) != price:
            short = f"{price - len(cards)} cards" if len(cards) < price else ""
            raise Refused(
                Code.WRONG_PRICE,
                say("the price is {price} cards, not {number}", price=price, number=len(cards)),
                part=part,
                missing=short,
            )
        if price:
            self.lose(seat, cards, part)
            self.throw(cards)

    def throw(self, cards: Iterable[Kind]) -> None:
        """Put `cards` on the discards, each on that of its deck."""
        # RULING alchemicus-currency (R5): any card pays any price and goes to its own discard.
        # In the order of kinds: the order in which a payment is written means nothing.
        thrown = sorted(cards)
        if thrown and thrown[-1] >= GOLEM:
            self.noctis_discard += tuple([card for card in thrown if card >= GOLEM])
            thrown = [card for card in thrown if card < GOLEM]
        self.discard += tuple(thrown)

    # --- Face-down cards -------------------------------------------------------------------------

    def lay_down(self, card: Kind) -> int:
        """Put a card face down; the number that it has from now on."""
        faces = self.faces
        if FREE in faces:
            number = faces.index(FREE)
            self.faces = (*faces[:number], card, *faces[number + 1 :])
            return number
        self.faces = (*faces, card)
        return len(faces)

    def turn_up(self, lying: Lying) -> None:
        """Discard a good: now everybody sees its cards."""
        faces = list(self.faces)
        for number in lying.cards:
            card = Kind(faces[number])
            faces[number] = FREE
            self.memory.turned_up(number, card)
            self.throw((card,))
        self.faces = tuple(faces)

    def take_good(self, seat: Seat, place: int, good: Good, part: str = "building") -> Lying:
        """
        Take a good off a building.

        Raises:
            Refused: no such good lies there.
        """
        found = taken(self.building(seat, place), good)
        if found is None:
            raise Refused(
                Code.NO_GOOD,
                say("no {good} lies on building {place}", good=good, place=place),
                part=part,
            )
        lying, rest = found
        self.set_building(seat, place, rest)
        return lying

    def put_good(self, seat: Seat, place: int, lying: Lying) -> None:
        """
        Put a good on a building.

        Raises:
            Refused: it has no room there.
        """
        building = self.building(seat, place, "into")
        if not has_room(building, lying.good):
            raise Refused(
                Code.NO_ROOM,
                say("building {place} has no room for {good}", place=place, good=lying.good),
                part="into",
            )
        self.set_building(seat, place, put(building, lying))

    # --- Players ---------------------------------------------------------------------------------

    def set_buildings(self, seat: Seat, buildings: Iterable[Building]) -> None:
        """Give a player other buildings."""
        fame, field, turns, _, infamia, cards, backs = self.players[seat]
        self.players[seat] = make(
            Player, (fame, field, turns, tuple(buildings), infamia, cards, backs)
        )

    def set_building(self, seat: Seat, place: int, building: Building) -> None:
        """Put another building in the place of one."""
        buildings = list(self.players[seat].buildings)
        buildings[place] = building
        self.set_buildings(seat, buildings)

    def gain_fame(self, seat: Seat, fame: int) -> None:
        """Add to the Fame of a player, or take from it."""
        player = self.players[seat]
        self.players[seat] = player._replace(fame=player.fame + fame)

    def building(self, seat: Seat, place: int, part: str = "building") -> Building:
        """
        The building of `seat` at `place`.

        Raises:
            Refused: there is none.
        """
        buildings = self.players[seat].buildings
        if not 0 <= place < len(buildings):
            why = say("seat {seat} has no building", seat=seat)
            if buildings:
                most = len(buildings) - 1
                why = say(
                    "seat {seat} has buildings 0 to {most}, not {place}",
                    seat=seat,
                    most=most,
                    place=place,
                )
            raise Refused(Code.NO_SUCH_BUILDING, why, part=part)
        return buildings[place]
