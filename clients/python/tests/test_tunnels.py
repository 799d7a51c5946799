from __future__ import annotations

import base64
import json

import pytest

from aid_stack import APIPermissionError, AuthError, NotFoundError
from aid_stack._tunnel import Arriving, TunnelResponse, frames, pieces, refused


def test_a_body_that_arrives_in_any_order_is_put_together() -> None:
    message = {"id": "r", "method": "POST", "path": "/x?y", "headers": [["a", "1"], ["a", "2"]], "more": True}
    arriving = Arriving({**message, "body": base64.b64encode(b"one ").decode()})
    assert not arriving.is_complete
    arriving.add({"seq": 1, "body": base64.b64encode(b"two ").decode(), "more": True})
    arriving.add({"seq": 2, "body": base64.b64encode(b"three").decode(), "more": False})
    request = arriving.request(None)
    assert arriving.is_complete
    assert request.body == b"one two three"
    assert request.headers == [("a", "1"), ("a", "2")]
    assert arriving.request(b"stored").body == b"stored"


def test_a_message_fits_into_frames_and_a_piece_into_a_message() -> None:
    data = bytes(range(256)) * 1000
    parts = pieces(data)
    assert b"".join(base64.b64decode(part) for part in parts) == data
    assert pieces(b"") == [""]
    sent = frames({"type": "body", "body": parts[0], "text": "ünïcode"})
    assert all(len(frame.encode()) <= 32 * 1024 for frame in sent)
    assert sum(len(frame) for frame in sent) <= 128 * 1024
    assert json.loads("".join(sent))["body"] == parts[0]


@pytest.mark.parametrize(("status", "kind"), [(401, AuthError), (403, APIPermissionError), (404, NotFoundError)])
def test_a_handshake_that_cannot_succeed_ends_the_loop(status: int, kind: type[Exception]) -> None:
    assert type(refused(status)) is kind
    assert refused(429) is None
    assert refused(500) is None


def test_headers_of_a_response_may_be_pairs_or_a_mapping() -> None:
    assert TunnelResponse(headers={"a": "1"}).pairs == [["a", "1"]]
    assert TunnelResponse(headers=[("a", "1"), ("a", "2")]).pairs == [["a", "1"], ["a", "2"]]
