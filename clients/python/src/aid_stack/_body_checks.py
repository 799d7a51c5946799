"""Checks of bodies before they are sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_ATTACHMENT_BYTES = 3_670_016
"""The limit of all attachments of an email together, 3.5 MB. See: docs/contract/mail.md#sending-mail."""

PUBLIC_KEY_BYTES = 32
_PUBLIC_KEY = re.compile(r"[A-Za-z0-9+/]{43}=")


def check_body(path: str, body: Mapping[str, Any]) -> None:
    """Checks the body of a call that would cost much to send, or might have what is not to be sent.

    Raises:
        InvalidArgumentError: A field cannot be right. The message begins with its name.
    """
    if path.endswith("/mail/send"):
        _check_attachments(body.get("attachments"))
    elif path.endswith("/vault/keypair"):
        _check_public_key(body.get("public_key"))


def _check_attachments(attachments: object) -> None:
    if not isinstance(attachments, list | tuple):
        return
    size = sum(_content_bytes(one) for one in cast("Sequence[object]", attachments))
    if size > MAX_ATTACHMENT_BYTES:
        raise InvalidArgumentError(f"attachments: at most 3.5 MB in total, got {size} bytes")


def _content_bytes(attachment: object) -> int:
    """How many bytes an attachment has, which are given as bytes or as base64."""
    if not isinstance(attachment, Mapping):
        return 0
    content = cast("Mapping[str, object]", attachment).get("content_base64")
    if isinstance(content, str):
        return len(content.rstrip("=")) * 3 // 4
    return len(content) if isinstance(content, bytes | bytearray) else 0


def _check_public_key(key: object) -> None:
    """Refuses what is longer, as a private key is in each of its usual forms, so that none is sent by mistake."""
    is_key = _PUBLIC_KEY.fullmatch(key) is not None if isinstance(key, str) else True
    if isinstance(key, bytes | bytearray):
        is_key = len(key) == PUBLIC_KEY_BYTES
    if not is_key:
        raise InvalidArgumentError("public_key: expected the 32 bytes of a public key: use public_key_of")
