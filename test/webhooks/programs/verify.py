"""Verifies deliveries with the library standardwebhooks. Prints how many it accepts and refuses, as JSON."""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError


def is_accepted(delivery: dict, secret: str) -> bool:
    try:
        Webhook(secret).verify(delivery["body"], delivery["headers"])
        return True
    except WebhookVerificationError:
        return False


with open(sys.argv[1], encoding="utf-8") as file:
    deliveries = json.load(file)
outcomes = [is_accepted(delivery, secret) for delivery in deliveries for secret in delivery["secrets"]]
print(json.dumps({"standardwebhooks": {"accepted": outcomes.count(True), "refused": outcomes.count(False)}}))
