"""A match as one page that opens from disk and needs nothing else."""

import base64
import json
import zlib
from hashlib import sha256
from html import escape
from typing import Any, Final

import msgspec

from bessemer.faces.language import current_language, tr
from bessemer.web.assets import MATCH_STYLES, bundle, styles
from bessemer.web.frames import Frame
from bessemer.web.page_words import page_words

_TEMPLATE: Final = """\
<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '{script_hash}'; \
style-src '{style_hash}'; img-src data:">
<title>{title}</title>
<style>{style}</style></head>
<body><div class="bar"><span class="brand">BESSEMER</span><span class="about">{about}</span></div>
<main id="viewer"><p>{waiting}</p></main>
<script id="match" type="text/plain">{data}</script>
<script id="words" type="application/json">{words}</script>
<script>{script}</script>
</body></html>
"""


def match_page(match: Frame) -> str:
    """The page of a match that is given as frames."""
    header = match["header"]
    script, style = bundle("pages/page.js", (header["game"],)), styles(MATCH_STYLES)
    # No browser runs a script that ends early, nor one whose hash is another.
    assert "</script" not in script
    assert "</style" not in style
    names = ", ".join(player["name"] for player in header["players"])
    title = f"{header['game'].capitalize()}: {names}"
    about = tr("match {id}", id=header["match_id"])
    return _TEMPLATE.format(
        title=escape(f"{title} · Bessemer"),
        about=escape(f"{header['game'].capitalize()} · {about}"),
        language=current_language(),
        waiting=escape(tr("The match is being unpacked. This page needs JavaScript.")),
        words=page_words(),
        script_hash=_hash(script),
        style_hash=_hash(style),
        style=style,
        data=packed(match),
        script=script,
    )


def packed(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """JSON, compressed, as text that is safe anywhere in a page."""
    try:
        content = msgspec.json.encode(value)
    except UnicodeEncodeError:
        # A half of a surrogate pair is no character; a name may hold one.
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        content = text.encode(errors="replace")
    return base64.b64encode(zlib.compress(content)).decode()


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
