"""Tunnels: serving their requests."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from .._errors import AidError, InvalidArgumentError
from .._hooks import HandlingInfo
from .._io_async import resolve
from .approvals import AsyncApprovalsResource
from .hooks import handled
from .local_server import AsyncLocalServer
from .resources import AsyncTunnelsMethods
from .tunnel_server import AsyncTunnelServer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .._io_async import AsyncFlag
    from .._tunnel import TunnelRequest, TunnelResponse
    from ..types import NewTunnel, Tunnel


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
        on_held: Callable[[str], Any] | None = None,
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
            on_held: Called with the id of the approval if the tunnel waits for a person. It then waits for the
                decision.
            on_ready: Called with the tunnel once requests can arrive. `tunnel.url + "/path"` is a public address.
            on_error: Called with each exception of the handler, and the request. By default, it is logged by the logger
                `aid_stack`.
            stop: Stops serving once it is set.

        Raises:
            AidError: A person has denied the tunnel, it was deleted, another process serves it, or the key may not
                serve it.
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
            await self._approved(await self.create(name=name, identity_id=identity_id), on_held)
            if tunnel_id is None
            else await self.get(tunnel_id)
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

    async def _approved(self, tunnel: NewTunnel, on_held: Callable[[str], Any] | None) -> Tunnel:
        """A tunnel that exists: one that is held exists once a person has approved it."""
        if tunnel.status != "held" or tunnel.approval_id is None:
            return tunnel
        if on_held is not None:
            await resolve(on_held(tunnel.approval_id))
        approval = await AsyncApprovalsResource(self._core).wait(tunnel.approval_id)
        if approval.status == "approved":
            return await self.get(tunnel.id)
        why = "" if approval.reason is None else f": {approval.reason}"
        raise AidError(f"The tunnel was not approved ({approval.status}){why}", code="approval.closed")

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
