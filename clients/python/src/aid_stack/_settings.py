"""The settings of a client: from arguments, or else from the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._checks import headers_of, key_of, proxy_of, retries_of, seconds_of, url_of
from ._hooks import NO_HOOKS, Hooks
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
    hooks: Hooks = NO_HOOKS
    proxy: str | None = field(default=None, repr=False)
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
    hooks: Hooks | None,
    proxy: str | None,
) -> Settings:
    """Settings from arguments, or else from `AID_KEY` and `AID_URL`. An empty variable counts as unset.

    Raises:
        InvalidArgumentError: One of them cannot work.
    """
    own_key = key_of(key) if key is not None else None
    own_url = url_of(url) if url is not None else None
    if own_key is None and os.environ.get("AID_KEY"):
        own_key = key_of(os.environ["AID_KEY"], "AID_KEY")
    return Settings(
        key=Redacted(own_key) if own_key is not None else None,
        url=own_url if own_url is not None else url_of(os.environ.get("AID_URL") or DEFAULT_URL, "AID_URL"),
        timeout=seconds_of(timeout),
        max_retries=retries_of(max_retries),
        headers=headers_of(headers, "headers"),
        private_key=private_key,
        hooks=NO_HOOKS if hooks is None else hooks,
        proxy=None if proxy is None else proxy_of(proxy),
    )
