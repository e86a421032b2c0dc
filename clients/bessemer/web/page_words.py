"""What a page's script says in other languages than English: the page brings it along."""

import json

from bessemer.faces.catalogues import script_words
from bessemer.faces.language import ENGLISH, current_language


def page_words() -> str:
    """The texts as JSON that is safe within a page; empty in English."""
    code = current_language()
    if code == ENGLISH:
        return ""
    # No text may end the element that it stands in.
    return json.dumps(script_words(code), ensure_ascii=False).replace("<", "\\u003c")
