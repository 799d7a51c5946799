from __future__ import annotations

import inspect
from typing import Any

from aid_stack import Aid, AsyncAid


def test_both_clients_have_the_same_methods_with_the_same_arguments() -> None:
    def surface(value: Any, seen: set[str], path: str = "") -> None:
        for name in dir(value):
            if name.startswith("_") or name == "http":
                continue
            member = getattr(value, name)
            at = f"{path}.{name.removeprefix('a') if name == 'aclose' else name}"
            if inspect.ismethod(member):
                parameters = list(inspect.signature(member).parameters)
                seen.add(f"{at}({', '.join(parameters)})")
            elif type(member).__module__.startswith("aid_stack._"):
                surface(member, seen, at)

    sync: set[str] = set()
    surface(Aid(), sync)
    asynchronous: set[str] = set()
    surface(AsyncAid(), asynchronous)
    assert sync == asynchronous
    assert len(sync) > 95


def test_every_method_has_a_docstring() -> None:
    from aid_stack._sync import resources

    for name, kind in inspect.getmembers(resources, inspect.isclass):
        if kind.__module__ == resources.__name__:
            assert kind.__doc__, name
            for method, function in inspect.getmembers(kind, inspect.isfunction):
                assert method.startswith("_") or function.__doc__, f"{name}.{method}"
