"""Makes the call of a scenario with `Aid`."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import Any

from aid_stack import Aid, TunnelResponse, verify_webhook

from .arguments import call_arguments, client_arguments, method_of, special, verification_arguments
from .messages import wait_for_messages
from .outcomes import value_outcome
from .recording import Recording


def run(task: dict[str, Any], recording: Recording) -> Any:
    """The value of the call."""
    call = task["call"]
    if call is not None and call["method"] == "verifyWebhook":
        body, headers, secrets, tolerance = verification_arguments(call["delivery"])
        return value_outcome(verify_webhook(body, headers, secrets, **tolerance))
    with Aid(**client_arguments(task["client"], recording, is_async=False)) as client:
        return None if call is None else made(client, call)


def made(client: Aid, call: dict[str, Any]) -> Any:
    method, arguments, take = method_of(client, call), call_arguments(call), call.get("take")
    if call["method"] == "tunnels.serve":
        return served(client, method, arguments, call)
    if call["method"] == "events.follow":
        return followed(method, arguments, call)
    if call["method"] == "tasks.work":
        return worked(method, arguments, call)
    result = method(*special(call.get("ids", [])), **arguments)
    if take == "first_page":
        return value_outcome(result.first_page().items)
    if take == "all":
        return value_outcome(result.all())
    if take is not None:
        return value_outcome(first(result, take))
    return value_outcome(result)


def first(items: Any, count: int) -> list[Any]:
    found: list[Any] = []
    for item in items:
        found.append(item)
        if len(found) >= count:
            break
    return found


def followed(method: Any, arguments: dict[str, Any], call: dict[str, Any]) -> Any:
    stop = threading.Event()
    after = call.get("options", {}).get("cancel_after_ms")
    if after is not None:
        threading.Timer(after / 1000, stop.set).start()
        arguments["stop"] = stop
    with closing(method(**arguments)) as events:
        return value_outcome(first(events, call["take"]))


def served(client: Aid, method: Any, arguments: dict[str, Any], call: dict[str, Any]) -> Any:
    stop, handler = threading.Event(), call["handler"]
    seen: dict[str, Any] = {"url": None, "handled": 0}

    def close_when_sent() -> None:
        wait_for_messages(client.url)
        stop.set()

    def close_if_done() -> None:
        if seen["handled"] >= call["take"]:
            threading.Thread(target=close_when_sent).start()

    def ready(tunnel: Any) -> None:
        seen["url"] = tunnel.url
        close_if_done()

    def respond(_request: Any) -> TunnelResponse:
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
    method(handler=respond, on_ready=ready, stop=stop, **arguments)
    return seen


def worked(method: Any, arguments: dict[str, Any], call: dict[str, Any]) -> Any:
    stop, handler = threading.Event(), call["handler"]
    seen: dict[str, Any] = {"handled": 0, "lost": 0, "errors": []}
    after = call.get("options", {}).get("cancel_after_ms")
    if after is not None:
        threading.Timer(after / 1000, stop.set).start()

    def handle(_task: Any, context: Any) -> Any:
        seen["handled"] += 1
        is_lost = True
        try:
            if "updates" in handler:
                context.update(handler["updates"])
            if "asks" in handler:
                context.ask(handler["asks"])
            is_lost = context.canceled.wait(handler.get("lasts_ms", 0) / 1000)
            return handler["returns"]
        finally:
            seen["lost"] += is_lost
            if seen["handled"] == call.get("take"):
                stop.set()

    def note(error: Exception, _task: Any) -> None:
        seen["errors"].append(str(error))

    method(handle, on_error=note, stop=stop, **arguments)
    return seen
