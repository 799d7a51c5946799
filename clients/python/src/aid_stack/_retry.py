"""When a call is retried, and after how long."""

from __future__ import annotations

import random

from ._errors import AidError, APIConnectionError

FIRST_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 8.0

MAX_RETRY_AFTER_SECONDS = 60.0
"""The longest `Retry-After` that a call waits for. Rate limits last a minute; longer limits, such as the daily
email limit, are left to the caller."""

_FINAL = frozenset({401, 404, 409})


def is_worth_repeating(error: AidError) -> bool:
    """Whether to retry: after connection errors, 429, 5xx and errors marked `retryable`."""
    if isinstance(error, APIConnectionError):
        return True
    if error.status in _FINAL:
        return False
    return error.retryable or error.status == 429 or (error.status is not None and error.status >= 500)


def pause_before_retry(error: AidError, retries: int) -> float | None:
    """Seconds to wait after this many retries, or None if the error must be raised.

    With full jitter, so that clients that failed together do not return together. `Retry-After` is a lower bound.
    """
    if not is_worth_repeating(error):
        return None
    pause = backoff(retries)
    if error.retry_after_ms is None:
        return pause
    asked = error.retry_after_ms / 1000
    return None if asked > MAX_RETRY_AFTER_SECONDS else asked + pause


def backoff(retries: int) -> float:
    """A random pause of at most half a second at first, doubling to at most eight."""
    return random.uniform(0, min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** min(retries, 16)))


MAX_LOOP_PAUSE_SECONDS = 30.0


def loop_pause(failures: int, error: AidError | None) -> float:
    """How long a loop that never gives up waits after this many failures in a row (at least 1), or longer if asked to.

    See: docs/decisions/0053-loops-of-the-sdks.md#what-all-loops-share in the repository of the service.
    """
    asked = error.retry_after_ms if error is not None and error.retry_after_ms is not None else 0
    longest = min(MAX_LOOP_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 1, 16))
    return max(asked / 1000, random.uniform(0, longest))
