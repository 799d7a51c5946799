"""Compares the processor time of `me()` with that of the same requests by httpx alone, in turns."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import httpx

from aid_stack import Aid

BLOCK = 10
PAIRS = 200
LOWER_RANK = 85
"""Of 200 values, the median of their distribution lies between the 86th and the 115th with a probability of 96 %."""


def cost(call: Callable[[], Any]) -> float:
    before = time.process_time()
    for _ in range(BLOCK):
        call()
    return (time.process_time() - before) / BLOCK


def main() -> None:
    headers = {"authorization": f"Bearer {os.environ['AID_KEY']}"}
    with httpx.Client(base_url=os.environ["AID_URL"], headers=headers) as bare, Aid() as aid:
        bare.get("/v1/me").raise_for_status()
        aid.me()
        calls: list[Callable[[], Any]] = [lambda: bare.get("/v1/me").raise_for_status().json(), aid.me]
        pairs: list[list[float]] = []
        for pair in range(PAIRS):
            # Whatever else the machine does changes both times of a pair. Which call is first changes.
            first = pair % 2
            times = [cost(calls[first]), cost(calls[1 - first])]
            pairs.append(times if first == 0 else times[::-1])
    plain, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratios = sorted(ours / plain - 1 for plain, ours in pairs)
    interval = [ratios[LOWER_RANK], ratios[-1 - LOWER_RANK]]
    median = {"httpx_us": round(plain * 1e6), "aid_us": round(ours * 1e6), "overhead": statistics.median(ratios)}
    print(json.dumps({**median, "interval": interval}))


if __name__ == "__main__":
    main()
