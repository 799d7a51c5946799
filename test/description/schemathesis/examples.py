"""The requests that succeed, by operation, which the harness writes before each run."""

import json
import os

with open(os.environ["AID_EXAMPLES"], encoding="utf-8") as file:
    EXAMPLES = json.load(file)
