from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

from aid_stack._async.tunnel_server import AsyncTunnelServer
from aid_stack._sync.tunnel_server import TunnelServer
from aid_stack._tunnel import Silence, TunnelRequest, TunnelResponse
from aid_stack.types import Tunnel

from .records import TUNNEL

CHUNK = random.Random(1).randbytes(65536)
"""Nothing that compression makes smaller, so that the buffers of the network are soon full."""

REQUEST: dict[str, Any] = {"type": "request", "id": "r", "method": "GET", "path": "/", "headers": []}


def test_a_silent_minute_is_followed_by_a_ping_and_ten_seconds_without_a_message_by_the_end() -> None:
    silence = Silence(1000.0)
    assert (silence.left(1009.0), silence.is_lost(1009.9), silence.is_lost(1010.0)) == (1.0, False, True)
    silence.heard(1009.0)
    assert (silence.left(1009.0), silence.is_due(1068.9), silence.is_due(1069.0)) == (60.0, False, True)
    assert not silence.is_lost(9999.0)
    silence.pinged(1069.0)
    assert (silence.left(1069.0), silence.is_lost(1078.9), silence.is_lost(1079.0)) == (10.0, False, True)
    assert not silence.is_due(9999.0)
    assert silence.left(9999.0) == 0.0


class SilentService:
    """A service that reads what a client says first, sends something, and never does anything again.

    The second connection ends the test, because only a client that has given up the first one makes it.
    """

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages = messages
        self.connections = 0
        self.second = threading.Event()
        self.ended = threading.Event()
        self._server: Server = serve(self._handle, "127.0.0.1", 0, ping_interval=None, max_queue=1, close_timeout=0.1)
        self._thread = threading.Thread(target=self._server.serve_forever)

    def __enter__(self) -> SilentService:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self._server.shutdown()
        self._thread.join()

    def tunnel(self) -> Tunnel:
        port = self._server.socket.getsockname()[1]
        return Tunnel.model_validate({**TUNNEL, "connect_url": f"ws://127.0.0.1:{port}/"})

    def _handle(self, connection: ServerConnection) -> None:
        self.connections += 1
        if self.connections >= 2:
            self.second.set()
        with contextlib.suppress(ConnectionClosed):
            assert json.loads(connection.recv()) == {"type": "ping"}
            for message in self.messages:
                connection.send(json.dumps(message))
            self.ended.wait()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times that a test can wait for. Nothing here fails because they are short: the service never responds."""
    monkeypatch.setattr("aid_stack._tunnel.PING_AFTER_SECONDS", 0.05)
    monkeypatch.setattr("aid_stack._tunnel.PONG_WITHIN_SECONDS", 0.1)


class Endless:
    """Handlers with a body that never ends, and how much of it was sent."""

    def __init__(self) -> None:
        self.chunks = 0

    def respond(self, _: TunnelRequest) -> TunnelResponse:
        return TunnelResponse(body=self._chunks())

    def _chunks(self) -> Iterator[bytes]:
        while True:
            self.chunks += 1
            yield CHUNK

    def wait_until_stuck(self) -> None:
        """Waits until the network takes no more of it."""
        before = 0
        while before == 0 or self.chunks > before:
            before = self.chunks
            time.sleep(0.2)


def with_threads(service: SilentService, until: Callable[[], Any], handler: Any) -> None:
    stop = threading.Event()
    server = TunnelServer(service.tunnel(), "k", handler, on_ready=None, stop=stop)
    thread = threading.Thread(target=server.run)
    thread.start()
    until()
    stop.set()
    thread.join()
    # The threads that wait for the network end too.
    for other in threading.enumerate():
        if "(_run)" in other.name:
            other.join()


def with_coroutines(service: SilentService, until: Callable[[], Any], handler: Any) -> None:
    async def run() -> None:
        stop = asyncio.Event()
        server = AsyncTunnelServer(service.tunnel(), "k", handler, on_ready=None, stop=stop)
        task = asyncio.create_task(server.run())
        await asyncio.to_thread(until)
        stop.set()
        await task

    asyncio.run(run())


ways = pytest.mark.parametrize("run", [with_threads, with_coroutines])


@pytest.mark.usefixtures("impatient")
@ways
@pytest.mark.parametrize("messages", [[], [{"type": "pong"}]])
def test_a_connection_that_became_silent_is_given_up_and_made_again(run: Any, messages: list[dict[str, Any]]) -> None:
    with SilentService(*messages) as service:
        run(service, service.second.wait, None)


@pytest.mark.usefixtures("impatient")
@ways
def test_a_connection_that_takes_no_more_of_a_response_is_given_up_and_made_again(run: Any) -> None:
    with SilentService({"type": "pong"}, REQUEST) as service:
        run(service, service.second.wait, Endless().respond)


@ways
def test_a_server_that_is_stopped_does_not_wait_for_a_network_that_takes_nothing(run: Any) -> None:
    endless = Endless()
    with SilentService({"type": "pong"}, REQUEST) as service:
        run(service, endless.wait_until_stuck, endless.respond)
        assert service.connections == 1
