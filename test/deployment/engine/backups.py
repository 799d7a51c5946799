"""The selections of AWS Backup in CloudFormation. The engine makes no copies of backups, and restores none."""

import json

from ministack.services import backup
from ministack.services.cloudformation import provisioners


def install():
    def create_selection(logical_id, props, stack_name):
        plan = props["BackupPlanId"]
        status, _, body = backup._create_selection(plan, {"BackupSelection": props["BackupSelection"]})
        if status >= 400:
            raise ValueError(body.decode())
        selection = json.loads(body)["SelectionId"]
        return f"{selection}_{plan}", {"BackupPlanId": plan, "SelectionId": selection}

    def delete_selection(physical_id, props):
        selection, plan = physical_id.split("_", 1)
        backup._delete_selection(plan, selection)

    provisioners._RESOURCE_HANDLERS["AWS::Backup::BackupSelection"] = {
        "create": create_selection,
        "delete": delete_selection,
    }
