"""Public keys of agents, from the forms in which programs have them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from ._body_checks import PUBLIC_KEY_BYTES
from ._errors import InvalidArgumentError
from ._pem import jwk_in, pem_in, text_of_key

_SPKI = bytes.fromhex("302a300506032b6570032100")
"""What precedes the bytes of an Ed25519 key in a PEM. See: RFC 8410, section 4."""


def public_key_of(key: str | bytes | Mapping[str, Any]) -> str:
    """The public key for `aid.vault.keypair.set`: the raw 32 bytes in base64.

        aid.vault.keypair.set(algorithm="ed25519", public_key=public_key_of(Path("agent.pem").read_bytes()))

    Args:
        key: A PEM or a JWK (a mapping, or its JSON) of an Ed25519 key. A private key works too, and stays in this
            process; as a PEM it needs the package `cryptography` (`aid-stack[vault]`).

    Raises:
        ValidationError: It is no Ed25519 key. The message does not contain it.
        ImportError: The package `cryptography` is needed, but missing.
    """
    if isinstance(key, Mapping):
        return _of_jwk(key)
    text = text_of_key(key)
    pem = pem_in(text)
    if pem is None:
        return _of_jwk(jwk_in(text))
    if pem.label == "PUBLIC KEY":
        return _of_public_pem(pem.body)
    if pem.label == "PRIVATE KEY":
        return _of_private_pem(pem.text)
    raise InvalidArgumentError(f"key: expected an Ed25519 key without a password; this {pem.label} is none")


def _of_jwk(jwk: Mapping[str, Any]) -> str:
    x = jwk.get("x")
    if jwk.get("kty") != "OKP" or jwk.get("crv") != "Ed25519" or not isinstance(x, str):
        raise InvalidArgumentError('key: expected a PEM, or a JWK with "kty": "OKP", "crv": "Ed25519" and "x"')
    return _checked(x.replace("-", "+").replace("_", "/"))


def _of_public_pem(body: str) -> str:
    try:
        der = base64.b64decode(body, validate=True)
    except binascii.Error:
        raise InvalidArgumentError("key: the PEM is not base64") from None
    if not der.startswith(_SPKI):
        raise InvalidArgumentError("key: expected a PEM of an Ed25519 key")
    return _checked(base64.b64encode(der[len(_SPKI) :]).decode())


def _of_private_pem(text: str) -> str:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise ImportError(
            "key: the PEM of a private key needs the package cryptography: pip install 'aid-stack[vault]'"
        ) from error
    try:
        private: object = serialization.load_pem_private_key(text.encode(), password=None)
    except Exception:
        # Which one depends on the version of the package. It may have a part of the key.
        raise InvalidArgumentError("key: the PEM of a private key is encrypted, or cannot be read") from None
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise InvalidArgumentError("key: expected a PEM of an Ed25519 key")
    return base64.b64encode(private.public_key().public_bytes_raw()).decode()


def _checked(encoded: str) -> str:
    """The canonical base64 of 32 bytes."""
    try:
        raw = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except binascii.Error:
        raise InvalidArgumentError("key: it is not base64") from None
    if len(raw) != PUBLIC_KEY_BYTES:
        raise InvalidArgumentError(f"key: expected {PUBLIC_KEY_BYTES} bytes, got {len(raw)}")
    return base64.b64encode(raw).decode()
