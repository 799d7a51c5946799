"""Waits for replies while the network is down."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from aid_stack import APIConnectionError
from aid_stack.testing import FakeService
from aid_stack.types import SentMail

from .records import SENT, event, time

MESSAGE = "/v1/identities/me/mail/messages/msg_0"
REPLY = "/v1/identities/me/mail/messages/msg_1"
THREAD = "/v1/identities/me/mail/threads/thr_1"
WAIT = "/v1/events/wait"
DOWN = httpx.ConnectError("no route to host")

CONVERSATIONS: list[Any] = ["msg_0", "thr_1", SentMail.model_validate(SENT)]


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=["message", "thread", "sent"])
def test_without_a_network_a_wait_ends_at_its_time(service: FakeService, conversation: Any) -> None:
    for path in (MESSAGE, THREAD, WAIT):
        service.on("GET", path, DOWN)
    with pytest.raises(APIConnectionError):
        service.client().mail.wait_for_reply(conversation, timeout=0.2)
    with pytest.raises(APIConnectionError):
        asyncio.run(service.async_client().mail.wait_for_reply(conversation, timeout=0.2))


@pytest.mark.parametrize("conversation", CONVERSATIONS[:2], ids=["message", "thread"])
def test_a_wait_outlasts_a_network_that_fails_for_a_time(service: FakeService, conversation: str) -> None:
    sent = {"id": "msg_0", "thread_id": "thr_1", "created_at": time(0), "direction": "outbound"}
    reply = {"id": "msg_1", "thread_id": "thr_1", "folder": "inbox", "is_automated": False, "created_at": time(1)}
    service.on("GET", MESSAGE, DOWN, sent)
    service.on("GET", THREAD, DOWN, {"id": "thr_1", "messages": [sent]})
    service.on("GET", WAIT, DOWN, {"event": event(1)})
    service.on("GET", REPLY, DOWN, reply)
    # The retries of a call would hide that the loop makes the attempts.
    found = service.client(max_retries=0).mail.wait_for_reply(conversation, timeout=60)
    assert found.message is not None
    assert found.message.id == "msg_1"
