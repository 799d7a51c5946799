"""Rules about bodies that a JSON schema cannot state, or only far less clearly than prose.

Schemathesis considers every generated body valid that its schema accepts. Each function here changes such a body to
satisfy the rule of its docstring, so that the service has to accept it. Negative bodies stay as they are.
"""

import os
import re
import uuid
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

from examples import EXAMPLES

REGION = os.environ["AID_REGION"]
# An org key has to say for which agent it acts.
IS_ORG_KEY = os.environ["AID_KEY"].startswith("aid_org_")

ADDRESS = re.compile(r"(?:[^<>]*<)?[A-Za-z0-9_-]{1,64}@(?:[A-Za-z0-9]{1,63}\.)+[A-Za-z]{2,63}>?")

MAX_RECIPIENTS = 50

OWN_HOSTS = {"127.0.0.1", "localhost", "::1"}

PUBLIC_NAME = re.compile(r"(?!.*(?:localhost$|xn--))(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*", re.IGNORECASE)


def without_proto(value):
    """No object in any body has a field `__proto__`, at any depth: the name has a special meaning in JavaScript."""
    if isinstance(value, dict):
        return {name: without_proto(member) for name, member in value.items() if name != "__proto__"}
    if isinstance(value, list):
        return [without_proto(item) for item in value]
    return value


def without_rules(body):
    """The schema is complete for this body."""
    return body


# See: shared/contract/schemas/proto-json.ts.
EMPTY_IS_UNSET = {"id", "contextId", "taskId", "mediaType", "filename", "pageToken", "token", "credentials"}
OPAQUE = {"metadata", "data"}


