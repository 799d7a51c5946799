"""Cursors: where a follower of the event log saves its position."""

from __future__ import annotations

import os
import stat
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ._call import wire_time
from ._checks import time_of
from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Awaitable

__all__ = ["AsyncCursor", "Cursor", "FileCursor"]


class Cursor(Protocol):
    """Stores a follower's position, for instance in a row of your database."""

    def load(self) -> str | None:
        """The position that was saved last, or None on the first start."""
        ...

    def save(self, cursor: str, /) -> object:
        """Replaces the stored position. It must be durable when this returns."""
        ...


class AsyncCursor(Protocol):
    """Stores a follower's position for `AsyncAid`, with coroutines."""

    def load(self) -> Awaitable[str | None]:
        """The position that was saved last, or None on the first start."""
        ...

    def save(self, cursor: str, /) -> Awaitable[object]:
        """Replaces the stored position. It must be durable when this returns."""
        ...


MAX_FILE_BYTES = 1024

CLOCK_MARGIN = timedelta(days=1)
"""How far a position may be after the time of this machine, of which the clock may be wrong."""


class FileCursor:
    """Stores the cursor in a file, which is replaced atomically: after a crash, it has the old or the new position.

    Only one follower may use a file at a time. The file is readable and writable for its owner only. With
    another position, a follower would skip events. So a file that another user owns or that everyone may write is
    refused, and so are symbolic links and files with anything but a position. An empty file is no position.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> str | None:
        """The content of the file, or None if there is no file.

        Raises:
            ValidationError: The file is not one that a follower has written.
        """
        try:
            # Neither a link nor a pipe, for which opening would wait.
            handle = os.open(self.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            return None
        except OSError:
            if self.path.is_symlink():
                raise self._refused("it is a symbolic link; name the file itself") from None
            raise
        with os.fdopen(handle, "rb") as file:
            self._require_own(os.fstat(handle))
            content = file.read(MAX_FILE_BYTES + 1)
        try:
            text = content.decode("ascii").strip()
        except UnicodeDecodeError:
            text = "?"
        if text and (len(content) > MAX_FILE_BYTES or not is_position(text)):
            # The content is not shown: it may be a file of secrets.
            raise self._refused("it has no position; delete it to start with new events, or name another file")
        return text or None

    def _require_own(self, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            raise self._refused("it is not a regular file")
        if os.name != "posix":
            return
        folder = self.path.parent.stat()
        if folder.st_mode & stat.S_IWOTH and not folder.st_mode & stat.S_ISVTX:
            # Anyone can replace the file, or the file system has no permissions.
            return
        if status.st_mode & stat.S_IWOTH:
            raise self._refused(f"everyone may write it; run chmod o-w {self.path} if its position is yours")
        if status.st_uid not in (0, os.geteuid()):
            raise self._refused("another user owns it; delete it, or name another file")

    def _refused(self, problem: str) -> InvalidArgumentError:
        return InvalidArgumentError(f"cursor: {self.path}: {problem}")

    def save(self, cursor: str, /) -> None:
        """Replaces the file."""
        handle, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(cursor)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(self.path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def __repr__(self) -> str:
        return f"FileCursor({str(self.path)!r})"


def is_position(text: str) -> bool:
    """Whether a text is a position of the log, which is a time."""
    try:
        time_of(text, "cursor")
    except InvalidArgumentError:
        return False
    return True


def position_of(saved: object, cursor: object) -> str:
    """What a cursor has loaded, in the form in which positions are compared.

    Raises:
        InvalidArgumentError: It is no position, or one of the future, at which a follower would wait in silence.
    """
    name = f"cursor: what {cursor if isinstance(cursor, FileCursor) else type(cursor).__name__} has loaded"
    if not isinstance(saved, datetime) and not is_position(str(saved)):
        raise InvalidArgumentError(f"{name} is not a position of the log")
    time = time_of(saved, name)
    if time > datetime.now(timezone.utc) + CLOCK_MARGIN:
        raise InvalidArgumentError(f"{name} is a time of the future ({time.isoformat()}); delete it to start now")
    return wire_time(time)
