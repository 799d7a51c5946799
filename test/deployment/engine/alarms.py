"""Alarms publish to their topics only as far as the policy of the topic lets CloudWatch.

The engine evaluates the policy for the notifications of S3; alarms it publishes without asking.
"""

from ministack.core.responses import get_account_id
from ministack.services import cloudwatch, sns

ACTIONS = ("AlarmActions", "OKActions", "InsufficientDataActions")


def install():
    dispatch = cloudwatch._dispatch_alarm_actions

    def dispatch_allowed(alarm, *change):
        account = get_account_id()

        def is_allowed(topic):
            return sns.topic_policy_allows(topic, "cloudwatch.amazonaws.com", alarm.get("AlarmArn", ""), account)

        permitted = {name: [topic for topic in alarm.get(name) or [] if is_allowed(topic)] for name in ACTIONS}
        return dispatch({**alarm, **permitted}, *change)

    cloudwatch._dispatch_alarm_actions = dispatch_allowed
