"""Receipt rules and the DKIM records of an identity, which the engine has in SES and not in CloudFormation."""

from ministack.services import ses
from ministack.services.cloudformation import provisioners


def call(operation, **params):
    """Calls an operation of SES. An error of SES fails the stack, as it does on AWS."""
    status, _, body = operation(params)
    if status != 200:
        raise ValueError(body if isinstance(body, str) else body.decode())


def create_rule_set(logical_id, props, stack_name):
    name = props.get("RuleSetName") or f"{stack_name}-{logical_id}"
    call(ses._create_receipt_rule_set, RuleSetName=name)
    return name, {}


def delete_rule_set(name, props):
    call(ses._delete_receipt_rule_set, RuleSetName=name)


def create_rule(logical_id, props, stack_name):
    """The engine executes no action of a rule, so only the name of the rule and its set are passed on."""
    name = props["Rule"].get("Name") or f"{stack_name}-{logical_id}"
    if props["RuleSetName"] not in ses._receipt_rule_sets:
        raise ValueError(f"Rule set does not exist: {props['RuleSetName']}")
    return name, {}


def delete_rule(name, props):
    """The rule is deleted with its set."""


def with_dkim(change):
    """Adds the records to what the creation or an update of an identity returns."""

    def change_identity(*args):
        name, attributes = change(*args)
        for number in (1, 2, 3):
            attributes[f"DkimDNSTokenName{number}"] = f"token{number}._domainkey.{name}"
            attributes[f"DkimDNSTokenValue{number}"] = f"token{number}.dkim.amazonses.com"
        return name, attributes

    return change_identity


def install():
    handlers = provisioners._RESOURCE_HANDLERS
    handlers["AWS::SES::ReceiptRuleSet"] = {"create": create_rule_set, "delete": delete_rule_set}
    handlers["AWS::SES::ReceiptRule"] = {"create": create_rule, "delete": delete_rule}
    identity = handlers["AWS::SES::EmailIdentity"]
    for operation in ("create", "update"):
        identity[operation] = with_dkim(identity[operation])
