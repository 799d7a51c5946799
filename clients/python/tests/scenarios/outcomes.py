"""What a client did, in the form that the scripted service compares. See: clients/vectors/README.md#outcomes."""

from __future__ import annotations

import asyncio
from dataclasses import is_dataclass
from typing import Any, cast

from pydantic import BaseModel

from aid_stack import (
    AidError,
    APIConnectionError,
    APIPermissionError,
    APITimeoutError,
    AuthError,
    ConflictError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ValidationError,
    WebhookVerificationError,
)

# Subclasses come before their bases.
CLASSES: dict[type[BaseException], str] = {
    WebhookVerificationError: "webhook",
    APITimeoutError: "timeout",
    APIConnectionError: "connection",
    AuthError: "auth",
    APIPermissionError: "permission",
    NotFoundError: "not_found",
    ConflictError: "conflict",
    RateLimitError: "rate_limit",
    ServerError: "server",
    ValidationError: "validation",
    asyncio.TimeoutError: "caller",
    asyncio.CancelledError: "caller",
}
ATTRIBUTES = ("code", "status", "retryable", "retry_after_ms", "reason")


def error_outcome(error: BaseException) -> dict[str, Any]:
    """An exception of a client or of its call."""
    kind = next((name for base, name in CLASSES.items() if isinstance(error, base)), "other")
    text = error.message if isinstance(error, AidError) else f"{error}"
    return {
        "class": kind,
        "message": text if kind != "other" else repr(error),
        **{name: getattr(error, name, None) for name in ATTRIBUTES},
    }


def value_outcome(value: Any) -> Any:
    """What a call returned, as JSON with the names of the API."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, warnings=False)
    if is_dataclass(value):
        return value_outcome(vars(value))
    if isinstance(value, dict):
        return {name: value_outcome(one) for name, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [value_outcome(one) for one in cast("list[Any]", value)]
    return value
