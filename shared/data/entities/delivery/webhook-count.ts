import { type Change, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Table } from '../../table-client.ts';

/**
 * The endpoint counts and slots of an organization, in one row under optimistic locking, so that the limits are exact
 * under concurrency.
 *
 * See: docs/contract/limits.md#events-and-webhooks; docs/decisions/0022-tickets.md#the-times-of-deliveries (slots).
 */
export interface WebhookCount {
  /** The number of active endpoints by scope: an identity's id, or `organization`. */
  active: Record<string, number>;
  /** The slots in use, including those of disabled endpoints. */
  slots: number[];
  version: number;
}

const decodeWebhookCount = rowDecoder<WebhookCount>({ active: 'object', slots: 'array', version: 'number' });

function key(organizationId: string) {
  return { pk: `${PREFIX.webhook}${organizationId}`, sk: 'COUNT' };
}

const scopeOf = (identityId: string | null) => identityId ?? 'organization';

export async function readWebhookCount(table: Table, organizationId: string): Promise<WebhookCount> {
  const row = await getRow(table, decodeWebhookCount, key(organizationId), { strong: true });
  return row === undefined
    ? { active: {}, slots: [], version: 0 }
    : { active: row.active, slots: row.slots, version: row.version };
}

export function activeIn(count: WebhookCount, identityId: string | null): number {
  return count.active[scopeOf(identityId)] ?? 0;
}

/** The counts after the number of active endpoints of a scope has changed by `by`. */
export function withActive(count: WebhookCount, identityId: string | null, by: number): WebhookCount {
  const scope = scopeOf(identityId);
  const { [scope]: before = 0, ...others } = count.active;
  const after = before + by;
  return { ...count, active: after > 0 ? { ...others, [scope]: after } : others };
}

export function withSlot(count: WebhookCount, slot: number): WebhookCount {
  return { ...count, slots: [...count.slots, slot] };
}

export function withoutSlot(count: WebhookCount, slot: number): WebhookCount {
  return { ...count, slots: count.slots.filter((used) => used !== slot) };
}

/** Replaces the counts if no one has changed them since they were read. */
export function replaceWebhookCount(organizationId: string, count: WebhookCount): Change {
  return replaceVersion({ ...key(organizationId), ...count, version: count.version + 1 });
}
