"""The first generation of the official client."""

import asyncio
from datetime import timedelta

import httpx
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from lines import SERVER, TIMEOUT_SECONDS, serve


async def main():
    if "url" not in SERVER:
        async with stdio_client(StdioServerParameters(**SERVER)) as (read, write):
            return await use(read, write)
    async with (
        httpx.AsyncClient(timeout=TIMEOUT_SECONDS, **credential()) as http,
        streamable_http_client(SERVER["url"], http_client=http) as (read, write, _),
    ):
        await use(read, write)


def credential():
    if "headers" in SERVER:
        return {"headers": SERVER["headers"]}
    from oauth import provider

    return {"auth": provider(SERVER["url"])}


async def use(read, write):
    async with ClientSession(read, write, timedelta(seconds=TIMEOUT_SECONDS)) as session:
        initialized = await session.initialize()
        await serve(initialized.protocolVersion, session.list_tools, session.call_tool)


asyncio.run(main())
