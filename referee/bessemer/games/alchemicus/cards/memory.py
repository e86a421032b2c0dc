"""
What a player who counts cards can know about hands, piles and face-down goods.

When a pile is made of the discards, everybody knows which cards are in it, and so which are not;
every seat also knows what it held then and what it drew since. A card of the bank is seen to go
into a hand, and a stolen card is known to the thief and the victim. All this is kept so that a
resampled state contradicts nothing that a seat has seen.
"""

from collections.abc import Iterable, Sequence

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import BASE_DECK, GOLEM, Kind
from bessemer.games.alchemicus.state import Recalled, Shuffle, make

Kinds = tuple[Kind, ...]


class Memory:
    """The memory of everybody and of each seat."""

    __slots__ = ("recalled", "shown", "shuffles")

    def __init__(
        self,
        shown: tuple[Kinds, ...],
        shuffles: tuple[Shuffle | None, Shuffle | None],
        recalled: tuple[Recalled, ...],
    ) -> None:
        self.shown = shown
        self.shuffles = shuffles
        self.recalled = recalled

    # --- Piles -----------------------------------------------------------------------------------

    def shuffled(
        self,
        deck: int,
        pool: Iterable[Kind],
        outside: Iterable[Kind],
        goods: tuple[int, ...],
        hands: Sequence[Kinds],
    ) -> None:
        """A pile was made of its discards: from here on it is counted again."""
        held = [tuple([card for card in hand if (card >= GOLEM) == deck]) for hand in hands]
        nobody = (0,) * len(hands)
        self._set_shuffle(
            deck,
            Shuffle(
                tuple(sorted(pool)),
                (),
                tuple(sorted(outside)),
                goods,
                tuple(map(len, held)),
                nobody,
                nobody,
            ),
        )
        # Cards of the other deck stay.
        self.recalled = tuple(
            own._replace(
                held=tuple(sorted((*_of_deck(own.held, 1 - deck), *now))),
                drawn=_of_deck(own.drawn, 1 - deck),
            )
            for own, now in zip(self.recalled, held, strict=True)
        )

    def drew(self, seat: Seat, card: Kind) -> None:
        """A seat took `card` from a pile, unseen by the others."""
        deck = int(card >= GOLEM)
        shuffle = self.shuffles[deck]
        if shuffle is None:
            return  # before the first shuffle there is nothing to count from
        pool, shown, outside, goods, held, drawn, robbed = shuffle
        counts = list(drawn)
        counts[seat] += 1
        fields = (pool, shown, outside, goods, held, tuple(counts), robbed)
        self._set_shuffle(deck, make(Shuffle, fields))
        recalled = list(self.recalled)
        own_held, own_drawn, known = recalled[seat]
        recalled[seat] = make(Recalled, (own_held, (*own_drawn, card), known))
        self.recalled = tuple(recalled)

    def dealt_open(self, card: Kind) -> None:
        """A card of the base pile was laid open for all."""
        shuffle = self.shuffles[BASE_DECK]
        if shuffle is not None:
            self._set_shuffle(BASE_DECK, shuffle._replace(shown=(*shuffle.shown, card)))

    def turned_up(self, number: int, card: Kind) -> None:
        """A face-down card was turned up: everybody knows when it was laid down."""
        shuffle = self.shuffles[BASE_DECK]
        if shuffle is None:
            return
        if number in shuffle.goods:
            goods = tuple(other for other in shuffle.goods if other != number)
            shuffle = shuffle._replace(goods=goods, outside=(*shuffle.outside, card))
        else:
            shuffle = shuffle._replace(shown=(*shuffle.shown, card))
        self._set_shuffle(BASE_DECK, shuffle)

    def _set_shuffle(self, deck: int, shuffle: Shuffle) -> None:
        base, other = self.shuffles
        self.shuffles = (base, shuffle) if deck else (shuffle, other)

    # --- Hands -----------------------------------------------------------------------------------

    def show(self, seat: Seat, card: Kind) -> None:
        """Everybody saw `card` go into a hand."""
        shown = list(self.shown)
        shown[seat] = tuple(sorted((*shown[seat], card)))
        self.shown = tuple(shown)

    def left_hand(self, seat: Seat, cards: Iterable[Kind]) -> None:
        """Everybody saw `cards` leave a hand: of a kind known to be there one less is."""
        gone = list(cards)
        if self.shown[seat]:
            shown, left = list(self.shown), list(self.shown[seat])
            # A copy that everybody knew of stands for the one that left; what a seat knows alone
            # is then still there.
            for card in cards:
                if card in left:
                    left.remove(card)
                    gone.remove(card)
            shown[seat] = tuple(left)
            self.shown = tuple(shown)
        for observer, own in enumerate(self.recalled):
            if own.known and own.known[seat]:
                self._set_known(observer, seat, _less(own.known[seat], gone))

    def stolen(self, thief: Seat, victim: Seat, card: Kind) -> None:
        """
        `thief` took `card` from `victim`; others saw its back alone.

        What they knew to be in the victim's hand may be gone. Only the thief still knows it; for the
        others it is as if they had never seen it.
        """
        deck = int(card >= GOLEM)
        doubtful = _of_deck(self.shown[victim], deck)
        if doubtful:
            shown = list(self.shown)
            shown[victim] = _of_deck(shown[victim], 1 - deck)
            self.shown = tuple(shown)
        shuffle = self.shuffles[deck]
        if shuffle is not None:
            robbed = list(shuffle.robbed)
            robbed[thief] += 1
            robbed[victim] += len(doubtful)
            self._set_shuffle(
                deck,
                shuffle._replace(
                    robbed=tuple(robbed),
                    shown=_less(shuffle.shown, doubtful),
                    outside=_less(shuffle.outside, doubtful),
                ),
            )
        for observer, own in enumerate(self.recalled):
            known = own.known[victim] if own.known else ()
            if observer == thief:
                self._set_known(observer, victim, _less((*known, *doubtful), (card,)))
            elif known:
                self._forget(observer, _of_deck(known, deck))
                self._set_known(observer, victim, _of_deck(known, 1 - deck))
        own_known = self.recalled[victim].known
        self._set_known(victim, thief, (*(own_known[thief] if own_known else ()), card))

    def _forget(self, observer: int, cards: Kinds) -> None:
        """Cards that a seat once held itself may now be anywhere."""
        recalled = list(self.recalled)
        held, drawn, known = recalled[observer]
        recalled[observer] = Recalled(_less(held, cards), _less(drawn, cards), known)
        self.recalled = tuple(recalled)

    def _set_known(self, observer: int, owner: int, cards: Kinds) -> None:
        recalled = list(self.recalled)
        held, drawn, known = recalled[observer]
        table = list(known or ((),) * len(recalled))
        table[owner] = tuple(sorted(cards))
        recalled[observer] = Recalled(held, drawn, tuple(table) if any(table) else ())
        self.recalled = tuple(recalled)


def _of_deck(cards: Kinds, deck: int) -> Kinds:
    return tuple([card for card in cards if (card >= GOLEM) == deck])


def _less(cards: Kinds, gone: Iterable[Kind]) -> Kinds:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
