"""The base of all records that the service returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ConfigDict

from ._redacted import SENSITIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Model(BaseModel):
    """A record that the service returned.

    Fields of a newer service are kept, and are attributes as well. Values of an enumeration that this version does not
    know are strings.
    """

    model_config = ConfigDict(extra="allow", populate_by_name=True, defer_build=True, protected_namespaces=())

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """What is printed: everything but secrets."""
        fields = type(self).model_fields
        for name, value in super().__repr_args__():
            field = fields.get(name) if name is not None else None
            hidden = field is not None and value is not None and SENSITIVE in field.metadata
            yield name, SENSITIVE if hidden else value


def kind_of(field: str, kinds: Mapping[str, str], unknown: str) -> Callable[[Any], str]:
    """A function that names the class of an object by one of its fields: that of unknown kinds for any other value."""

    def kind(value: Any) -> str:
        found: Any = (
            cast("dict[str, Any]", value).get(field) if isinstance(value, dict) else getattr(value, field, None)
        )
        return kinds.get(found, unknown) if isinstance(found, str) else unknown

    return kind
