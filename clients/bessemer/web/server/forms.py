"""Forms, and whether they come from our own pages."""

import hmac
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request

CSRF_HEADER: Final = "x-bessemer-csrf"
CSRF_FIELD: Final = "csrf"
_MOST_BYTES: Final = 64 * 1024
_MOST_FIELDS: Final = 200


class Refused(HTTPException):
    """What was asked is refused; the sentence says why."""

    def __init__(self, status: int, sentence: str, retry_after: int = 0) -> None:
        headers = {"Retry-After": str(retry_after)} if retry_after else None
        super().__init__(status, sentence, headers)


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
        raise Refused(415, "This is no form of ours.")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > _MOST_BYTES:
            raise Refused(413, "The form is too large.")
    try:
        pairs = parse_qsl(
            content.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise Refused(400, "The form cannot be read.") from None
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
    if site is None and origin is None:
        raise Refused(403, "Your browser does not say which page this came from.")
    is_foreign = site not in (None, "same-origin")
    # Our pages tell nobody where one comes from (Referrer-Policy), so browsers hide the origin of their
    # forms; whether it is the same one, they say all the same.
    if origin is not None and not (origin == "null" and site == "same-origin"):
        # The scheme is not compared: before a proxy there may be TLS, and behind it none.
        is_foreign |= urlsplit(origin).netloc != request.headers.get("host", "")
    if is_foreign:
        raise Refused(403, "This came from a page of another site, so nothing was done.")


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
        raise Refused(403, "The page is too old, or not ours: load it again and repeat.")
    return form
