"""Cancellations of what waits in a coroutine, at the moment at which it need not wait any longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from aid_stack._io_async import AsyncFlag, AsyncSocket, wait_for

SECONDS = 60


class Connection:
    """A WebSocket with what a test puts in, and nothing else."""

    def __init__(self) -> None:
        self.arrived: asyncio.Queue[str] = asyncio.Queue()

    async def recv(self) -> str:
        return await self.arrived.get()


Waiting = tuple[Coroutine[Any, Any, Any], Callable[[], None]]


def flag() -> Waiting:
    """A wait, and what ends it."""
    given = AsyncFlag()
    return wait_for(given, SECONDS), given.set


def message() -> Waiting:
    connection: Any = Connection()
    return AsyncSocket(connection).receive(SECONDS), lambda: connection.arrived.put_nowait("pong")


@pytest.mark.parametrize("wait", [flag, message])
@pytest.mark.parametrize("turns", range(5))
def test_a_cancellation_is_not_ignored_where_the_wait_ends_at_the_same_time(
    wait: Callable[[], Waiting], turns: int
) -> None:
    async def main() -> bool:
        waiting, end = wait()
        task = asyncio.create_task(waiting)
        for _ in range(5):
            await asyncio.sleep(0)
        end()
        for _ in range(turns):
            await asyncio.sleep(0)
        has_ended = task.done()
        task.cancel()
        await asyncio.wait([task])
        return has_ended or task.cancelled()

    assert asyncio.run(main())


@pytest.mark.parametrize("wait", [flag, message])
def test_a_wait_that_is_over_in_time_has_its_result_and_one_that_is_not_has_none(wait: Callable[[], Waiting]) -> None:
    async def main() -> list[Any]:
        waiting, end = wait()
        end()
        connection: Any = Connection()
        late = [wait_for(AsyncFlag(), 0.01), AsyncSocket(connection).receive(0)]
        return [await one for one in (waiting, *late)]

    assert asyncio.run(main()) in ([True, False, None], ["pong", False, None])


def test_an_exception_of_a_connection_is_that_of_the_one_who_waits_for_it() -> None:
    class Broken:
        async def recv(self) -> str:
            raise ConnectionResetError("gone")

    async def main() -> None:
        connection: Any = Broken()
        with pytest.raises(Exception, match="gone"):
            await AsyncSocket(connection).receive(SECONDS)

    asyncio.run(main())
