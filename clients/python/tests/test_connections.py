"""Which connections a client uses, and when it closes them."""

from __future__ import annotations

import asyncio
import os

import pytest

from aid_stack import Aid, AsyncAid

from .http_server import http_server

SECONDS = 60
"""Only ends what hangs."""


def test_one_asynchronous_client_works_in_several_event_loops_and_leaves_no_connection_open() -> None:
    with http_server() as server:
        client = AsyncAid(key="k", url=server.url)

        async def main() -> str:
            await client.me()
            return (await client.me()).org_slug

        for number in (1, 2, 3):
            assert asyncio.run(main()) == "works"
            assert server.opened == number
            assert server.closed.acquire(timeout=SECONDS)


def test_an_asynchronous_client_can_be_used_in_a_with_statement_of_several_event_loops() -> None:
    with http_server() as server:
        client = AsyncAid(key="k", url=server.url)

        async def main() -> None:
            async with client as aid:
                await aid.me()

        for _ in range(2):
            asyncio.run(main())
            assert server.closed.acquire(timeout=SECONDS)


def test_clients_that_were_made_of_another_one_do_not_close_it() -> None:
    with http_server() as server:
        with Aid(key="k", url=server.url) as aid:
            for scoped in (aid.identity("agt_1"), aid.with_options(timeout=SECONDS), aid.identity("a").with_options()):
                with scoped:
                    scoped.me()
            aid.with_options().close()
            aid.me()
            assert server.opened == 1
            assert not server.closed.acquire(blocking=False)
        assert server.closed.acquire(timeout=SECONDS)


def test_asynchronous_clients_that_were_made_of_another_one_do_not_close_it() -> None:
    async def main(url: str) -> None:
        async with AsyncAid(key="k", url=url) as aid:
            for scoped in (aid.identity("agt_1"), aid.with_options(timeout=SECONDS)):
                async with scoped:
                    await scoped.me()
            await aid.me()

    with http_server() as server:
        asyncio.run(main(server.url))
        assert server.opened == 1
        assert server.closed.acquire(timeout=SECONDS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_process_that_was_forked_does_not_use_the_connections_of_its_parent() -> None:
    with http_server() as server, Aid(key="k", url=server.url) as aid:
        aid.me()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                aid.me()
                status = 0
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        aid.me()
        assert server.opened == 2
