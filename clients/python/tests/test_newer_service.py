"""What a newer service sends passes through every loop: types, states, values and fields that no one here knows."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from aid_stack import Aid, TunnelRequest, TunnelResponse, text_of
from aid_stack.testing import FakeResponse, FakeService
from aid_stack.types import UnknownEvent

from .fake_task import FakeTask
from .records import error, event, time
from .workers import until, working

NEW: dict[str, Any] = {"of_a_newer_service": {"deeply": [1, None]}}


@contextmanager
def socket_server(handler: Callable[[ServerConnection], None]) -> Generator[str]:
    """The address of a WebSocket server on this machine."""
    server = serve(handler, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
    finally:
        server.shutdown()
        thread.join()


def unknown_events() -> list[dict[str, Any]]:
    return [
        event(1, "moon.landed", payload={"crew": 3}, **NEW),
        event(2, aggregate_type="mail_hologram", **NEW),
        event(3, "mail.received", payload="a text by now"),
    ]


def send_events(connection: ServerConnection) -> None:
    connection.send(json.dumps({"type": "ready", "cursor": time(0), **NEW}))
    connection.send(json.dumps({"type": "weather", "cursor": time(9), "forecast": "rain"}))
    for text in ("no JSON", "[]", "null"):
        connection.send(text)
    for number, sent in enumerate(unknown_events(), 1):
        message = {"type": "event", "after": time(number - 1), "cursor": time(number), "event": sent, **NEW}
        connection.send(json.dumps(message))
    for _ in connection:
        """What the client sends is of no interest."""


def followed(aid: Aid) -> list[str]:
    found: list[str] = []
    for received in aid.events.follow(since=time(0), expand="message"):
        found.append(received.type)
        if str(received.type) == "moon.landed":
            assert isinstance(received, UnknownEvent)
            assert received.payload == {"crew": 3}
        if len(found) == 3:
            break
    return found


def test_follow_yields_events_of_unknown_types_and_forms_from_a_stream() -> None:
    service = FakeService()
    with socket_server(send_events) as address:
        opened = {"id": "str_1", "connect_url": address, "expires_at": time(9), **NEW}
        service.on("POST", "/v1/events/streams", FakeResponse(201, opened))
        assert followed(service.client()) == ["moon.landed", "mail.received", "mail.received"]


def test_follow_yields_them_from_the_history_too() -> None:
    service = FakeService()
    service.on("POST", "/v1/events/streams", FakeResponse(429, error(429, "limit.unheard_of", retryable=True)))
    service.on("GET", "/v1/events", {"events": unknown_events(), **NEW})
    assert followed(service.client()) == ["moon.landed", "mail.received", "mail.received"]


@pytest.mark.usefixtures("turns")
def test_work_passes_over_unknown_states_roles_and_types_of_events() -> None:
    task = FakeTask(("caller", "Lunch, please."), ("observer", "I look on."), state="dreaming")
    more = {"aggregate_type": "task", "aggregate_id": "tsk_1"}
    task.events = [
        event(1, "a2a.task.created", **more, payload={"taskId": "tsk_1", "state": "dreaming"}, **NEW),
        event(2, "a2a.task.message", **more, payload=["not", "an", "object"]),
        event(3, "a2a.task.updated", aggregate_type="task", aggregate_id=None, payload=None),
        event(4, "a2a.task.updated", **more, payload={"taskId": "tsk_1", "state": "asleep"}),
    ]
    seen: list[str] = []

    def handler(found: object, context: Any) -> str:
        seen.extend(text_of(message) for message in context.messages)
        return "Ordered."

    with working(task, handler):
        until(lambda: task.read_to_end > 1)
        task.reply_as_caller("Wake up.")
        until(lambda: task.state == "completed")
    assert seen == ["Lunch, please.", "I look on.", "Wake up."]
    assert task.said == ["Ordered."]


@pytest.mark.parametrize("folder", ["inbox", "quantum"])
def test_wait_for_reply_returns_a_message_with_unknown_values(folder: str) -> None:
    service = FakeService()
    sent = {"id": "msg_0", "message_id": "msg_0", "thread_id": "thr_1", "created_at": time(0)}
    reply = {"id": "msg_1", "thread_id": "thr_1", "folder": folder, "direction": "sideways", "is_automated": False}
    message = {**reply, "content_warnings": ["smells_odd"], "text": "Soup.", "created_at": time(1), **NEW}
    service.on("GET", "/v1/identities/me/mail/messages/msg_0", sent)
    service.on("GET", "/v1/identities/me/mail/messages/msg_1", message)
    service.on("GET", "/v1/events/wait", {"event": event(1, **NEW), **NEW})
    found = service.client().mail.wait_for_reply("msg_0", timeout=5)
    assert found.message is not None
    assert (found.message.text, found.message.folder) == ("Soup.", folder)
    assert found.held_back == []


def test_wait_for_reply_waits_in_a_thread_without_messages() -> None:
    service = FakeService()
    service.on("GET", "/v1/identities/me/mail/threads/thr_1", {"id": "thr_1", "messages": []})
    service.on("GET", "/v1/events/wait", {"event": None})
    assert service.client().mail.wait_for_reply("thr_1", timeout=0).message is None


def test_serve_ignores_unknown_messages_and_fields() -> None:
    service = FakeService()
    responses: list[dict[str, Any]] = []
    stop = threading.Event()

    def public_side(connection: ServerConnection) -> None:
        for text in ("no JSON", "[]", json.dumps({"type": "weather", "id": "r"}), json.dumps({"type": "pong", **NEW})):
            connection.send(text)
        request: dict[str, Any] = {
            "type": "request",
            "id": "r",
            "method": "BREW",
            "path": "/pot",
            "headers": [],
            "body": "",
            **NEW,
        }
        connection.send(json.dumps(request))
        for sent in connection:
            message = json.loads(sent)
            if message["type"] == "response":
                responses.append(message)
                stop.set()

    with socket_server(public_side) as address:
        service.on("GET", "/v1/tunnels/tun_1", {"id": "tun_1", "connect_url": address, "status": "floating", **NEW})

        def handler(request: TunnelRequest) -> TunnelResponse:
            return TunnelResponse(418, body=request.method)

        service.client().tunnels.serve(tunnel_id="tun_1", handler=handler, stop=stop)
    assert [(message["id"], message["status"]) for message in responses] == [("r", 418)]
