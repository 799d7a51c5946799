import type { Identity, IdentityMailbox } from '#shared/data/entities/organization/identity.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** When a mailbox was created. The first mailbox of an agent was created with the agent. */
export function createdAtOf(identity: Identity, mailbox: IdentityMailbox): number {
  return mailbox.createdAt ?? identity.createdAt;
}

/** A mailbox in the form of the API. It never changes. See: docs/contract/identities.md#mailboxes. */
export function mailboxRecord(identity: Identity, mailbox: IdentityMailbox) {
  const createdAt = timestamp(createdAtOf(identity, mailbox));
  return {
    id: mailbox.id,
    identity_id: identity.id,
    address: mailbox.address,
    is_default: mailbox.isDefault,
    domain_id: mailbox.domainId ?? null,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
