"""Sends an email and asks for a lease, both of which are held, and waits for the decisions. Prints what it gets."""

from __future__ import annotations

import sys

from aid_stack import Aid


def main(to: str) -> None:
    with Aid(timeout=20) as aid:
        sent = aid.mail.send(to=to, subject="Your lamp", text="It costs 90.")
        print("held", sent.status == "held", flush=True)
        decided = aid.approvals.wait(sent.approval_id or "")
        print(decided.status, decided.preview.mail and decided.preview.mail.text, flush=True)

        secret = aid.vault.secrets.create(name="Mail server", value="the value")
        lease = aid.vault.leases.create(secret_id=secret.id)
        print("held", lease.status == "held", flush=True)
        print(aid.approvals.wait(lease.approval_id or "").status, flush=True)
        token = aid.vault.leases.claim(lease.id).lease_token or ""
        print(aid.vault.leases.redeem(lease.id, lease_token=token).value, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
