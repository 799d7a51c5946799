"""What happens with the exceptions of the functions that a program passes to a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._io_async import resolve
from .._log import logger

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._tunnel import TunnelRequest


async def report(
    error: Exception, request: TunnelRequest, on_error: Callable[[Exception, TunnelRequest], Any] | None
) -> None:
    """Passes the exception for a request of a tunnel to the program, or else to the log.

    An exception of `on_error` itself is logged too, so that it does not end the loop for all other requests.
    """
    what = f"tunnels.serve: {request.method} {request.path}"
    if on_error is None:
        logger.error("%s: the handler raised %s: %s", what, type(error).__name__, error, exc_info=error)
        return
    try:
        await resolve(on_error(error, request))
    except Exception:
        logger.exception("%s: on_error raised an exception", what)
