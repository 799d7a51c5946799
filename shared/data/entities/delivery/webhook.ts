import type { FailingPeriod } from '#shared/domain/delivery/failing-period.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { EventType } from '#shared/domain/log/events.ts';
import { type Change, insert, RETRY, remove, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst, oldestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** A signing secret, encrypted. `expiresAt` is null for the newest one. */
export interface SigningSecret {
  sealed: string;
  createdAt: number;
  expiresAt: number | null;
  /** Whether the libraries of Standard Webhooks accept it. Release 0.2.0 has made secrets that they cannot decode. */
  standard?: boolean;
}

/** A webhook endpoint. See: docs/contract/webhooks.md#endpoints. */
export interface Webhook {
  id: string;
  organizationId: string;
  /** The identity that the endpoint gets the events of; null for all events of the organization. */
  identityId: string | null;
  url: string;
  /** null for all types, including those that are added later. */
  eventTypes: EventType[] | null;
  enabled: boolean;
  /** `gone` or `failing` if the service has disabled it. */
  disabledReason: string | null;
  /** The failures since the last success, both or none: see `FailingPeriod`. */
  failingSince?: number | undefined;
  lastFailedAt?: number | undefined;
  /** Newest first. */
  secrets: SigningSecret[];
  /**
   * Which of an event's reserved delivery times belongs to this endpoint.
   *
   * See: shared/domain/delivery/delivery-slots.ts.
   */
  slot: number;
  /** The organization's delivery clock at the registration of the endpoint. Later events reserve a time for it. */
  registeredAtDeliveryClock: number;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export const decodeWebhook = rowDecoder<Webhook>({
  id: 'string',
  organizationId: 'string',
  url: 'string',
  secrets: 'array',
  enabled: 'boolean',
  slot: 'number',
  createdAt: 'number',
  version: 'number',
});

export function webhookPartition(organizationId: string): string {
  return `${PREFIX.webhook}${organizationId}`;
}

export function webhookKey(organizationId: string, id: string): Key {
  return { pk: webhookPartition(organizationId), sk: id };
}

/** The failures of an endpoint since its last success, if there are any. */
export function failingPeriodOf({ failingSince, lastFailedAt }: Webhook): FailingPeriod | undefined {
  return failingSince === undefined || lastFailedAt === undefined ? undefined : { failingSince, lastFailedAt };
}

/** The endpoint without a failing period, as after a success. */
export function withoutFailures(webhook: Webhook): Webhook {
  const { failingSince: _failingSince, lastFailedAt: _lastFailedAt, ...rest } = webhook;
  return rest;
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
  return newestFirst(table, decodeWebhook, { pk: webhookPartition(organizationId), kind: 'webhook' }, before);
}

/** All endpoints of an organization, by strongly consistent reads, so that a new endpoint gets the next event. */
export async function allWebhooks(table: Table, organizationId: string): Promise<Webhook[]> {
  return Array.fromAsync(oldestFirst(table, decodeWebhook, { pk: webhookPartition(organizationId), kind: 'webhook' }));
}

/**
 * The endpoints after one, in the order of their ids, or all. `firstPage`: the rows of the first read, if few are
 * wanted.
 */
export async function* webhooksAfter(
  table: Table,
  organizationId: string,
  { after, firstPage }: { after?: string | undefined; firstPage?: number | undefined },
): AsyncGenerator<Webhook> {
  const list = { pk: webhookPartition(organizationId), kind: 'webhook' as const };
  const webhooks = oldestFirst(table, decodeWebhook, list, { from: after, firstPage });
  for await (const webhook of webhooks) if (webhook.id !== after) yield webhook;
}
