"""Follows the log for ever, and appends a line for each event: its id. Arguments: cursor, output, types, `async`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TextIO

from aid_stack import Aid, AsyncAid, FileCursor


def note(output: TextIO, text: str) -> None:
    output.write(f"{text}\n")
    output.flush()


def follow(cursor: str, output: TextIO, types: list[str] | None) -> None:
    with Aid() as aid:
        for event in aid.events.follow(types=types, cursor=FileCursor(cursor)):
            note(output, event.id)


async def follow_async(cursor: str, output: TextIO, types: list[str] | None) -> None:
    async with AsyncAid() as aid:
        async for event in aid.events.follow(types=types, cursor=FileCursor(cursor)):
            note(output, event.id)


def main(cursor: str, path: str, types: str, mode: str) -> None:
    chosen = types.split(",") if types else None
    with Path(path).open("a", encoding="utf-8") as output:
        note(output, "start")
        if mode == "async":
            asyncio.run(follow_async(cursor, output, chosen))
        else:
            follow(cursor, output, chosen)


if __name__ == "__main__":
    main(*sys.argv[1:5])
