from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from aid_stack import ValidationError, public_key_of
from aid_stack.testing import FakeService

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "proofs.json").read_text(encoding="utf-8")
)["vectors"]


def public_pem(private: str) -> bytes:
    key = serialization.load_pem_private_key(private.encode(), password=None)
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


@pytest.mark.parametrize("vector", VECTORS)
def test_a_public_key_is_found_in_a_pem_and_a_jwk_private_or_not(vector: dict[str, Any]) -> None:
    private, jwk = vector["private_key_pem"], vector["private_key_jwk"]
    public_jwk = {name: jwk[name] for name in ("kty", "crv", "x")}
    for form in (private, private.encode(), public_pem(private), jwk, public_jwk, json.dumps(public_jwk)):
        assert public_key_of(form) == vector["public_key"]


def test_it_is_what_keypair_set_sends(service: FakeService) -> None:
    service.on("PUT", "/v1/vault/keypair", {"identity_id": "agt_1"})
    key = public_key_of(VECTORS[0]["private_key_jwk"])
    service.client().vault.keypair.set(algorithm="ed25519", public_key=key)
    assert service.requests[0].json == {"algorithm": "ed25519", "public_key": VECTORS[0]["public_key"]}


def other_pem(*, is_private: bool) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    if not is_private:
        return key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


@pytest.mark.parametrize(
    "key",
    [
        other_pem(is_private=True),
        other_pem(is_private=False),
        "SECRET",
        "{SECRET",
        {"kty": "RSA"},
        {"kty": "OKP", "crv": "Ed25519", "x": "SECRET"},
        "-----BEGIN PUBLIC KEY-----\nSECRET!\n-----END PUBLIC KEY-----",
        "-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----",
    ],
)
def test_anything_else_is_refused_without_showing_it(key: Any) -> None:
    with pytest.raises(ValidationError, match="key: ") as caught:
        public_key_of(key)
    assert "SECRET" not in str(caught.value)
