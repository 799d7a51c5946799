from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

import aid_stack
from aid_stack import Aid, AidError, AsyncAid, AsyncTaskContext, Pages, TaskContext

NAMES: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "names.json").read_text(encoding="utf-8"))
PYTHON: dict[str, list[str]] = NAMES["python"]


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def methods_of(resource: object, path: str = "") -> dict[str, Any]:
    """The public methods of a client and of its resources, by their full names."""
    found: dict[str, Any] = {}
    for name, member in inspect.getmembers(type(resource)):
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            found[path + name] = member
        elif name not in ("with_raw_response", "url"):
            found.update(methods_of(getattr(resource, name), f"{path}{name}."))
    return found


@pytest.mark.parametrize(
    ("client", "own"),
    [
        (Aid(key="k"), ["close", "identity", "request", "with_options"]),
        (AsyncAid(key="k"), ["aclose", "identity", "request", "with_options"]),
    ],
)
def test_a_client_has_every_method_and_loop_of_the_contract_and_no_other(client: object, own: list[str]) -> None:
    wanted = {snake_case(name) for name in [*NAMES["methods"], *NAMES["loops"], *NAMES["of_identity"]]}
    methods = methods_of(client)
    assert set(methods) - set(own) == wanted | {"vault.prove"}
    for name in NAMES["methods"]:
        options = set(inspect.signature(methods[snake_case(name)]).parameters)
        assert options >= set(PYTHON["call_options"]), name


def test_the_package_exports_what_the_contract_names() -> None:
    assert set(PYTHON["exports"]) <= set(aid_stack.__all__)


def test_options_errors_lists_and_the_context_of_a_task_have_the_names_of_the_contract() -> None:
    for kind in (Aid, AsyncAid):
        assert set(inspect.signature(kind).parameters) >= set(PYTHON["client_options"])
        assert "with_raw_response" in dir(kind)
    error = AidError("m", status=429, code="c", request_id="r", retryable=True, retry_after_ms=1)
    assert all(getattr(error, name) is not None for name in PYTHON["error_fields"])
    assert all(callable(getattr(Pages, name)) for name in PYTHON["list_methods"])
    for context in (TaskContext, AsyncTaskContext):
        source = inspect.getsource(context)
        assert set(PYTHON["work_context"]) <= {*dir(context), *re.findall(r"self\.(\w+)", source)}
