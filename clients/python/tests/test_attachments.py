from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest

from aid_stack import APIConnectionError, ValidationError, attachment
from aid_stack.testing import FakeService

from .records import SENT

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "attachments.json").read_text(encoding="utf-8")
)
MAX_BYTES: int = VECTORS["max_bytes"]


class Stream(io.BytesIO):
    """A stream with a name, of which each read returns some of the bytes."""

    def __init__(self, content: bytes, name: str | None = None) -> None:
        super().__init__(content)
        if name is not None:
            self.name = name

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size or 1, 1_000_000))


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


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["path"])
def test_the_name_and_the_type_are_those_of_the_vectors_on_every_machine(case: dict[str, str]) -> None:
    found = attachment(Stream(b"x", case["path"]))
    assert (found["filename"], found["content_type"]) == (case["filename"], case["content_type"])


@pytest.mark.parametrize("name", VECTORS["refused_filenames"])
def test_a_name_that_is_empty_or_has_a_folder_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="filename: "):
        attachment(io.BytesIO(b"x"), filename=name)


def test_a_stream_in_memory_needs_a_name_and_may_be_inline() -> None:
    found = attachment(io.BytesIO(b"x"), filename="logo.unknown-ending", content_id="logo")
    assert found == {
        "filename": "logo.unknown-ending",
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


def test_what_is_larger_than_an_email_may_be_is_refused_without_reading_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "large.bin"
    path.write_bytes(bytes(MAX_BYTES))
    assert len(attachment(path)["content_base64"]) == MAX_BYTES
    endless = Stream(bytes(2 * MAX_BYTES), "endless.bin")
    path.write_bytes(bytes(MAX_BYTES + 1))
    for source in (path, endless):
        with pytest.raises(ValidationError, match=r"source: it has more than 3\.5 MB"):
            attachment(source)
    assert endless.tell() == MAX_BYTES + 1


def test_attachments_that_are_too_large_together_are_refused_before_they_are_sent(service: FakeService) -> None:
    service.on("POST", "/v1/identities/me/mail/send", SENT)
    mail = service.client().mail
    half = attachment(io.BytesIO(bytes(MAX_BYTES // 2)), filename="half.bin")
    mail.send(to="a@b.example", text="x", attachments=[half, half])
    text = base64.b64encode(b"xx").decode()
    over = attachment(io.BytesIO(b""), filename="one.bin")
    over["content_base64"] = text
    too_large = r"attachments: at most 3\.5 MB in total, got 3670018 bytes"
    with pytest.raises(ValidationError, match=too_large):
        mail.send(to="a@b.example", text="x", attachments=[half, half, over])
    with pytest.raises(ValidationError, match=too_large):
        mail.reply("msg_1", text="x", attachments=(half, half, over))
    assert len(service.requests) == 1


def test_a_stream_that_fails_is_a_mistake_of_the_program_and_nothing_is_sent() -> None:
    class Failing(io.RawIOBase):
        name = "half.bin"

        def read(self, size: int = -1, /) -> bytes:
            raise ConnectionResetError("the disk is gone")

    with pytest.raises(ValidationError, match="source: the stream failed: the disk is gone") as caught:
        attachment(Failing())  # type: ignore[arg-type]
    assert not isinstance(caught.value, APIConnectionError)
    assert isinstance(caught.value.__cause__, ConnectionResetError)
