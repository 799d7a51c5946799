"""Positions that a follower loads, from files that others may have written too."""

from __future__ import annotations

import os
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from aid_stack import FileCursor, ValidationError
from aid_stack.cursors import position_of
from aid_stack.testing import FakeResponse, FakeService

from .records import error, event, time

PLACE = "2026-11-21T08:00:01.000Z"


class Stored:
    """A cursor of a program's own."""

    def __init__(self, value: object) -> None:
        self.value = value

    def load(self) -> str | None:
        return self.value  # type: ignore[return-value]

    def save(self, cursor: str, /) -> None:
        self.value = cursor


def refused(path: Path, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason) as caught:
        FileCursor(path).load()
    assert str(path) in caught.value.message
    assert "SECRET" not in caught.value.message


@pytest.mark.parametrize("content", ["root:SECRET:0:0", "2026-11-21", "\0" * 40, PLACE + "\n" + PLACE, PLACE * 100])
def test_a_file_that_has_no_position_is_refused_and_not_shown(tmp_path: Path, content: str) -> None:
    path = tmp_path / "cursor"
    path.write_text(content)
    refused(path, "has no position")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cursor"
    path.write_bytes(bytes(range(128, 256)))
    refused(path, "has no position")


def test_an_empty_file_and_none_are_no_position(tmp_path: Path) -> None:
    path = tmp_path / "cursor"
    assert FileCursor(path).load() is None
    path.write_text(" \n")
    assert FileCursor(path).load() is None


def test_a_symbolic_link_is_refused_and_replaced_by_a_file_without_a_change_of_its_target(tmp_path: Path) -> None:
    target, path = tmp_path / "target", tmp_path / "cursor"
    target.write_text(PLACE)
    path.symlink_to(target)
    refused(path, "symbolic link")
    FileCursor(path).save("2026-11-21T08:00:02.000Z")
    assert target.read_text() == PLACE
    assert FileCursor(path).load() == "2026-11-21T08:00:02.000Z"


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "cursor"
    os.mkfifo(path)
    refused(path, "not a regular file")


def test_a_file_that_everyone_may_write_is_refused_and_a_new_one_is_for_its_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "cursor"
    path.write_text(PLACE)
    path.chmod(0o666)
    refused(path, "chmod o-w")
    FileCursor(path).save(PLACE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert FileCursor(path).load() == PLACE


def test_a_file_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "cursor"
    path.write_text(PLACE)
    if os.geteuid() == 0:
        os.chown(path, 12345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    refused(path, "another user owns it")


@pytest.mark.parametrize(
    ("saved", "position"),
    [
        (PLACE, PLACE),
        ("2026-11-21 09:00:01+01:00", PLACE),
        (datetime(2026, 11, 21, 8, 0, 1, tzinfo=timezone.utc), PLACE),
    ],
)
def test_a_position_has_one_form_whatever_the_programs_own_store_returns(saved: object, position: str) -> None:
    assert position_of(saved, Stored(saved)) == position


@pytest.mark.parametrize(
    "saved", ["page-2", "42", datetime.now(timezone.utc) + timedelta(days=2), "9999-12-31T23:59:59.999Z"]
)
def test_a_follower_does_not_start_at_something_else_or_in_the_future(service: FakeService, saved: object) -> None:
    with pytest.raises(ValidationError, match="cursor: what Stored has loaded"):
        next(iter(service.client().events.follow(cursor=Stored(saved))))
    assert service.requests == []


@pytest.mark.usefixtures("quick_log")
def test_a_follower_continues_at_the_position_of_its_file(service: FakeService, tmp_path: Path) -> None:
    limited = FakeResponse(429, error(429, "limit.exceeded", retryable=True), {"retry-after": "60"})
    service.on("POST", "/v1/events/streams", limited)
    service.on("GET", "/v1/events", {"events": [event(2)]}, {"events": []})
    cursor, stop = FileCursor(tmp_path / "cursor"), threading.Event()
    cursor.save(time(1))
    for found in service.client().events.follow(cursor=cursor, stop=stop):
        assert found.id == "evt_2"
        stop.set()
    assert service.requests[1].query["since"] == time(1)
    assert cursor.load() == time(2)
