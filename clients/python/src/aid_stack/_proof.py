"""Proofs for the vault: signatures with the private key of an identity, which never leaves this process."""

from __future__ import annotations

import base64
import binascii
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Union, cast

from ._errors import InvalidArgumentError
from ._pem import Pem, jwk_in, pem_in, text_of_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


SEED_BYTES = 32
SIGNATURE_BYTES = 64


class Signs(Protocol):
    """A key that signs bytes, such as `Ed25519PrivateKey` from the package `cryptography`."""

    def sign(self, data: bytes, /) -> bytes:
        """The Ed25519 signature of the data, 64 bytes."""
        ...


Signer = Callable[[bytes], bytes | Awaitable[bytes]]
"""A function that signs bytes with Ed25519. With `AsyncAid`, it may be a coroutine function, for remote keys."""

PrivateKey = Union[str, bytes, Mapping[str, Any], Signs, Signer]
"""The private key of an identity: a PEM, a JWK (a mapping, or its JSON), an object with `sign`, or a function."""


class SignedProof(TypedDict):
    """A proof in the service's format."""

    timestamp: int
    nonce: str
    signature: str


class ProofDraft:
    """A proof to be signed. It has a new nonce, because each nonce is accepted only once."""

    def __init__(self, action: str, resource_id: str, *, now: float | None = None, nonce: str | None = None) -> None:
        self.timestamp = int(time.time() if now is None else now)
        self.nonce = uuid.uuid4().hex if nonce is None else nonce
        self.text = f"{action}.{resource_id}.{self.timestamp}.{self.nonce}".encode()

    def signed(self, signature: object) -> SignedProof:
        """The proof with the signature of its text."""
        if not isinstance(signature, bytes) or len(signature) != SIGNATURE_BYTES:
            raise InvalidArgumentError(
                f"private_key: expected a signature of {SIGNATURE_BYTES} bytes from its function"
            )
        return {
            "timestamp": self.timestamp,
            "nonce": self.nonce,
            "signature": base64.b64encode(signature).decode(),
        }


def signer_of(key: PrivateKey) -> Signer:
    """The function that signs with a key in any of the accepted forms.

    Raises:
        InvalidArgumentError: The key is not an Ed25519 private key. The message does not contain it.
        ImportError: The package `cryptography` is needed, but missing.
    """
    if isinstance(key, Mapping):
        return _signer_of_jwk(cast("Any", key))
    if isinstance(key, bytes | str):
        text = text_of_key(key)
        pem = pem_in(text)
        return _signer_of_jwk(jwk_in(text)) if pem is None else _signer_of_pem(pem)
    sign = getattr(key, "sign", None)
    chosen = sign if sign is not None else key
    if not callable(chosen):
        raise InvalidArgumentError(f"private_key: expected a PEM, a JWK or a function, got {type(key).__name__}")
    return cast("Signer", chosen)


def _signer_of_pem(pem: Pem) -> Signer:
    if pem.label == "PUBLIC KEY":
        raise InvalidArgumentError("private_key: expected a private key, got a public one")
    serialization, ed25519 = _cryptography()
    try:
        key = serialization.load_pem_private_key(pem.text.encode(), password=None)
    except Exception:
        # Which one depends on the version of the package. It may have a part of the key.
        raise InvalidArgumentError(
            f"private_key: expected an Ed25519 key without a password; this {pem.label} is none"
        ) from None
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise InvalidArgumentError(f"private_key: expected an Ed25519 key, got {type(key).__name__}")
    return cast("Ed25519PrivateKey", key).sign


def _signer_of_jwk(jwk: Mapping[str, Any]) -> Signer:
    d = jwk.get("d")
    if jwk.get("kty") != "OKP" or jwk.get("crv") != "Ed25519" or not isinstance(d, str):
        raise InvalidArgumentError('private_key: expected a PEM, or a JWK with "kty": "OKP", "crv": "Ed25519" and "d"')
    try:
        seed = base64.b64decode(d.replace("-", "+").replace("_", "/") + "=" * (-len(d) % 4), validate=True)
    except binascii.Error:
        raise InvalidArgumentError('private_key: "d" is not base64') from None
    if len(seed) != SEED_BYTES:
        raise InvalidArgumentError(f'private_key: expected {SEED_BYTES} bytes in "d", got {len(seed)}')
    _, ed25519 = _cryptography()
    key: Ed25519PrivateKey = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
    return key.sign


def _cryptography() -> Any:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise ImportError(
            "private_key: a PEM or JWK needs the package cryptography: pip install 'aid-stack[vault]'; "
            "a function that signs does not"
        ) from error
    return serialization, ed25519
