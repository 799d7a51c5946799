"""The client and the arguments of a scenario, in the form of Python. See: clients/vectors/README.md."""

from __future__ import annotations

import re
from typing import Any

import httpx

from .recording import Recording

WAITS = ("approvals.wait", "mail.wait_for_reply", "mail.wait_for_code")


def special(value: Any) -> Any:
    """A value that JSON cannot carry."""
    if is_of(value, list):
        return [special(one) for one in value]
    return special_members(value) if is_of(value, dict) else value


def is_of(value: object, kind: type) -> bool:
    """Whether a value of JSON is an array or an object."""
    return isinstance(value, kind)


def special_members(members: dict[str, Any]) -> Any:
    """A value of an object, which may mean one that JSON cannot carry."""
    if "$missing" in members:
        return None
    if "$number" in members:
        return float(members["$number"])
    if "$unserializable" in members:
        return object()
    return {name: special(one) for name, one in members.items()}


def method_name(name: str) -> str:
    """`mail.waitForReply` as `mail.wait_for_reply`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Throwing(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport of the program that does not work."""

    def __init__(self, text: str) -> None:
        self._text = text

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise RuntimeError(self._text)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        raise RuntimeError(self._text)


def client_arguments(settings: dict[str, Any], recording: Recording, *, is_async: bool) -> dict[str, Any]:
    """The arguments of `Aid` or `AsyncAid`."""
    given = special(settings)
    arguments = {name: given[name] for name in ("key", "url", "max_retries", "headers") if name in given}
    if "timeout_ms" in given:
        arguments["timeout"] = given["timeout_ms"] / 1000
    if "transport" in given:
        transport = Throwing(given["transport"]["throws"])
        arguments["http_client"] = (
            httpx.AsyncClient(transport=transport) if is_async else httpx.Client(transport=transport)
        )
    arguments["hooks"] = recording.hooks(given.get("hooks"))
    return arguments


def call_arguments(call: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of a call: its parameters, and its options but for those that are a client's."""
    name = method_name(call["method"])
    arguments = {f"{key}_" if key == "from" else key: value for key, value in special(call.get("params", {})).items()}
    if name in WAITS and "timeout_ms" in arguments:
        arguments["timeout"] = arguments.pop("timeout_ms") / 1000
    options = special(call.get("options", {}))
    if "idempotency_key" in options:
        arguments["idempotency_key"] = options["idempotency_key"]
    if "timeout_ms" in options:
        arguments["timeout"] = options["timeout_ms"] / 1000
    if "headers" in options:
        arguments["extra_headers"] = options["headers"]
    return arguments


def method_of(client: Any, call: dict[str, Any]) -> Any:
    """The method of a client that a scenario calls. A client has the retries and the agent of a call."""
    options = special(call.get("options", {}))
    if "max_retries" in options:
        client = client.with_options(max_retries=options["max_retries"])
    if "identity" in call:
        client = client.identity(special(call["identity"]))
    for part in method_name(call["method"]).split("."):
        client = getattr(client, part)
    return client


def verification_arguments(delivery: dict[str, Any]) -> tuple[Any, Any, Any, dict[str, Any]]:
    """The arguments of `verify_webhook`."""
    given = special(delivery)
    tolerance = {name: given[name] for name in ("tolerance_seconds",) if name in given}
    return given["body"].encode(), given["headers"], given["secrets"], tolerance
