import { decodeOutboxRow, type OutboxEntry, outboxKey } from '#shared/data/entities/log/outbox.ts';
import { queryRows, type Table } from '#shared/data/table-client.ts';

/** Every outbox entry of an organization, in the order of their random ids. */
export function outboxOf(table: Table, organizationId: string): Promise<OutboxEntry[]> {
  const { pk } = outboxKey(organizationId, '');
  return Array.fromAsync(queryRows(table, decodeOutboxRow, { pk, from: '!', to: '~', strong: true }));
}
