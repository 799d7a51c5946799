"""Attachments of emails from files and streams."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ._body_checks import MAX_ATTACHMENT_BYTES
from ._errors import InvalidArgumentError
from ._media_types import media_type_of

if TYPE_CHECKING:
    from .types import NewAttachment

__all__ = ["attachment"]


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
    `asyncio.to_thread(attachment, …)`. A stream is read to its end before anything is sent, so a call that is retried
    sends all of it again.

    Args:
        source: A path, or a file or stream that was opened for reading bytes. A stream is read, and not closed.
        filename: The name that the recipient sees. By default, that of the file.
        content_type: The media type. By default, that of the name's ending.
        content_id: Makes it inline: the HTML shows it as `cid:<content_id>`.

    Raises:
        ValidationError: There are more than 3.5 MB. Or the stream has no name and `filename` is missing, it was opened
            as a text, or it failed.
        OSError: The file cannot be read.
    """
    chosen = filename if filename is not None else _last_part(_name_of(source))
    if not chosen:
        raise InvalidArgumentError("filename: a stream without a name needs one")
    if _last_part(chosen) != chosen:
        raise InvalidArgumentError(f"filename: expected a name without a folder, got {chosen!r}")
    found: NewAttachment = {
        "filename": chosen,
        "content_type": content_type or media_type_of(chosen),
        "content_base64": _content_of(source),
    }
    if content_id is not None:
        found["content_id"] = content_id
    return found


def _last_part(path: str) -> str:
    """What follows the last slash of any system. Recipients do not see the folders of this machine."""
    return re.split(r"[/\\]", path)[-1]


def _name_of(source: str | os.PathLike[str] | IO[bytes]) -> str:
    """A path, or the name of a stream; empty if it has none, as a stream in memory, or a number, as a pipe."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name: object = getattr(source, "name", None)
    return name if isinstance(name, str) else ""


def _content_of(source: str | os.PathLike[str] | IO[bytes]) -> bytes:
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            return _limited(file)
    try:
        return _limited(source)
    except InvalidArgumentError:
        raise
    except Exception as error:
        # Whatever the stream raised: it is no error of the connection to the service.
        raise InvalidArgumentError(f"source: the stream failed: {error}") from error


def _limited(stream: IO[bytes]) -> bytes:
    """All bytes of a stream, of which a read may return only some."""
    content = bytearray()
    while len(content) <= MAX_ATTACHMENT_BYTES:
        piece: Any = stream.read(MAX_ATTACHMENT_BYTES + 1 - len(content))
        if not isinstance(piece, bytes):
            raise InvalidArgumentError('source: the stream has texts; open the file for bytes, with open(path, "rb")')
        if not piece:
            return bytes(content)
        content += piece
    raise InvalidArgumentError("source: it has more than 3.5 MB, the limit of an email")
