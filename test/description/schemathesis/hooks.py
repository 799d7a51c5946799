"""What schemathesis has to know about the service in addition to its description.

The harness sets six environment variables: AID_KEY, the API key of the run; AID_EXAMPLES, a file of requests that
succeed, by operation; AID_STATUSES, the file for the number of replies with each status, by operation;
AID_PROTECTED_KEYS, the ids of the API keys that the run itself needs; AID_MAIL_ACCOUNT, the id and the secret of the
provider account that signs submitted mail, separated by a colon; and AID_REGION, the region of the stage.
"""

import atexit
import hashlib
import hmac
import json
import os
import re
import time
from collections import Counter, defaultdict

import requests
import schemathesis
from examples import EXAMPLES
from rules import RULES, without_proto, without_rules, without_unset
from schemathesis.core import NOT_SET
from schemathesis.core.parameters import ParameterLocation

# The operations with examples that name an id, by the id.
USERS = defaultdict(set)
for operation_id, requests_of_it in EXAMPLES.items():
    for found in re.findall(r"\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b", json.dumps(requests_of_it)):
        USERS[found].add(operation_id)

# The part after the prefix in an id that no resource has.
NO_ID = "0" * 26

PROTECTED_KEYS = frozenset(os.environ["AID_PROTECTED_KEYS"].split(","))
MAIL_ACCOUNT, MAIL_SECRET = os.environ["AID_MAIL_ACCOUNT"].split(":")

# How many requests of each operation were unchanged examples.
EXAMPLES_SENT = Counter()

# How often each operation answered a positive request with each status.
STATUSES = defaultdict(Counter)

# Long enough to take the waiting path, short enough for thousands of requests.
WAIT_MS = 50


@schemathesis.hook
def before_call(context, case, kwargs):
    name = case.operation.definition.raw.get("operationId")
    if "A2A protocol" in case.operation.definition.raw.get("tags", ()):
        drop_unset(case)
    if is_positive_case(case):
        use_example(case, name)
        if isinstance(case.body, dict):
            case.body = RULES.get(name, without_rules)(without_proto(case.body))
    if case.method != "GET":
        spare_examples(case, name)
    if name == "waitForEvent":
        shorten_wait(case)
    elif name == "listEvents" and is_positive_case(case):
        limit_bodies(case)
    elif name in ("search", "listMessages") and is_positive_case(case):
        limit_query(case)
    elif name == "getKeypair" and is_positive_case(case):
        # An org key has to name the agent.
        case.query = {"identity_id": "unknown", **(case.query or {})}
    elif name == "revokeApiKey":
        spare_own_keys(case)
    elif name == "receiveMail" and may_sign(case):
        kwargs["auth"] = SignedMail()


@schemathesis.hook
def after_call(context, case, response):
    if is_positive_case(case):
        STATUSES[case.operation.label][response.status_code] += 1


@atexit.register
def report_statuses():
    """Writes the counts. The report of schemathesis has only the last count of each phase, and none of the stateful one."""
    with open(os.environ["AID_STATUSES"], "w", encoding="utf-8") as file:
        json.dump(STATUSES, file)


def is_positive_case(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def use_example(case, name):
    """Replaces some of the generated ids, or a whole generated request, with ones that exist and succeed.

    Generated ids match no resource, so without this most operations would only ever return 404. Each example is sent
    once unchanged, before any other request of its operation, so that its resource is still as it was created. Links
    between operations bring their own ids, and a negative test case stays as it is.
    """
    examples = EXAMPLES.get(name)
    if not examples:
        return
    sent = EXAMPLES_SENT[name]
    if sent < len(examples) and (case.body is not NOT_SET or "body" not in examples[sent]):
        send_example(case, examples[sent])
        EXAMPLES_SENT[name] += 1
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


def send_example(case, example):
    case.path_parameters = dict(example.get("params", {}))
    case.query = dict(example.get("query", {}))
    if case.body is not NOT_SET:
        # An optional body may be empty. Schemathesis would treat a case without the body as a negative one.
        case.body = example.get("body", {})
        case.media_type = "application/json"
    # The idempotency key of another request would make this one a conflict.
    case.headers.pop("idempotency-key", None)


def drop_unset(case):
    """Removes fields that ProtoJSON reads as not set. Schemathesis treats a case that is valid without them as valid.
    """
    for part in ("body", "query"):
        given = getattr(case, part)
        if isinstance(given, dict) and without_unset(given) != given:
            setattr(case, part, without_unset(given))


def shorten_wait(case):
    query = dict(case.query or {})
    asked = query.get("timeout_ms")
    if asked is None or (str(asked).isdecimal() and int(asked) > WAIT_MS):
        case.query = {**query, "timeout_ms": WAIT_MS}


def limit_bodies(case):
    """A page with the bodies of deliveries has at most fifty, which no schema can say of two parameters."""
    query = case.query or {}
    if str(query.get("delivery_body", "")).lower() == "true":
        case.query = {**query, "limit": 50}


def spare_examples(case, name):
    """Lets only operations whose own examples name something change it.

    Schemathesis reads ids from replies and uses them: an agent that it suspends, or an invitation that it accepts, is
    of no more use to the examples of other operations.
    """
    spared = {
        parameter: str(value)[:4] + NO_ID
        for parameter, value in case.path_parameters.items()
        if name not in USERS.get(str(value).split(":")[0], {name})
    }
    if spared:
        case.path_parameters = {**case.path_parameters, **spared}


def spare_own_keys(case):
    if case.path_parameters.get("id") in PROTECTED_KEYS:
        case.path_parameters = {"id": f"key_{NO_ID}"}


def may_sign(case):
    """Provider accounts sign JSON; only SNS can sign the other form. Negative headers stay as they are."""
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


# A text of so many characters has fewer parts than a query may have.
SHORT_QUERY = 30


# The parameters that are for messages only.
MAIL_FILTERS = ("from", "to", "folder", "has_attachment", "label")


def limit_query(case):
    """A query has at most 32 words, phrases and operators, and some filters are for messages only."""
    query = dict(case.query or {})
    if isinstance(query.get("q"), str):
        query["q"] = query["q"][:SHORT_QUERY]
    if query.get("kind") not in (None, "mail"):
        query = {name: value for name, value in query.items() if name not in MAIL_FILTERS}
    case.query = query
