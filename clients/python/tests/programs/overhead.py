"""Compares the processor time of `me()` with that of the same requests by httpx alone, in turns. Argument: how many."""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import httpx

from aid_stack import Aid

BLOCK = 50


def cost(call: Callable[[], Any]) -> float:
    before = time.process_time()
    for _ in range(BLOCK):
        call()
    return (time.process_time() - before) / BLOCK


def main(count: int) -> None:
    headers = {"authorization": f"Bearer {os.environ['AID_KEY']}"}
    with httpx.Client(base_url=os.environ["AID_URL"], headers=headers) as bare, Aid() as aid:
        bare.get("/v1/me").raise_for_status()
        aid.me()
        pairs = [
            (cost(lambda: bare.get("/v1/me").raise_for_status().json()), cost(aid.me)) for _ in range(count // BLOCK)
        ]
    plain, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(json.dumps({"httpx_us": round(plain * 1e6), "aid_us": round(ours * 1e6), "overhead": ours / plain - 1}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
