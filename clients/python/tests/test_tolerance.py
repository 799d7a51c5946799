from __future__ import annotations

from typing import Any

import pytest

from aid_stack import AidError
from aid_stack.testing import FakeService
from aid_stack.types import MailReceivedEvent, UnknownEvent, UnknownWebhookBody, parse_event, parse_webhook_body

from .records import ACTOR, AT, event


def test_an_event_is_of_the_class_of_its_type() -> None:
    parsed = parse_event(event(1))
    assert isinstance(parsed, MailReceivedEvent)
    assert parsed.payload.from_ == "ada@example.com"
    if parsed.type == "mail.received":
        assert parsed.payload.message_id == "msg_1"


def test_an_unknown_type_of_event_parses() -> None:
    parsed = parse_event(event(1, "mail.teleported", payload={"whereTo": "Mars"}, added=[1]))
    assert isinstance(parsed, UnknownEvent)
    assert str(parsed.type) == "mail.teleported"
    assert parsed.payload == {"whereTo": "Mars"}
    body = parse_webhook_body({"id": "evt_1", "type": "mail.teleported", "data": {"whereTo": "Mars"}})
    assert isinstance(body, UnknownWebhookBody)
    assert str(body.type) == "mail.teleported"


def test_unknown_fields_are_attributes_and_unknown_values_texts(service: FakeService) -> None:
    service.on("GET", "/v1/me", {**ACTOR, "actor_type": "swarm", "colour": "blue"})
    me = service.client().me()
    assert me.actor_type == "swarm"
    assert me.colour == "blue"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "change",
    [
        {"payload": {"messageId": "msg_1", "threadId": "thr_1", "subject": None}},
        {"payload": None},
        {"created_at": "yesterday"},
        {"version": "two", "identity_id": 7},
    ],
)
def test_a_known_event_of_another_form_keeps_its_class_and_what_fits(change: dict[str, Any]) -> None:
    parsed = parse_event({**event(1), **change})
    assert isinstance(parsed, MailReceivedEvent)
    assert parsed.id == "evt_1"


def test_a_page_with_events_of_another_form_is_read(service: FakeService) -> None:
    odd = event(2, payload={"messageId": "msg_2"})
    service.on("GET", "/v1/events", {"events": [event(3), odd, event(1, "new.kind")]})
    three, two, one = service.client().events.list()
    assert isinstance(three, MailReceivedEvent)
    assert isinstance(two, MailReceivedEvent)
    assert two.payload.message_id == "msg_2"
    assert not two.payload.subject
    assert str(one.type) == "new.kind"


def test_a_record_without_some_of_its_fields_is_read(service: FakeService) -> None:
    service.on(
        "GET", "/v1/identities/agt_1", {"id": "agt_1", "a2a": {"card_url": "https://x.example"}, "created_at": AT}
    )
    identity = service.client().identities.get("agt_1")
    assert identity.created_at.year == 2026
    assert identity.a2a.card_url == "https://x.example"


def test_a_success_that_is_no_object_is_an_error_of_its_own(service: FakeService) -> None:
    service.on("GET", "/v1/me", lambda _: ["not", "an", "object"])
    with pytest.raises(AidError) as caught:
        service.client().me()
    assert caught.value.code == "response.invalid"
