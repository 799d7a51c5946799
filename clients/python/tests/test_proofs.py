from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from aid_stack import AidError, PrivateKey
from aid_stack._proof import ProofDraft, signer_of
from aid_stack.testing import FakeResponse, FakeService

from .records import error

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "proofs.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize("vector", VECTORS)
def test_a_proof_is_that_of_the_vectors_whatever_form_the_key_has(vector: dict[str, Any]) -> None:
    jwk, pem = vector["private_key_jwk"], vector["private_key_pem"]
    forms: list[PrivateKey] = [jwk, pem, pem.encode(), json.dumps(jwk), signer_of(pem)]
    forms.append(Ed25519PrivateKey.from_private_bytes(base64.urlsafe_b64decode(jwk["d"] + "=")))
    for key in forms:
        for proof in vector["proofs"]:
            draft = ProofDraft(proof["action"], proof["resource_id"], now=proof["timestamp"], nonce=proof["nonce"])
            assert draft.text.decode() == proof["text"]
            signed = draft.signed(signer_of(key)(draft.text))
            assert signed["signature"] == proof["signature"]


@pytest.mark.parametrize("key", [{"kty": "RSA"}, {"kty": "OKP", "crv": "X25519", "d": "AA"}, '{"kty": "EC"}'])
def test_a_key_of_another_kind_is_refused(key: PrivateKey) -> None:
    with pytest.raises(ValueError, match="private_key"):
        signer_of(key)


def test_use_leases_redeems_and_returns_what_the_function_returns(service: FakeService) -> None:
    service.on("POST", "/v1/vault/leases", {"id": "lse_1", "lease_token": "token"})
    service.on(
        "POST", "/v1/vault/leases/lse_1/redeem", {"value": {"user": "ada"}, "version": 1, "lease": {"id": "lse_1"}}
    )
    key = VECTORS[0]["private_key_pem"]
    client = service.client(private_key=key)
    assert client.vault.use("sec_1", lambda value: value["user"], purpose="Invoices") == "ada"
    lease, redeem = service.requests
    assert lease.json == {"secret_id": "sec_1", "ttl_seconds": 60, "max_uses": 1, "purpose": "Invoices"}
    assert redeem.json["lease_token"] == "token"
    assert len(redeem.json["proof"]["nonce"]) == 32


def test_a_lease_that_cannot_be_redeemed_is_revoked(service: FakeService) -> None:
    service.on("POST", "/v1/vault/leases", {"id": "lse_1", "lease_token": "token"})
    service.on("POST", "/v1/vault/leases/lse_1/redeem", FakeResponse(403, error(403, "vault.proof_invalid")))
    service.on("POST", "/v1/vault/leases/lse_1/revoke", {"id": "lse_1"})
    with pytest.raises(AidError) as caught:
        service.client().vault.use("sec_1", lambda value: value)
    assert caught.value.code == "vault.proof_invalid"
    assert service.requests[-1].path == "/v1/vault/leases/lse_1/revoke"


def test_the_signer_of_the_asynchronous_client_may_be_a_coroutine(service: FakeService) -> None:
    service.on("POST", "/v1/vault/leases", {"id": "lse_1", "lease_token": "token"})
    service.on("POST", "/v1/vault/leases/lse_1/redeem", {"value": "v", "version": 1, "lease": {"id": "lse_1"}})

    async def sign(text: bytes) -> bytes:
        assert text.startswith(b"redeem.lse_1.")
        return b"s" * 64

    async def double(value: str) -> str:
        return value * 2

    async def run() -> str:
        async with service.async_client() as client:
            return await client.vault.use("sec_1", double, private_key=sign)

    assert asyncio.run(run()) == "vv"
