"""Where a follower of the event log keeps how far it has come."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable

__all__ = ["AsyncCursor", "Cursor", "FileCursor"]


class Cursor(Protocol):
    """Stores how far a follower has come, for instance in a row of your database."""

    def load(self) -> str | None:
        """The text that was saved last, or None at the first start."""
        ...

    def save(self, cursor: str, /) -> object:
        """Stores a text, in place of the one before. It is durable when this returns."""
        ...


class AsyncCursor(Protocol):
    """The same for `AsyncAid`, with coroutines."""

    def load(self) -> Awaitable[str | None]:
        """The text that was saved last, or None at the first start."""
        ...

    def save(self, cursor: str, /) -> Awaitable[object]:
        """Stores a text, in place of the one before. It is durable when this returns."""
        ...


class FileCursor:
    """Keeps the cursor in a file, which is replaced as a whole: after a crash it has the old text or the new one.

    One follower uses a file at a time.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> str | None:
        """The text of the file, or None where there is no file."""
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
