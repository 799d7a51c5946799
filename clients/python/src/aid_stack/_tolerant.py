"""Parses records that differ from what this version expects.

A newer service may omit fields that were always present, or send null. A program that does not use those fields
should not fail: fields that fit are parsed as usual, missing ones are None, and others stay as they are.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

from pydantic import Discriminator, Tag, TypeAdapter, ValidationError

from ._model import Model

M = TypeVar("M", bound=Model)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def tolerant(kind: Any, value: Any) -> Any:
    """Parses a value as a type, as far as it fits."""
    try:
        return _adapter(kind).validate_python(value)
    except ValidationError:
        return _construct(kind, value)


def read_reply(kind: type[M], content: bytes) -> M:
    """Parses the record in a response.

    Raises:
        ValidationError: It is not a JSON object.
    """
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        if any(problem["type"] in ("json_invalid", "model_type") and not problem["loc"] for problem in error.errors()):
            raise
        return cast("M", tolerant(kind, json.loads(content)))


def _construct(kind: Any, value: Any) -> Any:
    members = get_args(kind)
    if get_origin(kind) is Annotated:
        return _construct(_chosen(members, value), value)
    if _is_model(kind) and isinstance(value, dict):
        return _record(kind, cast("dict[str, Any]", value))
    if get_origin(kind) in (list, dict):
        return _collection(members, value)
    if get_origin(kind) is Union or (members and any(member is type(None) for member in members)):
        # Of several types, the first that is a record or a list: plain values need no parsing.
        known = [member for member in members if _is_structured(member)]
        return _construct(known[0], value) if known else value
    return value


def _collection(members: tuple[Any, ...], value: Any) -> Any:
    """A list or dictionary, with items of its last type argument."""
    unknown: Any = value
    if isinstance(value, list):
        return [tolerant(members[-1], item) for item in unknown]
    return {name: tolerant(members[-1], item) for name, item in unknown.items()} if isinstance(value, dict) else unknown


def _chosen(members: tuple[Any, ...], value: Any) -> Any:
    """The member of a union that its discriminator names; for any other annotated type, that type."""
    kind, *marks = members
    discriminator = next((mark.discriminator for mark in marks if isinstance(mark, Discriminator)), None)
    if not callable(discriminator):
        return kind
    tag = discriminator(value)
    return next(member for member in get_args(kind) if Tag(cast("str", tag)) in get_args(member))


def _is_structured(kind: Any) -> bool:
    return get_origin(kind) in (list, dict, Annotated) or _is_model(kind)


def _is_model(kind: Any) -> bool:
    # Python 3.10 says of list[str] that it is a class, and then refuses to say of which.
    return get_origin(kind) is None and isinstance(kind, type) and issubclass(kind, Model)


def _record(kind: type[Model], value: dict[str, Any]) -> Model:
    kind.model_rebuild()
    rest = dict(value)
    fields: dict[str, Any] = {}
    for name, field in kind.model_fields.items():
        wire = field.alias or name
        fields[name] = tolerant(field.annotation, rest.pop(wire)) if wire in rest else None
    return kind.model_construct(None, **fields, **rest)
