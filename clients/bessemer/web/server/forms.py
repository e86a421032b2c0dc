"""Forms, and whether they come from our own pages."""

import hmac
from typing import Final
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from bessemer.faces.language import tr

CSRF_HEADER: Final = "x-bessemer-csrf"
CSRF_FIELD: Final = "csrf"
_MOST_BYTES: Final = 64 * 1024
_MOST_FIELDS: Final = 200


class Refused(HTTPException):
    """What was asked is refused; the sentence says why."""

    def __init__(self, status: int, sentence: str, retry_after: int = 0) -> None:
        headers = {"Retry-After": str(retry_after)} if retry_after else None
        super().__init__(status, sentence, headers)


async def read_body(request: Request, most: int) -> bytes | None:
    """All that was sent; `None` if that is more than so many bytes."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > most:
            return None
    return bytes(content)


async def read_form(request: Request) -> dict[str, str]:
    """
    The fields of a form; of several with one name the last.

    Raises:
        Refused: it is none, or too large.
    """
    known = getattr(request.state, "form", None)
    if isinstance(known, dict):
        return known
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Refused(415, tr("This is no form of ours."))
    content = await read_body(request, _MOST_BYTES)
    if content is None:
        raise Refused(413, tr("The form is too large."))
    try:
        pairs = parse_qsl(
            content.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise Refused(400, tr("The form cannot be read.")) from None
    request.state.form = form = dict(pairs)
    return form


def check_origin(request: Request) -> None:
    """
    Refuse what another site's page has sent, or a browser that does not say whose page it was.

    Raises:
        Refused: it is not one of our own pages.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        is_ours = site == "same-origin"
    elif origin is not None:
        # The scheme is not compared: before a proxy there may be TLS, and behind it none.
        is_ours = origin.partition("://")[2] == request.headers.get("host", "")
    else:
        raise Refused(403, tr("Your browser does not say which page this came from."))
    if not is_ours:
        raise Refused(403, tr("This came from a page of another site, so nothing was done."))


async def check_csrf(request: Request, expected: str) -> dict[str, str]:
    """
    The form, which a page of this very session has sent.

    A script of ours sends the session's word in a header; then the body is left unread.

    Raises:
        Refused: it comes from elsewhere.
    """
    if "sec-fetch-site" in request.headers or "origin" in request.headers:
        check_origin(request)
    given = request.headers.get(CSRF_HEADER)
    form = {} if given is not None else await read_form(request)
    word = form.get(CSRF_FIELD, "") if given is None else given
    if not expected or not hmac.compare_digest(word.encode(), expected.encode()):
        raise Refused(403, tr("The page is too old, or not ours: load it again and repeat."))
    return form
