"""What the scripted service still waits for."""

from __future__ import annotations

import httpx

SECONDS = 60
"""Only ends what hangs."""


def wait_for_messages(address: str) -> None:
    """Waits until the WebSockets of a run have got the messages that its scenario expects.

    Args:
        address: That of the client of the run.
    """
    httpx.get(address.replace("/runs/", "/unfinished/"), timeout=SECONDS, trust_env=False).raise_for_status()
