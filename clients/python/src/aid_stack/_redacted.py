"""Values that are not to be printed."""

from __future__ import annotations

from typing import Annotated, TypeVar

T = TypeVar("T")

REDACTED = "[redacted]"


class Redacted:
    """Holds a secret. Prints as `[redacted]`, so that no log, traceback or debugger shows it unasked."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The secret."""
        return self._value

    def __repr__(self) -> str:
        return REDACTED

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled")


class SensitiveMark:
    """Marks a field whose value is left out of what is printed."""

    def __repr__(self) -> str:
        return REDACTED


SENSITIVE = SensitiveMark()

Sensitive = Annotated[T, SENSITIVE]
"""A field that holds a secret: an ordinary value to programs, and `[redacted]` where its record is printed."""
