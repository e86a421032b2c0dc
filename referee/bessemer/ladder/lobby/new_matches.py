"""
The match that a pairing becomes: its clocks, and a set-up that nobody at the table knows.

The matches of a block share a set-up, unless somebody at the table has seen it: then the match has one of
its own.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.ladder.formats.blocks import Place
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby_player import LobbyPlayer
from bessemer.ladder.lobby.places import places_of
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.match import Match
from bessemer.matches.records import Block, ClockSettings, Durability, MatchSpec
from bessemer.matches.registry import MatchRegistry


class NewMatches:
    """Makes the matches of a lobby, and remembers who has seen which set-up."""

    def __init__(
        self,
        registry: MatchRegistry,
        ratings: LiveRatings,
        durability: Durability,
        players: Mapping[Place, LobbyPlayer],
    ) -> None:
        """`players` are those who are there now."""
        self._registry = registry
        self._ratings = ratings
        self._durability = durability
        self._players = players
        self._seen: dict[Block | None, set[Place]] = {}
        """Of each block that is not over: who has seen its set-up."""

    def make(
        self, pairing: Pairing, places: Sequence[Place], challenger: str = ""
    ) -> tuple[Match, tuple[bytes, ...]]:
        """
        The match in which these sit down, and the commitments of its seats if all are known.

        One that a `challenger` has asked for is unrated.
        """
        spec = self._spec(pairing, places)
        if challenger:
            request_id = f"challenge {spec.match_id}"
            spec = replace(spec, ladder="", season=0, creator=challenger, request_id=request_id)
        match = Match(spec)
        for seated, (_, instance) in zip(match.seats, places, strict=True):
            seated.instance = instance
        return match, self._chance_of(match, places)

    def ended(self, match: Match) -> None:
        """A match is over; if it had not begun, nobody has seen its set-up."""
        if match.started is None and (unseen := self._seen.get(match.spec.shared_setup)):
            unseen.difference_update(places_of(match))

    def block_ended(self, block: Block) -> None:
        """The last match of a block is over: its secret may be told."""
        self._registry.open_blocks.close(block)
        self._seen.pop(block, None)

    def restarted(self) -> None:
        """All processes of instances that have played were restarted: they have seen no set-up."""
        for seen in self._seen.values():
            seen -= {place for place in seen if place[1] is not None}

    def _spec(self, pairing: Pairing, places: Sequence[Place]) -> MatchSpec:
        ladder = self._ratings.ladder
        seat_clocks = self._seat_clocks(places)
        spec = MatchSpec(
            match_id=secrets.token_hex(8),
            game=ladder.game,
            rules_version=GAMES[ladder.game].rules_version,
            options=ladder.options,
            players=pairing.seating,
            seed=secrets.token_bytes(32),
            clock=ladder.clock,
            # Nobody plays for an hour again because a referee was restarted.
            durability=Durability.MOVE if seat_clocks else self._durability,
            created=self._registry.wall(),
            ladder=ladder.name,
            season=ladder.season,
            block=pairing.block,
            is_repeatable=False,
            seat_clocks=seat_clocks,
            resignation_ends=ladder.resignation_ends,
        )
        if pairing.seed and self._is_unseen(spec, places):
            spec = replace(spec, seed=pairing.seed, is_repeatable=pairing.is_repeatable)
        return self._with_secret(spec)

    def _seat_clocks(self, places: Sequence[Place]) -> tuple[ClockSettings, ...]:
        """People have a clock of their own; empty if there is none among them."""
        ladder = self._ratings.ladder
        people = [
            (one := self._players.get(place)) is not None and one.is_person for place in places
        ]
        if not any(people):
            return ()
        return tuple(ladder.people_clock if person else ladder.clock for person in people)

    def _with_secret(self, spec: MatchSpec) -> MatchSpec:
        """The same with the secret that is to be used now, if matches of its block came to nothing."""
        block = spec.shared_setup
        if block is None or spec.is_repeatable:
            return spec
        return replace(spec, seed=self._registry.open_blocks.secret(block, spec.seed))

    def _chance_of(self, match: Match, places: Sequence[Place]) -> tuple[bytes, ...]:
        """What the players will reveal, if all have said it; for some matches that is known already."""
        gathering = match.gathering
        if gathering is None:
            return ()
        match.mix = self._registry.open_blocks.mix_for(match.spec)
        if match.mix is not None:
            return ()
        offered = [
            b"" if (player := self._players.get(place)) is None else player.take_commitment()
            for place in places
        ]
        for seat, commitment in enumerate(offered):
            gathering.commit(Seat(seat), commitment or b"")
        if None in offered or not any(offered):
            return ()
        gathering.settle(gathering.commitments)
        return tuple(gathering.commitments)

    def _is_unseen(self, spec: MatchSpec, places: Sequence[Place]) -> bool:
        """
        Whether nobody at the table has seen the set-up of the block; from now on they have.

        If somebody has, it needs another: a player from elsewhere who meets the same others again,
        or a player of a match that was aborted and is played again.
        """
        block = spec.shared_setup
        if block is None:
            return True
        seen = self._seen.setdefault(block, set())
        is_unseen = seen.isdisjoint(places) and len(set(places)) == len(places)
        seen.update(places)
        return is_unseen
