"""Where Prometheus asks: `GET /metrics`, answered by threads of its own."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, start_http_server

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


@asynccontextmanager
async def metrics_endpoint(host: str, port: int, metrics: CollectorRegistry) -> AsyncIterator[int]:
    """
    Answers `GET /metrics` while the body runs; gives the port, which matters if 0 was asked for.

    Raises:
        OSError: the address cannot be listened on.
    """
    # Its own threads answer: whatever they read must be safe to read while the referee plays.
    server, thread = start_http_server(port, addr=host, registry=metrics)
    app = server.get_app()
    assert app is not None, "it was just given one"
    server.set_app(_with_head(app))
    try:
        yield server.server_port
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        await asyncio.to_thread(thread.join)


def _with_head(app: "WSGIApplication") -> "WSGIApplication":
    """Let HEAD be answered as GET is, without the body: probes ask so."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "HEAD":
            return app(environ, start_response)
        for _ in app({**environ, "REQUEST_METHOD": "GET"}, start_response):
            pass
        return ()

    return answer
