"""A connection that a test can cut, or make swallow what is sent."""

import socket
import threading
from contextlib import suppress
from typing import Final

_CHUNK: Final = 65_536


class Cable:
    """Passes on to a referee what clients send to `address`, and back."""

    def __init__(self, referee: str) -> None:
        host, _, port = referee.rpartition(":")
        self._referee = (host, int(port))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._swallows = False
        self.swallowed = threading.Event()
        """Set once something was sent that does not arrive."""
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """From now on nothing that a client sends arrives, until the cable is cut."""
        self._swallows = True

    def cut(self) -> None:
        """Break all connections; new ones are good again."""
        with self._lock:
            self._swallows = False
            for one in self._sockets:
                with suppress(OSError):  # those that are closed already
                    one.shutdown(socket.SHUT_RDWR)
            self._sockets.clear()

    def close(self) -> None:
        """Break all connections for good."""
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                try:
                    referee = socket.create_connection(self._referee)
                except OSError:
                    client.close()
                    continue
                with self._lock:
                    self._sockets += [client, referee]
                for pair, is_client in (((client, referee), True), ((referee, client), False)):
                    threading.Thread(
                        target=self._pass, args=(*pair, is_client), daemon=True
                    ).start()

    def _pass(self, source: socket.socket, sink: socket.socket, is_client: bool) -> None:
        with suppress(OSError):
            while sent := source.recv(_CHUNK):
                if is_client and self._swallows:
                    self.swallowed.set()
                else:
                    sink.sendall(sent)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
        source.close()
