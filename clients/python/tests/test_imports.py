"""How the modules of the package import each other."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import aid_stack

ROOT = Path(aid_stack.__file__).parent
MODULES = {path.relative_to(ROOT).with_suffix("").parts: path for path in ROOT.rglob("*.py")}


def imported(module: tuple[str, ...], path: Path) -> set[tuple[str, ...]]:
    """The modules of the package that a module imports, those that only its types need included."""
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level > 0:
            base = (*module[: len(module) - node.level], *(node.module.split(".") if node.module else ()))
            found |= {base, *((*base, alias.name) for alias in node.names)} & MODULES.keys()
    return found


def test_no_module_imports_one_that_imports_it_also_for_types() -> None:
    graph = {module: imported(module, path) for module, path in MODULES.items()}
    assert graph["_async", "work_loop"] >= {("_async", "task_run"), ("_async", "worker")}
    # Raises a CycleError that names the modules.
    TopologicalSorter(graph).prepare()
