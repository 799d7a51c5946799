import type { EventType, LoggedEvent } from '../../domain/events.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, RETRY, remove, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst, oldestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** A signing secret, encrypted. `expiresAt` is null while it is the newest. */
export interface SigningSecret {
  sealed: string;
  createdAt: number;
  expiresAt: number | null;
}

/** A webhook endpoint. See: docs/contract/webhooks.md#endpoints. */
export interface Webhook {
  id: string;
  organizationId: string;
  /** The agent whose events it gets; null: all of the organization. */
  identityId: string | null;
  url: string;
  /** null: all types, those to come included. */
  eventTypes: EventType[] | null;
  enabled: boolean;
  disabledReason: string | null;
  /** Newest first. */
  secrets: SigningSecret[];
  /** Which of an event's reserved delivery times is this endpoint's (decision 0003). */
  slot: number;
  /** The organization's delivery clock when the endpoint came: later events have reserved a time for it. */
  registeredAtDeliveryClock: number;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeWebhook = rowDecoder<Webhook>({
  id: 'string',
  organizationId: 'string',
  url: 'string',
  secrets: 'object',
  enabled: 'boolean',
  slot: 'number',
  createdAt: 'number',
  version: 'number',
});

function partition(organizationId: string): string {
  return `${PREFIX.webhook}${organizationId}`;
}

function webhookKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

export function insertWebhook(webhook: Webhook): Change {
  return insert({ ...webhookKey(webhook.organizationId, webhook.id), ...webhook });
}

export function replaceWebhook(webhook: Webhook): Change {
  return replaceVersion({ ...webhookKey(webhook.organizationId, webhook.id), ...webhook });
}

export function removeWebhook(webhook: Webhook): Change {
  return remove(webhookKey(webhook.organizationId, webhook.id), RETRY);
}

export async function findWebhook(
  table: Table,
  organizationId: string,
  id: string,
  options: { strong: boolean } = { strong: true },
): Promise<Webhook | undefined> {
  if (!isId('webhook', id)) return undefined;
  return getRow(table, decodeWebhook, webhookKey(organizationId, id), options);
}

export function webhooksBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeWebhook, { pk: partition(organizationId), kind: 'webhook' }, before);
}

/** Every endpoint of an organization, strongly read: an endpoint that was just registered gets the next event. */
export async function allWebhooks(table: Table, organizationId: string): Promise<Webhook[]> {
  return Array.fromAsync(oldestFirst(table, decodeWebhook, { pk: partition(organizationId), kind: 'webhook' }));
}

/** Whether an endpoint wants an event. See: docs/contract/webhooks.md#request-headers. */
export function matchesWebhook(webhook: Webhook, event: LoggedEvent): boolean {
  const types: readonly string[] | null = webhook.eventTypes;
  return (
    webhook.enabled &&
    (types === null || types.includes(event.type)) &&
    (webhook.identityId === null || webhook.identityId === event.identityId)
  );
}

/** Whether a delivery time was reserved for the endpoint when the event was appended. */
export function hasReservedTime(webhook: Webhook, event: LoggedEvent): boolean {
  return webhook.registeredAtDeliveryClock < event.deliveryBase && webhook.slot < event.deliverySlots;
}
