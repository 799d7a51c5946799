"""Shared by the tests."""

from __future__ import annotations

import pytest

from aid_stack._io_sync import wait_for
from aid_stack.testing import FakeService

from .workers import Turns


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses before retries, which no test waits for."""
    pauses: list[float] = []

    async def note(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("aid_stack._sync.transport.sleep", pauses.append)
    monkeypatch.setattr("aid_stack._async.transport.sleep", note)
    return pauses


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AID_KEY", raising=False)
    monkeypatch.delenv("AID_URL", raising=False)


@pytest.fixture
def quick_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is read again at once where there is nothing new."""
    for half in ("_sync", "_async"):
        monkeypatch.setattr(f"aid_stack.{half}.follower.FIRST_IDLE_SECONDS", 0.01)
        monkeypatch.setattr(f"aid_stack.{half}.follower.MAX_IDLE_SECONDS", 0.01)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch, quick_log: None) -> Turns:
    """The turns of a worker's loop, whose pauses are short, and whose leases may be."""
    counted = Turns(wait_for)
    monkeypatch.setattr("aid_stack._sync.work_loop.wait_for", counted)
    monkeypatch.setattr("aid_stack._sync.worker.STOP_SECONDS", 0.01)

    def short_pause(_failures: int, _error: Exception | None) -> float:
        return 0.01

    for module in ("work_loop", "task_run"):
        monkeypatch.setattr(f"aid_stack._sync.{module}.loop_pause", short_pause)
    monkeypatch.setattr("aid_stack._work.MIN_LEASE_MS", 1)
    return counted
