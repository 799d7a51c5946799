import { type Change, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Table } from '../table-client.ts';

/**
 * What the caps and the slots of an organization's endpoints are decided on: one row, changed only as it was
 * read, so that the 61st endpoint is refused whatever the concurrency.
 *
 * See: docs/contract/limits.md#events-and-webhooks; docs/decisions/0003-event-clock-and-delivery-times.md (slots).
 */
export interface WebhookCount {
  /** Active endpoints by scope: an agent's id, or `organization` for the unscoped. */
  active: Record<string, number>;
  /** Slots in use, disabled endpoints' included. */
  slots: number[];
  version: number;
}

const decodeWebhookCount = rowDecoder<WebhookCount>({ active: 'object', slots: 'object', version: 'number' });

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

/** The count after active endpoints of a scope changed by `by`. */
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

/** Writes the count, if it still is as it was read. */
export function replaceWebhookCount(organizationId: string, count: WebhookCount): Change {
  return replaceVersion({ ...key(organizationId), ...count, version: count.version + 1 });
}
