"""An HTTP server of this machine, for tests of connections."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .records import ACTOR


class Served(ThreadingHTTPServer):
    """Counts the connections that were opened, and those that were closed."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.opened = 0
        self.closed = threading.Semaphore(0)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Responds to every request with the caller of the key."""

    protocol_version = "HTTP/1.1"

    @property
    def served(self) -> Served:
        assert isinstance(self.server, Served)
        return self.server

    def setup(self) -> None:
        super().setup()
        self.served.opened += 1

    def finish(self) -> None:
        super().finish()
        self.served.closed.release()

    def do_GET(self) -> None:
        body = json.dumps(ACTOR).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Prints nothing."""


@contextmanager
def http_server() -> Generator[Served, None, None]:
    with Served() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
