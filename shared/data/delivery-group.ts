import type { Table } from './table-client.ts';
import { isOwnerVerified } from './verified-organizations.ts';

/**
 * The message group of the deliveries of an organization: SQS serves quiet groups before those with many messages in
 * flight. With a verified owner each endpoint is a group, so that a slow endpoint delays no other. All endpoints of an
 * organization without one are a single group: otherwise a stranger with many of them would be as many quiet groups.
 *
 * Source: SQS developer guide, Amazon SQS fair queues. See: docs/decisions/0042-strangers.md.
 */
export async function deliveryGroups(
  table: Table,
  organizationId: string,
): Promise<(delivery: { readonly webhookId: string }) => string> {
  const isVerified = await isOwnerVerified(table, organizationId);
  return ({ webhookId }) => (isVerified ? webhookId : organizationId);
}
