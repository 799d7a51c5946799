"""A change set of changed outputs alone is executed, as on AWS. The engine takes it for one without changes.

Source: AWS CloudFormation user guide, "Update CloudFormation stacks using change sets": a change set lists resources only.
"""

from ministack.services.cloudformation import changesets


class NoResources(list):
    """The resources that change: none. The engine looks at whether there are changes, and not at their number."""

    def __bool__(self):
        return True


def install():
    resolve = changesets._resolve_props_for_diff
    diff = changesets._diff_resources

    def resolve_with_outputs(template, *rest):
        return {**resolve(template, *rest), "Outputs": (template or {}).get("Outputs", {})}

    def diff_with_outputs(old, new, *rest):
        changes = diff(old, new, *rest)
        return NoResources() if not changes and old["Outputs"] != new["Outputs"] else changes

    changesets._resolve_props_for_diff = resolve_with_outputs
    changesets._diff_resources = diff_with_outputs
