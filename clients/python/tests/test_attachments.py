from __future__ import annotations

import base64
import io
from pathlib import Path

import pytest

from aid_stack import ValidationError, attachment
from aid_stack.testing import FakeService

from .records import SENT


def test_an_attachment_has_the_content_name_and_type_of_a_file(service: FakeService, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"%PDF-1.4 \0\xff")
    service.on("POST", "/v1/identities/me/mail/send", SENT)
    with path.open("rb") as file:
        attachments = [attachment(path), attachment(str(path), filename="r.bin", content_type="a/b"), attachment(file)]
    service.client().mail.send(to="a@b.example", text="x", attachments=attachments)
    content = base64.b64encode(b"%PDF-1.4 \0\xff").decode()
    pdf = {"filename": "report.pdf", "content_type": "application/pdf", "content_base64": content}
    other = {"filename": "r.bin", "content_type": "a/b", "content_base64": content}
    assert service.requests[0].json["attachments"] == [pdf, other, pdf]


def test_a_stream_in_memory_needs_a_name_and_may_be_inline() -> None:
    found = attachment(io.BytesIO(b"x"), filename="logo.unknown", content_id="logo")
    assert found == {
        "filename": "logo.unknown",
        "content_type": "application/octet-stream",
        "content_base64": b"x",
        "content_id": "logo",
    }
    with pytest.raises(ValidationError, match="filename: "):
        attachment(io.BytesIO(b"x"))


def test_a_stream_of_texts_is_refused_and_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="source: "):
        attachment(io.StringIO("x"), filename="a.txt")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError, match=r"missing\.pdf"):
        attachment(tmp_path / "missing.pdf")
