"""Calls the hooks of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .._io_async import resolve
from .._log import logger

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


async def notify(hook: Callable[[T], Any], record: T) -> None:
    """Calls a hook. Its exceptions are logged, because they must not change the call."""
    try:
        await resolve(hook(record))
    except Exception:
        logger.exception("a hook raised an exception for %s", record)
