from __future__ import annotations

import json
import random
from typing import Any

import pytest

from aid_stack._stream import StreamPosition

from .records import event, time


def message(number: int, after: int) -> str:
    return json.dumps({"type": "event", "after": time(after), "cursor": time(number), "event": event(number)})


class LossyService:
    """A service that sends the events of a log over a connection that loses, repeats and delays its messages."""

    def __init__(self, count: int, seed: int) -> None:
        self.count = count
        self.random = random.Random(seed)
        self.next = 1
        self.waiting: list[str] = []

    def arrive(self) -> str:
        """The next message that arrives; a pong where nothing else does."""
        while self.next <= self.count:
            text = message(self.next, self.next - 1)
            self.next += 1
            fate = self.random.random()
            if fate < 0.1:
                continue
            if fate < 0.2:
                self.waiting.append(text)
            if fate < 0.25 and self.waiting:
                return self.random.choice(self.waiting)
            return text
        return json.dumps({"type": "pong", "cursor": time(self.count)})

    def resume(self, text: str) -> None:
        since = json.loads(text)["since"]
        self.next = next(number for number in range(self.count + 2) if time(number) > since)


@pytest.mark.parametrize("seed", range(40))
def test_every_event_is_delivered_once_and_in_order_whatever_a_connection_loses(seed: int) -> None:
    service = LossyService(200, seed)
    position = StreamPosition(time(0))
    position.connected()
    delivered: list[int] = []
    messages = 0
    while len(delivered) < service.count:
        step = position.read(service.arrive())
        messages += 1
        assert messages < 100_000
        if step.kind == "resume":
            service.resume(position.resume_message())
        if step.event is not None:
            delivered.append(int(step.event["payload"]["subject"]))
            position.take(step.cursor)
    assert delivered == list(range(1, service.count + 1))


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", '{"type": "new.kind", "cursor": "9"}', '{"type": "event"}', '{"type": "pong"}', "\0"],
)
def test_messages_of_other_forms_ask_for_nothing(text: str) -> None:
    assert StreamPosition("5").read(text).kind == "nothing"


def test_a_gap_is_asked_for_once_and_again_when_a_pong_still_shows_it() -> None:
    position = StreamPosition(time(1))
    position.connected()
    assert position.read(message(3, 2)).kind == "resume"
    position.resume_message()
    assert position.read(message(4, 3)).kind == "nothing"
    assert position.read(json.dumps({"type": "pong", "cursor": time(4)})).kind == "resume"
    assert position.read(json.dumps({"type": "ready", "cursor": time(1)})).kind == "nothing"


def test_a_large_event_is_to_be_read_from_the_log() -> None:
    position = StreamPosition(time(1))
    pointer: dict[str, Any] = {"type": "pointer", "after": time(1), "cursor": time(2), "event_id": "evt_2"}
    step = position.read(json.dumps(pointer))
    assert (step.kind, step.event_id, step.cursor) == ("fetch", "evt_2", time(2))
