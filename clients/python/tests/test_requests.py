from __future__ import annotations

import asyncio
import inspect
import pickle
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

import aid_stack
from aid_stack import (
    OMIT,
    Aid,
    AidError,
    APIConnectionError,
    APIPermissionError,
    APITimeoutError,
    AsyncAid,
    AuthError,
    ConflictError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ValidationError,
)
from aid_stack.testing import FakeResponse, FakeService

from .records import ACTOR, AT, SENT, error

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


def test_all_attempts_of_a_call_have_one_idempotency_key_and_two_calls_have_two(service: FakeService) -> None:
    service.on(*SEND, httpx.ConnectError("refused"), FakeResponse(500, error(500, "internal.error")), SENT)
    client = service.client()
    client.mail.send(to="ada@example.com", subject="1", text="x")
    client.mail.send(to="ada@example.com", subject="2", text="x")
    keys = [request.headers["idempotency-key"] for request in service.requests]
    assert len(keys) == 4
    assert keys[0] == keys[1] == keys[2] != keys[3]


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


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (FakeResponse(400, error(400, "validation.failed")), ValidationError),
        (FakeResponse(401, error(401, "auth.unauthorized", retryable=True)), AuthError),
        (FakeResponse(403, error(403, "auth.forbidden")), APIPermissionError),
        (FakeResponse(404, error(404, "resource.not_found", retryable=True)), NotFoundError),
        (FakeResponse(409, error(409, "idempotency.conflict", retryable=True)), ConflictError),
        (FakeResponse(413, error(413, "payload.too_large")), ValidationError),
        (FakeResponse(422, b"<h1>Unprocessable Content</h1>"), ValidationError),
        (FakeResponse(302, None), AidError),
    ],
)
def test_errors_that_stay_are_raised_at_once(service: FakeService, answer: FakeResponse, kind: type[AidError]) -> None:
    service.on("GET", "/v1/me", answer)
    with pytest.raises(kind) as caught:
        service.client().me()
    assert len(service.requests) == 1
    assert type(caught.value) is kind
    assert caught.value.status == answer.status


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (FakeResponse(429, error(429, "rate_limit.exceeded", retryable=True)), RateLimitError),
        (FakeResponse(500, error(500, "internal.error", retryable=True)), ServerError),
        (FakeResponse(502, b"<h1>Bad Gateway</h1>"), ServerError),
        (FakeResponse(418, error(418, "tea.pot", retryable=True)), ValidationError),
        (FakeResponse(200, b'{"actor_type": "ag'), APIConnectionError),
        (FakeResponse(200, b""), APIConnectionError),
        (httpx.RemoteProtocolError("peer closed connection"), APIConnectionError),
        (httpx.ReadTimeout("late"), APITimeoutError),
    ],
)
def test_errors_that_may_pass_are_raised_after_four_retries(
    service: FakeService, answer: Any, kind: type[AidError], no_pauses: list[float]
) -> None:
    service.on("GET", "/v1/me", answer)
    with pytest.raises(kind) as caught:
        service.client().me()
    assert type(caught.value) is kind
    assert len(service.requests) == 5
    assert caught.value.retryable
    assert len(no_pauses) == 4
    assert all(0 <= pause <= 0.5 * 2**number for number, pause in enumerate(no_pauses))


def test_a_pause_is_never_shorter_than_retry_after(service: FakeService, no_pauses: list[float]) -> None:
    limited = FakeResponse(429, error(429, "rate_limit.exceeded", retryable=True), {"retry-after": "7"})
    service.on("GET", "/v1/me", limited, ACTOR)
    service.client().me()
    assert no_pauses[0] >= 7


def test_retry_after_may_be_a_date(service: FakeService, no_pauses: list[float]) -> None:
    soon = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=50), usegmt=True)
    limited = [FakeResponse(429, error(429, "rate_limit.exceeded"), {"retry-after": at}) for at in (soon, "tomorrow")]
    service.on("GET", "/v1/me", *limited, ACTOR)
    service.client().me()
    assert 30 < no_pauses[0] <= 51
    assert no_pauses[1] <= 1


def test_a_limit_that_lasts_longer_than_a_minute_is_raised_at_once(service: FakeService) -> None:
    limited = FakeResponse(429, error(429, "usage.email_limit", retryable=True), {"retry-after": "40000"})
    service.on(*SEND, limited)
    with pytest.raises(RateLimitError) as caught:
        service.client().mail.send(to="ada@example.com", text="x")
    assert caught.value.retry_after_ms == 40_000_000
    assert len(service.requests) == 1


def test_max_retries_of_a_client_and_of_its_copies(service: FakeService) -> None:
    service.on("GET", "/v1/me", FakeResponse(500, error(500, "internal.error", retryable=True)))
    client = service.client(max_retries=2)
    for copy, attempts in ((client, 3), (client.with_options(max_retries=0), 1), (client.identity("agt_2"), 3)):
        service.requests.clear()
        with pytest.raises(ServerError):
            copy.me()
        assert len(service.requests) == attempts


def test_an_error_says_what_failed_and_can_be_pickled(service: FakeService) -> None:
    with pytest.raises(NotFoundError) as caught:
        service.client().tasks.get("tsk_1")
    text = str(caught.value)
    assert text == "404 resource.not_found: No such resource. (request request-of-a-test)"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.code, copy.status, str(copy)) == ("resource.not_found", 404, text)


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


def test_both_clients_have_the_same_methods_with_the_same_arguments() -> None:
    def surface(value: Any, seen: set[str], path: str = "") -> None:
        for name in dir(value):
            if name.startswith("_") or name == "http":
                continue
            member = getattr(value, name)
            at = f"{path}.{name.removeprefix('a') if name == 'aclose' else name}"
            if inspect.ismethod(member):
                parameters = list(inspect.signature(member).parameters)
                seen.add(f"{at}({', '.join(parameters)})")
            elif type(member).__module__.startswith("aid_stack._"):
                surface(member, seen, at)

    sync: set[str] = set()
    surface(Aid(), sync)
    asynchronous: set[str] = set()
    surface(AsyncAid(), asynchronous)
    assert sync == asynchronous
    assert len(sync) > 95


def test_every_method_has_a_docstring() -> None:
    from aid_stack._sync import resources

    for name, kind in inspect.getmembers(resources, inspect.isclass):
        if kind.__module__ == resources.__name__:
            assert kind.__doc__, name
            for method, function in inspect.getmembers(kind, inspect.isfunction):
                assert method.startswith("_") or function.__doc__, f"{name}.{method}"


def test_the_asynchronous_client_retries_too(service: FakeService, no_pauses: list[float]) -> None:
    service.on("GET", "/v1/me", httpx.ReadError("reset"), FakeResponse(200, b"{"), ACTOR)

    async def run() -> str:
        async with service.async_client() as client:
            return (await client.me()).org_slug

    assert asyncio.run(run()) == "works"
    assert len(no_pauses) == 2
