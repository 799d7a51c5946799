# tunnel.py
import signal
import threading
from urllib.parse import urlsplit

from aid_stack import Aid, TunnelRequest, TunnelResponse
from aid_stack.types import Tunnel

stop = threading.Event()
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda *_: stop.set())


def ready(tunnel: Tunnel) -> None:
    print(f"serving {tunnel.url}/", flush=True)


def hello(request: TunnelRequest) -> TunnelResponse:
    return TunnelResponse(200, {"content-type": "text/plain"}, f"Hello from {urlsplit(request.path).path}")


# `port=3000` in place of the handler serves a server on this machine.
with Aid() as aid:
    aid.tunnels.serve(handler=hello, on_ready=ready, stop=stop)
