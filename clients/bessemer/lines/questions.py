"""
What a program may ask about the rules: in a match before it answers, and at any time of `bessemer rules`.

A question is an object with `ask` and what it needs; so is the reply. States are kept here, and known to the
program by their numbers. A question without `state` is about the decision that the program is asked for.
"""

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.choices import Choice
from bessemer.engine.drafts import Draft, follow
from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.sdk.view import AnyView, view_class
from bessemer.wire.plain_json import PlainJson

Question = Mapping[str, Any]
Reply = dict[str, object]

MOST_STATES: Final = 10_000
"""So many are kept at a time."""
_MOST_MOVES: Final = 100_000
"""Of a list of legal moves, and of an index into it."""
_USUAL_MOVES: Final = 100
_LONGEST_SHOWN: Final = 60


class BadQuestion(Exception):
    """A question that makes no sense; the message says what would."""


class RulesQuestions:
    """Answers the questions of one program about one match, or about no match at all."""

    def __init__(self, game: str, rng: random.Random | None = None) -> None:
        """`rng` draws what a question leaves to chance; Python's own luck if it is not given."""
        self.plain: Final = PlainJson(game)
        self._game: Final = GAMES[game]
        self._view_class: Final = view_class(game)
        self._rng = rng
        self._below: Final = (rng or random).randrange
        self._decision: AnyView | None = None
        self._states: dict[int, Any] = {}
        self._number = 0
        self._ways: Final[dict[str, Callable[[Question], Reply]]] = {
            "after": self._after,
            "apply": self._apply,
            "check": self._check,
            "choices": self._choices,
            "forget": self._forget,
            "imagine": self._imagine,
            "legal": self._legal,
            "new": self._new,
            "outcome": self._outcome,
            "rollout": self._rollout,
            "sample": self._sample,
            "view": self._view,
        }

    def begin(self, decision: AnyView) -> None:
        """The program is asked for another decision: the states that it had are gone."""
        self._decision = decision
        self._states.clear()

    def reply(self, question: object) -> Any:  # noqa: ANN401 - JSON
        """What is to be said to a question, or to a list of them; of a bad one `error`, a sentence."""
        if isinstance(question, list):
            return [self._reply(one) for one in question]
        return self._reply(question)

    def move(self, answer: Question, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """
        The move that an answer means, by its text, its index among the legal moves or its path.

        Raises:
            BadQuestion: it means none.
            GameError: no move is written so, or its path is not offered.
        """
        match answer:
            case {"move": str(text)}:
                return self._game.parse(text)
            case {"index": int(index)} if 0 <= index < _MOST_MOVES:
                moves = view.legal_moves(index + 1)
                if index < len(moves):
                    return moves[index]
                raise BadQuestion(f"there are {len(moves)} legal moves, so none with index {index}")
            case {"path": list(path)}:
                draft = self._draft(view, path)
                if draft.choice is None:
                    return draft.move
                raise BadQuestion(f"the path ends before {draft.choice.name} is chosen")
        raise BadQuestion(
            'say a move: {"move": "its text"}, {"index": 0} among the legal moves, or {"path": [["word"]]}'
        )

    def choice(self, draft: Draft[Any]) -> Reply:
        """What a move in the making needs next, or the move that it has become."""
        if draft.choice is None:
            return {"move": self._game.format(draft.move)}
        return {"choice": _plain_choice(draft.choice)}

    def _reply(self, question: object) -> Reply:
        try:
            match question:
                case {"ask": str(name)} if name in self._ways:
                    asked: Any = question
                    return self._ways[name](asked)
        except (BadQuestion, GameError) as error:
            return {"error": str(error)}
        known = ", ".join(self._ways)
        return {"error": f"a question has 'ask', one of {known}; not {_shown(question)}"}

    # ------------------------------------------------------------------------- about a view

    def _legal(self, question: Question) -> Reply:
        view, most = self._seen(question), _whole(question, "most", _USUAL_MOVES)
        if most > _MOST_MOVES:
            raise BadQuestion(f"at most {_MOST_MOVES:,} moves are listed, not {most:,}")
        moves = view.legal_moves(most + 1)
        texts = [self._game.format(move) for move in moves[:most]]
        return {"moves": texts, "all": len(moves) <= most}

    def _check(self, question: Question) -> Reply:
        view = self._seen(question)
        refusal = view.why_illegal(self.move(question, view))
        if refusal is None:
            return {"legal": True}
        return {
            "legal": False,
            "why": str(refusal),
            "code": refusal.code,
            "allowed": list(islice(refusal.allowed, _USUAL_MOVES)),
        }

    def _after(self, question: Question) -> Reply:
        view = self._seen(question)
        after = view.after(self.move(question, view))
        return {"view": None if after is None else self.plain.view(after.seen)}

    def _choices(self, question: Question) -> Reply:
        return self.choice(self._draft(self._seen(question), question.get("path", [])))

    def _sample(self, question: Question) -> Reply:
        if "state" in question:  # quicker than by a view
            state, seat = self._state(question), self._asked_seat(question)
            return {"move": self._game.format(self._game.sample_move(state, seat, self._below))}
        return {"move": self._game.format(self._seen(question).random_move(self._rng))}

    def _imagine(self, question: Question) -> Reply:
        return self._keep(self._seen(question).imagine(self._rng))

    # ------------------------------------------------------------------------- about a state

    def _new(self, question: Question) -> Reply:
        given, seats = question.get("options", {}), _whole(question, "seats", self._game.seats[0])
        if not isinstance(given, dict) or not all(isinstance(one, str) for one in given.values()):
            raise BadQuestion("options are texts by name: {'rounds': '3'}")
        if seats not in self._game.seats:
            least, most = self._game.seats[0], self._game.seats[-1]
            raise BadQuestion(f"{self._game.name} has {least} to {most} seats, not {seats}")
        options = self._game.options(given)
        seed = question.get("seed")
        luck = (self._rng or random).randbytes(8) if seed is None else str(seed).encode()
        kept = self._keep(self._game.setup(options, seats, Chance(luck)))
        return {**kept, "setup": self.plain.setup(options)}

    def _view(self, question: Question) -> Reply:
        if "state" not in question:
            return {"view": self.plain.view(self._seen(question).seen)}
        state, seat = self._state(question), None
        if question.get("seat") is not None:
            seat = Seat(_whole(question, "seat", 0))
            if seat >= len(self._game.view(state, None).board.players):
                raise BadQuestion(f"there is no seat {seat}")
        return {"view": self.plain.view(self._game.view(state, seat))}

    def _apply(self, question: Question) -> Reply:
        state, seat = self._state(question), self._asked_seat(question)
        if isinstance(text := question.get("move"), str):  # no view is needed
            move = self._game.parse(text)
        else:
            move = self.move(question, self._seen(question))
        return self._keep(self._game.apply(state, seat, move))

    def _outcome(self, question: Question) -> Reply:
        outcome = self._game.outcome(self._state(question))
        return {"outcome": None if outcome is None else outcome._asdict()}

    def _rollout(self, question: Question) -> Reply:
        game, state, number = self._game, self._state(question), 0
        while asked := game.decisions(state):
            seat = asked[0].seat
            state = game.apply(state, seat, game.sample_move(state, seat, self._below))
            number += 1
        outcome = game.outcome(state)
        assert outcome is not None, "nobody is asked now"
        return {"outcome": outcome._asdict(), "moves": number}

    def _forget(self, question: Question) -> Reply:
        if "state" in question:
            self._state(question)
            del self._states[question["state"]]
        else:
            self._states.clear()
        return {"states": len(self._states)}

    # ------------------------------------------------------------------------- what is named

    def _keep(self, state: object) -> Reply:
        if len(self._states) >= MOST_STATES:
            raise BadQuestion(f"{MOST_STATES:,} states are kept at a time: forget some")
        self._number += 1
        self._states[self._number] = state
        asked = [{"seat": one.seat, "kind": one.kind} for one in self._game.decisions(state)]
        return {"state": self._number, "decisions": asked}

    def _state(self, question: Question) -> Any:  # noqa: ANN401 - any game's
        number = question.get("state")
        if not isinstance(number, int) or number not in self._states:
            raise BadQuestion(f"there is no state {_shown(number)}: 'imagine' and 'apply' make one")
        return self._states[number]

    def _seen(self, question: Question) -> AnyView:
        """The view that a question is about: of the decision, or of a seat that is asked in a state."""
        if "state" not in question:
            if self._decision is None:
                raise BadQuestion("say about which state: 'new' makes one")
            return self._decision
        seat = self._asked_seat(question)
        return self._view_class(self._game.view(self._state(question), seat))

    def _asked_seat(self, question: Question) -> Seat:
        """The seat whose decision in a state is meant: the first that is asked, if none is named."""
        asked = [one.seat for one in self._game.decisions(self._state(question))]
        if not asked:
            raise BadQuestion("the match is over in this state: nobody is asked")
        seat = Seat(_whole(question, "seat", asked[0]))
        if seat not in asked:
            seats = ", ".join(map(str, asked))
            raise BadQuestion(f"seat {seat} is not asked in this state, but {seats}")
        return seat

    def _draft(self, view: AnyView, path: object) -> Draft[Any]:
        if not isinstance(path, list):
            raise BadQuestion("a path is a list of answers: [['C07'], ['3']]")
        answers = [[one] if isinstance(one, str) else one for one in path]
        for answer in answers:
            if not isinstance(answer, list) or not all(isinstance(word, str) for word in answer):
                raise BadQuestion(f"an answer is a word or a list of words, not {_shown(answer)}")
        return follow(self._game, view.seen, answers)


def _plain_choice(choice: Choice) -> Reply:
    plain: Reply = {"name": choice.name, "words": [word.text for word in choice.words]}
    if choice.about is not None:
        plain["about"] = choice.about.id
    if choice.is_set:
        copies = {word.text: word.copies for word in choice.words if word.copies > 1}
        plain |= {"least": choice.least, "most": choice.most, "copies": copies}
    return plain


def _whole(question: Question, name: str, default: int) -> int:
    given = question.get(name, default)
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise BadQuestion(f"{name!r} is a whole number from 0, not {_shown(given)}")
    return given


def _shown(value: object) -> str:
    return repr(value)[:_LONGEST_SHOWN]
