"""Runs every scenario of the scripted service with a client: `python -m tests.programs.scenarios URL Aid|AsyncAid`.

It prints a line for each scenario that passed and for each failure, and then how many scenarios there were.
"""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any

import httpx

from ..scenarios import run_async, run_sync
from ..scenarios.outcomes import error_outcome
from ..scenarios.recording import Recording

AT_ONCE = 8
SECONDS = 120
RUNTIMES = {"Aid": {"python", "python-sync"}, "AsyncAid": {"python", "python-async"}}

lines: list[str] = []
serving = threading.Lock()
"""Tunnels are served one after the other, because a program has one log."""


class Lines(logging.Handler):
    """Keeps what the package logs."""

    def emit(self, record: logging.LogRecord) -> None:
        lines.append(self.format(record))


def outcome(name: str, task: dict[str, Any]) -> dict[str, Any]:
    """Makes the call, and describes what happened."""
    recording = Recording()
    found: dict[str, Any] = {"language": "python"}
    try:
        if name == "Aid":
            found["value"] = run_sync.run(task, recording)
        else:
            found["value"] = asyncio.run(run_async.run(task, recording))
    except (Exception, asyncio.CancelledError) as error:
        found["error"] = error_outcome(error)
    return {**found, **recording.outcome()}


def title(scenario: dict[str, Any]) -> str:
    """The name of a scenario with its topic."""
    return f"{scenario['topic']}: {scenario['name']}"


def failures(http: httpx.Client, name: str, scenario: dict[str, Any]) -> list[str]:
    """What is wrong with the outcome of a scenario."""
    task = http.post("/runs", json={"topic": scenario["topic"], "name": scenario["name"]}).json()
    call: dict[str, Any] = task["call"] or {}
    if call.get("method") == "tunnels.serve":
        with serving:
            lines.clear()
            found = outcome(name, task)
            found["logged"] = list(lines)
    else:
        found = outcome(name, task)
    wrong: list[str] = http.post(f"/outcomes/{task['id']}", json=found).json()["failures"]
    return wrong


def main(address: str, name: str, only: str = "") -> None:
    logging.getLogger("aid_stack").addHandler(Lines(logging.WARNING))
    with httpx.Client(base_url=address, timeout=SECONDS, trust_env=False) as http:
        scenarios: list[dict[str, Any]] = [
            scenario
            for scenario in http.get("/scenarios").json()["scenarios"]
            if not RUNTIMES[name].intersection(scenario.get("not_in", {})) and only in scenario["name"]
        ]

        def failures_of(scenario: dict[str, Any]) -> list[str]:
            return failures(http, name, scenario)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            wrong = list(pool.map(failures_of, scenarios))
    for scenario, sentences in zip(scenarios, wrong, strict=True):
        for sentence in sentences:
            print(f"failed {title(scenario)}: {sentence}")
        if not sentences:
            print(f"passed {title(scenario)}")
    packages = ", ".join(f"{package} {version(package)}" for package in ("httpx", "pydantic", "websockets"))
    failed = sum(bool(sentences) for sentences in wrong)
    print(f"{name}, Python {platform.python_version()}, {packages}: {len(scenarios)} scenarios, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    os.environ.setdefault("NO_PROXY", "127.0.0.1")
    main(*sys.argv[1:])
