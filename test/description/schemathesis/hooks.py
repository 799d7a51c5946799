"""What schemathesis has to know of the service beyond its description.

The harness names four things in the environment: AID_EXAMPLES, a file of requests that succeed, by operation;
AID_PROTECTED_KEYS, the ids of the API keys that the run itself needs; AID_MAIL_ACCOUNT, the id and the secret of the
provider account that signs submitted mail, with a colon between them; and AID_REGION, the region of the stage.
"""

import hashlib
import hmac
import json
import os
import time

import requests
import schemathesis
from rules import RULES
from schemathesis.core import NOT_SET
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["AID_EXAMPLES"], encoding="utf-8") as file:
    EXAMPLES = json.load(file)

PROTECTED_KEYS = frozenset(os.environ["AID_PROTECTED_KEYS"].split(","))
MAIL_ACCOUNT, MAIL_SECRET = os.environ["AID_MAIL_ACCOUNT"].split(":")

# Long enough to take the waiting path, short enough for thousands of requests.
WAIT_MS = 50


@schemathesis.hook
def before_call(context, case, kwargs):
    name = case.operation.definition.raw.get("operationId")
    if case.meta is not None and case.meta.generation.mode.is_positive:
        use_example(case, EXAMPLES.get(name))
        if name in RULES and isinstance(case.body, dict):
            case.body = RULES[name](case.body)
    if name == "waitForEvent":
        shorten_wait(case)
    elif name == "revokeApiKey":
        spare_own_keys(case)
    elif name == "receiveMail" and may_sign(case):
        kwargs["auth"] = SignedMail()


def use_example(case, examples):
    """Puts ids that exist, or a whole request that succeeds, in the place of some of the generated ones.

    Generated ids name nothing, so without this most operations would only ever answer 404. Links between operations
    bring ids of their own along, and a case that is meant to be wrong stays as it is.
    """
    if not examples:
        return
    digest = hashlib.sha256(repr((case.path_parameters, case.query, case.body)).encode()).digest()
    example = examples[digest[0] % len(examples)]
    choice = digest[1] % 3
    stateful = case.meta.phase.name.value == "stateful"
    if choice == 0 or (stateful and case.path_parameters):
        return
    if case.path_parameters and "params" in example:
        case.path_parameters = dict(example["params"])
    if choice == 2:
        if case.body is not NOT_SET and "body" in example:
            case.body = example["body"]
            case.media_type = "application/json"
        if "query" in example:
            case.query = dict(example["query"])


def shorten_wait(case):
    query = dict(case.query or {})
    asked = query.get("timeout_ms")
    if asked is None or (str(asked).isdecimal() and int(asked) > WAIT_MS):
        case.query = {**query, "timeout_ms": WAIT_MS}


def spare_own_keys(case):
    if case.path_parameters.get("id") in PROTECTED_KEYS:
        case.path_parameters = {"id": "key_00000000000000000000000000"}


def may_sign(case):
    """Provider accounts sign JSON; the other form is of SNS, whose key only SNS has. Wrong headers stay wrong."""
    negative = case.meta is not None and case.meta.is_negative_at(ParameterLocation.HEADER)
    return case.media_type == "application/json" and not negative


class SignedMail(requests.auth.AuthBase):
    """Signs a body as the sender of submitted mail does."""

    def __call__(self, request):
        body = request.body or b""
        body = body if isinstance(body, bytes) else body.encode()
        seconds = int(time.time())
        signed = f"{MAIL_ACCOUNT}.{seconds}.".encode() + body
        request.headers["x-aid-provider-account"] = MAIL_ACCOUNT
        request.headers["x-aid-timestamp"] = str(seconds)
        request.headers["x-aid-signature"] = "v1=" + hmac.new(MAIL_SECRET.encode(), signed, hashlib.sha256).hexdigest()
        return request
