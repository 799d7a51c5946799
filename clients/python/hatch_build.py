"""Derives the synchronous client when the package is built: as a wheel, a source archive, or an editable install."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DeriveSync(BuildHookInterface):  # type: ignore[type-arg]  # Its parameter is the settings of a plugin.
    """Runs before each target of a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Derives the modules that the target then contains."""
        runpy.run_path(str(Path(self.root) / "derive_sync.py"))["derive"]()
