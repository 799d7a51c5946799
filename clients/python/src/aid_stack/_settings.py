"""The settings of a client: from arguments, or else from the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._redacted import Redacted
from ._version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._proof import PrivateKey

DEFAULT_URL = "http://127.0.0.1:8787"
DEFAULT_TIMEOUT_SECONDS = 60.0
DEFAULT_MAX_RETRIES = 4

USER_AGENT = f"aid-stack-python/{__version__}"


@dataclass(frozen=True)
class Settings:
    """The settings of a client. The key does not print."""

    key: Redacted | None
    url: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str]
    private_key: PrivateKey | None
    identity_id: str | None = None

    @property
    def path_identity(self) -> str:
        """The identity in the path if a call names none: that of `identity(…)`, or the key's own."""
        return self.identity_id if self.identity_id is not None else "me"


def settings_of(
    *,
    key: str | None,
    url: str | None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str] | None,
    private_key: PrivateKey | None,
) -> Settings:
    """Settings from arguments, or else from `AID_KEY` and `AID_URL`. An empty variable counts as unset."""
    chosen_key = key if key is not None else os.environ.get("AID_KEY") or None
    chosen_url = url if url is not None else os.environ.get("AID_URL") or DEFAULT_URL
    if not chosen_url.startswith(("http://", "https://")):
        raise ValueError(f"url: expected an address that begins with https:// or http://, got {chosen_url!r}")
    if max_retries < 0:
        raise ValueError(f"max_retries: expected 0 or more, got {max_retries}")
    return Settings(
        key=Redacted(chosen_key.strip()) if chosen_key is not None else None,
        url=chosen_url.rstrip("/"),
        timeout=timeout,
        max_retries=max_retries,
        headers=dict(headers or {}),
        private_key=private_key,
    )
