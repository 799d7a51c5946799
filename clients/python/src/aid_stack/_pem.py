"""The text forms of keys: PEM and JWK."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

_PEM = re.compile(r"-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----")


def text_of_key(key: str | bytes) -> str:
    """A key as a text without white space around it."""
    return (key.decode("ascii", "replace") if isinstance(key, bytes) else key).strip()


class Pem(NamedTuple):
    """A PEM: what it says that it is, its base64, and all of it. See: RFC 7468."""

    label: str
    body: str
    text: str


def pem_in(text: str) -> Pem | None:
    """The first PEM in a text; None if it has none."""
    found = _PEM.search(text)
    return None if found is None else Pem(found[1], "".join(found[2].split()), found[0])


def jwk_in(text: str) -> Mapping[str, Any]:
    """The members of a JSON object; none if a text is anything else."""
    try:
        jwk: Any = json.loads(text)
    except ValueError:
        return {}
    return cast("Mapping[str, Any]", jwk) if isinstance(jwk, Mapping) else {}
