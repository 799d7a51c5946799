"""Serves a port, then a function, through tunnels, and checks what the public side gets. Prints one line for each."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from aid_stack import Aid, AsyncAid, TunnelRequest, TunnelResponse
from aid_stack.types import Tunnel

SIZES = (0, 10, 80_000, 100_000, 1_000_000)
SECONDS = 60


class LocalServer(BaseHTTPRequestHandler):
    """A server with bodies of any size, a stream without a length, and responses that break off."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path.endswith("stream"):
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for number in range(3):
                self.wfile.write(b"8\r\ndata: %d\n\r\n" % number)
                self.wfile.flush()
                time.sleep(0.1)
            self.wfile.write(b"0\r\n\r\n")
            return
        if self.path.endswith("broken"):
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"d\r\nthe beginning\r\n")
            self.close_connection = True
            return
        if self.path.endswith("shorter-than-it-says"):
            self.send_header("content-length", "1000")
            self.end_headers()
            self.wfile.write(b"the beginning")
            self.close_connection = True
            return
        size = int(self.path[1:])
        self.send_header("content-length", str(size))
        for value in ("1", "2"):
            self.send_header("x-repeated", value)
        self.end_headers()
        self.wfile.write(b"z" * size)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(201)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Prints nothing."""


def check_local_server(address: str) -> None:
    with httpx.Client(base_url=address, timeout=SECONDS) as http:
        for size in SIZES:
            response = http.get(str(size))
            assert response.content == b"z" * size, response
            assert response.headers.get_list("x-repeated") == ["1", "2"]
            echoed = http.post("echo", content=b"y" * size)
            assert (echoed.status_code, echoed.content) == (201, b"y" * size), echoed
        assert http.get("stream").text == "data: 0\ndata: 1\ndata: 2\n"
        broken = http.get("broken")
        assert (broken.status_code, broken.text) == (200, "the beginning"), broken
        assert http.get("shorter-than-it-says").headers["x-aid-tunnel-error"] == "server_unreachable"


async def respond(request: TunnelRequest) -> TunnelResponse:
    async def counting() -> AsyncIterator[bytes]:
        for number in range(3):
            yield b"%d" % number
            await asyncio.sleep(0.05)

    if request.path == "/stream":
        return TunnelResponse(body=counting())
    return TunnelResponse(418, {"x-a": "b"}, f"{request.method} {request.path} {request.body.decode()}")


def broken_off(error: Exception, request: TunnelRequest) -> None:
    """Takes the two responses that the local server breaks off; by default they are logged."""
    assert isinstance(error, httpx.RemoteProtocolError), error
    assert request.path in {"/broken", "/shorter-than-it-says"}, request


def serve_port(port: int) -> None:
    with Aid() as aid:
        tunnels: list[Tunnel] = []
        ready, stop = threading.Event(), threading.Event()

        def on_ready(tunnel: Tunnel) -> None:
            tunnels.append(tunnel)
            ready.set()

        thread = threading.Thread(
            target=lambda: aid.tunnels.serve(port=port, on_ready=on_ready, on_error=broken_off, stop=stop)
        )
        thread.start()
        assert ready.wait(SECONDS)
        check_local_server(tunnels[0].public_url)
        stop.set()
        thread.join()
        assert aid.tunnels.list().all() == []
    print("a port, with threads")


async def serve_async(port: int) -> None:
    async with AsyncAid() as aid:
        for handler in (None, respond):
            ready: asyncio.Future[Tunnel] = asyncio.get_running_loop().create_future()
            serving = asyncio.create_task(
                aid.tunnels.serve(
                    port=port if handler is None else None,
                    handler=handler,
                    on_ready=ready.set_result,
                    on_error=broken_off,
                )
            )
            address = (await asyncio.wait_for(ready, SECONDS)).public_url
            if handler is None:
                await asyncio.to_thread(check_local_server, address)
            else:
                async with httpx.AsyncClient(base_url=address, timeout=SECONDS) as http:
                    teapot = await http.post("tea?sugar=1", content=b"please")
                    assert (teapot.status_code, teapot.headers["x-a"]) == (418, "b")
                    assert teapot.text == "POST /tea?sugar=1 please"
                    assert (await http.get("stream")).text == "012"
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            assert await aid.tunnels.list().all() == []
            print("a port" if handler is None else "a function", "with coroutines")


if __name__ == "__main__":
    os.environ.setdefault("NO_PROXY", "127.0.0.1")
    server = ThreadingHTTPServer(("127.0.0.1", 0), LocalServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    serve_port(server.server_port)
    asyncio.run(serve_async(server.server_port))
