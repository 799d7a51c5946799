"""Tunnels: serving their requests."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from .._errors import AidError, InvalidArgumentError
from .._hooks import HandlingInfo
from .._io_async import resolve
from .hooks import handled
from .local_server import AsyncLocalServer
from .resources import AsyncTunnelsMethods
from .tunnel_server import AsyncTunnelServer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .._io_async import AsyncFlag
    from .._tunnel import TunnelRequest, TunnelResponse
    from ..types import Tunnel


class AsyncTunnelsResource(AsyncTunnelsMethods):
    """The operations of `aid.tunnels`."""

    async def serve(
        self,
        *,
        port: int | None = None,
        host: str = "127.0.0.1",
        handler: Callable[[TunnelRequest], Any] | None = None,
        tunnel_id: str | None = None,
        name: str | None = None,
        identity_id: str | None = None,
        on_ready: Callable[[Tunnel], Any] | None = None,
        on_error: Callable[[Exception, TunnelRequest], Any] | None = None,
        stop: AsyncFlag | None = None,
    ) -> None:
        """Gives a local server or a function a public address, and serves until it is stopped.

            await aid.tunnels.serve(port=3000, on_ready=lambda tunnel: print(tunnel.url))

        It reconnects when the connection is lost. It needs `aid-stack[streams]`.

        Args:
            port: The port of a server on this machine.
            host: The server's host.
            handler: Instead of a server, a function from a `TunnelRequest` to a `TunnelResponse`.
            tunnel_id: An existing tunnel. By default, a new one is created, and deleted at the end.
            name: The name of the new tunnel.
            identity_id: With an org key: the agent of the new tunnel.
            on_ready: Called with the tunnel once requests can arrive. `tunnel.url + "/path"` is a public address.
            on_error: Called with each exception of the handler, and the request. By default, it is logged by the logger
                `aid_stack`.
            stop: Stops serving once it is set.

        Raises:
            AidError: The tunnel was deleted, another process serves it, or the key may not serve it.
            ValidationError: The arguments name neither or both of port and handler, or the client has no key.
            ImportError: The package websockets is missing.
        """
        local = AsyncLocalServer(host, port) if port is not None else None
        respond = local.respond if local is not None else handler
        if respond is None or (local is not None and handler is not None):
            raise InvalidArgumentError("port, handler: expected one of them")
        key = self._core.settings.key
        if key is None:
            raise InvalidArgumentError("key: a tunnel needs one: AID_KEY, or key=")
        tunnel = (
            await self.create(name=name, identity_id=identity_id) if tunnel_id is None else await self.get(tunnel_id)
        )
        try:
            server = AsyncTunnelServer(
                tunnel,
                key.reveal(),
                self._observed(tunnel, respond),
                on_ready=on_ready,
                on_error=on_error,
                stop=stop,
                proxy=self._core.settings.proxy,
            )
            await server.run()
        finally:
            if local is not None:
                await local.aclose()
            if tunnel_id is None:
                with contextlib.suppress(AidError):
                    await self.delete(tunnel.id)

    def _observed(
        self, tunnel: Tunnel, respond: Callable[[TunnelRequest], Any]
    ) -> Callable[[TunnelRequest], Awaitable[TunnelResponse]]:
        """The handler, with the hook that learns of its requests."""
        hooks = self._core.settings.hooks

        async def observed(request: TunnelRequest) -> TunnelResponse:
            traceparent = next((value for name, value in request.headers if name.lower() == "traceparent"), None)
            info = HandlingInfo("tunnels.serve", tunnel.id, request.method, traceparent)
            response: TunnelResponse = await handled(
                hooks, info, lambda: resolve(respond(request)), lambda given: given.status
            )
            return response

        return observed
