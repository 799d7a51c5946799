"""The vault: secrets that are used and not kept."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

from .._errors import AidError
from .._io_sync import resolve
from .._proof import ProofDraft, signer_of
from .resources import VaultMethods

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._proof import PrivateKey, SignedProof

T = TypeVar("T")

LEASE_SECONDS = 60
"""A lease is redeemed at once, so it need not last longer than the retries of that."""


class VaultResource(VaultMethods):
    """The operations of `aid.vault`."""

    def use(
        self,
        secret_id: str,
        function: Callable[[Any], T | T],
        *,
        purpose: str | None = None,
        private_key: PrivateKey | None = None,
        identity_id: str | None = None,
    ) -> T:
        """Gives the value of a secret to a function, and returns what that returns. The value is kept nowhere.

            aid.vault.use("sec_…", lambda token: call_github(token), purpose="Open an issue")

        Args:
            secret_id: The secret.
            function: Gets the value: a text, or an object as a dictionary.
            purpose: What it is for, which the lease records.
            private_key: The agent's private key, where it has one: a PEM, a JWK, or a function that signs bytes with
                Ed25519. That of the client where it is left out. It is not sent.
            identity_id: With an organization's key: the agent in whose name a secret of the organization is leased.
        """
        lease = self.leases.create(
            secret_id=secret_id, ttl_seconds=LEASE_SECONDS, max_uses=1, purpose=purpose, identity_id=identity_id
        )
        try:
            proof = self.prove("redeem", lease.id, private_key=private_key)
            redeemed = self.leases.redeem(lease.id, lease_token=lease.lease_token, proof=proof)
        except BaseException:
            # The lease ends soon in any case.
            with contextlib.suppress(AidError):
                self.leases.revoke(lease.id)
            raise
        return resolve(function(redeemed.value))

    def prove(
        self, action: str, resource_id: str, *, private_key: PrivateKey | None = None
    ) -> SignedProof | None:
        """A new proof, for `leases.redeem`, `secrets.rotate` and `keypair.set`; None where there is no private key.

        Args:
            action: `redeem`, `rotate` or `replace`.
            resource_id: The lease, the secret, or the agent.
            private_key: The key to sign with. That of the client where it is left out.
        """
        key = private_key if private_key is not None else self._core.settings.private_key
        if key is None:
            return None
        draft = ProofDraft(action, resource_id)
        return draft.signed(resolve(signer_of(key)(draft.text)))
