"""Derives the synchronous client, `aid_stack/_sync`, from the asynchronous one, `aid_stack/_async`.

It works on names: coroutines become functions, `AsyncThing` becomes `Thing`, and `Awaitable[T]` becomes `T`. A build of
the package runs it (`hatch_build.py`), and so does pytest. After a change of `_async`, `python derive_sync.py` does.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent / "src" / "aid_stack"

NAMES = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "aclose": "close",
    "aclosing": "closing",
    "aiter_raw": "iter_raw",
    "StopAsyncIteration": "StopIteration",
    "_http_async": "_http_sync",
    "_io_async": "_io_sync",
    "_async": "_sync",
}
TITLE = re.compile(r'^"""The asynchronous client\..*"""$', re.MULTILINE)


def to_sync(source: str) -> str:
    """The synchronous form of an asynchronous module.

    Raises:
        ValueError: A bracket of `Awaitable[` is not closed.
    """
    text = _without_awaitable(source)
    text = re.sub(r"\basync (?=def\b|for\b|with\b)", "", text)
    text = re.sub(r"\bawait ", "", text)
    text = re.sub(r"\bAsync(?=[A-Z])", "", text)
    text = re.sub(r"\b\w+\b", lambda name: NAMES.get(name[0], name[0]), text)
    return TITLE.sub('"""The synchronous client. `derive_sync.py` derives it from the asynchronous one."""', text)


def _without_awaitable(source: str) -> str:
    """`Awaitable[T]` becomes `T`, whatever brackets `T` has."""
    start = re.search(r"\bAwaitable\[", source)
    if start is None:
        return re.sub(r"\bAwaitable, |, Awaitable\b", "", source)
    depth = 1
    for end in range(start.end(), len(source)):
        depth += {"[": 1, "]": -1}.get(source[end], 0)
        if depth == 0:
            return _without_awaitable(source[: start.start()] + source[start.end() : end] + source[end + 1 :])
    message = "a bracket of Awaitable[ is not closed"
    raise ValueError(message)


def derive(package: Path = PACKAGE) -> None:
    """Writes `_sync` of a package: the modules that differ from what `_async` says, and removes those it has not.

    Each module is replaced in one step, so that a program that reads the package meanwhile finds whole modules.
    """
    target = package / "_sync"
    modules = {path.name: to_sync(path.read_text(encoding="utf-8")) for path in (package / "_async").glob("*.py")}
    target.mkdir(exist_ok=True)
    for path in target.glob("*.py"):
        if path.name not in modules:
            path.unlink(missing_ok=True)
    for name, text in modules.items():
        path = target / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        temporary = target / f"{name}.{os.getpid()}"
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(path)


if __name__ == "__main__":
    derive()
