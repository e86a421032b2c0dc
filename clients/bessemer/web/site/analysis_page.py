"""An analysis as one page that needs nothing else: `replay analyse --html`."""

from typing import Any

from markupsafe import Markup

from bessemer.web.pages import ALONE, made_for, page


def analysis_page(facts: dict[str, Any]) -> str:
    """The page, from what the game's analysis says of a match."""
    curves = Markup(facts["curves"])  # noqa: S704 - escaped where it is drawn
    with made_for(ALONE):
        return page("analysis.html", "analysis.html", **{**facts, "curves": curves})
