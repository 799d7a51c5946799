"""The second generation of the official client."""

import asyncio

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from lines import SERVER, TIMEOUT_SECONDS, serve


async def main():
    if "url" not in SERVER:
        return await use(StdioServerParameters(**SERVER))
    async with httpx2.AsyncClient(headers=SERVER["headers"], timeout=TIMEOUT_SECONDS) as http:
        await use(streamable_http_client(SERVER["url"], http_client=http))


async def use(server):
    async with Client(server, read_timeout_seconds=TIMEOUT_SECONDS) as client:
        await serve(client.protocol_version, client.list_tools, client.call_tool)


asyncio.run(main())
