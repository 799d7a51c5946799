"""Values that must not be printed."""

from __future__ import annotations

from typing import Annotated, TypeVar

T = TypeVar("T")

REDACTED = "[redacted]"


class Redacted:
    """Holds a secret. It prints as `[redacted]`, so that logs, tracebacks and debuggers do not reveal it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The secret."""
        return self._value

    def __repr__(self) -> str:
        return REDACTED

    def __reduce__(self) -> str:
        raise TypeError("a secret cannot be pickled")


class SensitiveMark:
    """Marks a field that prints as redacted."""

    def __repr__(self) -> str:
        return REDACTED


SENSITIVE = SensitiveMark()

Sensitive = Annotated[T, SENSITIVE]
"""A field that holds a secret: a normal value for programs, but `[redacted]` when its record is printed."""
