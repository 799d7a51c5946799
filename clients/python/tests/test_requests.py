from __future__ import annotations

import pytest

import aid_stack
from aid_stack import OMIT, Aid, NotFoundError
from aid_stack.testing import FakeResponse, FakeService

from .records import ACTOR, AT, SENT

SEND = ("POST", "/v1/identities/me/mail/send")


def test_a_call_has_the_key_the_user_agent_and_a_body_without_what_was_left_out(service: FakeService) -> None:
    service.on(*SEND, SENT)
    sent = service.client().mail.send(to=["ada@example.com"], subject="Hi", text="Hello.")
    (request,) = service.requests
    assert request.json == {"to": ["ada@example.com"], "subject": "Hi", "text": "Hello."}
    assert request.headers["authorization"] == "Bearer aid_agt_of_a_test"
    assert request.headers["user-agent"] == f"aid-stack-python/{aid_stack.__version__}"
    assert len(request.headers["idempotency-key"]) >= 16
    assert sent.thread_id == "thr_1"
    assert sent.created_at.tzinfo is not None


def test_the_callers_own_idempotency_key_headers_and_timeout_are_used(service: FakeService) -> None:
    service.on(*SEND, SENT)
    client = service.client(headers={"x-program": "invoices"})
    client.mail.send(to="a@b.example", text="x", idempotency_key="invoice-4711", extra_headers={"X-One": "1"})
    headers = service.requests[0].headers
    assert (headers["idempotency-key"], headers["x-one"], headers["x-program"]) == ("invoice-4711", "1", "invoices")


def test_reads_have_no_idempotency_key(service: FakeService) -> None:
    service.on("GET", "/v1/me", ACTOR)
    service.client().me()
    assert "idempotency-key" not in service.requests[0].headers


def test_a_token_is_for_the_agent_of_the_key_or_for_the_one_that_identity_names(service: FakeService) -> None:
    issued = {"token": "a.b.c", "token_type": "JWT", "expires_at": AT}
    for name in ("me", "agt_2"):
        service.on("POST", f"/v1/identities/{name}/tokens", issued)
    client = service.client()
    token = client.identity.token(audience="x", ttl_seconds=60, idempotency_key="mine")
    client.identity("agt_2").identity.token(audience="x")
    first, second = service.requests
    assert first.json == {"audience": "x", "ttl_seconds": 60}
    assert first.headers["idempotency-key"] == "mine"
    assert second.json == {"audience": "x"}
    assert token.token == "a.b.c"
    assert "a.b.c" not in repr(token)


def test_the_agent_is_that_of_the_key_of_identity_or_of_the_call(service: FakeService) -> None:
    for name in ("me", "agt_2", "agt_3"):
        service.on("POST", f"/v1/identities/{name}/mail/send", SENT)
    client = service.client()
    client.mail.send(to="a@b.example", text="x")
    client.identity("agt_2").mail.send(to="a@b.example", text="x")
    client.identity("agt_2").mail.send(to="a@b.example", text="x", identity_id="agt_3")
    assert [request.path.split("/")[3] for request in service.requests] == ["me", "agt_2", "agt_3"]


def test_identity_fills_in_the_agent_of_bodies_and_queries(service: FakeService) -> None:
    service.on("POST", "/v1/vault/leases", {"id": "lse_1", "lease_token": "t"})
    service.on("GET", "/v1/events", {"events": []})
    client = service.client()
    client.vault.leases.create(secret_id="sec_1")
    client.identity("agt_2").vault.leases.create(secret_id="sec_1")
    client.identity("agt_2").events.list().first_page()
    assert [request.json and request.json.get("identity_id") for request in service.requests[:2]] == [None, "agt_2"]
    assert service.requests[2].query["identity_id"] == "agt_2"


def test_none_of_a_field_that_can_be_null_is_sent_and_omit_is_not(service: FakeService) -> None:
    service.on("PATCH", "/v1/contacts/con_1", {"id": "con_1"})
    client = service.client()
    client.contacts.update("con_1", company=None)
    client.contacts.update("con_1", display_name="Ada", company=OMIT)
    assert [request.json for request in service.requests] == [{"company": None}, {"display_name": "Ada"}]


def test_attachments_may_be_bytes_and_times_datetimes(service: FakeService) -> None:
    service.on(*SEND, SENT)
    service.on("GET", "/v1/events", {"events": []})
    client = service.client()
    attachment = {"filename": "a.bin", "content_type": "application/octet-stream", "content_base64": b"\0\1"}
    sent = client.mail.send(to="a@b.example", text="x", attachments=[attachment])  # type: ignore[list-item]
    client.events.list(since=sent.created_at).first_page()
    assert service.requests[0].json["attachments"][0]["content_base64"] == "AAE="
    assert service.requests[1].query["since"] == AT


@pytest.mark.parametrize("bad", ["", ".", ".."])
def test_an_id_that_would_name_another_path_is_refused(service: FakeService, bad: str) -> None:
    with pytest.raises(ValueError, match="task_id"):
        service.client().tasks.get(bad)
    assert service.requests == []


def test_an_id_is_one_segment_of_the_path_whatever_it_contains(service: FakeService) -> None:
    with pytest.raises(NotFoundError):
        service.client().tasks.get("a/../b?c#d")
    assert service.requests[0].path == "/v1/a2a/tasks/a/../b?c#d"


def test_the_environment_is_used_where_there_are_no_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Aid().url == "http://127.0.0.1:8787"
    monkeypatch.setenv("AID_URL", "https://aid.example/prod/")
    monkeypatch.setenv("AID_KEY", "aid_org_secret")
    assert Aid().url == "https://aid.example/prod"
    assert Aid(url="http://other.example").url == "http://other.example"
    with pytest.raises(ValueError, match="https://"):
        Aid(url="aid.example")


def test_keys_and_secrets_do_not_print(service: FakeService) -> None:
    service.on("POST", "/v1/api-keys", {"id": "key_1", "name": "k", "key": "aid_agt_SECRET", "key_prefix": "aid_agt_S"})
    client = service.client(key="aid_org_SECRET")
    created = client.api_keys.create(name="k")
    for text in (repr(client), str(client), repr(vars(client)), repr(created), str(created), f"{client} {created}"):
        assert "SECRET" not in text
        assert "aid_" not in text.replace("aid_agt_S'", "").replace("aid_stack", "")
    assert "[redacted]" in repr(client)
    assert "key=[redacted]" in repr(created)
    assert created.key == "aid_agt_SECRET"


def test_with_raw_response_returns_the_response_too(service: FakeService) -> None:
    service.on("GET", "/v1/me", FakeResponse(json=ACTOR, headers={"x-request-id": "r-9"}))
    service.on("GET", "/v1/events", FakeResponse(json={"events": []}, headers={"x-request-id": "r-10"}))
    client = service.client()
    raw = client.with_raw_response.me()
    assert (raw.status_code, raw.request_id, raw.data.org_slug) == (200, "r-9", "works")
    assert client.events.with_raw_response.list().request_id == "r-10"
