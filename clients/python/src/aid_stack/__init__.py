"""The Python client of AID: email, tasks, secrets and tunnels for software agents.

    from aid_stack import Aid

    with Aid() as aid:
        aid.mail.send(to="ada@example.com", subject="Hello", text="From an agent.")

`AsyncAid` has the same methods as coroutines. Both read `AID_KEY` and `AID_URL` from the environment.
"""

from __future__ import annotations

from . import types
from ._async.client import AsyncAid
from ._async.pages import AsyncPage, AsyncPages
from ._async.task_run import AsyncTaskContext
from ._call import OMIT, Omit
from ._code import FoundCode
from ._errors import (
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
from ._hooks import (
    CallHooks,
    CallInfo,
    CallResult,
    HandlingHooks,
    HandlingInfo,
    HandlingResult,
    Hooks,
    RequestInfo,
    ResponseInfo,
    RetryInfo,
)
from ._proof import PrivateKey, Signer
from ._public_key import public_key_of
from ._raw import RawResponse
from ._reply import HeldBack, Reply
from ._sync.client import Aid
from ._sync.pages import Page, Pages
from ._sync.task_run import TaskContext
from ._task_messages import text_of
from ._tunnel import TunnelRequest, TunnelResponse
from ._version import __version__
from ._work import TaskAbandoned
from .attachments import attachment
from .cursors import AsyncCursor, Cursor, FileCursor
from .webhooks import verify_webhook

__all__ = [
    "OMIT",
    "APIConnectionError",
    "APIPermissionError",
    "APITimeoutError",
    "Aid",
    "AidError",
    "AsyncAid",
    "AsyncCursor",
    "AsyncPage",
    "AsyncPages",
    "AsyncTaskContext",
    "AuthError",
    "CallHooks",
    "CallInfo",
    "CallResult",
    "ConflictError",
    "Cursor",
    "FileCursor",
    "FoundCode",
    "HandlingHooks",
    "HandlingInfo",
    "HandlingResult",
    "HeldBack",
    "Hooks",
    "NotFoundError",
    "Omit",
    "Page",
    "Pages",
    "PrivateKey",
    "RateLimitError",
    "RawResponse",
    "Reply",
    "RequestInfo",
    "ResponseInfo",
    "RetryInfo",
    "ServerError",
    "Signer",
    "TaskAbandoned",
    "TaskContext",
    "TunnelRequest",
    "TunnelResponse",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "attachment",
    "public_key_of",
    "text_of",
    "types",
    "verify_webhook",
]
