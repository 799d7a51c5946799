"""Mistakes of a program: refused before anything is sent, with the name of the argument, and never retried."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import httpx
import pytest

from aid_stack import Aid, AsyncAid, ServerError, ValidationError
from aid_stack.testing import FakeResponse, FakeService

from .records import ACTOR, TUNNEL


def refused(call: Callable[[], object], name: str) -> None:
    with pytest.raises(ValidationError) as caught:
        call()
    assert caught.value.message.startswith(name)
    assert (caught.value.code, caught.value.status, caught.value.retryable) == ("validation.failed", None, False)
    # Programs of earlier versions catch this one.
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("key", ""),
        ("key", " \n"),
        ("key", "aid_agt_one\naid_agt_two"),
        ("key", "aid_agt_schlüssel"),
        ("url", "localhost:8787"),
        ("url", "http://"),
        ("url", "https://user:password@aid.example"),
        ("url", "https://aid.example/?tenant=a"),
        ("url", "https://aid.example/#top"),
        ("timeout", 0),
        ("timeout", -1),
        ("timeout", math.nan),
        ("timeout", "60"),
        ("max_retries", -1),
        ("max_retries", 1.5),
        ("max_retries", math.nan),
        ("headers", {"x-team": "blue\nx-admin: yes"}),
        ("headers", {"x-team": "☃"}),
        ("headers", {"x team": "blue"}),
        ("headers", {"x-team": 7}),
        ("headers", {"Content-Length": "7"}),
    ],
)
def test_an_option_of_a_client_that_cannot_work_is_refused(name: str, value: Any) -> None:
    settings: dict[str, Any] = {name: value}
    refused(lambda: Aid(**settings), name)
    refused(lambda: AsyncAid(**settings), name)
    if name not in ("key", "url"):
        refused(lambda: Aid(key="k").with_options(**settings), name)


def test_no_message_about_a_key_contains_it_and_one_of_the_environment_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AID_KEY", "aid_agt_SECRET aid_agt_SECRET")
    with pytest.raises(ValidationError, match="AID_KEY: ") as caught:
        Aid()
    assert "SECRET" not in str(caught.value)


def test_white_space_around_a_key_is_removed(service: FakeService) -> None:
    service.on("GET", "/v1/me", ACTOR)
    service.client(key=" aid_agt_of_a_file\n").me()
    assert service.requests[0].headers["authorization"] == "Bearer aid_agt_of_a_file"


CALLS: list[tuple[str, Callable[[Any], object]]] = [
    ("message_id", lambda aid: aid.mail.messages.get("")),
    ("message_id", lambda aid: aid.mail.messages.get(None)),
    ("task_id", lambda aid: aid.tasks.get(" ")),
    ("identity_id", lambda aid: aid.identity("")),
    ("identity_id", lambda aid: aid.events.list(identity_id="")),
    ("identity_id", lambda aid: aid.mail.send(to="a@b.example", identity_id="..")),
    ("message", lambda aid: aid.mail.reply("", text="x")),
    ("thread_or_message", lambda aid: aid.mail.wait_for_reply("")),
    ("timeout", lambda aid: aid.mail.wait_for_reply("thr_1", timeout=math.nan)),
    ("timeout", lambda aid: aid.mail.wait_for_code(timeout=-1)),
    ("from_", lambda aid: aid.mail.wait_for_code(from_="Shop <a@shop.example>")),
    ("since", lambda aid: aid.mail.wait_for_code(since="yesterday")),
    ("since", lambda aid: aid.mail.wait_for_code(since=datetime(2026, 1, 1))),
    ("since", lambda aid: next(aid.events.follow(since="yesterday"))),
    ("since", lambda aid: aid.events.list(since=datetime(2026, 1, 1)).first_page()),
    ("before", lambda aid: aid.events.list(before=date(2026, 1, 1)).first_page()),
    ("since", lambda aid: aid.events.streams.create(since=datetime(2026, 1, 1))),
    ("since", lambda aid: aid.events.list(since=datetime.max.replace(tzinfo=timezone(timedelta(hours=-5)))).all()),
    ("text", lambda aid: aid.mail.send(to="a@b.example", text=Decimal(1))),
    ("text", lambda aid: aid.mail.send(to="a@b.example", text="\ud800")),
    ("metadata", lambda aid: aid.contacts.create(display_name="A", metadata={"a": math.nan})),
    ("timeout", lambda aid: aid.me(timeout=0)),
    ("extra_headers", lambda aid: aid.me(extra_headers={"x-a": "1\r\n2"})),
    ("idempotency_key", lambda aid: aid.mail.send(to="a@b.example", text="x", idempotency_key="")),
    ("idempotency_key", lambda aid: aid.mail.send(to="a@b.example", text="x", idempotency_key="1\n2")),
    ("port, handler", lambda aid: aid.tunnels.serve()),
]


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_an_argument_of_a_call_that_cannot_work_is_refused_before_anything_is_sent(
    service: FakeService, name: str, call: Callable[[Any], object]
) -> None:
    refused(lambda: call(service.client()), name)
    assert service.requests == []


def test_a_header_of_latin_1_is_sent(service: FakeService) -> None:
    service.on("GET", "/v1/me", ACTOR)
    service.client(headers={"X-Team": " blåa "}).me(extra_headers={"x-place": "Zürich"})
    headers = dict(service.requests[0].headers.raw)
    assert (headers[b"x-team"], headers[b"x-place"]) == ("blåa".encode("latin-1"), "Zürich".encode("latin-1"))


class Broken(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport of the program's own."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.requests = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        raise self.error

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return self.handle_request(request)


def test_an_exception_of_the_programs_own_transport_is_no_error_of_the_connection() -> None:
    broken = Broken(KeyError("token"))
    refused(lambda: Aid(key="k", http_client=httpx.Client(transport=broken)).me(), "http_client: KeyError")

    async def call() -> None:
        await AsyncAid(key="k", http_client=httpx.AsyncClient(transport=broken)).me()

    refused(lambda: asyncio.run(call()), "http_client: KeyError")
    assert broken.requests == 2


def test_a_follower_ends_with_an_exception_of_the_programs_own_transport() -> None:
    client = Aid(key="k", http_client=httpx.Client(transport=Broken(KeyError("token"))))
    refused(lambda: next(iter(client.events.follow())), "http_client")


@pytest.mark.parametrize("seconds", [math.inf, 1e300, 2**31 / 1000, 3_000_000])
def test_an_infinite_or_huge_timeout_is_none(seconds: float) -> None:
    timeouts: list[object] = []

    def note(request: httpx.Request) -> httpx.Response:
        timeouts.append(request.extensions["timeout"]["read"])
        return httpx.Response(200, json=ACTOR)

    client = Aid(key="k", timeout=seconds, http_client=httpx.Client(transport=httpx.MockTransport(note)))
    client.me()
    client.with_options(timeout=1).me(timeout=seconds)
    assert timeouts == [None, None]


def test_a_wait_may_be_infinite(service: FakeService) -> None:
    service.on("GET", "/v1/identities/me/mail/threads/thr_1", {"id": "thr_1", "messages": []})
    service.on("GET", "/v1/events/wait", FakeResponse(404, {"error": {"code": "x", "message": "x"}}))
    with pytest.raises(Exception, match="404"):
        service.client().mail.wait_for_reply("thr_1", timeout=math.inf)
    assert service.requests[1].query["timeout_ms"] == "25000"


def test_a_deletion_is_not_done_because_a_proxy_shows_a_page(service: FakeService) -> None:
    service.on("DELETE", "/v1/contacts/con_1", FakeResponse(200, b"<html>Sign in</html>"))
    with pytest.raises(ServerError, match="check url"):
        service.client().contacts.delete("con_1")
    assert len(service.requests) == 1


def test_the_address_of_a_tunnel_and_a_path_have_one_slash_between_them(service: FakeService) -> None:
    service.on("GET", "/v1/tunnels/tun_1", TUNNEL)
    tunnel = service.client().tunnels.get("tun_1")
    assert tunnel.url + "/x" == "http://127.0.0.1/t/x/x"
    assert tunnel.public_url == "http://127.0.0.1/t/x/"


def test_a_redirect_is_followed_by_no_http_client_and_says_where_to() -> None:
    asked: list[httpx.URL] = []

    def redirect(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        return httpx.Response(307, headers={"location": "https://other.example/v1/me"})

    http = httpx.Client(transport=httpx.MockTransport(redirect), follow_redirects=True)
    with pytest.raises(ValidationError, match=r"url: .* redirects to https://other\.example/v1/me") as caught:
        Aid(key="k", http_client=http).me()
    assert (caught.value.code, caught.value.status) == ("response.redirect", 307)
    assert len(asked) == 1


def test_a_call_that_waits_for_a_free_connection_does_not_say_that_the_service_was_silent() -> None:
    def full(_request: httpx.Request) -> httpx.Response:
        raise httpx.PoolTimeout("")

    client = Aid(key="k", max_retries=0, http_client=httpx.Client(transport=httpx.MockTransport(full)))
    with pytest.raises(Exception, match="no connection was free within 60000 ms") as caught:
        client.mail.send(to="a@b.example", text="x")
    assert getattr(caught.value, "code", None) == "connection.pool_full"


@pytest.mark.parametrize("proxy", ["", "proxy.example:3128", "ftp://ada:secret@proxy.example", "http://", 3128])
def test_a_proxy_that_is_none_is_refused_without_its_password(proxy: Any) -> None:
    for kind in (Aid, AsyncAid):
        with pytest.raises(ValidationError, match=r"^validation\.failed: proxy: expected an address") as caught:
            kind(key="k", proxy=proxy)
        assert "secret" not in str(caught.value)


def test_the_password_of_a_proxy_is_not_printed() -> None:
    client = Aid(key="k", proxy="http://ada:secret@proxy.example:3128")
    assert "secret" not in repr(client)
