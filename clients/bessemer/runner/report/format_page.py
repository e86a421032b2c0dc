"""The result of a format on a page: the same table, or bracket, as on a terminal."""

from collections.abc import Iterable

from bessemer.charts.html import Heading, cell, paragraph, row_head, table
from bessemer.runner.format_result import FormatResult
from bessemer.runner.report.format_tables import columns, explanation, summary


def on_page(result: FormatResult) -> Iterable[str]:
    """Who won, and how."""
    yield "<h2>Result</h2>"
    yield paragraph(summary(result), "strong")
    found = columns(result)
    headings = [Heading(one.heading, is_number=one.justify == "right") for one in found]
    rows = [
        [
            row_head(one.plain)
            if column.heading == "player" and one.plain
            else cell(one.plain, "number" if column.justify == "right" else "nowrap")
            for column, one in zip(found, line, strict=True)
        ]
        for line in zip(*(column.cells for column in found), strict=True)
    ]
    caption = "The best first" if result.bracket is None else "The bracket, round by round"
    yield from table(caption, headings, rows)
    yield paragraph(explanation(result), "soft")
