"""Lists of a referee, page by page, asked for no more often than it says."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from bessemer.v1 import error_reason_pb2

PAGE: Final = 1000
_MOMENT: Final = 0.1


async def rows_of(
    call: Callable[[Any], Awaitable[Any]],
    request: Any,  # noqa: ANN401 - a List…Request
    field: str,
    most: int = 0,
) -> list[Any]:
    """What a list has in `field` of its responses: all of it, or only so many."""
    found: list[Any] = []
    while True:
        request.page_size = min(PAGE, most - len(found)) if most else PAGE
        response = await call(request)
        found += getattr(response, field)
        request.page_token = response.next_page_token
        if not request.page_token or (most and len(found) >= most):
            return found


def wait_after(refusal: error_reason_pb2.Refusal | None) -> float:
    """How long to wait before a call is made again that came too soon after others; 0 if it did not."""
    if refusal is None or refusal.reason != error_reason_pb2.ERROR_REASON_TOO_MANY_REQUESTS:
        return 0.0
    return max(refusal.retry_delay.ToMicroseconds() / 1e6, _MOMENT)
