"""The base of all records that the service returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import BaseModel, ConfigDict

from ._redacted import SENSITIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeAlias

    UnknownKind: TypeAlias = Literal["(none of the known ones)"]
    """The type of an event of an unknown kind, for type checkers: a text that is none of the known ones.

    mypy narrows a union by a comparison of `type` only if every member has literals there. Compare `str(event.type)` to
    find a kind that this version does not know.
    """
else:
    UnknownKind = str


class Model(BaseModel):
    """A record that the service returned.

    Fields that a newer service adds are kept, and are attributes too. Unknown values of an enumeration are strings.
    """

    model_config = ConfigDict(extra="allow", populate_by_name=True, defer_build=True, protected_namespaces=())

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """The fields to print: all except secrets."""
        fields = type(self).model_fields
        for name, value in super().__repr_args__():
            field = fields.get(name) if name is not None else None
            hidden = field is not None and value is not None and SENSITIVE in field.metadata
            yield name, SENSITIVE if hidden else value


def kind_of(field: str, kinds: Mapping[str, str], unknown: str) -> Callable[[Any], str]:
    """A function that chooses an object's class by one of its fields, or the class of unknown kinds."""

    def kind(value: Any) -> str:
        found: Any = (
            cast("dict[str, Any]", value).get(field) if isinstance(value, dict) else getattr(value, field, None)
        )
        return kinds.get(found, unknown) if isinstance(found, str) else unknown

    return kind
