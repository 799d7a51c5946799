"""The decisions of the model that the programs of this folder use instead of one on a network.

It calls tools as a model does: one at a time, with ids that it has found in what the framework shows it of the results.
With `AID_PRESSURE_URL`, it calls one tool after a limit was reached by others, and ends after that.
"""

import json
import os
import re
import sys
import urllib.request

URL = os.environ["AID_MCP_URL"]
HEADERS = {"Authorization": f"Bearer {os.environ['AID_KEY']}"}
TASK = "Do what the emails ask for."
DONE = "That is all."

_PRESSURE_URL = os.environ.get("AID_PRESSURE_URL")
_NO_MESSAGE = "msg_00000000000000000000000000"


def next_call(results):
    """Returns the tool to call and its arguments, or None at the end. `results` are the texts of earlier calls."""
    if _PRESSURE_URL is not None:
        return _call_above_a_limit(results)
    if len(results) < 3:
        return [
            ("whoami", {}),
            ("get_message", {"message_id": _NO_MESSAGE}),
            ("list_messages", {"direction": "inbound", "limit": 5}),
        ][len(results)]
    message_id = re.search(r"msg_[0-9A-HJKMNP-TV-Z]{26}", results[2])[0]
    if len(results) == 3:
        return "get_message", {"message_id": message_id}
    # The second time as a model does that has forgotten the first.
    reply = json.loads(os.environ["AID_REPLY"])
    return ("reply_to_email", {"message_id": message_id, **reply}) if len(results) < 6 else None


def _call_above_a_limit(results):
    if not results:
        return "whoami", {}
    if len(results) > 1:
        return None
    urllib.request.urlopen(urllib.request.Request(_PRESSURE_URL, method="POST", headers=HEADERS)).close()
    return tuple(json.loads(os.environ["AID_LIMITED_CALL"]))


def as_text(content):
    """Returns what a framework passes to its model, as the text that a provider sends."""
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def report(tools, results, final):
    """Prints the schemas by the names of the tools, the texts of the results, and the last words of the agent."""
    json.dump({"tools": tools, "results": results, "final": final}, sys.stdout)
