from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from aid_stack import ValidationError, public_key_of
from aid_stack._proof import signer_of
from aid_stack.testing import FakeService

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "keys.json").read_text(encoding="utf-8")
)["vectors"]
BY_NAME: dict[str, dict[str, Any]] = {vector["name"]: vector for vector in VECTORS}


def forms_of(key: str) -> list[Any]:
    """A key as a text, as bytes, and as a mapping if it is a JWK."""
    forms: list[Any] = [key, key.encode()]
    if key.strip().startswith("{") and key.strip().endswith("}"):
        forms.append(json.loads(key))
    return forms


def assert_hides(error: ValidationError, key: str) -> None:
    assert (error.status, error.code) == (None, "validation.failed")
    assert all(part not in str(error) for part in re.findall(r"[A-Za-z0-9+/_]{16,}", key))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_public_key_of_each_vector_is_computed_or_the_text_is_refused(vector: dict[str, Any]) -> None:
    for form in forms_of(vector["key"]):
        if vector["public_key"] is not None:
            assert public_key_of(form) == vector["public_key"]
            continue
        with pytest.raises(ValidationError, match=r"^validation\.failed: key: ") as caught:
            public_key_of(form)
        assert_hides(caught.value, vector["key"])


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_private_key_of_each_vector_signs_or_the_text_is_refused(vector: dict[str, Any]) -> None:
    for form in forms_of(vector["key"]):
        if vector["signature"] is not None:
            assert signer_of(form)(b"vector") == base64.b64decode(vector["signature"])
            continue
        with pytest.raises(ValidationError, match=r"^validation\.failed: private_key: ") as caught:
            signer_of(form)
        assert_hides(caught.value, vector["key"])


def test_a_key_that_is_none_is_refused_before_a_lease_is_made(service: FakeService) -> None:
    public = BY_NAME["a public key in PEM"]["key"]
    for key in (public, 7):
        with pytest.raises(ValidationError, match="private_key: "):
            service.client().vault.use("sec_1", lambda value: value, private_key=key)  # type: ignore[arg-type]
    with pytest.raises(ValidationError, match="private_key: expected a signature of 64 bytes"):
        service.client().vault.prove("replace", "agt_1", private_key=lambda _: b"short")
    assert service.requests == []


def test_keypair_set_sends_a_public_key_and_no_private_one(service: FakeService) -> None:
    service.on("PUT", "/v1/vault/keypair", {"identity_id": "agt_1"})
    vector = BY_NAME["a private key as JWK"]
    keypair = service.client().vault.keypair
    pkcs8 = "".join(BY_NAME["a private key in PEM"]["key"].splitlines()[1:-1])
    for key in (vector["key"], BY_NAME["a private key in PEM"]["key"], pkcs8, b"k" * 48, "", "short"):
        with pytest.raises(ValidationError, match="public_key: expected the 32 bytes"):
            keypair.set(algorithm="ed25519", public_key=key)
    assert service.requests == []
    for key in (public_key_of(vector["key"]), b"k" * 32):
        keypair.set(algorithm="ed25519", public_key=key)
    assert service.requests[0].json == {"algorithm": "ed25519", "public_key": vector["public_key"]}
