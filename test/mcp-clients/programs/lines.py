"""Calls tools as a test asks for: each line of the input is a call, and each line of the output its result."""

import json
import os
import sys

import anyio.to_thread

# How to reach the server: {url, headers}, {url} to log a person in, or {command, args, env, cwd}.
SERVER = json.loads(os.environ["AID_MCP_SERVER"])
TIMEOUT_SECONDS = 60


async def serve(revision, list_tools, call_tool):
    """Prints the revision of the protocol that was negotiated, and then what the calls return."""
    _print({"revision": revision})
    while line := await anyio.to_thread.run_sync(sys.stdin.readline):
        call = json.loads(line)
        try:
            result = await (call_tool(call["tool"], call["arguments"]) if "tool" in call else list_tools())
            _print({"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)})
        except Exception as error:
            _print({"error": f"{type(error).__name__}: {error}"})


def _print(value):
    print(json.dumps(value), flush=True)
