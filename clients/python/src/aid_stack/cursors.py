"""Cursors: where a follower of the event log saves its position."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

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


class FileCursor:
    """Stores the cursor in a file, which is replaced atomically: after a crash, it has the old or the new position.

    Only one follower may use a file at a time.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> str | None:
        """The content of the file, or None if there is no file."""
        try:
            return self.path.read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None

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
