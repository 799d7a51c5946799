"""WebSocket errors, for both clients. The connections come from the package `websockets`."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import Any, TypeVar, cast

C = TypeVar("C")


class SocketClosed(Exception):
    """The connection has ended, or could not be opened."""


class SocketRefused(SocketClosed):
    """The response to the handshake has a status other than 101."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the handshake returned {status}")
        self.status = status


class SocketUnavailable(SocketClosed):
    """No WebSocket can be opened in this environment."""


def load_websockets() -> None:
    """Raises an error that says what to install if the optional package is missing."""
    if importlib.util.find_spec("websockets") is None:
        raise SocketUnavailable("WebSockets need the package websockets: pip install 'aid-stack[streams]'")


def refusal_of(error: Exception) -> SocketClosed:
    """The error for a failed attempt to connect."""
    from websockets.exceptions import InvalidStatus

    return SocketRefused(error.response.status_code) if isinstance(error, InvalidStatus) else SocketClosed(str(error))


def without_redirects(connect: C) -> C:
    """The function of `websockets` that connects, without following redirects: they would take the key elsewhere.

    It is a class that follows them, or in older versions of the package a function that does not.
    """
    return cast("C", _without_redirects(connect)) if isinstance(connect, type) else connect


@cache
def _without_redirects(connect: Any) -> Any:
    def stay(_self: object, error: Exception) -> Exception:
        return error

    return type("connect", (connect,), {"process_redirect": stay})
