"""Records as the service returns them."""

from __future__ import annotations

from typing import Any

AT = "2026-11-21T08:33:46.649Z"

ACTOR = {"actor_type": "agent", "actor_id": "agt_1", "org_id": "org_1", "org_slug": "works", "org_name": "Works"}

SENT = {"id": "msg_1", "message_id": "msg_1", "thread_id": "thr_1", "status": "queued", "created_at": AT}

TUNNEL: dict[str, Any] = {
    "id": "tun_1",
    "identity_id": "agt_1",
    "name": None,
    "metadata": {},
    "public_url": "http://127.0.0.1/t/x/",
    "connect_url": "ws://127.0.0.1/",
    "status": "active",
    "connected": False,
    "last_connected_at": None,
    "created_at": AT,
}


def error(status: int, code: str, *, retryable: bool = False) -> dict[str, Any]:
    return {"error": {"code": code, "message": f"{status}.", "request_id": "r-1", "retryable": retryable}}


def event(number: int, kind: str = "mail.received", **more: Any) -> dict[str, Any]:
    payload = {"messageId": f"msg_{number}", "threadId": "thr_1", "from": "ada@example.com", "subject": str(number)}
    return {
        "id": f"evt_{number}",
        "type": kind,
        "version": 1,
        "identity_id": "agt_1",
        "aggregate_type": "mail_message",
        "aggregate_id": f"msg_{number}",
        "payload": payload,
        "created_at": time(number),
        **more,
    }


def time(number: int) -> str:
    return f"2026-11-21T08:{number // 60 % 60:02}:{number % 60:02}.{number // 3600:03}Z"
