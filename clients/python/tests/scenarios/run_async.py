"""Makes the call of a scenario with `AsyncAid`."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Any

from aid_stack import AsyncAid, TunnelResponse, verify_webhook

from .arguments import call_arguments, client_arguments, method_of, special, verification_arguments
from .messages import wait_for_messages
from .outcomes import value_outcome
from .recording import Recording


async def run(task: dict[str, Any], recording: Recording) -> Any:
    """The value of the call."""
    call = task["call"]
    if call is not None and call["method"] == "verifyWebhook":
        body, headers, secrets, tolerance = verification_arguments(call["delivery"])
        return value_outcome(verify_webhook(body, headers, secrets, **tolerance))
    async with AsyncAid(**client_arguments(task["client"], recording, is_async=True)) as client:
        return None if call is None else await made(client, call)


async def made(client: AsyncAid, call: dict[str, Any]) -> Any:
    method, arguments, take = method_of(client, call), call_arguments(call), call.get("take")
    options = call.get("options", {})
    if call["method"] == "tunnels.serve":
        return await served(client, method, arguments, call)
    if call["method"] == "events.follow":
        return await followed(method, arguments, call)
    if call["method"] == "tasks.work":
        return await worked(method, arguments, call)
    result = method(*special(call.get("ids", [])), **arguments)
    if take == "first_page":
        return value_outcome((await result.first_page()).items)
    if take == "all":
        return value_outcome(await result.all())
    if take is not None:
        return value_outcome(await first(result, take))
    calling = asyncio.ensure_future(result)
    if "cancel_after_ms" in options:
        asyncio.get_running_loop().call_later(options["cancel_after_ms"] / 1000, calling.cancel)
    deadline = options.get("deadline_ms")
    value = await asyncio.wait_for(calling, None if deadline is None else deadline / 1000)
    return value_outcome(value)


async def first(items: Any, count: int) -> list[Any]:
    found: list[Any] = []
    async for item in items:
        found.append(item)
        if len(found) >= count:
            break
    return found


async def followed(method: Any, arguments: dict[str, Any], call: dict[str, Any]) -> Any:
    stop = asyncio.Event()
    after = call.get("options", {}).get("cancel_after_ms")
    if after is not None:
        asyncio.get_running_loop().call_later(after / 1000, stop.set)
        arguments["stop"] = stop
    async with aclosing(method(**arguments)) as events:
        return value_outcome(await first(events, call["take"]))


async def served(client: AsyncAid, method: Any, arguments: dict[str, Any], call: dict[str, Any]) -> Any:
    stop, handler = asyncio.Event(), call["handler"]
    seen: dict[str, Any] = {"url": None, "handled": 0}
    closing: list[asyncio.Task[None]] = []

    async def close_when_sent() -> None:
        await asyncio.to_thread(wait_for_messages, client.url)
        stop.set()

    def close_if_done() -> None:
        if seen["handled"] >= call["take"]:
            closing.append(asyncio.create_task(close_when_sent()))

    def ready(tunnel: Any) -> None:
        seen["url"] = tunnel.url
        close_if_done()

    async def respond(_request: Any) -> TunnelResponse:
        seen["handled"] += 1
        close_if_done()
        if "throws" in handler:
            raise RuntimeError(handler["throws"])
        return TunnelResponse(200, {}, handler["returns"])

    def note(error: Exception, _request: Any) -> None:
        seen["errors"].append(str(error))

    if handler.get("on_error"):
        seen["errors"] = []
        arguments["on_error"] = note
    await method(handler=respond, on_ready=ready, stop=stop, **arguments)
    return seen


async def worked(method: Any, arguments: dict[str, Any], call: dict[str, Any]) -> Any:
    stop, handler = asyncio.Event(), call["handler"]
    seen: dict[str, Any] = {"handled": 0, "lost": 0, "errors": []}
    after = call.get("options", {}).get("cancel_after_ms")
    if after is not None:
        asyncio.get_running_loop().call_later(after / 1000, stop.set)

    async def handle(_task: Any, context: Any) -> Any:
        seen["handled"] += 1
        is_lost = True
        try:
            if "updates" in handler:
                await context.update(handler["updates"])
            if "asks" in handler:
                await context.ask(handler["asks"])
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(context.canceled.wait(), handler.get("lasts_ms", 0) / 1000)
            is_lost = context.canceled.is_set()
            return handler["returns"]
        finally:
            seen["lost"] += is_lost
            if seen["handled"] == call.get("take"):
                stop.set()

    def note(error: Exception, _task: Any) -> None:
        seen["errors"].append(str(error))

    await method(handle, on_error=note, stop=stop, **arguments)
    return seen
