"""Rules about bodies that a JSON schema cannot state, or only far less clearly than they are explained.

Schemathesis takes a generated body that its schema admits for right. Each function here makes such a body right by the
rule that its docstring gives, so that the service has to accept it. Bodies that are meant to be wrong stay as they are.
"""

import base64
import os
import re
import uuid

REGION = os.environ["AID_REGION"]

ADDRESS = re.compile(r"(?:[^<>]*<)?[A-Za-z0-9_-]{1,64}@(?:[A-Za-z0-9]{1,63}\.)+[A-Za-z]{2,63}>?")


def with_slug(field):
    """A slug has 3 to 48 characters of a-z, 0-9 and inner hyphens after it was normalised (NFKC), trimmed and lowered."""

    def rule(body):
        return {**body, field: f"org-{uuid.uuid4().hex}"} if field in body else body

    return rule


def with_domain(body):
    """A domain name has at least two labels."""
    return {**body, "domain": f"{uuid.uuid4().hex}.example"} if "domain" in body else body


def with_match_target(body):
    """The target of a contact rule is an address or a domain, as its type says, international ones in either form."""
    target = f"{uuid.uuid4().hex}.example"
    return {**body, "match_target": f"ada@{target}" if body["match_type"] == "exact_email" else target}


def with_unique_skills(body):
    """Each skill has an id of its own."""
    if not isinstance(body.get("skills"), list):
        return body
    return {**body, "skills": list({skill["id"]: skill for skill in body["skills"]}.values())}


def with_own_region(body):
    """An SES account in another region than the stage's needs a role."""
    if body.get("provider") == "ses" and "role_arn" not in (body.get("credentials") or {}):
        return {**body, "region": REGION}
    return body


def with_new_message_id(body):
    """A message id of a sender belongs to one task."""
    return {**body, "message_id": uuid.uuid4().hex} if body.get("message_id") is not None else body


def with_real_recipients(body):
    """A recipient is an address, a name with an address, or an object of both; attachments are padded base64."""
    body = dict(body)
    for field in ("to", "cc", "bcc", "reply_to"):
        if field in body:
            given = body[field]
            body[field] = [recipient(one) for one in given] if isinstance(given, list) else recipient(given)
    if isinstance(body.get("attachments"), list):
        body["attachments"] = [{**one, "content_base64": padded(one["content_base64"])} for one in body["attachments"]]
    return body


def with_real_mail(body):
    """The base64 of a mail is what encoding its bytes gives, with padding."""
    if "messages" not in body:
        return body
    return {**body, "messages": [{**one, "raw_base64": padded(one["raw_base64"])} for one in body["messages"]]}


def recipient(given):
    if isinstance(given, dict):
        return {**given, "address": recipient(given["address"])}
    return given if ADDRESS.fullmatch(given) else "ada@elsewhere.example"


def padded(text):
    return base64.b64encode(text.encode()).decode()


RULES = {
    "createOrganization": with_slug("slug"),
    "signup": with_slug("organization_slug"),
    "login": with_slug("organization_slug"),
    "createDomain": with_domain,
    "createContactRule": with_match_target,
    "putA2aSettings": with_unique_skills,
    "createProviderAccount": with_own_region,
    "createTask": with_new_message_id,
    "addTaskMessage": with_new_message_id,
    "sendMail": with_real_recipients,
    "receiveMail": with_real_mail,
}
