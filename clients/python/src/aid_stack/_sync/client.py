"""The client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS, settings_of
from .core import Core
from .root import Root
from .transport import Transport

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    import httpx
    from typing_extensions import Self

    from .._proof import PrivateKey


class Aid(Root):
    """A client of AID.

        with Aid() as aid:
            aid.mail.send(to="ada@example.com", subject="Hello", text="From an agent.")

    With the key of an agent, `mail`, `tasks` and the others are the agent's own. With an organization's key, name the
    agent: `aid.identity("agt_…").mail.send(…)`.
    """

    def __init__(
        self,
        *,
        key: str | None = None,
        url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.Client | None = None,
        headers: Mapping[str, str] | None = None,
        private_key: PrivateKey | None = None,
    ) -> None:
        """Creates a client. It connects with the first call.

        Args:
            key: An API key, `AID_KEY` of the environment where it is absent. Creating an organization needs none.
            url: The address of the service: `AID_URL` where it is absent, else http://127.0.0.1:8787.
            timeout: Seconds that one attempt may take.
            max_retries: How often a call is repeated after errors that may pass.
            http_client: The HTTP client to use, for proxies, certificates or tests. It stays open.
            headers: Headers of every request.
            private_key: The key with which the agent proves to the vault who it is: a PEM, a JWK, or a function that
                signs bytes with Ed25519.
        """
        settings = settings_of(
            key=key, url=url, timeout=timeout, max_retries=max_retries, headers=headers, private_key=private_key
        )
        super().__init__(Core(settings, Transport(http_client)))

    def identity(self, identity_id: str) -> Aid:
        """The same client for one agent of the organization. It shares the connections."""
        return self._like(self._core.scoped(identity_id=identity_id))

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Aid:
        """The same client with other settings. It shares the connections."""
        settings = self._core.settings
        return self._like(
            self._core.scoped(
                timeout=settings.timeout if timeout is None else timeout,
                max_retries=settings.max_retries if max_retries is None else max_retries,
                headers={**settings.headers, **(headers or {})},
            )
        )

    @classmethod
    def _like(cls, core: Core) -> Aid:
        client = cls.__new__(cls)
        Root.__init__(client, core)
        return client

    @property
    def url(self) -> str:
        """The address of the service."""
        return self._core.settings.url

    def close(self) -> None:
        """Closes the connections."""
        self._core.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        settings = self._core.settings
        scope = "" if settings.identity_id is None else f", identity_id={settings.identity_id!r}"
        return f"{type(self).__name__}(key={settings.key}, url={settings.url!r}{scope})"
