"""The vault: using secrets without storing them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

from .._errors import AidError, held
from .._io_async import resolve
from .._proof import ProofDraft, signer_of
from .resources import AsyncVaultMethods

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .._proof import PrivateKey, SignedProof

T = TypeVar("T")

LEASE_SECONDS = 60
"""A lease is redeemed immediately, so it need only outlast the retries of the redemption."""


class AsyncVaultResource(AsyncVaultMethods):
    """The operations of `aid.vault`."""

    async def use(
        self,
        secret_id: str,
        function: Callable[[Any], T | Awaitable[T]],
        *,
        purpose: str | None = None,
        private_key: PrivateKey | None = None,
        identity_id: str | None = None,
    ) -> T:
        """Passes the value of a secret to a function, and returns its result. The value is stored nowhere.

            await aid.vault.use("sec_…", lambda token: call_github(token), purpose="Open an issue")

        Args:
            secret_id: The secret.
            function: Called with the value: a string, or an object as a dictionary.
            purpose: What the value is for. It is recorded in the lease.
            private_key: The agent's private key, if it has one: a PEM, a JWK, or a function that signs bytes with
                Ed25519. By default, the client's. It is never sent.
            identity_id: With an org key: the agent for which a secret of the organization is leased.

        Raises:
            ConflictError: With the code `approval.pending` if the lease waits for a person.
        """
        key = private_key if private_key is not None else self._core.settings.private_key
        # A key that is none is refused before a lease is made.
        sign = None if key is None else signer_of(key)
        lease = await self.leases.create(
            secret_id=secret_id, ttl_seconds=LEASE_SECONDS, max_uses=1, purpose=purpose, identity_id=identity_id
        )
        token = lease.lease_token
        if token is None:
            raise held(lease.approval_id)
        try:
            proof = None if sign is None else await self.prove("redeem", lease.id, private_key=sign)
            redeemed = await self.leases.redeem(lease.id, lease_token=token, proof=proof)
        except BaseException:
            # The lease expires soon anyway.
            with contextlib.suppress(AidError):
                await self.leases.revoke(lease.id)
            raise
        return await resolve(function(redeemed.value))

    async def prove(
        self, action: str, resource_id: str, *, private_key: PrivateKey | None = None
    ) -> SignedProof | None:
        """A new proof for `leases.redeem`, `secrets.rotate` and `keypair.set`; None if there is no private key.

        Args:
            action: `redeem`, `rotate` or `replace`.
            resource_id: The lease, the secret, or the agent.
            private_key: The key to sign with; by default the client's.
        """
        key = private_key if private_key is not None else self._core.settings.private_key
        if key is None:
            return None
        draft = ProofDraft(action, resource_id)
        return draft.signed(await resolve(signer_of(key)(draft.text)))
