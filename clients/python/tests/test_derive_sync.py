"""How the synchronous client follows from the asynchronous one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from derive_sync import PACKAGE, derive, to_sync

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """
from collections.abc import AsyncIterator, Awaitable, Callable
from .._io_async import AsyncFlag, sleep

async def read(fetch: Callable[[str], Awaitable[dict[str, list[int]]]]) -> AsyncIterator[int]:
    async with aclosing(fetch("await")) as pages, AsyncAid() as aid:
        async for page in pages:
            yield await page.first([item async for item in page])
    await aid.aclose()
"""

DERIVED = """
from collections.abc import Iterator, Callable
from .._io_sync import Flag, sleep

def read(fetch: Callable[[str], dict[str, list[int]]]) -> Iterator[int]:
    with closing(fetch("await")) as pages, Aid() as aid:
        for page in pages:
            yield page.first([item for item in page])
    aid.close()
"""


def test_coroutines_become_functions_and_what_they_wait_for_its_result() -> None:
    assert to_sync(SOURCE) == DERIVED


def test_a_bracket_that_is_not_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match="not closed"):
        to_sync("x: Awaitable[list[int]")


def test_no_synchronous_module_contains_a_coroutine_or_imports_asynchronous_parts() -> None:
    modules = sorted(path.name for path in (PACKAGE / "_sync").glob("*.py"))
    assert modules == sorted(path.name for path in (PACKAGE / "_async").glob("*.py"))
    for name in modules:
        text = (PACKAGE / "_sync" / name).read_text(encoding="utf-8")
        code = re.sub(r'"""[\s\S]*?"""|#.*$', "", text, flags=re.MULTILINE)
        left = re.search(r"\basync\b|\bawait\b|\bAsync[A-Z]|\b_async\b|_io_async|asyncio", code)
        assert left is None, f"{name}: {left}"


def test_a_derivation_removes_the_modules_that_have_no_source_and_leaves_those_that_are_right(tmp_path: Path) -> None:
    (tmp_path / "_async").mkdir()
    (tmp_path / "_async" / "read.py").write_text(SOURCE, encoding="utf-8")
    derive(tmp_path)
    first = (tmp_path / "_sync" / "read.py").stat()
    (tmp_path / "_sync" / "gone.py").write_text("", encoding="utf-8")
    derive(tmp_path)
    assert [path.name for path in (tmp_path / "_sync").iterdir()] == ["read.py"]
    assert (tmp_path / "_sync" / "read.py").read_text(encoding="utf-8") == DERIVED
    assert (tmp_path / "_sync" / "read.py").stat().st_ino == first.st_ino
