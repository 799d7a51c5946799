"""Derives the synchronous client before the tests import it, so that they test what `_async` says now."""

from __future__ import annotations

from derive_sync import derive

derive()
