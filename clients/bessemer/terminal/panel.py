"""The panel: the question, its answers and what they do, or who is awaited."""

from collections.abc import Sequence

from rich.text import Text

from bessemer.faces.hints import hint_of, hints_of, warning_of
from bessemer.faces.language import tr
from bessemer.faces.totals import Total, totals_of
from bessemer.table.answers.drafts import AnswerDraft, DraftChoice, DraftQuestion
from bessemer.table.model import TableModel
from bessemer.terminal.drawing import Lines, choosing, drawing_of
from bessemer.terminal.style import BAD, DIM, GOOD, POINTED, STRONG, cell, line, paragraph, wrapped
from bessemer.terminal.widgets import notice_lines

_LABEL = 30
"""Wider labels push what stands behind them aside."""


def panel_lines(
    model: TableModel, cursor: str, width: int, room: int, *, is_thinking: bool
) -> Lines:
    """
    The lines of the panel: what is asked and its answers, or who is awaited.

    `room` are the lines that the table leaves: with enough of them answers are explained.
    `is_thinking` says whether a suggestion is being looked for.
    """
    if model.stopped:
        return paragraph(tr("! {why}. Press q.", why=model.stopped.rstrip(".")), width, BAD)
    if model.result is not None:
        return [Text(tr("The match is over."), STRONG)]
    lines = [*notice_lines(model.notice, width), *_planned_lines(model, width)]
    if model.lesson is not None and len(model.drafts) == 1:
        lines += paragraph(model.lesson.lines[-1], width, GOOD)
    if is_thinking:
        lines.append(Text(f"* {tr('thinking …')}", GOOD))
    draft, question = model.draft, model.question
    if draft is not None and question is not None and model.game is not None:
        pictured, left = drawing_of(model.game).pictured, room - len(lines)
        return lines + _question_lines(draft, question, cursor, width, pictured, left)
    if draft is not None and model.ready_move is not None:
        texts = model.ready_text, model.ready_sentence
        return lines + _complete_lines(draft, *texts, width, may_go_on=model.may_go_on)
    if model.is_sent:
        kept = tr("Your answer is kept, and sent when the referee is back.")
        lines.append(Text(kept if model.away else tr("Your answer is sent."), GOOD))
    what = waiting_for(model)
    lines.append(Text(f"{what[0].upper()}{what[1:]}.", DIM))
    if away := model.away_line():
        lines += paragraph(away, width, STRONG)
    return lines


def waiting_for(model: TableModel) -> str:
    """The players whose answers are awaited, as a sentence without its end."""
    names = [model.players.title(seat) for seat in model.waiting()]
    if not names:
        return tr("waiting for the referee")
    return tr("waiting for {players}", players=", ".join(names))


def _question_lines(
    draft: AnswerDraft,
    question: DraftQuestion,
    cursor: str,
    width: int,
    pictured: frozenset[str],
    room: int,
) -> Lines:
    """
    The question and its answers, each on a line with what it does if there is so much room.

    The one under the cursor is marked. Answers that the table shows with their keys are left out.
    """
    lines = [*paragraph(question.text, width, STRONG), *_total_lines(draft, width)]
    hints = {choice.word: hint_of(draft, choice.word) for choice in question.choices}
    if question.name in pictured:
        keys = tr("Press its key, or point with the arrows and press Enter.")
        return [*lines, Text(keys, DIM), *_pointed_hint(hints.get(cursor, ""), width)]
    if any(hints.values()) and len(lines) + len(question.choices) <= room:
        return lines + _listed(question.choices, hints, cursor, width)
    lines += wrapped([_chip(choice, cursor) for choice in question.choices], width, gap=" ")
    if cursor or not any(hints.values()):
        return lines + _pointed_hint(hints.get(cursor, ""), width)
    return [*lines, Text(tr("Point with the arrows to see what each of them does."), DIM)]


def _complete_lines(
    draft: AnswerDraft, text: str, told: str, width: int, *, may_go_on: bool = False
) -> Lines:
    """A whole answer before it is sent, as typed and as told; what it changes, what you might regret."""
    lines = paragraph(tr("Complete: {answer}", answer=text), width, STRONG)
    if len(told) <= width:  # what is longer is a plan, which the table shows
        lines.append(Text(told, DIM))
    lines += _total_lines(draft, width)
    if warning := warning_of(draft):
        lines += paragraph(f"! {warning}", width, BAD)
    keys = [tr("Enter sends it, u takes the last step back.")]
    if may_go_on:
        keys.append(tr("n: plan your next move before you send this one."))
    return [*lines, Text(" ".join(keys), GOOD)]


def _planned_lines(model: TableModel, width: int) -> Lines:
    """The whole answers that come before the one that is being made, and are not sent yet."""
    earlier = model.plan.earlier if model.plan is not None and model.is_asked else []
    told = [f"{number}. {model.told(draft)}" for number, draft in enumerate(earlier, 1)]
    return [line for text in told for line in paragraph(text, width, GOOD)]


def _total_lines(draft: AnswerDraft, width: int) -> Lines:
    """The changes by the answer so far."""
    changed = [total for total in totals_of(draft.made.game.name, draft) if total.is_changed]
    return wrapped([_total(total) for total in changed], width, gap="  ")


def note_lines(game: str, view: object, width: int) -> Lines:
    """The effects of things on the table, for a column of this width."""
    lines: Lines = []
    for name, text in hints_of(game).notes(view) if width else ():
        said = paragraph(f"{name}: {text}", width - 3, DIM)
        said[0].stylize(STRONG, 0, min(len(name), len(said[0])))
        lines += [said[0], *(Text.assemble("  ", more) for more in said[1:])]
    return lines


def _total(total: Total) -> Text:
    return Text.assemble(
        (f"{total.name} ", DIM), str(total.before), (" → ", DIM), (str(total.after), STRONG)
    )


def _chip(choice: DraftChoice, cursor: str) -> Text:
    said = choice.label or choice.word
    shown = f" {choice.key} " if said == choice.key else f" {choice.key} {said} "
    if choice.word == cursor:
        chip = Text(f"[{shown.strip()}]", f"{STRONG} {POINTED}")
    else:
        chip = Text(shown, DIM if choice.why_not else "")
    if choice.why_not:
        chip.stylize("strike")
    return choosing(chip, choice.word)


def _listed(
    choices: Sequence[DraftChoice], hints: dict[str, str], cursor: str, width: int
) -> Lines:
    chips = [_chip(choice, cursor) for choice in choices]
    wide = min(max(chip.cell_len for chip in chips), _LABEL)
    return [
        choosing(
            line(
                cell(chip, max(wide, chip.cell_len)),
                "  ",
                Text(hints[choice.word], DIM),
                width=width,
            ),
            choice.word,
        )
        for chip, choice in zip(chips, choices, strict=True)
    ]


def _pointed_hint(hint: str, width: int) -> Lines:
    return paragraph(hint, width, DIM) if hint else []
