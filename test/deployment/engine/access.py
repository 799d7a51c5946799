"""Condition keys that the engine does not know, and a log of every decision about a request of a function.

The engine enforces the policies of execution roles (AUTH=true), but leaves out two keys by which the policies of this
repository restrict functions: the partition keys of rows, and the encryption context of a data key.
"""

import contextvars
import json
import os
import re

from ministack.core import iam_actions, iam_evaluator

#: The partition key of the table and of its one index.
PARTITION_KEYS = {None: "pk", "due": "due_pk"}

#: The partition keys of the items of the current transaction: the engine checks one item after the other.
transaction = contextvars.ContextVar("transaction", default=())

BOOTSTRAP_ROLES = "cdk-hnb659fds"


def parse(body):
    try:
        data = json.loads(body or b"{}")
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def partition_of(attributes, name="pk"):
    return attributes.get(name, {}).get("S")


def leading_keys(request):
    """The partition keys that a request to DynamoDB names, or None if it names none."""
    if "Key" in request:
        return [partition_of(request["Key"])]
    if "Item" in request:
        return [partition_of(request["Item"])]
    tables = request.get("RequestItems")
    if isinstance(tables, dict):
        return [partition_of(key) for table in tables.values() for key in table.get("Keys", [])]
    name = PARTITION_KEYS.get(request.get("IndexName"))
    names = request.get("ExpressionAttributeNames", {})
    for attribute, value in re.findall(r"([#\w]+)\s*=\s*(:\w+)", request.get("KeyConditionExpression", "")):
        if names.get(attribute, attribute) == name:
            return [request["ExpressionAttributeValues"][value].get("S")]
    return None


def add_leading_keys():
    service_context = iam_actions.dynamodb_service_context
    transaction_checks = iam_actions.dynamodb_transaction_checks

    def context_of(body):
        keys = leading_keys(parse(body))
        return {**service_context(body), **({"dynamodb:LeadingKeys": keys} if keys else {})}

    def checks_of(iam_action, body, region, account_id):
        checks = transaction_checks(iam_action, body, region, account_id)
        items = parse(body).get("TransactItems", []) if checks else []
        transaction.set(tuple(leading_keys(detail) for item in items for detail in item.values()))
        return checks

    iam_actions.dynamodb_service_context = context_of
    iam_actions.dynamodb_transaction_checks = checks_of


def add_encryption_context():
    tag_context = iam_actions.request_tag_context

    def context_of(service, iam_action, body, params):
        context = dict(tag_context(service, iam_action, body, params) or {})
        pairs = parse(body).get("EncryptionContext", {}) if service == "kms" else {}
        return {**context, **{f"kms:EncryptionContext:{name}": value for name, value in pairs.items()}}

    iam_actions.request_tag_context = context_of


def assume_tls():
    """The engine listens on plain HTTP, and the policies demand TLS, which every endpoint of AWS has."""
    resolve = iam_evaluator._resolve_condition_key

    def resolve_with_tls(key, context):
        return "true" if key.lower() == "aws:securetransport" else resolve(key, context)

    iam_evaluator._resolve_condition_key = resolve_with_tls


def log_decisions():
    enforce = iam_evaluator.enforce
    log = open(os.environ["ENGINE_ACCESS_LOG"], "a", buffering=1)

    def enforce_and_log(access_key_id, iam_action, service, region, resource_arn="*", service_context=None):
        # A batch is authorized as the action that it repeats.
        if service == "sqs" and iam_action.endswith("Batch"):
            iam_action = iam_action.removesuffix("Batch")
        context = dict(service_context or {})
        items = transaction.get()
        if service == "dynamodb" and items:
            transaction.set(items[1:])
            if items[0]:
                context["dynamodb:LeadingKeys"] = items[0]
        # The engine names no resource for a mail: it is the identity of the sender, which all roles may use alike.
        if iam_action in ("ses:SendEmail", "ses:SendRawEmail") and resource_arn == "*":
            account = os.environ.get("MINISTACK_ACCOUNT_ID", "000000000000")
            resource_arn = f"arn:aws:ses:{region}:{account}:identity/sender"
        denial = enforce(access_key_id, iam_action, service, region, resource_arn, context)
        principal = getattr(denial, "principal_arn", "") or ""
        # The roles of the bootstrap read with a wildcard that the engine resolves otherwise than AWS.
        if BOOTSTRAP_ROLES in principal:
            denial = None
        if denial is not None or (access_key_id or "").startswith("ASIA"):
            entry = {"allowed": denial is None, "action": iam_action, "resource": resource_arn, "by": principal}
            log.write(json.dumps(entry) + "\n")
        return denial

    iam_evaluator.enforce = enforce_and_log


def install():
    add_leading_keys()
    add_encryption_context()
    assume_tls()
    log_decisions()
