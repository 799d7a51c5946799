"""The client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._checks import headers_of, id_of, retries_of, seconds_of
from .._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_SECONDS, settings_of
from .core import AsyncCore, AsyncResource
from .resources import AsyncIdentityTokensResource
from .root import AsyncRoot
from .transport import AsyncTransport

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    import httpx
    from typing_extensions import Self

    from .._call import Headers
    from .._hooks import Hooks
    from .._proof import PrivateKey
    from ..types import CustomClaims, IdentityToken


class AsyncIdentityOf(AsyncResource):
    """The agent that calls are made for: `aid.identity("agt_…")`, and its tokens: `aid.identity.token(…)`."""

    def __init__(self, core: AsyncCore, client_of: Callable[[AsyncCore], AsyncAid]) -> None:
        super().__init__(core)
        self._client_of = client_of

    def __call__(self, identity_id: str) -> AsyncAid:
        """A client for one agent of the organization.

        It shares the connections of this client, and does not close them, not even at the end of a `with` statement.

        Args:
            identity_id: The agent's id.
        """
        return self._client_of(self._core.scoped(identity_id=id_of(identity_id, "identity_id")))

    async def token(
        self,
        *,
        audience: str,
        ttl_seconds: int | None = None,
        claims: CustomClaims | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        extra_headers: Headers | None = None,
    ) -> IdentityToken:
        """Gets a token with which the agent proves to another service which agent it is.

        It is the agent of the key, or that of `identity(…)`.

        Args:
            audience: The service that will accept it: one of the audiences that the organization allows.
            ttl_seconds: How long it is valid. 600 by default.
            claims: Claims that are added to a token. Only an org key may add them.
            idempotency_key: Makes the call safe to repeat in another process: the same key with the same arguments has
                one effect.
            timeout: Timeout of one attempt, in seconds.
            extra_headers: Additional headers for this request.
        """
        return await AsyncIdentityTokensResource(self._core).create(
            audience=audience,
            ttl_seconds=ttl_seconds,
            claims=claims,
            idempotency_key=idempotency_key,
            timeout=timeout,
            extra_headers=extra_headers,
        )


class AsyncAid(AsyncRoot):
    """A client of AID.

        async with AsyncAid() as aid:
            await aid.mail.send(to="ada@example.com", subject="Hello", text="From an agent.")

    With an agent key, `mail`, `tasks` and the others act for that agent. With an org key, name the
    agent: `aid.identity("agt_…").mail.send(…)`.
    """

    def __init__(
        self,
        *,
        key: str | None = None,
        url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
        headers: Mapping[str, str] | None = None,
        private_key: PrivateKey | None = None,
        hooks: Hooks | None = None,
        proxy: str | None = None,
    ) -> None:
        """Creates a client. It connects with the first call.

        Args:
            key: An API key; by default `AID_KEY` from the environment. Creating an organization needs none. White
                space around it, such as the line break at the end of a file, is removed.
            url: The address of the service; by default `AID_URL` from the environment, or else http://127.0.0.1:8787.
            timeout: Timeout of one attempt, in seconds. `math.inf` is none.
            max_retries: How many times a call is retried after temporary errors.
            http_client: The HTTP client to use, for certificates or tests. It is not closed with the client.
            headers: Headers for every request.
            private_key: The key with which the agent proves its identity to the vault: a PEM, a JWK, or a function that
                signs bytes with Ed25519.
            hooks: Functions that are called with each request, response and retry, for logs and metrics.
            proxy: The address of a proxy for requests and WebSockets; by default that of the environment
                (`HTTPS_PROXY`, `NO_PROXY`). With an `http_client` it is for the WebSockets alone.

        Raises:
            ValidationError: An option cannot work. The message names it.
        """
        self._is_scoped = False
        settings = settings_of(
            key=key,
            url=url,
            timeout=timeout,
            max_retries=max_retries,
            headers=headers,
            private_key=private_key,
            hooks=hooks,
            proxy=proxy,
        )
        super().__init__(AsyncCore(settings, AsyncTransport(http_client, settings.proxy)))

    @property
    def identity(self) -> AsyncIdentityOf:
        """Names the agent that calls are made for, and gets tokens with which it proves who it is.

            token = await aid.identity.token(audience="sts.amazonaws.com")

        `aid.identity("agt_…")` is a client for one agent.
        """
        return AsyncIdentityOf(self._core, self._like)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncAid:
        """A client with other settings.

        It shares this client's connections, and does not close them, not even at the end of a `with` statement.
        """
        settings = self._core.settings
        return self._like(
            self._core.scoped(
                timeout=settings.timeout if timeout is None else seconds_of(timeout),
                max_retries=settings.max_retries if max_retries is None else retries_of(max_retries),
                headers={**settings.headers, **headers_of(headers, "headers")},
            )
        )

    @classmethod
    def _like(cls, core: AsyncCore) -> AsyncAid:
        client = cls.__new__(cls)
        client._is_scoped = True
        AsyncRoot.__init__(client, core)
        return client

    @property
    def url(self) -> str:
        """The address of the service."""
        return self._core.settings.url

    async def aclose(self) -> None:
        """Closes the connections, which the next call would open again.

        A client from `identity` or `with_options` closes nothing, because it shares the connections of another one.
        """
        if not self._is_scoped:
            await self._core.transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        settings = self._core.settings
        scope = "" if settings.identity_id is None else f", identity_id={settings.identity_id!r}"
        return f"{type(self).__name__}(key={settings.key}, url={settings.url!r}{scope})"
