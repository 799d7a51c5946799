"""The log of the package: `logging.getLogger("aid_stack")`."""

from __future__ import annotations

import logging

logger = logging.getLogger("aid_stack")
"""Errors of the program's own functions that it does not handle are errors. Retries are informational."""
