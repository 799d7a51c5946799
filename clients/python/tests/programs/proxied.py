"""Uses a service by a request, an event stream and a tunnel, and prints what it got, one line for each.

Arguments: the class of the client, and the address of a proxy, or nothing for that of the environment.
"""

from __future__ import annotations

import asyncio
import sys
import threading

from aid_stack import Aid, AsyncAid, TunnelRequest, TunnelResponse

SINCE = "2026-01-01T00:00:00Z"
TUNNEL = "tun_1"
"""The tunnel, which the service shows once it has got a response through it."""


def use(proxy: str | None) -> None:
    ended = threading.Event()

    def end() -> None:
        aid.tunnels.get(TUNNEL)
        ended.set()

    def respond(_request: TunnelRequest) -> TunnelResponse:
        threading.Thread(target=end).start()
        return TunnelResponse(body="hello")

    with Aid(proxy=proxy) as aid:
        print(aid.me().org_name)
        for event in aid.events.follow(since=SINCE):
            print(event.id)
            break
        aid.tunnels.serve(handler=respond, stop=ended)


async def use_async(proxy: str | None) -> None:
    ended = asyncio.Event()

    ending: list[asyncio.Task[None]] = []

    async def end() -> None:
        await aid.tunnels.get(TUNNEL)
        ended.set()

    async def respond(_request: TunnelRequest) -> TunnelResponse:
        ending.append(asyncio.create_task(end()))
        return TunnelResponse(body="hello")

    async with AsyncAid(proxy=proxy) as aid:
        print((await aid.me()).org_name)
        async for event in aid.events.follow(since=SINCE):
            print(event.id)
            break
        await aid.tunnels.serve(handler=respond, stop=ended)


if __name__ == "__main__":
    address = sys.argv[2] or None
    if sys.argv[1] == "Aid":
        use(address)
    else:
        asyncio.run(use_async(address))
