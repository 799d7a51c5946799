import { defaultAddress, type Identity } from '#shared/data/entities/organization/identity.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

/** An identity in the form of the API. See: docs/contract/identities.md#identity-record. */
export function identityRecord(identity: Identity, baseUrl: string) {
  const record = {
    id: identity.id,
    handle: identity.handle,
    display_name: identity.displayName,
    description: identity.description,
    status: identity.status,
    suspended_at: timestampOrNull(identity.suspendedAt),
    suspended_reason: identity.suspendedReason,
    email_address: defaultAddress(identity),
    mailboxes: identity.mailboxes.map(({ id, address, isDefault }) => ({ id, address, is_default: isDefault })),
    a2a: {
      publicly_discoverable: identity.publiclyDiscoverable,
      card_url: `${baseUrl}/v1/identities/${identity.id}/a2a/agent-card.json`,
    },
    metadata: identity.metadata,
    created_at: timestamp(identity.createdAt),
    updated_at: timestamp(identity.updatedAt),
  };
  return withOriginal(record, ['display_name', 'description']);
}
