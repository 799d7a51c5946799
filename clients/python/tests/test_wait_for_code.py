"""Waits for codes and confirming links, in the cases that all SDKs share."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

import httpx
import pytest

from aid_stack import APIConnectionError, FoundCode
from aid_stack.testing import FakeService, SentRequest

CODES: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "codes.json").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = CODES["cases"]

BEGIN = "2026-11-21T08:00:00.000Z"
WAIT = "/v1/events/wait"
DOWN = httpx.ConnectError("no route to host")


def receive(service: FakeService, messages: list[dict[str, Any]]) -> None:
    """Has the service receive these messages."""

    def wait(request: SentRequest) -> dict[str, Any]:
        following = [one for one in messages if one["created_at"] > request.query["since"]]
        return {"event": event_of(following[0]) if following else None, "timed_out": not following}

    service.on("GET", WAIT, wait)
    for message in messages:
        service.on("GET", f"/v1/identities/me/mail/messages/{message['id']}", message)


def event_of(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "mail.received", "aggregate_id": message["id"], "created_at": message["created_at"], "payload": {}}


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_both_clients_find_the_code_of_a_case(service: FakeService, case: dict[str, Any]) -> None:
    receive(service, case["messages"])
    given = case["options"]
    options: dict[str, Any] = {
        "from_": given.get("from"),
        "since": given.get("since", BEGIN),
        "codes_only": given.get("codes_only", False),
        "accept": given.get("accept"),
        "timeout": 0,
    }
    for found in (
        service.client().mail.wait_for_code(**options),
        asyncio.run(service.async_client().mail.wait_for_code(**options)),
    ):
        expected = {"message": None, "code": found.code, "link": None}
        if found.message is not None:
            expected["message"] = found.message.id
        if found.link is not None:
            expected["link"] = found.link.url
        assert expected == case["found"]
        assert [[one.id, one.reason] for one in found.held_back] == case["held_back"]


@pytest.mark.parametrize("sender", [*CODES["wrong_senders"], ""])
def test_a_wait_refuses_a_wrong_sender_at_once(service: FakeService, sender: str) -> None:
    with pytest.raises(ValueError, match="from_: expected an address or a domain"):
        service.client().mail.wait_for_code(from_=sender)
    assert service.requests == []


@pytest.mark.parametrize("since", ["yesterday", "2026-11-21T08:00:00", datetime(2026, 11, 21)])
def test_a_wait_refuses_a_time_without_a_zone(service: FakeService, since: datetime | str) -> None:
    with pytest.raises(ValueError, match=r"time zone|isoformat"):
        service.client().mail.wait_for_code(since=since)


class StoppedTime(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> StoppedTime:
        return cls(2026, 11, 21, 9, tzinfo=tz)


def test_a_wait_without_a_time_finds_what_arrived_in_the_last_two_minutes(
    service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aid_stack._sync.mail.datetime", StoppedTime)
    now = StoppedTime.now(timezone.utc)
    ages = {"msg_0": 121, "msg_1": 119}
    receive(
        service,
        [
            {
                "id": name,
                "created_at": (now - timedelta(seconds=age)).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "folder": "inbox",
                "from": [],
                "codes": [{"value": "482913", "kind": "numeric"}],
            }
            for name, age in ages.items()
        ],
    )
    found = service.client().mail.wait_for_code(timeout=0)
    assert found.message is not None
    assert found.message.id == "msg_1"


def test_a_wait_is_of_the_agent_of_the_key_of_the_client_or_of_the_call(service: FakeService) -> None:
    receive(service, [])
    aid = service.client()
    for found in (
        aid.mail.wait_for_code(timeout=0),
        aid.identity("agt_1").mail.wait_for_code(timeout=0),
        aid.identity("agt_1").mail.wait_for_code(timeout=0, identity_id="agt_2"),
    ):
        assert found == FoundCode(None)
    assert [request.query["identity_id"] for request in service.requests] == ["me", "agt_1", "agt_2"]


def test_a_function_decides_alone_which_email_has_the_code(service: FakeService) -> None:
    receive(service, CASES[0]["messages"])
    seen: list[Any] = []

    def accept(message: Any, reason: str | None) -> bool:
        seen.append((message.id, reason))
        return bool(message.id == "msg_3")

    found = service.client().mail.wait_for_code(since=BEGIN, timeout=0, accept=accept)
    assert seen == [("msg_1", "no_code"), ("msg_2", None), ("msg_3", None)]
    assert found.code == "111111"
    assert [(one.id, one.reason) for one in found.held_back] == [("msg_1", "no_code"), ("msg_2", "not_accepted")]


def test_a_wait_outlasts_a_network_that_fails_for_a_time_and_ends_at_its_time_without_one(service: FakeService) -> None:
    message = CASES[1]["messages"][0]
    receive(service, [message])
    service.on("GET", WAIT, DOWN, {"event": event_of(message)})
    # The retries of a call would hide that the loop makes the attempts.
    assert service.client(max_retries=0).mail.wait_for_code(since=BEGIN, timeout=60).code == "482913"
    service.on("GET", WAIT, DOWN)
    with pytest.raises(APIConnectionError):
        service.client().mail.wait_for_code(timeout=0.2)
    with pytest.raises(APIConnectionError):
        asyncio.run(service.async_client().mail.wait_for_code(timeout=0.2))
