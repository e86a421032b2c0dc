"""An answer in the making: the legal moves that are left after what was chosen so far."""

from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.faces.brass.costs import PAID, cost_of
from bessemer.faces.brass.labels import NO_SECOND, STOP, answer_label, choice_label
from bessemer.faces.brass.names import card_name, pounds
from bessemer.games.brass.board.income import LOANS
from bessemer.games.brass.choices import legal_moves
from bessemer.games.brass.moves import Move
from bessemer.games.brass.state import Phase, View
from bessemer.terminal.brass.reasons import actions, loan_refusal, moves_of, why_not
from bessemer.terminal.brass.steps import CARD_STEPS, STEPS, Step, action_of
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, NotPossible, keys_for

_PHASES: Final = {Phase.SALE: "sale", Phase.SHORTFALL: "shortfall"}
_REST: Final = (NO_SECOND, STOP)
"""What does no more comes last among the answers."""


class ActionDraft(NamedTuple):
    """What was chosen so far, and the moves that it leaves."""

    view: View
    action: str = ""
    """The list of steps; empty while the kind of action is asked for."""
    moves: tuple[Move, ...] = ()
    answers: tuple[str, ...] = ()
    """By step; a step that leaves no choice is answered by itself."""

    @property
    def seat(self) -> Seat:
        """Who answers."""
        assert self.view.seat is not None, "a spectator decides nothing"
        return self.view.seat

    @property
    def steps(self) -> tuple[Step, ...]:
        """All questions of this kind of action."""
        return STEPS[self.action]

    @property
    def chosen_words(self) -> dict[str, str]:
        """The answers so far by the name of their step."""
        return {step.name: word for step, word in zip(self.steps, self.answers, strict=False)}

    @property
    def move(self) -> Move | None:
        is_whole = bool(self.action) and len(self.answers) == len(self.steps)
        return self.moves[0] if is_whole else None

    @property
    def question(self) -> DraftQuestion | None:
        if self.move is not None:
            return None
        if not self.action:
            return self._action_question()
        step = self.steps[len(self.answers)]
        found = self.by_word
        words = sorted(found, key=_REST.__contains__)
        choices = [(word, self._label(step, word, found[word]), "") for word in words]
        choices += self._greyed(step, words)
        return DraftQuestion(
            f"{self._so_far()}: {step.text}",
            tuple(
                DraftChoice(key, word, label, reason)
                for key, (word, label, reason) in zip(keys_for(len(choices)), choices, strict=True)
            ),
            default=step.default if step.default in words else "",
        )

    def chosen(self, word: str) -> "ActionDraft":
        """See `Draft.chosen`; several answers may be given at once, with spaces between them."""
        said = word.strip().lower()
        try:
            return self._answered(said.replace(" ", "_"))
        except NotPossible:
            if len(said.split()) < 2:
                raise
        draft = self
        for part in said.split():
            draft = draft._answered(part)
        return draft

    def _answered(self, said: str) -> "ActionDraft":
        """The draft after one answer, which may be cut short as far as it is clear."""
        if self.move is not None:
            raise NotPossible(f"the move is complete, and {said} is too much")
        if not self.action:
            return self._with_action(said)
        step = self.steps[len(self.answers)]
        found = self.by_word
        meant = [said] if said in found else [word for word in found if word.startswith(said)]
        if not said or len(meant) != 1:
            reasons = {word: reason for word, _, reason in self._greyed(step, list(found))}
            raise NotPossible(
                reasons.get(said, f"{said} is no answer to: {step.text}"), tuple(found)
            )
        return self.with_answer(meant[0]).settled()

    def with_answer(self, word: str) -> "ActionDraft":
        """The draft after one of the answers to its step."""
        return self._replace(moves=self.by_word[word], answers=(*self.answers, word))

    def settled(self) -> "ActionDraft":
        """The draft with every step answered that leaves no choice."""
        draft = self
        while draft.move is None and len(found := draft.by_word) == 1:
            draft = draft._replace(answers=(*draft.answers, *found))
        return draft

    @property
    def by_word(self) -> dict[str, tuple[Move, ...]]:
        """The answers to the next step, and the moves that each of them leaves."""
        step, before = self.steps[len(self.answers)], self.chosen_words
        found: dict[str, list[Move]] = {}
        for move in self.moves:
            for word in dict.fromkeys(step.words(move, before)):
                found.setdefault(word, []).append(move)
        return {word: tuple(moves) for word, moves in found.items()}

    # --- The kind of action ---------------------------------------------------------------------------

    def _action_question(self) -> DraftQuestion:
        board, seat, hand = self.view.board, self.seat, self.view.hand
        kinds = actions(board)
        left = "the last action" if board.actions == 1 else f"{board.actions} actions left"
        return DraftQuestion(
            f"What do you do? ({left}, £{board.players[seat].money})",
            tuple(
                DraftChoice(key, kind, why_not=why_not(kind, board, seat, hand))
                for key, kind in zip(keys_for(len(kinds)), kinds, strict=True)
            ),
        )

    def _with_action(self, kind: str) -> "ActionDraft":
        board, seat, hand = self.view.board, self.seat, self.view.hand
        kinds = {name: why_not(name, board, seat, hand) for name in actions(board)}
        if reason := kinds.get(kind, f"{kind!r} is no action of this era"):
            raise NotPossible(reason, [name for name, refused in kinds.items() if not refused])
        moves = tuple(moves_of(kind, board, seat, hand))
        return self._replace(action=kind, moves=moves).settled()

    # --- One step -------------------------------------------------------------------------------------

    def _label(self, step: Step, word: str, moves: tuple[Move, ...]) -> str:
        label = choice_label(self.view.board, self.seat, step.name, word, self.chosen_words)
        if step.name in CARD_STEPS or not isinstance(moves[0], PAID):
            return label
        return f"{label} {self._cost(moves)}"

    def _cost(self, moves: tuple[Move, ...]) -> str:
        """What these moves cost; the least, where what is decided later can add to it."""
        return f"£{min(cost_of(self.view.board, self.seat, move) for move in moves)}"

    def _greyed(self, step: Step, words: list[str]) -> list[tuple[str, str, str]]:
        """What else could be thought of, and why it is not possible."""
        board, hand = self.view.board, self.view.hand
        if self.action == "build" and step.name == "card":
            why = "nothing that fits, can be supplied and can be paid may be built with {} now"
            return [
                (card, card_name(card), why.format(card_name(card)))
                for card in dict.fromkeys(hand)
                if card not in words
            ]
        if step.name == "amount":
            return [
                (str(amount), f"£{amount}", loan_refusal(board, self.seat, hand, amount))
                for amount in LOANS
                if str(amount) not in words
            ]
        return []

    @property
    def cost_text(self) -> str:
        """What it costs so far of what there is; empty if nothing that costs is chosen."""
        is_chosen = len(self.answers) > sum(step.name in CARD_STEPS for step in self.steps)
        if not is_chosen or not isinstance(self.moves[0], PAID):
            return ""
        return f"{self._cost(self.moves)} of £{self.view.board.players[self.seat].money}"

    def _so_far(self) -> str:
        """What was chosen, and what it costs so far."""
        board, words = self.view.board, self.chosen_words
        cards = [card_name(words[name]) for name in CARD_STEPS if words.get(name) in self.view.hand]
        told = [
            label
            for name, word in words.items()
            if name not in CARD_STEPS and (label := answer_label(board, self.seat, name, word))
        ]
        text = f"{self.action.capitalize()}{' with ' if cards else ''}{' and '.join(cards)}"
        if not told:
            return f"{text} (you have {pounds(board.players[self.seat].money)})"
        return ", ".join([text, *told, *filter(None, [self.cost_text])])


def begin(view: View) -> ActionDraft:
    """A new answer to what the view's seat is asked."""
    draft = ActionDraft(view)
    phase = view.board.phase
    if phase is Phase.ACTION:
        return draft
    moves = tuple(legal_moves(view.board, draft.seat, view.hand))
    return draft._replace(action=_PHASES[phase], moves=moves).settled()


def made_of(view: View, move: Move) -> ActionDraft:
    """The draft that has become `move`, which is legal."""
    draft = ActionDraft(view, action_of(move), (move,))
    while draft.move is None:
        draft = draft.with_answer(next(iter(draft.by_word)))
    return draft