def without_unset(value):
    """ProtoJSON reads null, and an empty text where a field has no presence, as a field that is not set."""
    if isinstance(value, list):
        return [without_unset(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: member if name in OPAQUE else without_unset(member)
        for name, member in value.items()
        if (member is not None or name == "data") and not (member == "" and name in EMPTY_IS_UNSET)
    }


def with_slug(field):
    """A slug has 3 to 48 characters of a-z, 0-9 and inner hyphens after normalization (NFKC), trimming and lowercasing.
    """

    def rule(body):
        return {**body, field: f"org-{uuid.uuid4().hex}"} if field in body else body

    return rule


def with_domain(body):
    """A domain name has at least two labels."""
    return {**body, "domain": f"{uuid.uuid4().hex}.example"} if "domain" in body else body


def with_match_target(body):
    """The target of a contact rule is an address or a domain, according to its type. International ones may have either
    form. A rule about warnings may have neither.
    """
    if body.get("match_target") is None or body.get("match_type") is None:
        return body
    target = f"{uuid.uuid4().hex}.example"
    return {**body, "match_target": f"ada@{target}" if body["match_type"] == "exact_email" else target}


def with_unique_skills(body):
    """Each skill has a different id."""
    if not isinstance(body.get("skills"), list):
        return body
    return {**body, "skills": list({skill["id"]: skill for skill in body["skills"]}.values())}


def with_reachable_provider(body):
    """An SES account in a region other than the stage's needs a role; an SMTP server has a public name or address.

    Names of loopback are not public, a last label of digits makes a name an IPv4 address, and `xn--` has to be followed
    by Punycode.
    """
    if body.get("provider") == "ses" and "role_arn" not in (body.get("credentials") or {}):
        return {**body, "region": REGION}
    if "host" in body and not PUBLIC_NAME.fullmatch(body["host"]):
        return {**body, "host": "mail.elsewhere.example"}
    return body


def with_new_message_id(body):
    """A message id of a sender belongs to one task."""
    return {**body, "message_id": uuid.uuid4().hex} if body.get("message_id") is not None else body


def with_changes_of_messages(body):
    """The folders of a message depend on its direction; one folder is valid for both. A message has at most 20 labels,
    with those that other requests have added, and none is added and removed at once.
    """
    body = {**body, "folder": "archive"} if "folder" in body else body
    if "add_labels" not in body:
        return body
    removed = [label for label in body.get("remove_labels", []) if label != "orders"]
    return {**body, "add_labels": ["orders"], **({"remove_labels": removed} if "remove_labels" in body else {})}


def with_sendable_mail(body):
    """A recipient is an address, a name with an address, or an object of both. `to`, `cc` and `bcc` have at most 50
    recipients together. Only the value of `send_at` decides whether a time is near enough, the texts which variables
    they have, and all recipients whether one may unsubscribe.
    """
    body = {name: value for name, value in body.items() if name not in ("variables", "unsubscribe")}
    if body.get("send_at") is not None:
        body["send_at"] = (datetime.now(timezone.utc) + timedelta(days=1)).isoformat()
    for field in ("to", "cc", "bcc", "reply_to"):
        if body.get(field) is not None:
            given = body[field]
            body[field] = [recipient(one) for one in given] if isinstance(given, list) else recipient(given)
    room = MAX_RECIPIENTS - sum(body.get(field) is not None and not isinstance(body[field], list) for field in ("to", "cc", "bcc"))
    for field in ("to", "cc", "bcc"):
        if isinstance(body.get(field), list):
            body[field] = body[field][:room]
            room -= len(body[field])
    return body


def with_unscheduled_mail(body):
    """A draft may lack what a message needs, unless it is scheduled."""
    return {**with_sendable_mail(body), "send_at": None}


def recipient(given):
    if isinstance(given, dict):
        return {**given, "address": recipient(given["address"])}
    return given if ADDRESS.fullmatch(given) else "ada@elsewhere.example"


def with_receiver_elsewhere(body):
    """A receiver of deliveries is not the API itself, of which schemathesis knows the address from its responses."""
    if not isinstance(body.get("url"), str) or urlsplit(body["url"]).hostname not in OWN_HOSTS:
        return body
    return {**body, "url": "https://receiver.elsewhere.example/hook"}


# A public key without a private half.
PUBLIC_KEY = "c8t0b4TabCWtxKM9zgrX9Ys4D5HPqDsoRUVbpM/yc9Q="

# The keys that agents have. The examples of other operations carry proofs by them, so no request may replace one.
PRESENT_KEYS = frozenset(example["body"]["public_key"] for example in EXAMPLES["putKeypair"])


def with_keypair_of_agent(body):
    """Not every text of 32 bytes is a public key. An org key has to name the agent, also of an example that comes
    without it.
    """
    if "public_key" not in body:
        return body
    if body["public_key"] not in PRESENT_KEYS:
        return {**body, "identity_id": "unknown", "public_key": PUBLIC_KEY}
    return {"identity_id": "unknown", **body} if IS_ORG_KEY else body


# The audience that the organization of the run allows.
AUDIENCE = EXAMPLES["createIdentityToken"][0]["body"]["audience"]


def with_allowed_audience(body):
    """A token is for an audience that the organization allows. Only an org key adds claims, which have rules of their
    own: see shared/domain/issuer/custom-claims.ts.
    """
    return {**{name: value for name, value in body.items() if name != "claims"}, "audience": AUDIENCE}


def keeping_audience(body):
    """The audience of the other requests stays allowed."""
    others = [audience for audience in body.get("audiences", []) if audience != AUDIENCE]
    return {**body, "audiences": [AUDIENCE, *others[:49]]}


def with_trustable_issuer(body):
    """An issuer is trusted once, at a public https address without a query, and each rule has a claim that says who the
    workload is. Keys are public keys.
    """
    if not all(isinstance(rule, dict) for rule in body.get("rules", [])):
        return body
    others = {name: value for name, value in body.items() if name not in ("jwks", "jwks_url")}
    rules = [{**rule, "claims": {"sub": "workload:1"}} for rule in body.get("rules", [])]
    return {**others, "issuer": f"https://{uuid.uuid4().hex}.example", "rules": rules}


# A token that the organization of the run trusts.
SUBJECT_TOKEN = EXAMPLES["exchangeToken"][-1]["body"]["subject_token"]


def with_trusted_token(body):
    """The token is one that an issuer has signed, and the other fields repeat what it says."""
    repeating = ("audience", "resource", "scope")
    return {**{name: value for name, value in body.items() if name not in repeating}, "subject_token": SUBJECT_TOKEN}


def with_members(body):
    """Approvers are members of the organization; all who may decide if none is named."""
    return {**body, "approvers": []} if "approvers" in body else body


def with_sendable_edits(body):
    """Edits have recipients that a message can be sent to."""
    return {**body, "edits": with_sendable_mail(body["edits"])} if "edits" in body else body


RULES = {
    "setApprovalSettings": with_members,
    "approveAction": with_sendable_edits,
    "createTrustedIssuer": with_trustable_issuer,
    "exchangeToken": with_trusted_token,
    "createIdentityToken": with_allowed_audience,
    "setIdentityTokenSettings": keeping_audience,
    "putKeypair": with_keypair_of_agent,
    "createWebhook": with_receiver_elsewhere,
    "updateWebhook": with_receiver_elsewhere,
    "createA2aPushConfig": with_receiver_elsewhere,
    "createOrganization": with_slug("slug"),
    "signup": with_slug("organization_slug"),
    "login": with_slug("organization_slug"),
    "createDomain": with_domain,
    "createContactRule": with_match_target,
    "putA2aSettings": with_unique_skills,
    "createProviderAccount": with_reachable_provider,
    "createTask": with_new_message_id,
    "addTaskMessage": with_new_message_id,
    "sendMail": with_sendable_mail,
    "forwardMessage": with_sendable_mail,
    "createDraft": with_unscheduled_mail,
    "updateDraft": with_unscheduled_mail,
    "updateMessage": with_changes_of_messages,
    "updateMessages": with_changes_of_messages,
}
