"""Where Prometheus asks: `GET /metrics`, answered by threads of its own."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_POLL_SECONDS: Final = 0.05
"""How long it may take to notice that it shall close; Python's own half second is felt at every end."""


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: ANN401 - its name and type there
        """Nothing: the log is the referee's."""


@asynccontextmanager
async def metrics_endpoint(host: str, port: int, metrics: CollectorRegistry) -> AsyncIterator[int]:
    """
    Answers `GET /metrics` while the body runs; gives the port, which matters if 0 was asked for.

    Raises:
        OSError: the address cannot be listened on.
    """
    # Its own threads answer: whatever they read must be safe to read while the referee plays.
    server = _listening(host, port, _with_head(make_wsgi_app(metrics)))
    thread = Thread(target=server.serve_forever, args=(_POLL_SECONDS,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        await asyncio.to_thread(thread.join)


def _listening(host: str, port: int, app: "WSGIApplication") -> WSGIServer:
    ((family, *_, address), *_) = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )

    class Server(ThreadingWSGIServer):
        address_family = family

    return make_server(str(address[0]), port, app, Server, _QuietHandler)


def _with_head(app: "WSGIApplication") -> "WSGIApplication":
    """Let HEAD be answered as GET is, without the body: probes ask so."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "HEAD":
            return app(environ, start_response)
        for _ in app({**environ, "REQUEST_METHOD": "GET"}, start_response):
            pass
        return ()

    return answer
