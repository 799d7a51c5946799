import type { Identity, IdentityMailbox } from '../../../shared/data/entities/identity.ts';
import { timestamp } from '../../../shared/domain/time.ts';

/** When a mailbox was made; one that came with its agent says nothing of its own. */
export function createdAtOf(identity: Identity, mailbox: IdentityMailbox): number {
  return mailbox.createdAt ?? identity.createdAt;
}

/** A mailbox as the API shows it. It never changes. See: docs/contract/identities.md#mailboxes. */
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
