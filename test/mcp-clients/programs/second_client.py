"""The second generation of the official client."""

import asyncio

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from lines import SERVER, TIMEOUT_SECONDS, serve


async def main():
    if "url" not in SERVER:
        return await use(StdioServerParameters(**SERVER))
    async with httpx2.AsyncClient(timeout=TIMEOUT_SECONDS, **credential()) as http:
        await use(streamable_http_client(SERVER["url"], http_client=http))


def credential():
    if "headers" in SERVER:
        return {"headers": SERVER["headers"]}
    from oauth import provider

    return {"auth": provider(SERVER["url"])}


async def use(server):
    async with Client(server, read_timeout_seconds=TIMEOUT_SECONDS) as client:
        await serve(client.protocol_version, client.list_tools, client.call_tool)


asyncio.run(main())
