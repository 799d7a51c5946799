from __future__ import annotations

import base64
import io
import json
import time
from datetime import datetime, timezone
from email.message import Message
from http.client import parse_headers
from pathlib import Path
from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook

from aid_stack import WebhookVerificationError, verify_webhook
from aid_stack.types import WebhookTestBody

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "webhooks.json").read_text(encoding="utf-8")
)["vectors"]

SECRET = "whsec_" + base64.b64encode(b"k" * 33).decode()
BODY = json.dumps(
    {
        "id": "evt_1",
        "type": "webhook.test",
        "version": 1,
        "created_at": "2026-01-01T00:00:00.000Z",
        "organization_id": "org_1",
        "data": {"webhook_id": "whk_1"},
    }
).encode()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_vector(vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: float(vector["now"]))
    tolerance = {"tolerance_seconds": vector["tolerance_seconds"]} if "tolerance_seconds" in vector else {}
    body = base64.b64decode(vector["body_base64"])
    if vector["outcome"] == "valid":
        event = verify_webhook(body, vector["headers"], vector["secrets"], **tolerance)
        assert event.id == json.loads(body)["id"]
        return
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(body, vector["headers"], vector["secrets"], **tolerance)
    assert caught.value.reason == vector["outcome"]


def standard_headers(body: bytes = BODY) -> dict[str, str]:
    now = datetime.now(tz=timezone.utc)
    return {
        "webhook-id": "dlv_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(SECRET).sign("dlv_1", now, body.decode()),
    }


def test_what_the_library_of_standard_webhooks_signs_is_verified() -> None:
    event = verify_webhook(BODY, standard_headers(), SECRET)
    assert isinstance(event, WebhookTestBody)
    assert event.data.webhook_id == "whk_1"


@pytest.mark.parametrize(
    "headers",
    [
        httpx.Headers(standard_headers()),
        {name.upper(): value for name, value in standard_headers().items()},
        [(name.encode(), value.encode()) for name, value in standard_headers().items()],
        {name: [value] for name, value in standard_headers().items()},
    ],
)
def test_headers_of_any_framework_and_bodies_as_text_are_taken(headers: Any) -> None:
    assert verify_webhook(BODY.decode(), headers, ["whsec_other", SECRET]).id == "evt_1"


@pytest.mark.parametrize("kind", [TypeError, WebhookVerificationError])
@pytest.mark.parametrize("body", [json.loads(BODY), None, []])
def test_a_parsed_body_is_refused_with_a_sentence(kind: type[Exception], body: Any) -> None:
    with pytest.raises(kind, match="before a framework parses it") as caught:
        verify_webhook(body, standard_headers(), SECRET)
    assert isinstance(caught.value, WebhookVerificationError)
    assert caught.value.reason == "body_not_raw"


def test_any_changed_byte_is_noticed() -> None:
    headers = standard_headers()
    for place in range(len(BODY)):
        changed = BODY[:place] + bytes([BODY[place] ^ 1]) + BODY[place + 1 :]
        with pytest.raises(WebhookVerificationError) as caught:
            verify_webhook(changed, headers, SECRET)
        assert caught.value.reason == "signature_mismatch"


def message_of(headers: dict[str, str]) -> Message:
    """The headers of a request as `http.server` has them, in `self.headers`."""
    return parse_headers(io.BytesIO("".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode()))


def test_the_headers_of_the_standard_librarys_server_are_taken_also_by_type_checkers() -> None:
    assert verify_webhook(BODY, message_of(standard_headers()), SECRET).id == "evt_1"


@pytest.mark.parametrize("secret", [None, "", " \n", [], [None, " "]])
def test_a_secret_that_is_not_set_is_refused(secret: str | list[str | None] | None) -> None:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(BODY, standard_headers(), secret)
    assert caught.value.reason == "no_secret"


def test_white_space_around_a_secret_is_removed() -> None:
    assert verify_webhook(BODY, standard_headers(), f" {SECRET}\r\n").id == "evt_1"


@pytest.mark.parametrize("tolerance", [float("nan"), -1, None, "300"])
@pytest.mark.parametrize("year", [1970, datetime.now(timezone.utc).year])
def test_a_tolerance_that_is_no_number_is_refused_and_accepts_no_delivery_of_1970(year: int, tolerance: Any) -> None:
    headers = standard_headers()
    if year == 1970:
        at = datetime(1970, 1, 2, tzinfo=timezone.utc)
        signature = Webhook(SECRET).sign("dlv_1", at, BODY.decode())
        headers |= {"webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signature}
    with pytest.raises(ValueError, match="tolerance_seconds") as caught:
        verify_webhook(BODY, headers, SECRET, tolerance_seconds=tolerance)
    assert isinstance(caught.value, WebhookVerificationError)
    assert caught.value.reason == "invalid_tolerance"


@pytest.mark.parametrize("headers", [None, {}, []])
def test_missing_headers_are_refused(headers: Any) -> None:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(BODY, headers, SECRET)
    assert caught.value.reason == "missing_header"


def test_a_timestamp_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(BODY, {**standard_headers(), "webhook-timestamp": "1" * 5000}, SECRET)
    assert caught.value.reason == "timestamp_out_of_tolerance"
