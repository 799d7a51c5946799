"""Attachments of emails from files and streams."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from .types import NewAttachment

__all__ = ["attachment"]

DEFAULT_TYPE = "application/octet-stream"


def attachment(
    source: str | os.PathLike[str] | IO[bytes],
    *,
    filename: str | None = None,
    content_type: str | None = None,
    content_id: str | None = None,
) -> NewAttachment:
    """An attachment with the content of a file, or of what a binary stream still has.

        aid.mail.send(to="ada@example.com", text="Here it is.", attachments=[attachment("report.pdf")])

    Never pass a path that a stranger has written: the file would be sent. With `AsyncAid`, read large files by
    `asyncio.to_thread(attachment, …)`.

    Args:
        source: A path, or a file or stream that was opened for reading bytes. A stream is read, and not closed.
        filename: The name that the recipient sees. By default, that of the file.
        content_type: The media type. By default, that of the name's ending.
        content_id: Makes it inline: the HTML shows it as `cid:<content_id>`.

    Raises:
        ValidationError: The stream has no name and `filename` is missing, or it was opened as a text.
        OSError: The file cannot be read.
    """
    if isinstance(source, str | os.PathLike):
        name, content = Path(source).name, Path(source).read_bytes()
    else:
        name, content = _name_of(source), _bytes_of(source)
    chosen = filename if filename is not None else name
    if not chosen:
        raise InvalidArgumentError("filename: a stream without a name needs one")
    found: NewAttachment = {
        "filename": chosen,
        "content_type": content_type or mimetypes.guess_type(chosen)[0] or DEFAULT_TYPE,
        "content_base64": content,
    }
    if content_id is not None:
        found["content_id"] = content_id
    return found


def _name_of(stream: object) -> str:
    """The last part of a stream's name; empty if it has none, as a stream in memory, or a number, as a pipe."""
    name = getattr(stream, "name", None)
    return Path(name).name if isinstance(name, str) else ""


def _bytes_of(stream: IO[bytes]) -> bytes:
    content: Any = stream.read()
    if type(content) is not bytes:
        raise InvalidArgumentError('source: the stream has texts; open the file for bytes, with open(path, "rb")')
    return content
