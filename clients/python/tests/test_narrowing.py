"""What type checkers know about an event after a comparison of its type. mypy and pyright check this file too."""

from __future__ import annotations

from typing_extensions import assert_type

from aid_stack.types import (
    Event,
    MailReceivedEvent,
    TaskCreatedEvent,
    UnknownEvent,
    WebhookBody,
    WebhookTestBody,
    parse_event,
    parse_webhook_body,
)

from .records import event


def told(found: Event) -> str:
    if found.type == "mail.received":
        assert_type(found, MailReceivedEvent)
        return found.payload.from_
    if found.type == "a2a.task.created":
        assert_type(found, TaskCreatedEvent)
        return found.payload.task_id
    if isinstance(found, UnknownEvent):
        return f"{found.type}: {found.payload}"
    return found.type


def webhook_of(body: WebhookBody) -> str:
    if body.type == "webhook.test":
        assert_type(body, WebhookTestBody)
        return body.data.webhook_id
    return body.type


def test_a_comparison_of_the_type_narrows_an_event_and_an_unknown_one_keeps_its_text() -> None:
    assert told(parse_event(event(1))) == "ada@example.com"
    unknown = parse_event(event(2, "calendar.invited", payload={"at": 1}))
    assert told(unknown) == "calendar.invited: {'at': 1}"
    assert str(unknown.type) == "calendar.invited"


def test_a_comparison_of_the_type_narrows_the_body_of_a_delivery() -> None:
    given = {"id": "e", "type": "webhook.test", "version": 1, "created_at": "2026-01-01T00:00:00.000Z"}
    assert webhook_of(parse_webhook_body({**given, "organization_id": "o", "data": {"webhook_id": "whk_1"}})) == "whk_1"
